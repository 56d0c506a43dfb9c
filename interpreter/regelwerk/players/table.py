"""The players that can be asked for by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .sight import Player

MakePlayer = Callable[[Random], Player]

# Players that think are large, so each is imported when it is to play.


def _random(rng: Random) -> Player:
    from .random_player import RandomPlayer

    return RandomPlayer(rng)


def _sensible(rng: Random) -> Player:
    from .sensible import SensiblePlayer

    return SensiblePlayer(rng)


def _search(rng: Random) -> Player:
    from .search import SearchPlayer

    return SearchPlayer(rng)


PLAYERS: dict[str, MakePlayer] = {"random": _random, "sensible": _sensible, "search": _search}
"""Players whose choices depend on what they see and on their random numbers alone."""


def quick_sensible(rng: Random) -> Player:
    """The sensible player for matches with people: it thinks for a second at most."""
    from .sensible import Budget, SensiblePlayer

    return SensiblePlayer(rng, Budget(moves=100_000, rollouts=200, seconds=1.0, short=5_000, near=5_000))


def quick_search(rng: Random) -> Player:
    """The searching player for matches with people: it thinks for two seconds at most."""
    from .search import SearchBudget, SearchPlayer

    return SearchPlayer(rng, SearchBudget(1_000_000, 100_000_000, seconds=2.0, near=100_000_000))


QUICK: dict[str, MakePlayer] = {"sensible": quick_sensible, "search": quick_search}
"""What plays instead under the same name where people wait: the clock counts."""
