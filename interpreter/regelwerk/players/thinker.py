"""What players have in common that think by imagining matches: chance, a clock, and habits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random

from .habits import Habits
from .rollout import Rollouts
from .sight import Sight


class Thinker(ABC):
    """Keeps habits from decision to decision, so a player serves one seat of one match."""

    def __init__(self, rng: Random, clock: Callable[[], float]) -> None:
        self.rng = rng
        self.clock = clock
        self.habits = Habits()
        self._rollouts: Rollouts | None = None

    def choose(self, sight: Sight) -> int:
        """The number of the option to take; where there is no choice, nobody thinks."""
        return 0 if len(sight.decision.options) == 1 else self.think(sight)

    @abstractmethod
    def think(self, sight: Sight) -> int:
        """The number of the option to take, of two or more."""

    def rollouts(self, sight: Sight) -> Rollouts:
        """What plays imagined matches of this game. In another game than before, habits begin anew."""
        if self._rollouts is None or self._rollouts.layout is not sight.layout:
            self._rollouts = Rollouts(sight.layout, sight.build)
            self.habits = Habits()
        return self._rollouts
