"""What matches of the shipped games cost, played at random, kept and shown; measured game after game."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.match.views import view
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout

GAMES = (
    ("tic_tac_toe", 2), ("knizia", 2), ("knizia", 5), ("risiko", 4), ("mele", 2), ("ringkrieg", 2),
    ("fuenf_heere", 2),
)  # fmt: skip
"""Games and numbers of players."""
PLAYED = 0.2
"""Seconds of a round of play, about."""
TIMES = 50
"""How often something short is done to be timed."""


@dataclass
class Measured:
    """Round by round: decisions in a second (played on, step by step, through `Match`), seconds, bytes."""

    played: list[float] = field(default_factory=list)
    stepped: list[float] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    lasted: list[float] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    copied: list[float] = field(default_factory=list)
    saved: list[float] = field(default_factory=list)
    loaded: list[float] = field(default_factory=list)
    viewed: list[float] = field(default_factory=list)


def matches(count: int) -> tuple[str, list[str], list[list[str]]]:
    """Title, columns and rows of the table."""
    programs: dict[str, tuple[Layout, Program]] = {}
    for name, players in GAMES:
        layout = Match.start(load_game(name).rules, players).layout
        programs[f"{name}, {players} players"] = layout, Program(layout)
    found = {name: Measured() for name in programs}
    for seed in range(count):
        for name, (layout, program) in programs.items():
            _play(layout, program, seed, found[name])
            _keep(layout, program, seed, found[name])
    columns = [
        "game", "decisions/s played on", "step by step", "through Match", "matches/min", "saved",
        "copy", "save", "load", "view",
    ]  # fmt: skip
    rows = [
        [
            name, f"{_middle(m.played):,.0f} ({min(m.played):,.0f} .. {max(m.played):,.0f})",
            f"{_middle(m.stepped):,.0f}", f"{_middle(m.taken):,.0f}", f"{60 / _middle(m.lasted):,.0f}",
            f"{_middle(m.sizes) / 1000:.1f} kB",
            *(_short(_middle(times)) for times in (m.copied, m.saved, m.loaded, m.viewed)),
        ]
        for name, m in found.items()
    ]  # fmt: skip
    title = f"Matches by lot; {count} rounds, medians; kept and shown in the middle of a match"
    return title, columns, rows


def _short(seconds: float) -> str:
    return f"{1e6 * seconds:.0f} us" if seconds < 1e-3 else f"{1e3 * seconds:.1f} ms"


def _middle(values: list[float]) -> float:
    return statistics.median(values)


def _play(layout: Layout, program: Program, seed: int, found: Measured) -> None:
    """Whole matches: played on at once, and stopping at each decision."""
    rng, number, decisions = random.Random(seed), 0, 0
    start = time.process_time()
    while time.process_time() - start < PLAYED:
        decisions += program.play(State(layout, 1000 * seed + number), rng.randrange)
        number += 1
    taken = time.process_time() - start
    found.played.append(decisions / taken)
    found.lasted.append(taken / number)
    decisions, number = 0, 0
    start = time.process_time()
    while time.process_time() - start < PLAYED:
        state = State(layout, 1000 * seed + number)
        program.begin(state)
        while state.over is None:
            decision = program.pending(state)[0]
            program.resume(state, (decision.seat, rng.choice(decision.options)))
            decisions += 1
        number += 1
    found.stepped.append(decisions / (time.process_time() - start))


def _keep(layout: Layout, program: Program, seed: int, found: Measured) -> None:
    """A match through the class for users; in its middle it is copied, saved, loaded and looked at."""
    rng, length = random.Random(seed), 0
    match = Match.start_on(layout, program, seed)
    start = time.process_time()
    while not match.over:
        match.take(0, rng.randrange(len(match.decisions[0].options)))
        length += 1
    found.taken.append(length / (time.process_time() - start))
    rng, match = random.Random(seed), Match.start_on(layout, program, seed)
    for _ in range(length // 2):
        match.take(0, rng.randrange(len(match.decisions[0].options)))
    text = match.save()
    found.sizes.append(len(text.encode()))
    found.copied.append(_timed(match.copy))
    found.saved.append(_timed(match.save))
    found.loaded.append(_timed(lambda: Match.load(text, layout.game), 1))
    found.viewed.append(_timed(lambda: view(match, 0)))


def _timed(work: Callable[[], object], times: int = TIMES) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times
