"""The house rules that come with games: nothing is wrong with them, and they do what they say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.games import load_files, shipped_games
from regelwerk.doors.houses import own_houses, stacks
from regelwerk.match.match import Match
from regelwerk.meaning.game import Checked, amended, check_game
from regelwerk.program.ending import Option
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout, make_layout
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

BIG = frozenset(("schlacht_um_mittelerde",))
"""House-rule books with tests of their own."""
SHIPPED = [
    pytest.param(path, stack, id=f"{name}: {stack[-1].stem}")
    for name, path in shipped_games().items()
    for stack in stacks(path, ())
    if stack and stack[-1].stem not in BIG
]


def test_games_come_with_house_rules() -> None:
    games = shipped_games()
    assert {house.stem for house in own_houses(games["knizia"])} == {
        "heavy_ring",
        "shared_burden",
        "watch_by_turns",
    }
    assert {house.stem for house in own_houses(games["mele"])} == {
        "full_hands",
        "guards_in_the_wild",
        "rest_in_shadow_holds",
    }


@cache
def amended_game(path: Path, stack: tuple[Path, ...]) -> Checked:
    """A game under house rules, checked once; the game itself is, too."""
    return amended(amended_game(path, ()), stack) if stack else check_game(path)


@pytest.mark.parametrize(("path", "stack"), SHIPPED)
def test_nothing_is_wrong_with_it(path: Path, stack: tuple[Path, ...]) -> None:
    checked = amended_game(path, stack)
    assert checked.diagnostics == []
    assert checked.rules is not None


@pytest.mark.parametrize("fast", [False, True], ids=["walker", "program"])
@pytest.mark.parametrize(("path", "stack"), SHIPPED)
def test_its_scenarios(path: Path, stack: tuple[Path, ...], fast: bool) -> None:
    game = amended_game(path, stack)
    assert game.rules is not None and game.scenarios is not None and game.scenarios.scenarios
    layouts = Layouts(game.rules, game.scenarios.scenarios)
    programs: dict[int, Program] = {}

    def program(layout: Layout) -> Program:
        if id(layout) not in programs:
            programs[id(layout)] = Program(layout)
        return programs[id(layout)]

    for scenario in game.scenarios.scenarios:
        report = run_scenario(layouts, scenario, program if fast else None)
        assert report.failure is None, failure_text(report, report.failure)


def test_the_heavy_ring_offers_less_and_nothing_new() -> None:
    """Over random matches in which the Ring is not put on, all that is offered the game offers too."""
    knizia = shipped_games()["knizia"]
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
