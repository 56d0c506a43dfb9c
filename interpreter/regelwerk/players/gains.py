"""Thinking about a decision by how much better the match stands soon after.

It is for games that say how their matches stand. Each option is taken in a copy of a match that could be
this one, which goes on by habit for some moves. What it has gained since the decision counts, and not how
the match stands then: so habit compares what was done early with what was done late, and who is being
beaten still tells what is better. The mean over the way counts, and not its end alone: that makes less of
the luck of a single roll.
"""

from __future__ import annotations

from math import ceil, log2
from random import Random
from typing import TYPE_CHECKING

from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.program.ending import Option

from .arms import Arm, Thinking, best, chosen, likely
from .rollout import SERVES
from .sight import Sight

if TYPE_CHECKING:
    from .sensible import SensiblePlayer

HABIT_WEIGHT = 4
"""What is known from habit counts as much as so many tries at most: fewer than there are moves ahead."""

SETTLED = 4
"""After so many rounds in which no option made any difference, none is looked for any more."""


class GainSearch(Thinking):
    """The thinking about one decision."""

    def __init__(self, player: SensiblePlayer, sight: Sight) -> None:
        super().__init__(player, sight)
        self.started = self.clock()

    def run(self) -> int:
        """The number of the option to take: the worse half is dropped as the budget is used up."""
        dealt = self.sight.imagine(self.rng)
        names = self.rollouts.namer.names(dealt.state, self.own(dealt))
        arms = [Arm(number, move) for number, move in enumerate(names)]
        arms = likely(arms, self.budget.wide, self.habits, self.rng)
        stages = ceil(log2(len(arms)))
        stood, dealt_at = self.rollouts.standing(dealt.state), 0
        if stood is not None:
            self.moves += self.rollouts.measure(dealt.state, self.habits, self.rng, self.budget.ahead, stood)
        for stage in range(1, stages + 1):
            while True:
                self._round(arms, dealt, stood)
                if (stood is None or self.moves - dealt_at >= SERVES) and self._used() < 1:
                    dealt = self.sight.imagine(self.rng)
                    stood, dealt_at = self.rollouts.standing(dealt.state), self.moves
                if self._used() >= stage / stages:
                    break
            if self._used() >= 1:
                break
            arms = best(arms, (len(arms) + 1) // 2, self.habits, HABIT_WEIGHT)
        return chosen(arms, self.habits, self.rng, HABIT_WEIGHT)

    def _used(self) -> float:
        """The share of the budget that is used up; all of it where going on makes no sense."""
        budget = self.budget
        if self.alike and self.rounds >= SETTLED:
            return 1.0
        used = self.moves / budget.near
        if budget.seconds is not None:
            used = max(used, (self.clock() - self.started) / budget.seconds)
        return used

    def _round(self, arms: list[Arm], dealt: Match, stood: list[float] | None) -> None:
        """Try each option in the same deal, with the same chance to come."""
        decision = self.own(dealt)
        seed = self.rng.getrandbits(64)
        results = set()
        for arm in arms:
            if self.rounds and self._used() >= 1:
                break
            first = (decision.seat, decision.options[arm.number])
            results.add(self._try(arm, first, dealt.state.copy(), Random(seed), stood))
        self.rounds += 1
        self.alike = self.alike and len(results) < 2

    def _try(
        self, arm: Arm, first: tuple[int, Option], s: State, rng: Random, stood: list[float] | None
    ) -> float | None:
        """What an option gains; None, and nothing learnt, if that cannot be told."""
        made, gained = self.rollouts.gain(s, first, self.habits, rng, self.budget.ahead, stood)
        self.moves += len(made) + 1
        if gained is None:
            return None
        self.habits.learn([(arm.move, first[0]), *made], gained, first[0])
        arm.tries += 1
        arm.total += gained[first[0]]
        return gained[first[0]]
