"""Imagined matches, played on to their end by habit."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from regelwerk.match.match import Build
from regelwerk.match.state import State
from regelwerk.program.ending import Ending, Option
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import Layout

from .habits import Habits, Move, Namer

Made = list[tuple[Move, int]]
"""The moves of a match in order, each with the seat that made it."""


DECIDED = 10_000.0
"""What a match that is won is worth beside how it stands; one that is lost as much less."""

CUTS = 3
"""A game is long when so many imagined matches did not end, and more than did."""


class Rollouts:
    """Plays states of one game to their end on one build, or up to where they are cut."""

    def __init__(self, layout: Layout, build: Build) -> None:
        from regelwerk.program.generate import Program  # only when somebody thinks: it is large

        self.layout = layout
        self.build = build
        self.namer = Namer(layout)
        self._ended = self._cut = 0
        self._long = False
        self.take: Callable[[State, tuple[int, Option]], None]
        self.decisions = build.pending
        self.take = build.take if isinstance(build, Program) else build.resume
        self._standings = build.standings if isinstance(build, Program) else []

    def play(
        self, s: State, first: tuple[int, Option], habits: Habits, rng: Random, length: int
    ) -> tuple[Made, Ending | None]:
        """Take an option and go on for up to `length` moves. The state is used up.

        Returns the moves after the first and the ending; None if there is none, or the rules go wrong: then
        there are fewer moves than `length`.
        """
        try:
            self.take(s, first)
        except (RuleError, MatchError):
            return [], None
        return self.finish(s, habits, rng, length)

    def finish(self, s: State, habits: Habits, rng: Random, length: int) -> tuple[Made, Ending | None]:
        """The same without a first option."""
        made: Made = []
        decisions, take, names, pick = self.decisions, self.take, self.namer.names, habits.pick
        spread = habits.spread()
        try:
            while s.over is None and len(made) < length:
                found = decisions(s)
                decision = found[int(rng.random() * len(found))] if len(found) > 1 else found[0]
                moves = names(s, decision)
                number = pick(moves, rng, spread) if len(moves) > 1 else 0
                made.append((moves[number], decision.seat))
                take(s, (decision.seat, decision.options[number]))
        except (RuleError, MatchError):
            return made[:-1], None
        return made, s.over

    def is_long(self) -> bool:
        """Whether this game has turned out too long for imagined matches to be played to their end."""
        return self._long

    def note(self, ended: bool) -> None:
        """Remember whether a match that might go on for long has ended or has been cut."""
        self._ended += ended
        self._cut += not ended
        self._long = self._long or (self._cut >= CUTS and self._cut > self._ended)

    def standing(self, s: State) -> list[float] | None:
        """What a match comes to for each seat as it stands: what the game says itself, else the mean of the
        scores its ends would give now.

        None if neither can be told here.
        """
        try:
            scores = [each(s) for each in self._standings]
        except RuleError:
            return None
        return [sum(of) / len(scores) for of in zip(*scores, strict=True)] if scores else None

    def worth(self, s: State, ending: Ending) -> list[float]:
        """What a match that has ended is worth to each seat, to be compared with how others stand."""
        found = values(ending)
        stands = None if any(ending.scores) or self.layout.game.standing is None else self.standing(s)
        if stands is None:
            return found
        return [of + DECIDED * (2 * share - 1) for of, share in zip(stands, found, strict=True)]


def values(ending: Ending) -> list[float]:
    """What an ending is worth to each seat: its score; without scores 1, 1/2 if nobody has won, or 0."""
    if any(ending.scores):
        return [float(score) for score in ending.scores]
    if not ending.winners:
        return [0.5] * len(ending.scores)
    return [float(seat in ending.winners) for seat in range(len(ending.scores))]
