"""Matches that go far: of several ways to go on at random the best is taken, again and again.

Best is what somebody wins, then what all together score, then what lasts. Random play loses most games early;
what comes late in the rules is seen only by those who look ahead.
"""

from __future__ import annotations

from functools import cache
from random import Random

from regelwerk.match.match import Build
from regelwerk.match.state import State
from regelwerk.program.layout import Layout

from .random_games import Choice
from .shipped import LONG_GAMES, build, layout

Way = tuple[tuple[int, int, int], list[Choice]]
"""What a way to the end is worth, and its choices from here."""

TRIES = 8
STRIDE = 6
MOST = 3000


@cache
def far_script(name: str, players: int, seed: int, variant: int = 0) -> list[Choice] | None:
    """The choices of such a match of a shipped game; none if looking ahead to its end takes too long."""
    if name in LONG_GAMES:
        return None
    return far_choices(layout(name, players, variant), build(name, players, "fast", variant), seed)


def far_choices(layout: Layout, build: Build, seed: int, tries: int = TRIES) -> list[Choice]:
    """The choices of a match of this seed, from the first to the last."""
    draw = Random(f"far:{seed}")
    s = State(layout, seed)
    build.begin(s)
    choices: list[Choice] = []
    best: Way = ((0, 0, 0), [])
    while s.over is None and len(choices) < MOST:
        found = [best, *(_to_the_end(layout, build, s, draw, len(choices)) for _ in range(tries))]
        worth, ahead = max(found, key=lambda way: way[0])
        for choice in ahead[:STRIDE]:
            build.resume(s, choice)
        choices += ahead[:STRIDE]
        best = worth, ahead[STRIDE:]
    return choices


def _to_the_end(layout: Layout, build: Build, start: State, draw: Random, before: int) -> Way:
    s = start.copy()
    choices: list[Choice] = []
    while s.over is None and len(choices) < MOST:
        decision = draw.choice(build.pending(s))
        option = draw.choice(decision.options)
        choices.append((decision.seat, option))
        build.resume(s, choices[-1])
    if s.over is None:
        return (0, 0, 0), choices
    return (len(s.over.winners), sum(s.over.scores), before + len(choices)), choices
