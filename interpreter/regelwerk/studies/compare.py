"""A game and the game with house rules, played with the same chance, match by match.

Chance is keyed by its source, so that a match of the one game is dealt and rolled like the match of
the other with the same number, as long as the same things are drawn from. The players get the same
random numbers in both.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator

import msgspec

from .simulation import Outcome, Plan, Study


class Pair(msgspec.Struct, frozen=True):
    """What is compared: the plan of the game and that of the amended game, with the same seats and seed.

    `side` is the attribute of seats, an enum, that tells which side a seat is on.
    """

    base: Plan
    amended: Plan
    side: str | None = None


class Compared(msgspec.Struct, frozen=True):
    """Two matches of one number."""

    base: Outcome
    amended: Outcome


class Comparison:
    """A pair of plans made ready to play in this process."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.base, self.amended = Study(pair.base), Study(pair.amended)

    def play(self, number: int) -> Compared:
        """Play the match `number` of both games."""
        side = self.pair.side
        return Compared(self.base.play(number, side=side), self.amended.play(number, side=side))


_comparison: list[Comparison] = []


def _prepare(pair: Pair) -> None:
    """Begin a worker: whoever started the comparison handles an interruption, not its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _comparison[:] = [Comparison(pair)]


def _play(number: int) -> Compared:
    return _comparison[0].play(number)


def comparisons(pair: Pair, count: int, jobs: int) -> Iterator[Compared]:
    """The matches 0 to `count - 1` of both games, as they come; with one job in this process.

    Raises RuleError if one of the games cannot be begun with these seats and options.
    """
    comparison = Comparison(pair)
    if jobs <= 1 or count <= 1:
        for number in range(count):
            yield comparison.play(number)
        return
    pool = multiprocessing.Pool(min(jobs, count), _prepare, (pair,))
    try:
        chunk = max(1, min(50, count // (jobs * 8)))
        yield from pool.imap_unordered(_play, range(count), chunk)
    finally:
        pool.terminate()
        pool.join()
