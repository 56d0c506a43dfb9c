"""Chains in tiny games of our own: every scenario on both builds, and both builds side by side at random."""

from functools import cache
from pathlib import Path

import pytest

from regelwerk.meaning.game import Checked, check_game
from regelwerk.studies.layouts import Layouts
from tools.lockstep import Builds, lockstep
from tools.own_games import assert_as_written, assert_holds

FOLDER = Path(__file__).parent
GAMES = sorted(path.stem for path in FOLDER.glob("*.rules"))
LEAST = 100
"""So many cases there are at least."""


@cache
def checked(name: str) -> Checked:
    return check_game(FOLDER / f"{name}.rules", ())


@cache
def layouts(name: str) -> Layouts:
    rules = checked(name).rules
    assert rules is not None
    return Layouts(rules)


def cases() -> list[tuple[str, int]]:
    found = []
    for name in GAMES:
        scenarios = checked(name).scenarios
        found += [(name, number) for number in range(len(scenarios.scenarios if scenarios else ()))]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_game_checks_and_reads_as_it_is_written(name: str) -> None:
    assert_as_written(FOLDER / f"{name}.rules", checked(name))


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case[0]}-{case[1] + 1}")
def test_the_case_holds_on_both_builds(case: tuple[str, int]) -> None:
    name, number = case
    scenarios = checked(name).scenarios
    assert scenarios is not None
    assert_holds(layouts(name), scenarios.scenarios[number])


@pytest.mark.parametrize("name", GAMES)
def test_both_builds_play_alike(name: str) -> None:
    rules = checked(name).rules
    assert rules is not None
    low, high = rules.players
    for players in sorted({low, high}):
        builds = Builds(rules, players)
        for seed in range(4):
            lockstep(builds, seed=seed, limit=120)


def test_there_are_enough_cases() -> None:
    assert len(cases()) >= LEAST
