"""Figures of the shipped games, from one run: how long checking takes, how fast matches run, how large they
are.

`make bench` prints a table. Times are medians of several runs with the fastest and slowest beside them;
machines differ, so the ratios tell more than the seconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from regelwerk.doors.games import load_game
from regelwerk.match.decisions import pending
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.meaning.game import check_game
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout, make_layout
from regelwerk.resources import data_path


def timed(action: Callable[[], object], runs: int) -> list[float]:
    """Return the seconds each of some runs takes."""
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return taken


def shown(seconds: list[float], unit: float = 1000.0, word: str = "ms") -> str:
    """Median, and the fastest and slowest run."""
    low, middle, high = min(seconds), statistics.median(seconds), max(seconds)
    return f"{middle * unit:.1f} {word}  ({low * unit:.1f} .. {high * unit:.1f})"


def cold_start(command: list[str], runs: int) -> list[float]:
    """Return the seconds of whole processes."""
    return timed(lambda: subprocess.run(command, check=True, capture_output=True), runs)


def play(layout: Layout, build: Program | Walker, seeds: range) -> tuple[int, float]:
    """Play random matches on a build; return decisions and seconds."""
    decisions = 0
    start = time.perf_counter()
    for seed in seeds:
        draw, state = random.Random(seed), State(layout, seed)
        build.begin(state)
        while state.over is None:
            found = build.decisions(state) if isinstance(build, Program) else pending(layout, state)
            decision = found[draw.randrange(len(found))]
            build.resume(state, (decision.seat, decision.options[draw.randrange(len(decision.options))]))
            decisions += 1
    return decisions, time.perf_counter() - start


def speed(layout: Layout, build: Program | Walker, games: int, runs: int) -> str:
    """Decisions per second over some runs of some games."""
    rates = []
    for run in range(runs):
        decisions, seconds = play(layout, build, range(run * games, (run + 1) * games))
        rates.append(decisions / seconds)
    return f"{statistics.median(rates):,.0f} /s  ({min(rates):,.0f} .. {max(rates):,.0f})"


def figures(path: Path, players: int | None, games: int, runs: int) -> list[tuple[str, str]]:
    """Everything measured of one game."""
    rules = check_game(path).rules
    assert rules is not None, f"{path} has errors"
    layout = make_layout(rules, players or rules.players[0])
    program, walker = Program(layout), Walker(layout)
    match = Match.start_on(layout, walker, seed=1)
    draw = random.Random(1)
    for _ in range(20):
        if match.over is not None:
            break
        found = match.decisions[0]
        match.take(0, draw.randrange(len(found.options)))
    load_game(str(path))
    return [
        ("check, cold in the process", shown(timed(lambda: check_game(path), runs))),
        ("load from the cache", shown(timed(lambda: load_game(str(path)), runs))),
        ("lay out and generate", shown(timed(lambda: Program(make_layout(rules, layout.players)), runs))),
        ("decisions, generated program", speed(layout, program, games, runs)),
        ("decisions, walker", speed(layout, walker, max(1, games // 8), runs)),
        ("copy of a match", shown(timed(match.state.copy, 200), 1e6, "us")),
        ("hash of a match", shown(timed(match.state.hash, 50), 1e6, "us")),
        ("saved match", f"{len(match.save()) / 1024:.1f} KiB"),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    console = Console()
    games = data_path("games")
    table = Table("game", "what", "median (fastest .. slowest)", title="Figures")
    python = cold_start([sys.executable, "-c", "pass"], given.runs)
    helped = cold_start([str(Path(sys.executable).with_name("regelwerk")), "--help"], given.runs)
    ratio = statistics.median(helped) / statistics.median(python)
    table.add_row("-", "python -c pass", shown(python))
    table.add_row("-", "regelwerk --help", f"{shown(helped)}, {ratio:.1f} times python -c pass")
    for path, players in ((games / "classics" / "tic_tac_toe.rules", 2), (games / "knizia", 3)):
        for what, figure in figures(path, players, given.games, given.runs):
            table.add_row(path.stem, what, figure)
    console.print(table)


if __name__ == "__main__":
    main()
