"""The player that takes any option."""

from __future__ import annotations

from random import Random

from .sight import Sight


class RandomPlayer:
    """Takes each option with the same probability."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, sight: Sight) -> int:
        return self.rng.randrange(len(sight.decision.options))
