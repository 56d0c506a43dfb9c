"""A player for every game: it tries its options in matches that could be this one.

Each try deals anew what the seat does not know, takes an option, and lets everybody go on at random to
the end. What counts is whether the seat wins and what it scores; tries that do not come to an end count
as neither won nor lost. More tries go to options that did well so far (UCB1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from time import monotonic

from regelwerk.match.decisions import pending
from regelwerk.match.match import Build
from regelwerk.match.state import State
from regelwerk.program.ending import Ending
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import Layout

from .sight import Sight

EXPLORE = 0.7
SCORE_WEIGHT = 0.3
UNFINISHED = 0.5


@dataclass(frozen=True)
class Budget:
    """How much may be spent on one decision: tries, decisions in each try, and seconds if a clock counts.

    With a clock two runs may choose differently.
    """

    tries: int = 40
    length: int = 300
    seconds: float | None = None


class SensiblePlayer:
    """Searches one step deep with random tries to the end."""

    def __init__(
        self, rng: Random, budget: Budget | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        self.rng = rng
        self.budget = budget or Budget()
        self.clock = clock

    def choose(self, sight: Sight) -> int:
        """The option that did best; of equal ones the first."""
        count = len(sight.decision.options)
        arms = [_Arm() for _ in range(count)]
        scale = _Scale()
        end = None if self.budget.seconds is None else self.clock() + self.budget.seconds
        for number in range(max(self.budget.tries, count)):
            if end is not None and self.clock() > end:
                break
            arm = number if number < count else _most_promising(arms, number, scale)
            ending = self._try(sight, arm)
            arms[arm].add(ending, sight.seat)
            scale.add(ending, sight.seat)
        tried = [number for number in range(count) if arms[number].tries]
        return max(tried, key=lambda n: (arms[n].worth(scale), -n), default=0)

    def _try(self, sight: Sight, option: int) -> Ending | None:
        """How a try ends; None if it does not end in time or cannot be played."""
        try:
            match = sight.imagine(self.rng)
            decision = match.decisions[sight.number]
            match.build.resume(match.state, (decision.seat, decision.options[option]))
            return play_on(match.layout, match.build, match.state, self.rng, self.budget.length)
        except (RuleError, MatchError, IndexError):
            return None


def play_on(layout: Layout, build: Build, s: State, rng: Random, length: int) -> Ending | None:
    """Go on at random for up to `length` decisions; the ending if there is one. The state is used up."""
    own = getattr(build, "pending", None)
    for _ in range(length):
        if s.over is not None:
            break
        decision = rng.choice(pending(layout, s) if own is None else own(s))
        build.resume(s, (decision.seat, rng.choice(decision.options)))
    return s.over


class _Scale:
    """The range of scores seen so far."""

    def __init__(self) -> None:
        self.low, self.high = 0, 0
        self.empty = True

    def add(self, ending: Ending | None, seat: int) -> None:
        if ending is None:
            return
        score = ending.scores[seat]
        self.low = score if self.empty else min(self.low, score)
        self.high = score if self.empty else max(self.high, score)
        self.empty = False


class _Arm:
    """What came of an option."""

    def __init__(self) -> None:
        self.tries = 0
        self.ended = 0
        self.won = 0.0
        self.score = 0

    def add(self, ending: Ending | None, seat: int) -> None:
        self.tries += 1
        if ending is None:
            return
        self.ended += 1
        self.won += seat in ending.winners
        self.score += ending.scores[seat]

    def worth(self, scale: _Scale) -> float:
        """Between 0 and 1, the mean over all tries."""
        unfinished = UNFINISHED * (self.tries - self.ended)
        if scale.high == scale.low or not self.ended:
            return (self.won + unfinished) / self.tries
        place = (self.score / self.ended - scale.low) / (scale.high - scale.low)
        good = (1 - SCORE_WEIGHT) * self.won + SCORE_WEIGHT * place * self.ended
        return (good + unfinished) / self.tries


def _most_promising(arms: list[_Arm], tries: int, scale: _Scale) -> int:
    def bound(number: int) -> float:
        return arms[number].worth(scale) + EXPLORE * sqrt(log(tries) / arms[number].tries)

    return max(range(len(arms)), key=lambda n: (bound(n), -n))
