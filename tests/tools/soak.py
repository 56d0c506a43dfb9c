"""The long versions of the laws, for nights: `make soak`, or `make soak SOAK="--games 50 --big-games 50"`.

Work is cut into pieces of some seeds each. What a piece has found is appended to a file at once, so that a
run that was stopped goes on where it stood; pieces of other rules count for nothing. At the end docs/soak.md
is written.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from laws import test_export, test_renaming
from regelwerk.match.state import State
from regelwerk.resources import data_path
from regelwerk.rules.codec import rules_hash
from tools.far_games import far_script
from tools.invariants import Things, check_decisions, check_ending
from tools.kept_work import carry_on, read_kept
from tools.random_games import GOES_ON, MOST, turns
from tools.relay import Course, relay_at
from tools.shipped import BIG, CLOSE, ENDLESS, NAMES, build, cases, counts, layout, rules

PIECE = 25
VARIANTS = 8
"""How many ways to draw options there are."""
RARE = 50
"""One in so many of the many matches with all invariants looks ahead, which costs as much as all others."""
FAR = 5
"""One in so many of the others is played to go far."""
SHOWN = 20
"""How many failures the page shows."""
_ROW = re.compile(r"\| [a-z]+ \| [a-z_0-9]+ \| \d+ \| ")
"""A line of the page about one law, game and number of players."""


class Piece(msgspec.Struct, frozen=True):
    """Some seeds of one law for one game and number of players (0: all numbers)."""

    law: str
    game: str
    players: int
    first: int
    count: int


class Found(msgspec.Struct):
    """What came of a piece; `rules` is the hash of the rules it was found with."""

    piece: Piece
    rules: str
    games: int = 0
    decisions: int = 0
    ends: dict[str, int] = {}
    failures: list[str] = []


def variant_of(seed: int) -> int:
    """Every second pair of seeds, one with habits and one without, has options drawn by lot."""
    pair, declared = seed // 2, seed // 2 % 2 == 0
    return 0 if declared else 1 + pair // 2 % VARIANTS


def lockstep(piece: Piece, found: Found) -> None:
    """Both builds offer the same and stand at the same hash, decision for decision."""

    def one(seed: int) -> None:
        variant = variant_of(seed)
        plan = layout(piece.game, piece.players, variant)
        walker, fast = (build(piece.game, piece.players, which, variant) for which in ("walker", "fast"))
        ends: list[State] = [State(plan, seed)] * 2
        script = far_script(piece.game, piece.players, seed, variant) if seed % FAR == 0 else None
        endless = piece.game in ENDLESS
        walked, run = (turns(plan, carrier, seed, None, script, endless) for carrier in (walker, fast))
        for slow, quick in zip(walked, run, strict=True):
            # What is the same has one hash, and is compared much faster.
            same = slow.state.same(quick.state) or slow.state.hash() == quick.state.hash()
            assert same, f"decision {slow.number}: other positions"
            assert slow.decisions == quick.decisions, f"decision {slow.number}: other options"
            ends = [slow.state, quick.state]
            found.decisions += 1
        assert ends[0].hash() == ends[1].hash(), "the builds end otherwise"
        _count_end(found, ends[0])

    _each(piece, found, one)


def invariants(piece: Piece, found: Found) -> None:
    """What holds in every position holds, and a rule ends every match."""

    def one(seed: int) -> None:
        variant = variant_of(seed)
        plan = layout(piece.game, piece.players, variant)
        things = Things(plan)
        last = State(plan, seed)
        fast = build(piece.game, piece.players, "fast", variant)
        script = far_script(piece.game, piece.players, seed, variant) if seed % RARE == 0 else None
        for turn in turns(plan, fast, seed, script=script):
            things.check(turn.state)
            check_decisions(turn.decisions)
            last = turn.state
            found.decisions += 1
        things.check(last)
        check_ending(plan, last)
        _count_end(found, last)

    _each(piece, found, one)


def names(piece: Piece, found: Found) -> None:
    """Under other names for everything the same games end alike."""
    with tempfile.TemporaryDirectory() as folder:
        renamed = test_renaming.written(piece.game, Path(folder))
        found.decisions += test_renaming.same_results(renamed, piece.game, piece.players, piece.count)
    found.games += piece.count


def exports(piece: Piece, found: Found) -> None:
    """Games from text and from an export are one."""
    found.decisions += test_export.same_games(piece.game, piece.players, piece.count)
    found.games += piece.count


def processes(piece: Piece, found: Found) -> None:
    """At each decision of a match a process of its own takes it up and plays it to the same end."""
    course = Course(piece.game, piece.players, piece.first, far=True)
    with tempfile.TemporaryDirectory() as folder:
        relay_at(course, list(range(len(course.choices))), Path(folder))
    found.games, found.decisions = 1, len(course.choices)


def damage(piece: Piece, found: Found) -> None:
    """The schema refuses random damage of an export."""
    rate = test_export.refusal_rate(piece.game, piece.count, piece.first)
    assert rate >= test_export.LEAST, f"the schema refuses {rate:.1%} of random edits only"
    found.games = piece.count


LAWS: dict[str, Callable[[Piece, Found], None]] = {
    "lockstep": lockstep, "invariants": invariants, "names": names, "exports": exports,
    "processes": processes, "damage": damage,
}  # fmt: skip


def _each(piece: Piece, found: Found, one: Callable[[int], None]) -> None:
    for seed in range(piece.first, piece.first + piece.count):
        try:
            one(seed)
        except Exception as error:
            found.failures.append(f"seed {seed}: {type(error).__name__}: {error}")
        found.games += 1


def _count_end(found: Found, s: State) -> None:
    name = GOES_ON if s.over is None else s.over.name
    found.ends[name] = found.ends.get(name, 0) + 1


def carry_out(piece: Piece) -> Found:
    """Everything a piece is about; nothing that goes wrong in it stops the others."""
    found = Found(piece, rules_hash(rules(piece.game)))
    try:
        LAWS[piece.law](piece, found)
    except Exception:
        found.failures.append(traceback.format_exc(limit=3).strip().splitlines()[-1])
    return found


def pieces(games: int, big_games: int, laws: set[str]) -> Iterator[Piece]:
    """All the work, law for law."""

    def seeds(law: str, game: str, players: int, total: int) -> Iterator[Piece]:
        for first in range(0, total, PIECE):
            yield Piece(law, game, players, first, min(PIECE, total - first))

    if "lockstep" in laws:
        for game, players in cases():
            yield from seeds("lockstep", game, players, -(-games // len(counts(game))))
    if "invariants" in laws:
        for players in counts(BIG):
            yield from seeds("invariants", BIG, players, big_games // len(counts(BIG)))
    for law in ("names", "exports"):
        if law in laws:
            yield from (Piece(law, game, players, 0, min(100, games)) for game, players in cases())
    for game in CLOSE:
        if "processes" in laws:
            yield Piece("processes", game, counts(game)[-1], 5, 1)
        if "damage" in laws:
            yield Piece("damage", game, counts(game)[0], 9, 3 * min(1000, games))


def run(todo: list[Piece], jobs: int, kept: Path, fresh: bool) -> list[Found]:
    """Carry out what has not been done with these rules; a bar shows how far it is."""
    hashes = {name: rules_hash(rules(name)) for name in NAMES}
    kept_before = [] if fresh else read_kept(kept, Found)
    done = {each.piece: each for each in kept_before if each.rules == hashes.get(each.piece.game)}
    waiting = [piece for piece in todo if piece not in done]
    if fresh:
        kept.unlink(missing_ok=True)
    for found in carry_on(waiting, carry_out, jobs, kept, _described):
        done[found.piece] = found
    return [done[piece] for piece in todo if piece in done]


def _described(found: Found) -> str:
    return f"{found.piece.law} {found.piece.game}, {len(found.failures)} failures"


def page(results: list[Found], old: str = "") -> str:
    """docs/soak.md; a line of the old page stays if nothing of its law, game and players was found now.

    Lines of games that are no longer shipped do not.
    """
    lines = [
        "---", "orphan: true", "---", "# Soak test", "",
        "Written by `make soak`. Choices are random; with odd seeds they follow habits. Under `lockstep`",
        "every fifth match looks ahead to go far, under `invariants` every fiftieth. Half have the options",
        "as declared, half have options drawn by lot. A match that by the book may go on for ever is left",
        f"after {MOST:,} decisions. `rules` are the first digits of the hash of the rules",
        "that were played; a line stays until its games are played anew. All laws run whenever `make soak`",
        "does, as `make nightly` does at its end; `--games` and `--game` play fewer.", "",
        "| law | game | players | games | decisions | ends | failures | rules |",
        "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    before = (line for line in old.splitlines() if _ROW.match(line))
    rows = {key: line for line in before if (key := tuple(line.split(" | ")[:3]))[1] in NAMES}
    groups: dict[tuple[str, str, int], list[Found]] = {}
    for found in results:
        groups.setdefault((found.piece.law, found.piece.game, found.piece.players), []).append(found)
    for (law, game, players), group in groups.items():
        ends: Counter[str] = Counter()
        for found in group:
            ends.update(found.ends)
        games, decisions = sum(f.games for f in group), sum(f.decisions for f in group)
        shown = ", ".join(f"{name} {count:,}" for name, count in ends.most_common())
        failures = sum(len(f.failures) for f in group)
        key = (f"| {law}", game, str(players))
        rows[key] = (
            " | ".join((*key, f"{games:,}", f"{decisions:,}", shown, str(failures), group[0].rules[:8]))
            + " |"
        )
    order = list(LAWS)
    lines += sorted(rows.values(), key=lambda row: order.index(row.split(" | ")[0][2:]))
    lines.append("")
    lines += [f"- {law}: {(each.__doc__ or '').strip()}" for law, each in LAWS.items()]
    failures_told = [
        f"- {f.piece.law}, {f.piece.game}, {f.piece.players} players, {text}"
        for f in results
        for text in f.failures
    ]
    if failures_told:
        lines += ["", "## Failures", "", *failures_told[:SHOWN]]
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Play many random matches and look for what breaks a law.")
    parser.add_argument("--games", type=int, default=1000, help="games of each, with all player counts")
    parser.add_argument("--big-games", type=int, default=10_000, help=f"games of {BIG} with all invariants")
    parser.add_argument("--game", action="append", choices=NAMES, help="only this game")
    parser.add_argument("--laws", default=",".join(LAWS), help="which laws, joined by commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--fresh", action="store_true", help="begin anew instead of going on")
    root = data_path("grammar").parent
    parser.add_argument("--kept", type=Path, default=root / "build" / "soak.jsonl", help="what is kept")
    parser.add_argument("--page", type=Path, default=root / "docs" / "soak.md", help="the page to write")
    given = parser.parse_args()
    unknown = sorted(set(given.laws.split(",")) - set(LAWS))
    if unknown:
        parser.error(f"there is no law `{unknown[0]}`, only {', '.join(LAWS)}")
    chosen = set(given.game or NAMES)
    todo = [
        piece
        for piece in pieces(given.games, given.big_games, set(given.laws.split(",")))
        if piece.game in chosen
    ]
    results = run(todo, given.jobs, given.kept, given.fresh)
    old = given.page.read_text("utf-8") if given.page.is_file() else ""
    given.page.write_text(page(results, old), "utf-8")
    failures = sum(len(found.failures) for found in results)
    games = sum(found.games for found in results)
    print(f"{games:,} games, {failures} failures; see {given.page}")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
