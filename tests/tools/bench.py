"""Figures of the shipped games, from one run: how fast matches run, what they cost to keep, how that
grows, how long starting and checking take.

`make bench` prints five tables. What is compared is measured in turns, round after round, so that whatever
else the machine does weighs on all alike; times are those of the processor. Machines differ, so ratios come
first.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from bench.contestants import GAMES, HAND, PLAYED, SPIEL_PYTHON, Playouts, contestants
from tools.checking import checking
from tools.growth import growth
from tools.match_bench import matches
from tools.starting import starting

ROUND = 0.1
"""Seconds of a round of one contestant, about."""


def spread(values: Sequence[float], form: str = "{:,.0f}") -> str:
    """Median, and least and greatest in brackets."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{form.format(middle)} ({form.format(low)} .. {form.format(high)})"


def calibrated(play: Playouts) -> int:
    """How many playouts take about a round."""
    count = 1
    while True:
        start = time.process_time()
        play(random.Random(0), count)
        taken = time.process_time() - start
        if taken > ROUND / 4:
            return max(1, round(count * ROUND / taken))
        count *= 4


def rounds(players: Mapping[str, Playouts], count: int) -> dict[str, list[tuple[float, float]]]:
    """For each contestant, round by round, playouts and choices in a second of the processor."""
    sizes = {name: calibrated(play) for name, play in players.items()}
    result: dict[str, list[tuple[float, float]]] = {name: [] for name in players}
    for number in range(count):
        for name, play in players.items():
            rng = random.Random(number)
            start = time.process_time()
            made = play(rng, sizes[name])
            taken = time.process_time() - start
            result[name].append((sizes[name] / taken, made / taken))
    return result


def classics(count: int) -> Table:
    """Three classics: ours, written by hand, OpenSpiel's."""
    title = f"Random playouts, {count} rounds in turns: median (least .. greatest)"
    table = Table(
        "game", "who", "of by hand", "of OpenSpiel in Python", "playouts/s", "choices/s", title=title
    )
    for game in GAMES:
        measured = rounds(contestants(game), count)
        for who, figures in measured.items():
            cells = []
            for other in (HAND, SPIEL_PYTHON):
                if other in measured:
                    pairs = zip(figures, measured[other], strict=True)
                    cells.append(spread([ours[0] / theirs[0] for ours, theirs in pairs], "{:.2f}"))
                else:
                    cells.append("-")
            name = f"[bold]{who}[/bold]" if who == PLAYED else who
            table.add_row(
                game, name, *cells, spread([f[0] for f in figures]), spread([f[1] for f in figures])
            )
        table.add_section()
    return table


def rows(title: str, columns: Sequence[str], found: Sequence[Sequence[str]]) -> Table:
    """A table of texts."""
    table = Table(*columns, title=title)
    for row in found:
        table.add_row(*row)
    return table


PARTS: dict[str, Callable[[int], Table]] = {
    "classics": classics,
    "matches": lambda count: rows(*matches(count)),
    "growth": lambda count: rows(*growth(count)),
    "start": lambda count: rows(*starting(count)),
    "check": lambda count: rows(*checking(count)),
}
"""What is measured, by name."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)}; all without")
    given = parser.parse_args()
    unknown = [part for part in given.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part `{unknown[0]}`, only {', '.join(PARTS)}")
    console = Console(width=None if sys.stdout.isatty() else 160)
    for name, part in PARTS.items():
        if not given.parts or name in given.parts:
            console.print(part(given.rounds))


if __name__ == "__main__":
    main()
