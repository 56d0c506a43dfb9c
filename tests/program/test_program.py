"""What the generated program promises besides doing what the walker does."""

import linecache
import random
import re

import pytest

from regelwerk.match.decisions import pending
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.program.census import LEAVING, PLAIN, SUSPENDING
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.program.sources import of_die, of_zone
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from small_games import ALL, NUMBER, event, game, lines_game, n, v


def program_of(rules, players=2):
    return Program(make_layout(rules, players))


def begun(rules):
    program = program_of(rules)
    state = State(program.layout)
    program.begin(state)
    return program, state


@pytest.mark.parametrize("name", list(ALL))
def test_no_name_of_a_game_stands_in_the_source(name):
    source = program_of(ALL[name]).source
    declared = set()
    for part in (
        "types",
        "rows",
        "zones",
        "states",
        "events",
        "actions",
        "windows",
        "rules",
        "limits",
        "values",
    ):
        declared.update(item.name for item in getattr(ALL[name], part))
    words = set(re.findall(r"[A-Za-z_]\w*", source))
    assert words & declared <= {"move", "draw", "take"}


def test_a_traceback_can_show_the_generated_line():
    program = program_of(lines_game())
    first = program.source.split("\n")[0]
    assert linecache.getline(program.filename, 1).rstrip() == first


def test_an_error_tells_the_body_and_the_place():
    rules = game(
        "broken",
        states=(d.StateDecl("level", d.ValueType("number", low=0, high=3), 0),),
        events=(
            event("main", st.Happen("climb", (n(2),)), st.Happen("climb", (n(9),))),
            event(
                "climb", st.Let("twice", v("to")), st.Assign(ex.State("level"), v("twice")),
                parameters=(d.Parameter("to", NUMBER),),
            ),
        ),
    )  # fmt: skip
    layout = make_layout(rules, 2)
    errors = []
    for build in (Walker(layout), Program(layout)):
        with pytest.raises(RuleError) as caught:
            build.begin(State(layout))
        errors.append((caught.value.body, caught.value.place))
    assert errors == [("event:climb", 1), ("event:climb", 1)]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ((st.Repeat("forever", (st.Let("x", n(1)),)),), "more than 200000 steps without a decision"),
        ((st.Happen("again"),), "more than 400 happenings inside each other"),
    ],
)
def test_rules_that_never_end_are_stopped(body, message):
    rules = game("endless", events=(event("main", *body), event("again", st.Happen("again"))))
    program = program_of(rules)
    with pytest.raises(RuleError, match=message):
        program.begin(State(program.layout))


def test_decisions_that_nest_without_end_are_stopped():
    choose = st.Choose(ex.Set("number", "k", low=n(0), high=n(1)), ex.Seat(1))
    rules = game("deep", events=(event("main", choose, st.Happen("main")),))
    program, state = begun(rules)
    with pytest.raises(RuleError, match="more than 400 happenings inside each other"):
        for _ in range(1000):
            program.resume(state, (0, (0,)))


def test_only_what_can_stand_still_pays_for_it():
    rules = game(
        "classes",
        states=(d.StateDecl("sum", d.ValueType("number", low=0, high=99), 0),),
        events=(
            event("main", st.Happen("asks"), st.Happen("ends"), st.Happen("adds")),
            event("asks", st.Choose(ex.Set("number", "k", low=n(0), high=n(1)), ex.Seat(1))),
            event("ends", st.If(ex.Compare("=", ex.State("sum"), n(1)), (st.EndGame("early"),))),
            event("adds", st.Change(ex.State("sum"), n(1), True)),
        ),
    )
    census = program_of(rules).census
    assert census.events == [SUSPENDING, SUSPENDING, LEAVING, PLAIN]


def test_a_rule_that_asks_makes_its_event_stand_still():
    ask = st.Choose(ex.Set("number", "k", low=n(0), high=n(1)), ex.Seat(1))
    rules = game(
        "hooked",
        events=(event("main", st.Happen("adds")), event("adds", st.Let("x", n(1)))),
        rules=(d.RuleDecl("nosy", "after", "adds", body=(ask,)),),
    )
    assert program_of(rules).census.events == [SUSPENDING, SUSPENDING]


def test_what_is_not_offered_is_refused():
    program, state = begun(lines_game())
    before = state.text()
    for answer in ((0, (9,)), (0, (-1,)), (1, (0,)), (0, (0, 1)), (5, (0,))):
        with pytest.raises(MatchError, match="is not offered"):
            program.resume(state, answer)
    assert state.text() == before


def test_nothing_can_be_taken_when_the_match_is_over():
    program, state = begun(game("short", events=(event("main", st.EndGame("at_once")),)))
    assert program.pending(state) == []
    assert program.count(state) == 0
    with pytest.raises(MatchError, match="waits for no decision"):
        program.resume(state, (0, (0,)))


def test_what_is_offered_follows_a_state_that_was_changed():
    """Options noted when a body stopped do not outlive a change of a copy."""
    program, state = begun(lines_game())
    changed = state.copy()
    changed.columns[0][4] = 1
    assert program.pending(changed) == pending(program.layout, changed)
    assert (4,) in program.pending(state)[0].options
    assert (4,) not in program.pending(changed)[0].options


@pytest.mark.parametrize("name", list(ALL))
def test_answers_by_number_are_those_listed(name):
    program = program_of(ALL[name])
    for seed in range(6):
        draw = random.Random(seed)
        slow, fast = State(program.layout, seed), State(program.layout, seed)
        program.begin(slow)
        program.begin(fast)
        numbers = []
        while count := program.count(slow):
            answers = [(one.seat, option) for one in program.pending(slow) for option in one.options]
            assert len(answers) == count
            numbers.append(draw.randrange(count))
            program.resume(slow, answers[numbers[-1]])
        waiting = iter(numbers)
        assert program.play(fast, lambda _, waiting=waiting: next(waiting)) == len(numbers)
        assert fast.text() == slow.text()


def test_playing_stops_at_the_limit():
    program, state = begun(lines_game())
    assert program.play(state, lambda count: 0, limit=3) == 3
    assert len([mark for mark in state.columns[0] if mark >= 0]) == 3


def test_dictated_results_are_taken_first():
    rules = game(
        "dice",
        dice=(d.DieDecl("fate", (1, 2, 3, 4, 5, 6)),),
        states=(d.StateDecl("sum", d.ValueType("number", low=0, high=99), 0),),
        events=(
            event(
                "main", st.Roll("fate", "x"), st.Roll("fate", "y"),
                st.Assign(ex.State("sum"), ex.Arithmetic("+", ex.Arithmetic("*", v("x"), n(10)), v("y"))),
            ),
        ),
    )  # fmt: skip
    program = program_of(rules)
    state = State(program.layout)
    state.dictated = {of_die("fate"): [6, 2], of_zone(0): [5]}
    program.begin(state)
    assert state.cells == [62]
    assert state.streams == {}
    state = State(program.layout)
    state.dictated = {of_die("fate"): [7]}
    with pytest.raises(MatchError, match="dictated"):
        program.begin(state)


def test_a_program_keeps_nothing_of_a_match():
    program, first = begun(ALL["duel"])
    second = State(program.layout)
    program.begin(second)
    program.play(first, lambda count: 0)
    program.play(second, lambda count: 0)
    assert first.text() == second.text()
