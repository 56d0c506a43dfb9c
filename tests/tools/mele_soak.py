"""Whole matches of The Lidless Eye with all four decks, with everything that must hold looked at.

PYTHONPATH=tests python -m tools.mele_soak [--games N] [--bots random|sensible] [--jobs N]

Each pair of decks is played under the basic and the advanced rules. What a piece of work has found is
appended to a file at once, so that a run that was stopped goes on where it stood.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from regelwerk.match.match import Match
from regelwerk.players.table import PLAYERS
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout, make_layout
from regelwerk.resources import data_path
from regelwerk.rules.codec import rules_hash

from .book_laws import Moved
from .book_soak import at_random, by_players
from .invariants import check_decisions, check_ending
from .mele_laws import EyeLaws
from .random_games import MOST
from .shipped import rules

GAME, RULES = "mele", ("basic", "advanced")
PIECE = 10
SHOWN = 20


class Piece(msgspec.Struct, frozen=True):
    """Some seeds of one pair of decks under one set of rules."""

    bots: str
    rules: str
    decks: tuple[str, str]
    first: int
    count: int


class Found(msgspec.Struct):
    """What came of a piece; `of` is the hash of the rules it was found with."""

    piece: Piece
    of: str
    games: int = 0
    decisions: int = 0
    longest: int = 0
    seconds: float = 0.0
    ends: dict[str, int] = {}
    failures: list[str] = []


def pieces(bots: str, games: int) -> Iterator[Piece]:
    """So many games, shared out among the pairs of decks and the rules, some of each at a time."""
    decks = sorted(each.id for each in rules(GAME).brought)
    cases = [(which, (one, other)) for which in RULES for one in decks for other in decks]
    for first in range(0, games, PIECE):
        for number, (which, pair) in enumerate(cases):
            share = games // len(cases) + (number < games % len(cases))
            if first < share:
                yield Piece(bots, which, pair, first, min(PIECE, share - first))


def layout_of(piece: Piece) -> Layout:
    """The game as the piece has it."""
    brought = {each.id: each for each in rules(GAME).brought}
    options = {"rules": RULES.index(piece.rules)}
    return make_layout(rules(GAME), 2, options, {"deck": [brought[name] for name in piece.decks]})


def play(layout: Layout, program: Program, piece: Piece, seed: int, found: Found) -> None:
    """One match, with all that must hold looked at before each decision and at the end."""
    start = Random(f"{piece.rules}:{piece.decks}:{seed}").getrandbits(48)
    match = Match.start_on(layout, program, start, log=False)
    choose = at_random(seed) if piece.bots == "random" else by_players(piece.bots, 2, seed)
    moved, laws = Moved(layout), EyeLaws(layout)
    number = 0
    while not match.over:
        assert number < MOST, "the match does not end"
        check_decisions(match.decisions)
        moved.look(match.state)
        told = laws.broken(match.state)
        assert told is None, told
        match.take(*choose(match))
        number += 1
    check_ending(layout, match.state)
    assert match.result is not None
    found.decisions += number
    found.longest = max(found.longest, number)
    found.ends[match.result.name] = found.ends.get(match.result.name, 0) + 1


def carry_out(piece: Piece) -> Found:
    """All matches of a piece; one that goes wrong does not stop the others."""
    found = Found(piece, rules_hash(rules(GAME)))
    layout = layout_of(piece)
    program = Program(layout)
    start = time.process_time()
    for seed in range(piece.first, piece.first + piece.count):
        try:
            play(layout, program, piece, seed, found)
        except Exception as error:
            found.failures.append(f"seed {seed}: {type(error).__name__}: {error}")
        found.games += 1
    found.seconds = time.process_time() - start
    return found


def run(todo: list[Piece], jobs: int, kept: Path) -> list[Found]:
    """Carry out what the file does not hold yet; return all it holds of these rules."""
    done = {found.piece for found in read(kept)}
    kept.parent.mkdir(parents=True, exist_ok=True)
    with (
        kept.open("a", encoding="utf-8") as out,
        multiprocessing.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool,
    ):
        try:
            for found in pool.imap_unordered(carry_out, [piece for piece in todo if piece not in done]):
                out.write(msgspec.json.encode(found).decode() + "\n")
                out.flush()
        except KeyboardInterrupt:
            print("stopped; the same command goes on from here", file=sys.stderr)
    return read(kept)


def read(kept: Path) -> list[Found]:
    """What was found with these rules."""
    lines = kept.read_text("utf-8").splitlines() if kept.is_file() else []
    found = [msgspec.json.decode(line, type=Found) for line in lines]
    return [each for each in found if each.of == rules_hash(rules(GAME))]


def page(results: list[Found]) -> str:
    """The page of the manual."""
    lines = [
        "---", "orphan: true", "---", "# Matches of The Lidless Eye", "",
        "Written by `PYTHONPATH=tests python -m tools.mele_soak`. Looked at before every decision of every",
        "match and at its end:", "",
        "- every card lies in one zone, of its type",
        "- of a unique card one copy at most is on the table, whoever it belongs to",
        "- no hazard is played beyond the limit of the company",
        "- after the organisation phase nobody spends more influence than he has",
        "- every decision is really open, and a rule of the book ends the match", "",
        "Every pair of the four decks is played under the basic and the advanced rules; random players have",
        "habits in every second match.", "",
        "| bots | rules | seat 1 | matches | decisions | longest | seconds a match | ends | failures |",
        "|---|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    groups: dict[tuple[str, str, str], list[Found]] = {}
    for found in sorted(results, key=lambda each: (each.piece.bots, each.piece.rules, each.piece.decks)):
        groups.setdefault((found.piece.bots, found.piece.rules, found.piece.decks[0]), []).append(found)
    for (bots, which, deck), group in groups.items():
        ends: Counter[str] = Counter()
        for found in group:
            ends.update(found.ends)
        games = sum(found.games for found in group)
        cells = (
            bots, which, deck, f"{games:,}", f"{sum(found.decisions for found in group):,}",
            f"{max(found.longest for found in group):,}",
            f"{sum(found.seconds for found in group) / games:.2f}",
            ", ".join(f"{name} {count:,}" for name, count in ends.most_common()),
            sum(len(found.failures) for found in group),
        )  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    failures = [
        f"- {each.piece.bots}, {each.piece.rules}, {' against '.join(each.piece.decks)}, {told}"
        for each in results
        for told in each.failures
    ]
    if failures:
        lines += ["", "## Failures", "", *failures[:SHOWN]]
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Play many matches of The Lidless Eye.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bots", choices=list(PLAYERS), default="random", help="who plays")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    root = data_path("grammar").parent
    parser.add_argument("--kept", type=Path, default=root / "build" / "mele_soak.jsonl", help="what is kept")
    parser.add_argument("--page", type=Path, default=root / "docs" / "games" / "mele_matches.md")
    given = parser.parse_args()
    results = run(list(pieces(given.bots, given.games)), given.jobs, given.kept)
    given.page.write_text(page(results), "utf-8")
    failures = sum(len(found.failures) for found in results)
    print(f"{sum(found.games for found in results):,} games, {failures} failures; see {given.page}")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
