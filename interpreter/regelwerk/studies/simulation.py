"""Matches between players of the table, each by its number in a study."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Protocol

import msgspec

from regelwerk.match.match import Build, Match, make_build
from regelwerk.match.state import State
from regelwerk.players.sight import Player, Sight
from regelwerk.players.table import PLAYERS
from regelwerk.program.ending import Decision, Option
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.codec import decode
from regelwerk.rules.lists import BroughtList

MAX_DECISIONS = 20_000
"""A match with more decisions than this is given up and counts as unfinished."""

BUILDS = ("fast", "walker")
DEFAULT_BUILD = "fast"

UNFINISHED, BROKEN = "unfinished", "error"
"""Endings of matches that did not end: names no game can use, for they are no names it declares."""


class Plan(msgspec.Struct, frozen=True):
    """What is played: rules in the rules form, seats, values of options, the name of the players, a seed, and
    for each declared list what the seats bring (None for the default)."""

    rules: bytes
    players: int
    options: dict[str, int]
    bots: str
    seed: int
    build: str = DEFAULT_BUILD
    lists: dict[str, list[BroughtList | None]] = {}


class Outcome(msgspec.Struct, frozen=True):
    """How one match went. `decisions` counts those that were really open; `error` is a message or empty.

    `sides` is for each seat the number of the side that it was on in the end, where sides are asked for.
    """

    number: int
    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    error: str = ""
    sides: tuple[int, ...] = ()


class Beside(Protocol):
    """What goes along with a match."""

    def meet(self, other: Match) -> None:
        """The match has come to a decision, or to its end."""
        ...

    def step(self, before: State, decision: Decision, option: Option) -> None:
        """In `before`, this was chosen."""
        ...


def help_of(error: RuleError | MatchError) -> str:
    """What can be done about rules that go wrong, as a line of its own; nothing if that is not known."""
    return f"\n  help: {error.help}" if error.help else ""


def match_seed(seed: int, number: int) -> int:
    """The seed of a match of a study."""
    digest = blake2b(f"{seed}:{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


class Study:
    """A plan made ready to play in this process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.layout: Layout = make_layout(decode(plan.rules), plan.players, plan.options, plan.lists)
        self.build: Build = make_build(self.layout, plan.build)

    def play(self, number: int, beside: Sequence[Beside] = (), side: str | None = None) -> Outcome:
        """Play match `number` to its end; `side` is the attribute of seats that tells their sides."""
        seed = match_seed(self.plan.seed, number)
        make = PLAYERS[self.plan.bots]
        players: list[Player] = [make(Random(f"{seed}:{seat}")) for seat in range(self.plan.players)]
        decisions = 0
        try:
            match = Match.start_on(self.layout, self.build, seed, log=False)
            while not match.over:
                if decisions == MAX_DECISIONS:
                    return Outcome(number, UNFINISHED, (), (), decisions)
                for each in beside:
                    each.meet(match)
                sight = Sight(match, 0)
                chosen = players[sight.seat].choose(sight)
                before = match.state.copy() if beside else match.state
                match.take(0, chosen)
                for each in beside:
                    each.step(before, sight.decision, sight.decision.options[chosen])
                decisions += 1
        except (RuleError, MatchError) as error:
            broken = f"{error} (match seed {seed}){help_of(error)}"
            return Outcome(number, BROKEN, (), (), decisions, broken)
        for each in beside:
            each.meet(match)
        result = match.result
        assert result is not None
        sides = self._sides(match.state, side)
        return Outcome(number, result.name, result.winners, result.scores, decisions, sides=sides)

    def _sides(self, s: State, side: str | None) -> tuple[int, ...]:
        column = self.layout.tables.attributes.get(("seat", side or ""))
        if column is None or column.kind.per is not None:
            return ()
        return tuple(column.values if column.column < 0 else s.columns[column.column])
