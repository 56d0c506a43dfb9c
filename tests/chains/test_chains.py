"""Chains in tiny games of our own: every scenario on both builds, and both builds side by side at random."""

from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.layouts import Layouts
from tools.lockstep import Builds, lockstep
from tools.own_games import assert_as_written, assert_holds, rules_of, scenarios_of

GAMES = sorted(Path(__file__).parent.glob("*.rules"))
STEM = attrgetter("stem")
LEAST = 100
"""So many cases there are at least."""


@cache
def layouts(game: Path) -> Layouts:
    return Layouts(rules_of(game))


def cases() -> Iterator[Any]:
    for game in GAMES:
        for number, scenario in enumerate(scenarios_of(game), 1):
            yield pytest.param(game, scenario, id=f"{game.stem}-{number}")


@pytest.mark.parametrize("game", GAMES, ids=STEM)
def test_the_game_checks_and_reads_as_it_is_written(game: Path) -> None:
    assert_as_written(game)


@pytest.mark.each(("game", "scenario"), cases)
def test_the_case_holds_on_both_builds(game: Path, scenario: Scenario) -> None:
    assert_holds(layouts(game), scenario)


@pytest.mark.parametrize("game", GAMES, ids=STEM)
def test_both_builds_play_alike(game: Path) -> None:
    rules = rules_of(game)
    low, high = rules.players
    for players in sorted({low, high}):
        builds = Builds(rules, players)
        for seed in range(4):
            lockstep(builds, seed=seed, limit=120)


def test_there_are_enough_cases() -> None:
    assert len([*cases()]) >= LEAST
