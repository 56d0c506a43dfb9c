"""A search sees every result of chance with its probability."""

from fractions import Fraction

from regelwerk.match.decisions import pending
from regelwerk.match.outcomes import outcomes
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.meaning.game import check_game
from regelwerk.program.layout import Layout, make_layout
from regelwerk.resources import data_path

DICE = """game two_dice for 1..2 players

die small: 1, 1, 2

state total: 0..9 = 0

event main():
    roll small as m by seat 1
    roll small as n by seat 1
    set total to m + n
    end game as counted:
        score total for each seat
"""


def _layout(path: str) -> Layout:
    rules = check_game(path).rules
    assert rules is not None
    return make_layout(rules, rules.players[0])


def test_dealing_two_of_three_cards_has_six_equal_outcomes() -> None:
    layout = _layout(str(data_path("games") / "classics" / "kuhn_poker.rules"))
    found = outcomes(Walker(layout), State(layout), None)
    assert [probability for probability, _ in found] == [Fraction(1, 6)] * 6
    hands = {tuple(tuple(zone) for zone in state.zones[1:3]) for _, state in found}
    assert len(hands) == 6


def test_repeated_faces_weigh_more(tmp_path) -> None:
    path = tmp_path / "two_dice.rules"
    path.write_text(DICE)
    layout = _layout(str(path))
    found = outcomes(Walker(layout), State(layout), None)
    by_score: dict[int, Fraction] = {}
    for probability, state in found:
        assert state.over is not None
        by_score[state.over.scores[0]] = by_score.get(state.over.scores[0], Fraction(0)) + probability
    assert by_score == {2: Fraction(4, 9), 3: Fraction(4, 9), 4: Fraction(1, 9)}


def test_an_option_without_chance_has_one_outcome_and_leaves_the_state_alone() -> None:
    layout = _layout(str(data_path("games") / "classics" / "tic_tac_toe.rules"))
    walker, state = Walker(layout), State(layout)
    walker.begin(state)
    before = state.hash()
    decision = pending(layout, state)[0]
    ((probability, after),) = outcomes(walker, state, (decision.seat, decision.options[0]))
    assert probability == 1 and after.hash() != before and state.hash() == before
