"""A game that is being written: nothing is wrong with what stands, and its scenarios pass."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.games import Game, load_game, shipped_games
from regelwerk.match.match import Match
from regelwerk.meaning.game import check_game
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.sight import Sight
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.resources import data_path
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from tools.programs import Programs

pytestmark = [
    pytest.mark.about("games/fuenf_heere", "tests/games/fuenf_heere"),
    pytest.mark.xdist_group("fuenf_heere"),
]
DECISIONS = 5_000
"""No match of players who choose at random has needed half as many."""
NAMED_IN_THE_BOOK = {"front_gate", "ruins_of_dale", "thorins_mighty_blows"}
"""Rows that rules may name, besides characters, units and their cards."""


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load_game(str(folder))


def test_it_is_no_game_that_is_shipped() -> None:
    assert "fuenf_heere" not in shipped_games()


def test_nothing_is_wrong(folder: Path) -> None:
    assert check_game(folder).diagnostics == []


def test_rules_name_no_row_that_only_the_edition_has() -> None:
    here = data_path("games") / "fuenf_heere"
    rows = {
        table.stem: set(re.findall(r"^  (\w+):", table.read_text(encoding="utf-8"), re.MULTILINE))
        for table in (here / "edition").glob("*.yaml")
    }
    of_the_book = {"character", "unit", "unit_card"}
    only_there = set().union(*(names for table, names in rows.items() if table not in of_the_book))
    assert only_there > NAMED_IN_THE_BOOK
    for rules in here.glob("*.rules"):
        lines = [line.partition("#")[0] for line in rules.read_text(encoding="utf-8").splitlines()]
        assert not set(re.findall(r"\w+", " ".join(lines))) & (only_there - NAMED_IN_THE_BOOK), rules


@pytest.mark.parametrize("which", ["walker", "program"])
def test_scenarios(game: Game, which: str) -> None:
    assert game.scenarios is not None
    made, programs = Layouts(game.rules, game.scenarios.scenarios), Programs()
    for scenario in game.scenarios.scenarios:
        report = run_scenario(made, scenario, programs if which == "program" else None)
        assert report.failure is None, failure_text(report, report.failure)


@pytest.mark.parametrize("seed", [1, 2])
def test_matches_come_to_an_end(game: Game, seed: int) -> None:
    layout = make_layout(game.rules, 2)
    match = Match.start_on(layout, Program(layout), seed, log=False)
    bots = [RandomPlayer(Random(seat)) for seat in range(2)]
    taken = 0
    while taken < DECISIONS and not match.over:
        sight = Sight(match, 0)
        match.take(0, bots[sight.seat].choose(sight))
        taken += 1
    assert match.over
