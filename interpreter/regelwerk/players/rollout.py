"""Imagined matches, played on to their end by habit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from regelwerk.match.match import Build
from regelwerk.match.state import State
from regelwerk.program.ending import Ending, Option
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import Layout

from .habits import Habits, Move, Namer
from .openness import has_scores, scored_endings

Made = list[tuple[Move, int]]
"""The moves of a match in order, each with the seat that made it."""


class Ahead(NamedTuple):
    """How far imagined matches go in a game that says how its matches stand, and how often that is looked
    at: after `every` so many moves."""

    moves: int = 12
    every: int = 4


SOON = Ahead()

SERVES = 100
"""Where imagined matches go on for some moves only, what is hidden is dealt anew after so many in one deal:
that costs as much as some thirty moves."""

LEAST = 1.0
"""Winning is worth twice as much at least, where nothing is gained otherwise."""

TRIES = 6
"""So many imagined matches at most, and half of them at least, tell at first how much is gained in a game."""

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
        self._reach = LEAST
        self._measured = False
        self._scored = scored_endings(layout)
        self._scores = has_scores(layout)
        self._least = self._greatest = 0.0
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

    def gain(
        self,
        s: State,
        first: tuple[int, Option],
        habits: Habits,
        rng: Random,
        ahead: Ahead,
        stood: Sequence[float] | None,
    ) -> tuple[Made, list[float] | None]:
        """Take an option, go on, and tell what has been gained, as `gain_from` does."""
        try:
            self.take(s, first)
        except (RuleError, MatchError):
            return [], None
        return self.gain_from(s, habits, rng, ahead, stood)

    def gain_from(
        self, s: State, habits: Habits, rng: Random, ahead: Ahead, stood: Sequence[float] | None
    ) -> tuple[Made, list[float] | None]:
        """Go on for some moves, and tell by how much better the match stands for each seat than it `stood`:
        the mean over looks on the way. The state is used up.

        If the match has ended, it is what `gained_in_the_end` says. None if it cannot be told; where it is
        not known how it stood, an end alone may tell.
        """
        made: Made = []
        looks: list[list[float]] = []
        ending = s.over
        while ending is None and len(made) < ahead.moves:
            more, ending = self.finish(s, habits, rng, ahead.every)
            made += more
            if ending is None:
                if len(more) < ahead.every:
                    return made, None
                if stood is None:
                    continue
                stands = self.standing(s)
                if stands is None:
                    return made, None
                looks.append(self._gained(stands, stood))
        if ending is not None:
            return made, self.gained_in_the_end(s, ending, stood)
        if stood is None:
            return made, None
        return made, [sum(of) / len(looks) for of in zip(*looks, strict=True)]

    def gained_in_the_end(
        self, s: State, ending: Ending, stood: Sequence[float] | None
    ) -> list[float] | None:
        """By how much better a match stands in the end than it `stood`, and for whoever has won twice as much
        more as it ever stood better.

        Scores are compared with how the match stood as they are. How it stands need not be told in the end,
        and where it is not known how it stood, who has won is better off all the same.
        """
        if self.scored(ending):
            return None if stood is None else self._gained(ending.scores, stood)
        won = shares(ending)
        gained = [0.0] * len(won) if stood is None else self._gained(self.standing(s) or stood, stood)
        return [more + 2 * self._reach * (2 * share - 1) for more, share in zip(gained, won, strict=True)]

    def scored(self, ending: Ending) -> bool:
        """Whether an ending gives scores; nothing for anybody is a score, too."""
        return ending.name in self._scored or any(ending.scores)

    def values(self, ending: Ending) -> list[float]:
        """What an ending is worth to each seat: its score. In a game without scores 1, 1/2 if nobody has won,
        or 0; in one with scores a win without them is worth more than the greatest so far, a loss less than
        the least.
        """
        if self.scored(ending):
            return self._spanned([float(score) for score in ending.scores])
        won = shares(ending)
        if not self._scores:
            return won
        low, high = self._least - 1, self._greatest + 1
        return [low + share * (high - low) for share in won]

    def _spanned(self, scores: list[float]) -> list[float]:
        self._least, self._greatest = min(self._least, *scores), max(self._greatest, *scores)
        return scores

    def measure(self, s: State, habits: Habits, rng: Random, ahead: Ahead, stood: Sequence[float]) -> int:
        """Find out once how much is gained in this game, so that winning is worth more from the first.

        Returns how many moves were made.
        """
        made = tries = 0
        while not self._measured and tries < TRIES:
            more, gained = self.gain_from(s.copy(), habits, rng, ahead, stood)
            made += len(more)
            tries += 1
            self._measured = gained is not None and tries * 2 >= TRIES and self._reach > LEAST
        self._measured = True
        return made

    def _gained(self, stands: Sequence[float], stood: Sequence[float]) -> list[float]:
        gained = [after - before for after, before in zip(stands, stood, strict=True)]
        self._reach = max(self._reach, *map(abs, gained))
        return gained

    def tells(self) -> bool:
        """Whether the game itself says how its matches stand, and there is a function for that."""
        return self.layout.game.standing is not None and bool(self._standings)

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
        if not scores:
            return None
        return self._spanned([sum(of) / len(scores) for of in zip(*scores, strict=True)])


def shares(ending: Ending) -> list[float]:
    """Who has won: 1 for each of them and 0 for the others, or 1/2 for all if nobody has."""
    if not ending.winners:
        return [0.5] * len(ending.scores)
    return [float(seat in ending.winners) for seat in range(len(ending.scores))]
