"""A player for every game: it tries its options in matches that could be this one.

Each round deals anew what the seat does not know, takes each option in a copy of the same deal, and
plays on to the end by habit: what has done well so far in such imagined matches. The worse half of the
options is dropped again and again, so that most is spent on those that are hard to tell apart. Where
little can be spent, what habit says of an option counts beside its own tries.

A game may say itself how its matches stand: then that is what options are judged by, in every match and
from the first decision on (`gains.py`). Of other games, where matches are too long to be played to their
end, imagined ones are cut soon and judged by the scores they would end with as they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from time import monotonic

from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.program.ending import Option

from .arms import Arm, Thinking, best, chosen, likely
from .gains import GainSearch
from .rollout import SOON, Ahead
from .sight import Sight
from .thinker import Thinker

SETTLED = 6
"""After so many rounds in which no option made any difference, none is looked for any more."""


@dataclass(frozen=True)
class Budget:
    """What may be spent on one decision, whichever is used up first.

    `moves` in all imagined matches together, `rollouts` (imagined matches), `seconds` if a clock counts.
    Every option that is compared is tried at least once. `length` is the number of moves after which an
    imagined match is given up. In a game in which most are, and whose ends would give scores, imagined
    matches are cut after `horizon` moves from then on, and a decision gets `short` moves: such a match has
    many decisions.

    In a game that says how its matches stand, imagined matches go only so far `ahead`; `wide` options are
    compared, and a decision gets `near` moves, more than that only if each option has to be tried once.

    Without a clock the same random numbers give the same choice.
    """

    moves: int = 300
    rollouts: int = 100
    length: int = 400
    seconds: float | None = None
    horizon: int = 4
    short: int = 24
    ahead: Ahead = SOON
    wide: int = 8
    near: int = 100


class SensiblePlayer(Thinker):
    """Searches one step deep."""

    def __init__(
        self, rng: Random, budget: Budget | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(rng, clock)
        self.budget = budget or Budget()

    def think(self, sight: Sight) -> int:
        """The option that did best; of those that did about as well, one by lot."""
        return GainSearch(self, sight).run() if self.rollouts(sight).tells() else _Search(self, sight).run()


class _Search(Thinking):
    """The thinking about one decision."""

    def __init__(self, player: SensiblePlayer, sight: Sight) -> None:
        super().__init__(player, sight)
        seconds = self.budget.seconds
        self.end = None if seconds is None else self.clock() + seconds
        self.tries = 0

    def run(self) -> int:
        """The number of the option to take."""
        dealt = self.sight.imagine(self.rng)
        names = self.rollouts.namer.names(dealt.state, self.own(dealt))
        arms = [Arm(number, move) for number, move in enumerate(names)]
        if self.rollouts.is_long():
            return self._shortly(arms, dealt)
        arms = best(arms, max(2, self.budget.rollouts), self.habits)
        stages = ceil(log2(len(arms)))
        for stage in range(1, stages + 1):
            self._round(arms, dealt)
            if self.rollouts.is_long():
                break
            while not self._enough(stage / stages):
                self._round(arms, self.sight.imagine(self.rng))
            if self._over():
                break
            arms = best(arms, (len(arms) + 1) // 2, self.habits)
            dealt = self.sight.imagine(self.rng)
        return chosen(arms, self.habits, self.rng)

    def _shortly(self, arms: list[Arm], dealt: Match) -> int:
        """The same for long matches, in one deal: the likeliest options only, and then the best half of them
        as long as there are moves left."""
        budget = self.budget
        arms = likely(arms, max(2, budget.short // (budget.horizon + 1)), self.habits, self.rng)
        while True:
            self._round(arms, dealt)
            if self.moves >= budget.short or self._over():
                return chosen(arms, self.habits, self.rng)
            arms = best(arms, max(2, (len(arms) + 1) // 2), self.habits)

    def _enough(self, share: float) -> bool:
        """Whether so great a share of the budget is used up, or going on makes no sense."""
        budget = self.budget
        return self.moves >= share * budget.moves or self.tries >= share * budget.rollouts or self._over()

    def _over(self) -> bool:
        """Whether no option makes a difference, or time is up."""
        return (self.alike and self.rounds >= SETTLED) or (self.end is not None and self.clock() > self.end)

    def _round(self, arms: list[Arm], dealt: Match) -> None:
        """Try each option in the same deal, with the same chance to come."""
        decision = self.own(dealt)
        seed = self.rng.getrandbits(64)
        results = {
            self._try(arm, (decision.seat, decision.options[arm.number]), dealt.state.copy(), Random(seed))
            for arm in arms
            if not (self.rounds and self._over())
        }
        self.rounds += 1
        self.alike = self.alike and len(results) < 2

    def _try(self, arm: Arm, first: tuple[int, Option], s: State, rng: Random) -> float | None:
        """What an option comes to; None, and nothing learnt, if that cannot be told."""
        rollouts = self.rollouts
        length = self.budget.horizon if rollouts.is_long() else self.budget.length
        made, ending = rollouts.play(s, first, self.habits, rng, length)
        self.moves += len(made) + 1
        self.tries += 1
        cut = ending is None and len(made) == length
        worth = rollouts.values(ending) if ending is not None else rollouts.standing(s) if cut else None
        if worth is None:
            return None
        rollouts.note(not cut)
        self.habits.learn([(arm.move, first[0]), *made], worth, first[0])
        arm.tries += 1
        arm.total += worth[first[0]]
        return worth[first[0]]
