"""Every scenario of every game that comes with the distribution."""

from __future__ import annotations

from functools import cache

import pytest

from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.games import Game, load_game, shipped_games
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout
from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import MakeBuild, run_scenario


@cache
def loaded(name: str) -> tuple[Game, Layouts]:
    game = load_game(name)
    return game, Layouts(game.rules, game.scenarios.scenarios if game.scenarios else ())


def made(build: type[Program] | None) -> MakeBuild | None:
    """Make a program once for each layout: generating it takes longer than a scenario."""
    return None if build is None else program


@cache
def programs() -> dict[int, Program]:
    return {}


def program(layout: Layout) -> Program:
    if id(layout) not in programs():
        programs()[id(layout)] = Program(layout)
    return programs()[id(layout)]


def scenarios() -> list[tuple[str, Scenario]]:
    found = []
    for name in shipped_games():
        game, _ = loaded(name)
        found += [(name, scenario) for scenario in (game.scenarios.scenarios if game.scenarios else ())]
    return found


@pytest.mark.parametrize("build", [None, Program], ids=["walker", "program"])
@pytest.mark.parametrize(
    ("game", "scenario"), [pytest.param(*found, id=f"{found[0]}: {found[1].title}") for found in scenarios()]
)
def test_scenario(game: str, scenario: Scenario, build: type[Program] | None) -> None:
    report = run_scenario(loaded(game)[1], scenario, made(build))
    assert report.failure is None, failure_text(report, report.failure)
