"""How often an amended rule mattered: a match is played on beside itself without that rule.

Whatever is chosen in the match is chosen beside it too. At every decision both stand in the same
position, and differ in one rule only; what is different at the next decision, or in what may be
chosen now, is that rule's doing. Then the position is carried over, and both go on alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from regelwerk.match.match import Match, make_build
from regelwerk.match.state import State
from regelwerk.program.ending import Decision, Option
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.declarations import Rules

from .compare_alignment import Alignment
from .compare_transfer import NotCarried, carried_over
from .simulation import Study, match_seed


class Mattered(msgspec.Struct):
    """In one match: decisions at which a rule changed what could be chosen, and what came of it.

    `followed` are the decisions at which it could be judged, of all `decisions`.
    """

    options: int = 0
    position: int = 0
    followed: int = 0
    decisions: int = 0

    @property
    def times(self) -> int:
        """How often it mattered at all."""
        return self.options + self.position


class Beside:
    """The game without one amended rule, ready to be played beside matches of the amended game."""

    def __init__(self, amended: Layout, rules: Rules, options: dict[str, int], build: str) -> None:
        known = {option.name for option in rules.options if not option.fixed}
        chosen = {name: value for name, value in options.items() if name in known}
        self.layout = make_layout(rules, amended.players, chosen)
        self.build = make_build(self.layout, build)
        self.alignment = Alignment(amended, self.layout)

    def start(self, seed: int) -> Shadow:
        """A match that begins beside another with the same seed."""
        return Shadow(self, seed)


def watch(amended: Study, number: int, beside: Sequence[Beside]) -> list[Mattered]:
    """Play match `number` of the amended game beside each of these; what each rule did in it."""
    seed = match_seed(amended.plan.seed, number)
    shadows = [each.start(seed) for each in beside]
    amended.play(number, shadows)
    return [shadow.found for shadow in shadows]


class Shadow:
    """A match without one amended rule, beside a match with it. `match` is None while they are apart."""

    def __init__(self, beside: Beside, seed: int) -> None:
        self.beside = beside
        self.alignment = beside.alignment
        self.found = Mattered()
        self.match: Match | None = None
        try:
            self.match = Match.start_on(beside.layout, beside.build, seed, log=False)
        except (RuleError, MatchError):
            self.found.position += 1

    def meet(self, other: Match) -> None:
        """Compare with the match at its decision, or at its end."""
        found = self.found
        if self.match is not None:
            if not self.alignment.same_position(other.state, self.match.state):
                found.position += 1
                self.match = None
            elif not self._same_options(other):
                found.options += 1
        if other.over:
            return
        if self.match is None:
            self._carry_over(other)
        found.decisions += 1
        found.followed += self.match is not None

    def step(self, before: State, decision: Decision, option: Option) -> None:
        """Choose what is chosen in the match, whose state was `before`."""
        if self.match is None:
            return
        taken = self._counterpart(before, decision, option)
        if taken is None:
            self.match = None
            return
        try:
            self.match.take(*taken)
        except (RuleError, MatchError):
            self.found.position += 1
            self.match = None

    def _same_options(self, other: Match) -> bool:
        assert self.match is not None
        return self.alignment.same_decisions(
            other.state, other.decisions, self.match.state, self.match.decisions
        )

    def _carry_over(self, other: Match) -> None:
        """Begin anew from where the match stands; what can be chosen there may differ already."""
        beside = self.beside
        try:
            state = carried_over(self.alignment, other.state)
        except NotCarried:
            return
        self.match = Match(beside.layout.game, beside.layout, beside.build, state, None)
        try:
            differs = not self._same_options(other)
        except (RuleError, MatchError, LookupError):
            self.match = None
            return
        if differs:
            self.found.options += 1

    def _counterpart(self, before: State, decision: Decision, option: Option) -> tuple[int, Option] | None:
        assert self.match is not None
        for number, mine in enumerate(self.match.decisions):
            if mine.seat == decision.seat:
                same = self.alignment.same_option(before, decision, option, self.match.state, mine)
                return None if same is None else (number, same)
        return None
