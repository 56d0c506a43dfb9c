"""Dice that are rolled together: builds, chance, bounds, messages."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from regelwerk.match.outcomes import outcomes
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.meaning.game import check_game
from regelwerk.program.errors import TooMuch
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.validate import validate
from regelwerk.studies.layouts import Layouts
from tools.lockstep import Builds, lockstep
from tools.own_games import assert_as_written, assert_holds, rules_of, scenarios_of

GAME = Path(__file__).parent / "pools.rules"


@cache
def layouts():
    return Layouts(rules_of(GAME))


@cache
def builds():
    return Builds(rules_of(GAME))


def test_the_game_checks_and_reads_as_it_is_written():
    assert_as_written(GAME)


@pytest.mark.each("scenario", scenarios_of, GAME, ids=lambda scenario: scenario.title)
def test_the_case_holds_on_both_builds(scenario):
    assert_holds(layouts(), scenario)


@pytest.mark.parametrize("seed", range(12))
def test_builds_agree_and_go_on_from_what_the_other_saved(seed):
    assert lockstep(builds(), seed=seed).over is not None


def test_an_export_is_the_same_game():
    rules = rules_of(GAME)
    assert decode(encode(rules)) == rules
    assert validate(rules) is None


HEAD = """game small for 2 players

die six: 1..6
die coin: head, tail

state total: 0..99 = 0
state upper: coin = head

event main():
    play(seat 1)
    set upper to tail
    end game as over:
        score total for each seat

event play(seat p):
"""


def small(folder, lines):
    path = folder / "small.rules"
    path.write_text(HEAD + "".join(f"    {line}\n" for line in lines.splitlines()), encoding="utf-8")
    return check_game(path)


def test_a_search_sees_every_roll_with_its_probability(tmp_path):
    rules = small(tmp_path, "roll 2 six as thrown by p\nset total to sum of n over number n in thrown").rules
    layout = make_layout(rules, 2)
    weights: dict[int, Fraction] = {}
    for probability, state in outcomes(Walker(layout), State(layout), None):
        score = state.over.scores[0]
        weights[score] = weights.get(score, Fraction(0)) + probability
    assert weights == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def test_a_range_of_faces_has_each_of_its_numbers_once(tmp_path):
    text = HEAD.replace("die six: 1..6", "die six: 0, 0, 1..3")
    path = tmp_path / "small.rules"
    path.write_text(text + "    roll six as n by p\n    set total to n\n", encoding="utf-8")
    layout = make_layout(check_game(path).rules, 2)
    found = [(state.over.scores[0], share) for share, state in outcomes(Walker(layout), State(layout), None)]
    assert sorted(found) == [
        (0, Fraction(2, 5)),
        (1, Fraction(1, 5)),
        (2, Fraction(1, 5)),
        (3, Fraction(1, 5)),
    ]


@pytest.mark.parametrize("build", [Walker, Program])
def test_so_many_dice_are_not_rolled(tmp_path, build):
    rules = small(tmp_path, "roll (99999 * 9999) six as thrown by p\nset total to size(thrown)").rules
    layout = make_layout(rules, 2)
    with pytest.raises(TooMuch, match="more than 10000 dice are rolled at once"):
        build(layout).begin(State(layout))


def test_dice_use_up_steps(tmp_path):
    rules = small(
        tmp_path, "repeat:\n    roll 900 six as thrown by p\n    set total to first_of(thrown)"
    ).rules
    assert rules is None
    rules = small(
        tmp_path,
        "repeat while total = 0:\n    roll 900 six as thrown by p\n    set total to size(thrown) - 900",
    ).rules
    layout = make_layout(rules, 2)
    slow, fast = State(layout), State(layout)
    for build, state in ((Walker, slow), (Program, fast)):
        with pytest.raises(TooMuch, match="steps without a decision"):
            build(layout).begin(state)
    assert slow.steps == fast.steps


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "roll yes six as n\nset total to size(n)",
            "M005 how many dice must be a number, this is a condition",
        ),
        (
            "roll 2 six as n\nset total to n",
            "M005 `total` must be a number, this is a list of numbers",
        ),
        (
            "roll 2 six as n\nset total to n[1]",
            "M009 `total` may be `none` here",
        ),
        (
            "roll 2 six as n\nroll 2 coin into n\nset total to size(n)",
            "M005 what the dice are added to must be a list of `coin`, this is a list of numbers",
        ),
        (
            "roll 2 six as n\nif n[head] = 2:\n    set total to 1",
            "M005 the place in the list must be a number, this is a `coin`",
        ),
        ("roll 2 six into total", "M044 nothing can be rolled into this"),
        ("roll 2 six into n", "M001 there is no `n`"),
        ("set total to total[1]", "M073 this is not a row of cells"),
        ("roll 2 dice as n\nset total to size(n)", "M001 there is no die `dice`"),
    ],
)
def test_what_does_not_fit(tmp_path, monkeypatch, lines, message):
    monkeypatch.chdir(tmp_path)
    said = [f"{problem.code} {problem.message}" for problem in small(tmp_path, lines).diagnostics]
    assert said == [message]
