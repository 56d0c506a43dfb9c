"""A game and the game with house rules, played with the same chance: match by match, and rule by rule.

Chance is keyed by its source, so that a match of the one game is dealt and rolled like the match of
the other with the same number, as long as the same things are drawn from. The players get the same
random numbers in both.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator

import msgspec

from regelwerk.rules.codec import decode

from .compare_lockstep import Beside, Mattered
from .simulation import Outcome, Plan, Study, match_seed


class Pair(msgspec.Struct, frozen=True):
    """What is compared: the plan of the game and that of the amended game, with the same seats and seed.

    `without` are the amended rules without one amendment each, in the rules form. In the first `watched`
    matches of the amended game these are played beside it. `side` is the attribute of seats, an enum,
    that tells which side a seat is on.
    """

    base: Plan
    amended: Plan
    without: tuple[bytes, ...] = ()
    watched: int = 0
    side: str | None = None


class Compared(msgspec.Struct, frozen=True):
    """Two matches of one number; `mattered` has an entry for each of `without` if this one was watched."""

    base: Outcome
    amended: Outcome
    mattered: tuple[Mattered, ...] = ()


class Comparison:
    """A pair of plans made ready to play in this process."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.base, self.amended = Study(pair.base), Study(pair.amended)
        self._beside: list[Beside] | None = None

    def play(self, number: int) -> Compared:
        """Play the match `number` of both games."""
        pair = self.pair
        base = self.base.play(number, side=pair.side)
        if number >= pair.watched:
            return Compared(base, self.amended.play(number, side=pair.side))
        seed = match_seed(pair.amended.seed, number)
        shadows = [beside.start(seed) for beside in self._ready()]
        amended = self.amended.play(number, shadows, pair.side)
        return Compared(base, amended, tuple(shadow.found for shadow in shadows))

    def _ready(self) -> list[Beside]:
        """The games without one amendment, made when they are needed first."""
        if self._beside is None:
            plan = self.pair.amended
            self._beside = [
                Beside(self.amended.layout, decode(rules), plan.options, plan.build)
                for rules in self.pair.without
            ]
        return self._beside


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
