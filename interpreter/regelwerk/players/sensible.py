"""A player for every game: it tries its options in matches that could be this one.

Each round deals anew what the seat does not know, takes each option in a copy of the same deal, and
plays on to the end by habit: what has done well so far in such imagined matches. The worse half of the
options is dropped again and again, so that most is spent on those that are hard to tell apart. Where
little can be spent, what habit says of an option counts beside its own tries.

Where matches are too long to be played to their end, imagined ones are cut soon and judged by the scores
they would end with as they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2, sqrt
from random import Random
from time import monotonic

from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.program.ending import Decision, Option

from .habits import Habits, Move
from .sight import Sight
from .thinker import Thinker

HABIT_WEIGHT = 8
"""What is known from habit counts as much as so many tries at most."""

INDIFFERENT = 0.002
"""Options whose worth differs by less (in points, or in matches won) are not told apart."""

SETTLED = 6
"""After so many rounds in which no option made any difference, none is looked for any more."""


@dataclass(frozen=True)
class Budget:
    """What may be spent on one decision, whichever is used up first.

    `moves` in all imagined matches together, `rollouts` (imagined matches), `seconds` if a clock counts.
    Every option that is compared is tried at least once. `length` is the number of moves after which an
    imagined match is given up. In a game in which most are, and in which a match has a standing, imagined
    matches are cut after `horizon` moves from then on, and a decision gets `short` moves: such a match has
    many decisions. Without a clock the same random numbers give the same choice.
    """

    moves: int = 300
    rollouts: int = 100
    length: int = 400
    seconds: float | None = None
    horizon: int = 4
    short: int = 24


@dataclass
class _Arm:
    """An option: its number, its name, how often it was tried and what that came to."""

    number: int
    move: Move
    tries: int = 0
    total: float = 0.0

    def worth(self, habits: Habits) -> float:
        """The mean of its tries, of what habit says of it, and of all matches as a start."""
        count, mean = habits.table.get(self.move, (1, habits.mean))
        weight = min(HABIT_WEIGHT, count)
        return (self.total + weight * mean) / (self.tries + weight)

    def hope(self, habits: Habits, spread: float) -> float:
        """What it may be worth: the more, the less is known of it."""
        count, mean = habits.table.get(self.move, (0, habits.mean))
        return mean + spread / sqrt(count + 1)


class SensiblePlayer(Thinker):
    """Searches one step deep."""

    def __init__(
        self, rng: Random, budget: Budget | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(rng, clock)
        self.budget = budget or Budget()

    def think(self, sight: Sight) -> int:
        """The option that did best; of those that did about as well, one by lot."""
        return _Search(self, sight).run()


class _Search:
    """The thinking about one decision."""

    def __init__(self, player: SensiblePlayer, sight: Sight) -> None:
        self.sight = sight
        self.rng = player.rng
        self.rollouts = player.rollouts(sight)
        self.habits = player.habits
        self.budget = player.budget
        self.clock = player.clock
        seconds = self.budget.seconds
        self.end = None if seconds is None else self.clock() + seconds
        self.moves = self.tries = self.rounds = 0
        self.alike = True

    def run(self) -> int:
        """The number of the option to take."""
        dealt = self.sight.imagine(self.rng)
        names = self.rollouts.namer.names(dealt.state, self._own(dealt))
        arms = [_Arm(number, move) for number, move in enumerate(names)]
        if self.rollouts.is_long():
            return self._shortly(arms, dealt)
        arms = self._best(arms, max(2, self.budget.rollouts))
        stages = ceil(log2(len(arms)))
        for stage in range(1, stages + 1):
            self._round(arms, dealt)
            if self.rollouts.is_long():
                break
            while not self._enough(stage / stages):
                self._round(arms, self.sight.imagine(self.rng))
            if self._over():
                break
            arms = self._best(arms, (len(arms) + 1) // 2)
            dealt = self.sight.imagine(self.rng)
        return self._chosen(arms)

    def _shortly(self, arms: list[_Arm], dealt: Match) -> int:
        """The same for long matches, in one deal: the likeliest options only, and then the best half of them
        as long as there are moves left."""
        budget = self.budget
        arms = self._likely(arms, max(2, budget.short // (budget.horizon + 1)))
        while True:
            self._round(arms, dealt)
            if self.moves >= budget.short or self._over():
                return self._chosen(arms)
            arms = self._best(arms, max(2, (len(arms) + 1) // 2))

    def _likely(self, arms: list[_Arm], count: int) -> list[_Arm]:
        """Options that did well or are little known, in random order where nothing tells them apart."""
        if len(arms) <= count:
            return arms
        spread = self.habits.spread()
        drawn = [(-arm.hope(self.habits, spread), self.rng.random(), arm.number) for arm in arms]
        return [arms[number] for _, _, number in sorted(drawn)[:count]]

    def _own(self, dealt: Match) -> Decision:
        return next(d for d in dealt.decisions if d.seat == self.sight.seat)

    def _best(self, arms: list[_Arm], count: int) -> list[_Arm]:
        return sorted(arms, key=lambda arm: (-arm.worth(self.habits), arm.number))[:count]

    def _chosen(self, arms: list[_Arm]) -> int:
        """Who cannot tell options apart does not always take the same one: where several seats wait for
        somebody else to move on, the match would not end."""
        best = max(arm.worth(self.habits) for arm in arms)
        return self.rng.choice([a.number for a in arms if a.worth(self.habits) >= best - INDIFFERENT])

    def _enough(self, share: float) -> bool:
        """Whether so great a share of the budget is used up, or going on makes no sense."""
        budget = self.budget
        return self.moves >= share * budget.moves or self.tries >= share * budget.rollouts or self._over()

    def _over(self) -> bool:
        """Whether no option makes a difference, or time is up."""
        return (self.alike and self.rounds >= SETTLED) or (self.end is not None and self.clock() > self.end)

    def _round(self, arms: list[_Arm], dealt: Match) -> None:
        """Try each option in the same deal, with the same chance to come."""
        decision = self._own(dealt)
        seed = self.rng.getrandbits(64)
        results = {
            self._try(arm, (decision.seat, decision.options[arm.number]), dealt.state.copy(), Random(seed))
            for arm in arms
            if not (self.rounds and self._over())
        }
        self.rounds += 1
        self.alike = self.alike and len(results) < 2

    def _try(self, arm: _Arm, first: tuple[int, Option], s: State, rng: Random) -> float | None:
        """What an option comes to; None, and nothing learnt, if that cannot be told."""
        rollouts = self.rollouts
        length = self.budget.horizon if rollouts.is_long() else self.budget.length
        made, ending = rollouts.play(s, first, self.habits, rng, length)
        self.moves += len(made) + 1
        self.tries += 1
        cut = ending is None and len(made) == length
        worth = rollouts.worth(s, ending) if ending is not None else rollouts.standing(s) if cut else None
        if worth is None:
            return None
        rollouts.note(not cut)
        self.habits.learn([(arm.move, first[0]), *made], worth, first[0])
        arm.tries += 1
        arm.total += worth[first[0]]
        return worth[first[0]]
