"""Small games played on the walker: what happens is what their rules say."""

import msgspec
import pytest

from regelwerk.match.errors import MatchError
from regelwerk.match.match import Match
from regelwerk.program.errors import RuleError
from regelwerk.rules import statements as st
from small_games import ALL, duel_game, eq, errand_game, lines_game, n, toll_game, v


def options(match, decision=0):
    return [match.text(option, decision) for option in match.decisions[decision].options]


def choose(match, text, decision=0):
    match.take(decision, options(match, decision).index(text))


def test_three_in_a_row_wins():
    match = Match.start(lines_game())
    for field in ("board(1, 1)", "board(2, 1)", "board(2, 2)", "board(3, 1)"):
        choose(match, field)
    assert match.decisions[0].seat == 0
    assert options(match)[0] == "board(1, 2)"
    choose(match, "board(3, 3)")
    assert (match.result.name, match.result.winners) == ("three", (0,))
    with pytest.raises(MatchError, match="the match is over"):
        match.take(0, 0)


def test_the_last_free_field_is_taken_without_asking():
    match = Match.start(lines_game())
    for field in ("11", "21", "31", "22", "12", "13", "23", "33"):
        choose(match, f"board({field[0]}, {field[1]})")
    assert match.result.name in ("draw", "three")


def test_an_answer_that_is_parried_does_nothing():
    match = Match.start(duel_game())
    assert options(match) == ["strike(seat 2)", "pass"]
    choose(match, "strike(seat 2)")
    assert match.decisions[0].seat == 1
    assert options(match) == ["strike(seat 1)", "parry(strike)", "pass"]
    choose(match, "parry(strike)")
    choose(match, "pass")
    choose(match, "pass")
    assert match.state.columns[0] == [3, 3]
    assert match.state.columns[1] == [5, 5]


def test_a_parry_parried_lets_the_blow_through():
    match = Match.start(duel_game())
    for text in ("strike(seat 2)", "parry(strike)", "parry(parry)", "pass", "pass"):
        choose(match, text)
    assert match.state.columns[0] == [3, 2]


def test_once_in_a_bout_counts_while_the_answer_waits():
    match = Match.start(duel_game())
    choose(match, "strike(seat 2)")
    choose(match, "strike(seat 1)")
    assert "strike(seat 2)" not in options(match)


def test_a_limit_ends_the_duel_as_soon_as_it_breaks():
    match = Match.start(duel_game())
    while not match.over:
        found = options(match)
        choose(match, "strike(seat 2)" if "strike(seat 2)" in found else "pass")
    assert (match.result.name, match.result.winners) == ("slain", (0,))
    assert match.state.columns[0] == [3, 0]


def test_answers_take_effect_last_first():
    """With one life each, the seat that struck last wins."""
    rules = duel_game()
    seat = rules.types[0]
    life = msgspec.structs.replace(seat.attributes[0], default=1)
    seat = msgspec.structs.replace(seat, attributes=(life, *seat.attributes[1:]))
    match = Match.start(msgspec.structs.replace(rules, types=(seat,)))
    for text in ("strike(seat 2)", "strike(seat 1)", "pass", "pass"):
        choose(match, text)
    assert match.result.winners == (1,)


def test_one_seat_is_not_asked_for_a_toll_it_cannot_pay():
    rules = toll_game()
    poor = [row for row in rules.events[0].body if not isinstance(row, st.Move)]
    match = Match.start(_with_body(rules, poor))
    assert match.state.cells[0] == 2


def test_a_toll_is_paid_with_cards_and_coins():
    match = Match.start(toll_game())
    assert options(match) == ["decline", "red_card", "joker", "1 units"]
    choose(match, "red_card")
    assert options(match) == ["joker", "1 units"]
    assert match.take_back(0)
    assert options(match)[0] == "decline"
    for text in ("1 units", "joker"):
        choose(match, text)
    assert match.state.cells[0] == 1
    assert match.state.columns[0] == [0, 1]
    spent = match.layout.tables.zones["spent"].first
    assert len(match.state.zones[spent]) == 2


def test_declining_leaves_everything_where_it_is():
    match = Match.start(toll_game())
    before = [list(zone) for zone in match.state.zones]
    choose(match, "decline")
    assert match.state.cells[0] == 2
    assert match.state.zones == before


def test_a_group_pays_together_or_not_at_all():
    match = Match.start(toll_game("group"))
    choose(match, "joker")
    choose(match, "pass")
    assert match.decisions[0].seat == 1
    choose(match, "red_card")
    assert options(match) == ["1 units", "pass"]
    choose(match, "1 units")
    assert match.state.cells[0] == 1
    assert match.state.columns[0] == [1, 0]
    match = Match.start(toll_game("group"))
    choose(match, "pass")
    choose(match, "pass")
    assert match.state.cells[0] == 2
    assert match.state.columns[0] == [1, 1]


def test_leaving_later_and_lasting_rules():
    match = Match.start(errand_game())
    tally = match.layout.cells["tally"].number
    assert match.decisions[0].seat == 1
    for text in ("3", "2", "1", "1"):
        choose(match, text)
    # 3; then 2 with the eager rule of k = 1: 2 + 101; then the work put off:
    # 10, and 20, which thrift replaces.
    assert match.state.cells[tally] == 3 + 2 + 101 + 10
    assert match.state.cells[match.layout.cells["late"].number] == 3
    assert match.state.lasting == []
    choose(match, "1")
    choose(match, "0")
    assert match.state.cells[tally] == 116
    assert match.state.queue == []


def test_an_error_of_the_rules_leaves_the_match_as_it_was():
    rules = errand_game()
    broken = st.If(_step_is(2), (st.Assign(rules.events[2].body[0].target, n(-1)),))
    rules = _with_event(rules, 2, (broken, *rules.events[2].body))
    match = Match.start(rules)
    before = match.hash()
    with pytest.raises(RuleError, match="`tally` cannot become -1") as caught:
        choose(match, "2")
    assert caught.value.body == "event:add"
    assert match.hash() == before
    choose(match, "3")


def test_a_rule_that_never_ends_is_stopped():
    rules = _with_event(errand_game(), 2, (st.Repeat("forever", ()),))
    match = Match.start(rules)
    with pytest.raises(RuleError, match="steps without a decision"):
        choose(match, "2")
    rules = _with_event(errand_game(), 2, (st.Happen("add", (n(1),)),))
    match = Match.start(rules)
    with pytest.raises(RuleError, match="inside each other"):
        choose(match, "2")


def test_options_and_texts_are_distinct():
    for rules in ALL.values():
        match = Match.start(rules)
        for number in range(len(match.decisions)):
            found = options(match, number)
            assert len(found) == len(set(found)) > 1


def _step_is(number):
    return eq(v("amount"), n(number))


def _with_event(rules, index, body):
    events = list(rules.events)
    events[index] = msgspec.structs.replace(events[index], body=tuple(body))
    return msgspec.structs.replace(rules, events=tuple(events))


def _with_body(rules, body):
    return _with_event(rules, 0, body)
