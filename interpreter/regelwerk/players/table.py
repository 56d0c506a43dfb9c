"""The players that can be asked for by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .random_player import RandomPlayer
from .sensible import Budget, SensiblePlayer
from .sight import Player

MakePlayer = Callable[[Random], Player]

PLAYERS: dict[str, MakePlayer] = {
    "random": RandomPlayer,
    "sensible": SensiblePlayer,
}
"""Players whose choices depend on what they see and on their random numbers alone."""


def quick_sensible(rng: Random) -> Player:
    """The sensible player for matches with people: it thinks for a second at most."""
    return SensiblePlayer(rng, Budget(moves=100_000, rollouts=200, seconds=1.0))
