"""What has come of moves in imagined matches: which to prefer when nobody thinks about them.

A move is named by the place where it is offered and by what it takes; things of one row are alike, and
things the seat does not know are all alike. So what is learnt in one match that could be says something
about the next one, and nothing about what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random

from regelwerk.match.state import State
from regelwerk.match.text import option_kinds
from regelwerk.program.ending import Decision, Option
from regelwerk.program.layout import Layout

Move = tuple[str | int, ...]
"""The name of a move: where it is offered, and numbers that say what is taken."""

AT_RANDOM = 0.1
"""Share of the moves that are made at random."""

_UNKNOWN = -3
_BY_ITSELF = -4
"""Things without a row are named by numbers from here downwards."""


class Namer:
    """Names the moves of a game. It remembers which parts of an option are things."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.rows: Sequence[int] = layout.tables.row_of
        self._things: dict[tuple[str, int], tuple[int, ...]] = {}

    def names(self, s: State, decision: Decision) -> list[Move]:
        """The names of the options of a decision, in order."""
        key, kind, known, seat = decision.prompt_key, decision.kind, s.known, decision.seat
        varies = kind in ("window", "pay")
        result: list[Move] = []
        for option in decision.options:
            first = option[0]
            if first < 0:
                result.append((key, *option))
                continue
            places = self._things.get((key, first if varies else 0))
            if places is None:
                places = self.places(decision, option)
            if not places:
                result.append((key, *option))
                continue
            name: list[str | int] = [key, *option]
            for place in places:
                thing = option[place]
                if thing >= 0:
                    row = self.rows[thing]
                    seen = known[thing] >> seat & 1
                    name[place + 1] = _UNKNOWN if not seen else row if row >= 0 else _BY_ITSELF - thing
            result.append(tuple(name))
        return result

    def places(self, decision: Decision, option: Option) -> tuple[int, ...]:
        """The positions in an option (not of one that takes nothing) where it names things."""
        varies = decision.kind in ("window", "pay")
        kind = (decision.prompt_key, option[0] if varies else 0)
        found = self._things.get(kind)
        if found is None:
            kinds = option_kinds(self.layout, decision, option)
            found = tuple(n for n, kind in enumerate(kinds, 1 if varies else 0) if kind.kind == "thing")
            self._things[kind] = found
        return found


class Habits:
    """For each move how often it was made and the mean of what those who made it got in the end."""

    def __init__(self) -> None:
        self.table: dict[Move, tuple[int, float]] = {}
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def spread(self) -> float:
        """The standard deviation of what matches came to."""
        return sqrt(self._squares / self.count) if self.count > 1 else 1.0

    def learn(self, made: Iterable[tuple[Move, int]], values: Sequence[float], seat: int) -> None:
        """Note the moves of a match that ended, each with the seat that made it; `values` are by seat."""
        table = self.table
        for move, by in dict.fromkeys(made):  # in order, so that sums are rounded alike in every process
            count, mean = table.get(move, (0, 0.0))
            table[move] = (count + 1, mean + (values[by] - mean) / (count + 1))
        self.count += 1
        step = values[seat] - self.mean
        self.mean += step / self.count
        self._squares += step * (values[seat] - self.mean)

    def pick(self, moves: Sequence[Move], rng: Random, spread: float) -> int:
        """The position of the move to make: new ones first, then those that did well or are little known."""
        if rng.random() < AT_RANDOM:
            return int(rng.random() * len(moves))
        table, chosen, best = self.table, 0, float("-inf")
        fresh = []
        for position, move in enumerate(moves):
            entry = table.get(move)
            if entry is None:
                fresh.append(position)
            elif not fresh:
                bound = entry[1] + spread / sqrt(entry[0])
                if bound > best:
                    chosen, best = position, bound
        return fresh[int(rng.random() * len(fresh))] if fresh else chosen
