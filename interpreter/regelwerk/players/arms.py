"""The options of a decision, and the thinking in which a player compares them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from regelwerk.match.match import Match
from regelwerk.program.ending import Decision

from .habits import Habits, Move
from .sight import Sight

if TYPE_CHECKING:
    from .sensible import SensiblePlayer

HABIT_WEIGHT = 8
"""What is known from habit counts as much as so many tries at most."""

INDIFFERENT = 0.002
"""Options whose worth differs by less (in points, or in matches won) are not told apart."""


@dataclass
class Arm:
    """An option: its number, its name, how often it was tried and what that came to."""

    number: int
    move: Move
    tries: int = 0
    total: float = 0.0

    def worth(self, habits: Habits, most: int = HABIT_WEIGHT) -> float:
        """The mean of its tries, of what habit says of it, and of all matches as a start.

        Habit counts as `most` tries at most.
        """
        count, mean = habits.table.get(self.move, (1, habits.mean))
        weight = min(most, count)
        return (self.total + weight * mean) / (self.tries + weight)

    def hope(self, habits: Habits, spread: float) -> float:
        """What it may be worth: the more, the less is known of it."""
        count, mean = habits.table.get(self.move, (0, habits.mean))
        return mean + spread / sqrt(count + 1)


class Thinking:
    """About one decision: with what, and how far it has come."""

    def __init__(self, player: SensiblePlayer, sight: Sight) -> None:
        self.sight = sight
        self.rng = player.rng
        self.rollouts = player.rollouts(sight)
        self.habits = player.habits
        self.budget = player.budget
        self.clock = player.clock
        self.moves = self.rounds = 0
        self.alike = True

    def own(self, dealt: Match) -> Decision:
        """The decision, in a match that could be this one."""
        return next(d for d in dealt.decisions if d.seat == self.sight.seat)


def likely(arms: Sequence[Arm], count: int, habits: Habits, rng: Random) -> list[Arm]:
    """Options that did well or are little known, in random order where nothing tells them apart."""
    if len(arms) <= count:
        return list(arms)
    spread = habits.spread()
    drawn = [(-arm.hope(habits, spread), rng.random(), place) for place, arm in enumerate(arms)]
    return [arms[place] for _, _, place in sorted(drawn)[:count]]


def best(arms: Sequence[Arm], count: int, habits: Habits, most: int = HABIT_WEIGHT) -> list[Arm]:
    """The worthiest options, of equal ones the first."""
    return sorted(arms, key=lambda arm: (-arm.worth(habits, most), arm.number))[:count]


def chosen(arms: Sequence[Arm], habits: Habits, rng: Random, most: int = HABIT_WEIGHT) -> int:
    """The number of the worthiest option.

    Who cannot tell options apart does not always take the same one: where several seats wait for somebody
    else to move on, the match would not end.
    """
    worths = [arm.worth(habits, most) for arm in arms]
    least = max(worths) - INDIFFERENT
    return rng.choice([arm.number for arm, worth in zip(arms, worths, strict=True) if worth >= least])
