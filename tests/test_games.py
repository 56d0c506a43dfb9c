"""Every scenario of every game that comes with the distribution."""

from __future__ import annotations

from functools import cache

import pytest

from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.games import Game, load_game, shipped_games
from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.scenarios import Layouts, run_scenario


@cache
def loaded(name: str) -> tuple[Game, Layouts]:
    game = load_game(name)
    return game, Layouts(game.rules)


def scenarios() -> list[tuple[str, Scenario]]:
    found = []
    for name in shipped_games():
        game, _ = loaded(name)
        found += [(name, scenario) for scenario in (game.scenarios.scenarios if game.scenarios else ())]
    return found


@pytest.mark.parametrize(
    ("game", "scenario"), [pytest.param(*found, id=f"{found[0]}: {found[1].title}") for found in scenarios()]
)
def test_scenario(game: str, scenario: Scenario) -> None:
    report = run_scenario(loaded(game)[1], scenario)
    assert report.failure is None, failure_text(report, report.failure)
