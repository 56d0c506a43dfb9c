"""The house rules that come with games: nothing is wrong with them, and they do what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.games import load_files
from regelwerk.doors.houses import own_houses, stacks
from regelwerk.match.match import Match
from regelwerk.program.ending import Option
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.source.spans import SourceFile
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from regelwerk.tree.printing import printed_file
from regelwerk.tree.read import read
from tools.programs import Programs
from tools.shipped import PATHS, checked

BIG = frozenset(("schlacht_um_mittelerde",))
"""House-rule books with tests of their own."""


def shipped() -> Iterator[Any]:
    for name, path in PATHS.items():
        for stack in stacks(path, ()):
            if stack and stack[-1].stem not in BIG:
                yield pytest.param(name, stack, id=f"{name}: {stack[-1].stem}")


def test_games_come_with_house_rules() -> None:
    assert {house.stem for house in own_houses(PATHS["knizia"])} == {
        "heavy_ring",
        "shared_burden",
        "watch_by_turns",
    }
    assert {house.stem for house in own_houses(PATHS["mele"])} == {
        "full_hands",
        "guards_in_the_wild",
        "rest_in_shadow_holds",
    }


@pytest.mark.about("name")
@pytest.mark.each(("name", "stack"), shipped)
def test_nothing_is_wrong_with_it(name: str, stack: tuple[Path, ...]) -> None:
    found = checked(name, *stack)
    assert found.diagnostics == []
    assert found.rules is not None


@pytest.mark.about("name")
@pytest.mark.each(("name", "stack"), shipped)
def test_the_amended_game_can_be_written_out(name: str, stack: tuple[Path, ...]) -> None:
    text = printed_file(checked(name, *stack).files.blocks, ())
    blocks, problems, _ = read(SourceFile("amended.rules", text))
    assert problems == []
    assert printed_file(blocks, ()) == text


@pytest.mark.parametrize("fast", [False, True], ids=["walker", "program"])
@pytest.mark.about("name")
@pytest.mark.each(("name", "stack"), shipped)
def test_its_scenarios(name: str, stack: tuple[Path, ...], fast: bool) -> None:
    game = checked(name, *stack)
    assert game.rules is not None and game.scenarios is not None and game.scenarios.scenarios
    layouts = Layouts(game.rules, game.scenarios.scenarios)
    programs = Programs()
    for scenario in game.scenarios.scenarios:
        report = run_scenario(layouts, scenario, programs if fast else None)
        assert report.failure is None, failure_text(report, report.failure)


@pytest.mark.about("games/knizia")
def test_the_heavy_ring_offers_less_and_nothing_new() -> None:
    """Over random matches in which the Ring is not put on, all that is offered the game offers too."""
    knizia = PATHS["knizia"]
    stacks_of_both: tuple[tuple[Path, ...], ...] = ((), (knizia / "houses" / "heavy_ring.rules",))
    layouts = [make_layout(load_files(knizia, stack).rules, 2, {}) for stack in stacks_of_both]
    builds = [Program(layout) for layout in layouts]
    less = 0
    for seed in range(20):
        random = Random(seed)
        wide, tight = (Match.start_on(*each, seed, log=False) for each in zip(layouts, builds, strict=True))
        while not wide.over and not tight.over:
            broad, close = offers(wide), offers(tight)
            if {text for _, text in broad} == {"put_on_ring", "pass"} and broad.keys() != close.keys():
                less += 1  # with nothing but pass to choose, the ring-bearer is passed for
                wide.take(*next(choice for (_, text), choice in broad.items() if text == "pass"))
                continue
            assert close.keys() <= broad.keys()
            less += len(broad) - len(close)
            chosen = random.choice([key for key in sorted(close) if key[1] != "put_on_ring"])
            wide.take(*broad[chosen])
            tight.take(*close[chosen])
    assert less > 0


def offers(match: Match) -> dict[tuple[int, str], tuple[int, Option]]:
    return {
        (decision.seat, match.text(option, number)): (number, option)
        for number, decision in enumerate(match.decisions)
        for option in decision.options
    }
