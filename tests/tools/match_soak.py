"""Whole matches of one game in many settings, with everything that must hold looked at before each decision.

What is played is cut into pieces; what a piece has found is appended to a file at once, so that a run that
was stopped goes on where it stood. At the end a page is written from all that the file holds of these rules.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Protocol

import msgspec

from regelwerk.match.match import Match
from regelwerk.players.sight import Player, Sight
from regelwerk.players.table import PLAYERS
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout
from regelwerk.resources import data_path
from regelwerk.rules.codec import rules_hash
from regelwerk.rules.declarations import Rules

from .invariants import check_decisions, check_ending
from .kept_work import carry_on, read_kept
from .random_games import GOES_ON, MOST, Chooser

SHOWN = 20
"""How many failures the page shows."""


class Piece(msgspec.Struct, frozen=True):
    """Some seeds of one setting: the words that tell it, and the number of seats."""

    bots: str
    setting: tuple[str, ...]
    players: int
    first: int
    count: int


class Found(msgspec.Struct):
    """What came of a piece; `rules` is the hash of the rules it was found with."""

    piece: Piece
    rules: str
    games: int = 0
    decisions: int = 0
    longest: int = 0
    seconds: float = 0.0
    ends: dict[str, int] = {}
    failures: list[str] = []


Look = Callable[[Match], str | None]
"""What does not hold in a position, if anything."""


@dataclass(frozen=True)
class Settings:
    """What is played: `cases(bots, games)` are the pieces, `layout` and `look` make ready for one of them.

    A match must end as one of `ends`, if any are named. Where it may go on for ever by the book, it is left
    after `longest` decisions, and counted; else that many are a failure. The page has a line for each
    `line(piece)`, under the heads `columns`.
    """

    name: str
    rules: Callable[[], Rules]
    cases: Callable[[str, int], Iterator[Piece]]
    layout: Callable[[Piece], Layout]
    look: Callable[[Layout, Piece], Look]
    columns: tuple[str, ...]
    line: Callable[[Piece], tuple[str, ...]]
    head: Sequence[str]
    games: int
    ends: frozenset[str] = frozenset()
    longest: int = MOST
    endless: bool = False


class Chooses(Protocol):
    """Whoever takes all decisions of a match: the number of the decision and of the option in it."""

    def __call__(self, match: Match) -> tuple[int, int]:
        """Choose."""
        ...


def at_random(seed: int) -> Chooses:
    """Chooses by lot, every second match with habits."""
    chooser = Chooser(seed)

    def choose(match: Match) -> tuple[int, int]:
        decision, option = chooser.choose(match.decisions)
        return match.decisions.index(decision), decision.options.index(option)

    return choose


def by_players(bots: str, count: int, seed: int) -> Chooses:
    """Each seat has a player of its own."""
    players: list[Player] = [PLAYERS[bots](Random(f"{seed}:{seat}")) for seat in range(count)]

    def choose(match: Match) -> tuple[int, int]:
        sight = Sight(match, 0)
        return 0, players[sight.seat].choose(sight)

    return choose


def play(settings: Settings, layout: Layout, program: Program, piece: Piece, seed: int, found: Found) -> None:
    """One match, with all that must hold looked at before each decision and at the end."""
    start = Random(f"{':'.join(piece.setting)}:{piece.players}:{seed}").getrandbits(48)
    match = Match.start_on(layout, program, start, log=False)
    choose = at_random(seed) if piece.bots == "random" else by_players(piece.bots, piece.players, seed)
    look = settings.look(layout, piece)
    number = 0
    while not match.over:
        if number == settings.longest:
            assert settings.endless, "the match does not end"
            break
        check_decisions(match.decisions)
        told = look(match)
        assert told is None, told
        match.take(*choose(match))
        number += 1
    told = look(match)
    assert told is None, told
    name = GOES_ON
    if match.result is not None:
        check_ending(layout, match.state)
        name = match.result.name
        assert not settings.ends or name in settings.ends, f"the match ended as `{name}`"
    found.decisions += number
    found.longest = max(found.longest, number)
    found.ends[name] = found.ends.get(name, 0) + 1


def carry_out(settings: Settings, piece: Piece) -> Found:
    """All matches of a piece; one that goes wrong does not stop the others."""
    found = Found(piece, rules_hash(settings.rules()))
    layout = settings.layout(piece)
    program = Program(layout)
    start = time.process_time()
    for seed in range(piece.first, piece.first + piece.count):
        try:
            play(settings, layout, program, piece, seed, found)
        except Exception as error:
            found.failures.append(f"seed {seed}: {type(error).__name__}: {error}")
        found.games += 1
    found.seconds = time.process_time() - start
    return found


def page(settings: Settings, results: list[Found]) -> str:
    """The page of the manual."""
    heads = ("bots", *settings.columns)
    heads += ("matches", "decisions", "longest", "seconds a match", "ends", "failures")
    lines = [*settings.head, "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    groups: dict[tuple[str, ...], list[Found]] = {}
    for found in results:
        groups.setdefault((found.piece.bots, *settings.line(found.piece)), []).append(found)
    for line, group in groups.items():
        ends: Counter[str] = Counter()
        for found in group:
            ends.update(found.ends)
        games = sum(found.games for found in group)
        cells = (
            *line, f"{games:,}", f"{sum(found.decisions for found in group):,}",
            f"{max(found.longest for found in group):,}",
            f"{sum(found.seconds for found in group) / games:.2f}",
            ", ".join(f"{name} {count:,}" for name, count in ends.most_common()),
            str(sum(len(found.failures) for found in group)),
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    failures = [
        f"- {', '.join((f.piece.bots, *f.piece.setting))}, {f.piece.players} players, {told}"
        for f in results
        for told in f.failures
    ]
    if failures:
        lines += ["", "## Failures", "", *failures[:SHOWN]]
    return "\n".join(lines) + "\n"


def command(settings: Settings) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=f"Play many matches: {settings.name}.")
    parser.add_argument("--games", type=int, default=settings.games)
    parser.add_argument("--bots", choices=list(PLAYERS), default="random", help="who plays")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    root = data_path("grammar").parent
    kept = root / "build" / f"{settings.name}_matches.jsonl"
    parser.add_argument("--kept", type=Path, default=kept, help="what is kept")
    parser.add_argument("--page", type=Path, default=root / "docs" / "games" / f"{settings.name}_matches.md")
    given = parser.parse_args()
    of = rules_hash(settings.rules())
    done = [each for each in read_kept(given.kept, Found) if each.rules == of]
    todo = list(settings.cases(given.bots, given.games))
    waiting = [piece for piece in todo if piece not in {each.piece for each in done}]
    print(f"{len(todo)} pieces, {len(todo) - len(waiting)} of them done already")
    done += carry_on(waiting, partial(carry_out, settings), given.jobs, given.kept)
    order = {piece: number for number, piece in enumerate(todo)}
    done.sort(key=lambda each: (each.piece.bots, settings.line(each.piece), order.get(each.piece, 0)))
    given.page.write_text(page(settings, done), "utf-8")
    failures = sum(len(found.failures) for found in done)
    print(f"{sum(found.games for found in done):,} games, {failures} failures; see {given.page}")
    return int(failures > 0)
