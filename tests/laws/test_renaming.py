"""No game is in the interpreter: under other names for everything each game is the same game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from amounts import NIGHTLY, amount
from regelwerk.doors.games import find_game
from regelwerk.match import chance
from regelwerk.match.match import make_build
from regelwerk.match.state import State
from regelwerk.program.layout import make_layout
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenarios
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from tools.random_games import turns
from tools.renaming import Renaming, check_renamed, renamed_game
from tools.shipped import BIG, LONG_GAMES, build, by_day, cases, counts, game, layout

GAMES = {BIG: 2, **dict.fromkeys(LONG_GAMES, 1)}
"""How many games are compared, 10 of the small ones by night and 4 by day; `make soak` compares a hundred."""

RENAMED = by_day()

SCENARIOS = amount("RENAMED", test=12, nightly=1)
"""Of a long game one in so many scenarios is played."""

DECISIONS = amount("RENAMED_DECISIONS", test=100, nightly=100_000)
"""So far a long game is compared; the walker takes minutes for a whole match of the longest."""

Renamed = tuple[Renaming, Rules, Scenarios | None]


@cache
def written(name: str, folder: Path) -> Renamed:
    path = find_game(name)
    target = folder / path.name
    renaming = renamed_game(path, target, seed=11, kept={name})
    return renaming, *check_renamed(target)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("renamed")


@pytest.mark.parametrize("name", RENAMED)
def test_everything_has_another_name(name: str, folder: Path) -> None:
    """Nothing declared is called as before."""
    renaming, rules, _ = written(name, folder)
    own = game(name).rules
    for field in (
        "enums",
        "types",
        "rows",
        "zones",
        "states",
        "dice",
        "values",
        "events",
        "actions",
        "rules",
    ):
        before = [each.name for each in getattr(own, field)]
        after = [each.name for each in getattr(rules, field)]
        assert len(before) == len(after)
        assert set(before) & set(after) <= renaming.kept, field
    assert [renaming.old.get(row.name, row.name) for row in rules.rows] == [row.name for row in own.rows]


@pytest.mark.parametrize("name", RENAMED)
def test_renamed_scenarios_pass(name: str, folder: Path) -> None:
    renaming, rules, scenarios = written(name, folder)
    own = game(name).scenarios
    found = scenarios.scenarios if scenarios else ()
    assert len(found) == (len(own.scenarios) if own else 0)
    layouts = Layouts(rules)
    few = found[:: SCENARIOS if name in LONG_GAMES else 1]
    with patch.object(chance, "chance_value", by_old_names(renaming)):
        failed = [report for each in few if (report := run_scenario(layouts, each)).failure is not None]
    assert failed == []


@pytest.mark.each(("name", "players"), cases, RENAMED)
def test_renamed_games_end_alike(name: str, players: int, folder: Path) -> None:
    """Decision for decision the same options by number, and the same end, winners and scores."""
    most = DECISIONS if name in LONG_GAMES else None
    same_results(written(name, folder), name, players, GAMES.get(name, 10 if NIGHTLY else 4), most)


def by_old_names(renaming: Renaming) -> Callable[[int, str, int], int]:
    """Chance is drawn from streams that have names: what falls by them must stay what it was."""
    by_name = chance.chance_value
    return lambda seed, stream, number: by_name(seed, renaming.back(stream), number)


def same_results(renamed: Renamed, name: str, players: int, games: int, most: int | None = None) -> int:
    """Play games, of each `most` decisions, under both names; the streams of chance keep the old ones.

    Returns the decisions.
    """
    renaming, rules, _ = renamed
    plan = make_layout(rules, players)
    other = make_build(plan, "walker")
    decisions = 0
    own, carrier = layout(name, players), build(name, players, "fast")
    for seed in range(games):
        last, steps = State(own, seed), []
        for turn in turns(own, carrier, seed, habits=False):
            last = turn.state
            steps.append((turn.decision, turn.option))
            if len(steps) == most:
                break
        s = State(plan, seed)
        with patch.object(chance, "chance_value", by_old_names(renaming)):
            other.begin(s)
            for decision, option in steps:
                found = {d.seat: d.options for d in other.pending(s)}
                assert found[decision.seat] == decision.options
                other.resume(s, (decision.seat, option))
        decisions += len(steps)
        if len(steps) == most:
            continue
        assert last.over is not None
        assert s.over is not None
        assert s.over.name == renaming.name(last.over.name)
        assert (s.over.winners, s.over.scores) == (last.over.winners, last.over.scores)
    return decisions


@pytest.mark.parametrize("name", RENAMED)
def test_labels_follow(name: str, folder: Path) -> None:
    """Every label stands under the new name of what it was for."""
    renaming, rules, _ = written(name, folder)
    own = game(name).rules
    for language, labels in own.labels.items():
        expected = {renaming.dotted(key): renaming.label(text) for key, text in labels.items()}
        assert rules.labels[language] == expected
    assert counts(name) == range(rules.players[0], rules.players[1] + 1)
