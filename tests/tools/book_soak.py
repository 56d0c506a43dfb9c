"""Whole matches of Risk with its house-rule book in every mode, with everything that must hold looked at.

PYTHONPATH=tests python -m tools.book_soak [--games N] [--bots random|sensible] [--jobs N]

At every decision of every match. Matches are cut into pieces; what a piece has found is appended to a file
at once, so that a run that was stopped goes on where it stood. At the end the page is written from all that
the file holds of these rules.
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
from functools import cache
from pathlib import Path
from random import Random
from typing import Protocol

import msgspec

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.players.sight import Player, Sight
from regelwerk.players.table import PLAYERS
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout, make_layout
from regelwerk.resources import data_path
from regelwerk.rules.codec import rules_hash
from regelwerk.rules.declarations import OptionDecl, Rules

from .book_laws import ENDS, BookLaws, Moved
from .invariants import check_decisions, check_ending
from .random_games import MOST, Chooser

GAME, BOOK, MODE = "risiko", "schlacht_um_mittelerde", "mode"
PIECE, FEW = 20, 1
"""So many matches are a piece, of players that choose by lot and of others."""
SHOWN = 20


class Piece(msgspec.Struct, frozen=True):
    """Some seeds of one mode and number of players; all of them have the same options."""

    bots: str
    mode: str
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


class Chooses(Protocol):
    """Whoever takes all decisions of a match: the number of the decision and of the option in it."""

    def __call__(self, match: Match) -> tuple[int, int]:
        """Choose."""
        ...


@cache
def rules() -> Rules:
    """Risk with its book."""
    return load_game(GAME, [BOOK]).rules


def members(option: OptionDecl) -> tuple[str, ...]:
    """The words an option is one of."""
    return next(enum.members for enum in rules().enums if enum.name == option.type.name)


def options_of_piece(piece: Piece) -> dict[str, int]:
    """The mode asked for; the first piece has the other options as declared, the others by lot."""
    draw = Random(f"{piece.mode}:{piece.players}:{piece.first}")
    chosen = {}
    for option in rules().options:
        if option.name == MODE:
            chosen[MODE] = members(option).index(piece.mode)
        elif not option.fixed and piece.first:
            chosen[option.name] = draw.choice(values(option))
    return chosen


def values(option: OptionDecl) -> range:
    """All an option may be."""
    kind = option.type
    if kind.kind == "enum":
        return range(len(members(option)))
    if kind.kind == "flag":
        return range(2)
    assert kind.low is not None and kind.high is not None
    return range(kind.low, kind.high + 1)


def pieces(bots: str, games: int) -> Iterator[Piece]:
    """So many games of every mode, shared out among the numbers of players, some of each at a time."""
    low, high = rules().players
    counts = range(low, high + 1)
    modes = members(next(option for option in rules().options if option.name == MODE))
    size = PIECE if bots == "random" else FEW
    for first in range(0, games, size):
        for mode in modes:
            for number, players in enumerate(counts):
                share = games // len(counts) + (number < games % len(counts))
                if first < share:
                    yield Piece(bots, mode, players, first, min(size, share - first))


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


def play(layout: Layout, program: Program, piece: Piece, seed: int, found: Found) -> None:
    """One match, with all that must hold looked at before each decision and at the end."""
    start = Random(f"{piece.mode}:{piece.players}:{seed}").getrandbits(48)
    match = Match.start_on(layout, program, start, log=False)
    choose = at_random(seed) if piece.bots == "random" else by_players(piece.bots, piece.players, seed)
    moved, laws = Moved(layout), BookLaws(layout, "team" in piece.mode)
    number = 0
    while not match.over:
        assert number < MOST, "the match does not end"
        check_decisions(match.decisions)
        look(moved, laws, match)
        match.take(*choose(match))
        number += 1
    look(moved, laws, match)
    check_ending(layout, match.state)
    assert match.result is not None
    assert match.result.name in ENDS, f"the match ended as `{match.result.name}`"
    found.decisions += number
    found.longest = max(found.longest, number)
    found.ends[match.result.name] = found.ends.get(match.result.name, 0) + 1


def look(moved: Moved, laws: BookLaws, match: Match) -> None:
    """Raise AssertionError if something does not hold."""
    told = laws.broken(match.state, moved.look(match.state))
    assert told is None, told


def carry_out(piece: Piece) -> Found:
    """All matches of a piece; one that goes wrong does not stop the others."""
    found = Found(piece, rules_hash(rules()))
    layout = make_layout(rules(), piece.players, options_of_piece(piece))
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


def run(todo: list[Piece], jobs: int, kept: Path) -> None:
    """Carry out what the file does not hold yet."""
    done = {found.piece for found in read(kept)}
    waiting = [piece for piece in todo if piece not in done]
    kept.parent.mkdir(parents=True, exist_ok=True)
    print(f"{len(todo)} pieces, {len(todo) - len(waiting)} of them done already", file=sys.stderr)
    with (
        kept.open("a", encoding="utf-8") as out,
        multiprocessing.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool,
    ):
        try:
            for found in pool.imap_unordered(carry_out, waiting):
                out.write(msgspec.json.encode(found).decode() + "\n")
                out.flush()
        except KeyboardInterrupt:
            print("stopped; the same command goes on from here", file=sys.stderr)


def read(kept: Path) -> list[Found]:
    """What was found with these rules."""
    found = []
    for line in kept.read_text("utf-8").splitlines() if kept.is_file() else ():
        try:
            each = msgspec.json.decode(line, type=Found)
        except msgspec.DecodeError:
            continue  # the last line of a run that was stopped in the middle of it
        if each.rules == rules_hash(rules()):
            found.append(each)
    return found


def page(results: list[Found]) -> str:
    """The page of the manual."""
    lines = [
        "---", "orphan: true", "---", "# Matches of Die Schlacht um Mittelerde", "",
        "Written by `PYTHONPATH=tests python -m tools.book_soak`. Looked at before every decision of every",
        "match and at its end:", "",
        "- at most five units stand in a territory",
        "- a territory with units has one owner, and no units but his (in the team modes, and his allies')",
        "- every unit is in a territory, on a ship or in the supply of the lord it has had from the start",
        "- every card lies somewhere, no thing lies in two zones",
        "- at most five territory cards and four adventure cards are in a hand",
        "- every decision is really open, and a rule of the book ends the match", "",
        "Random players have habits in every second match. Of each mode and number of players the first",
        f"{PIECE} matches ({FEW} of sensible players) have the options as declared, others options by lot.",
        "The command plays 1,000 matches of each mode, with `--bots sensible --games 100` those of sensible",
        "players; stopped, it goes on where it stood. The table counts what is finished.",
        "", "| bots | mode | players | matches | decisions | longest | seconds a match | ends | failures |",
        "|---|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    groups: dict[tuple[str, str, int], list[Found]] = {}
    for found in results:
        piece = found.piece
        groups.setdefault((piece.bots, piece.mode, piece.players), []).append(found)
    for (bots, mode, players), group in groups.items():
        ends: Counter[str] = Counter()
        for found in group:
            ends.update(found.ends)
        games = sum(found.games for found in group)
        cells = (
            bots, mode, players, f"{games:,}", f"{sum(found.decisions for found in group):,}",
            f"{max(found.longest for found in group):,}",
            f"{sum(found.seconds for found in group) / games:.2f}",
            ", ".join(f"{name} {count:,}" for name, count in ends.most_common()),
            sum(len(found.failures) for found in group),
        )  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    failures = [
        f"- {f.piece.bots}, {f.piece.mode}, {f.piece.players} players, {told}"
        for f in results
        for told in f.failures
    ]
    if failures:
        lines += ["", "## Failures", "", *failures[:SHOWN]]
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Play many matches of the house-rule book over Risk.")
    parser.add_argument("--games", type=int, default=1000, help="games of each mode")
    parser.add_argument("--bots", choices=list(PLAYERS), default="random", help="who plays")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    root = data_path("grammar").parent
    parser.add_argument("--kept", type=Path, default=root / "build" / "book_soak.jsonl", help="what is kept")
    parser.add_argument(
        "--page", type=Path, default=root / "docs" / "games" / "schlacht_um_mittelerde_matches.md"
    )
    given = parser.parse_args()
    run(list(pieces(given.bots, given.games)), given.jobs, given.kept)
    order = [(piece.mode, piece.players) for piece in pieces("random", 3)]
    results = sorted(
        read(given.kept), key=lambda f: (f.piece.bots, order.index((f.piece.mode, f.piece.players)))
    )
    given.page.write_text(page(results), "utf-8")
    failures = sum(len(found.failures) for found in results)
    print(f"{sum(found.games for found in results):,} games, {failures} failures; see {given.page}")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
