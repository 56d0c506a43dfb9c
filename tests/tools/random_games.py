"""Matches played at random, decision by decision, on any build."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from regelwerk.match.match import Build
from regelwerk.match.state import State
from regelwerk.program.ending import Decision, Option
from regelwerk.program.layout import Layout

GOES_ON = "left, not over"
"""What stands for the ending of a match that was left."""
MOST = 20_000
"""A match with more decisions than this counts as endless."""

Choice = tuple[int, Option]


class Turn(NamedTuple):
    """A position in which somebody decides, and what will be chosen. The state goes on afterwards."""

    number: int
    state: State
    decisions: list[Decision]
    decision: Decision
    option: Option

    @property
    def choice(self) -> Choice:
        return self.decision.seat, self.option


class Chooser:
    """Chooses by lot. With an odd seed it has habits: in one place of the rules it likes some options better.

    Habits lead to positions that even lots hardly ever reach, for somebody who hoards or always passes.
    """

    def __init__(self, seed: int, habits: bool | None = None) -> None:
        self.draw = Random(seed)
        self.seed = seed
        self.habits = seed % 2 == 1 if habits is None else habits

    def choose(self, decisions: list[Decision]) -> tuple[Decision, Option]:
        decision = self.draw.choice(decisions)
        if not self.habits:
            return decision, self.draw.choice(decision.options)
        weights = [self._liking(decision, option) for option in decision.options]
        return decision, self.draw.choices(decision.options, weights)[0]

    def _liking(self, decision: Decision, option: Option) -> float:
        return Random(f"{self.seed}:{decision.prompt_key}:{option[0]}").random() ** 4 + 0.01


class Script:
    """Chooses what was chosen before."""

    def __init__(self, choices: list[Choice]) -> None:
        self.choices = iter(choices)

    def choose(self, decisions: list[Decision]) -> tuple[Decision, Option]:
        seat, option = next(self.choices)
        return next(decision for decision in decisions if decision.seat == seat), option


def turns(
    layout: Layout,
    build: Build,
    seed: int,
    habits: bool | None = None,
    script: list[Choice] | None = None,
    endless: bool = False,
) -> Iterator[Turn]:
    """Play a match to its end, at random or by a script of choices.

    The state of the last turn is then the last state. One of a game whose matches may be `endless` is left
    after `MOST` decisions.
    """
    chooser = Chooser(seed, habits) if script is None else Script(script)
    s = State(layout, seed)
    build.begin(s)
    for number in range(MOST):
        if s.over is not None:
            return
        decisions = build.pending(s)
        assert decisions, f"seed {seed}, decision {number}: nobody has to decide, and the match is not over"
        decision, option = chooser.choose(decisions)
        yield Turn(number, s, decisions, decision, option)
        build.resume(s, (decision.seat, option))
    assert endless, f"seed {seed}: the match does not end"


def play(
    layout: Layout, build: Build, seed: int, habits: bool | None = None, most: int | None = None
) -> tuple[State, list[Choice]]:
    """The last state of a match, or the one after so many decisions, and all that was chosen before it."""
    last = State(layout, seed)
    choices: list[Choice] = []
    for turn in turns(layout, build, seed, habits):
        last = turn.state
        if len(choices) == most:
            break
        choices.append(turn.choice)
    return last, choices


def replay(layout: Layout, build: Build, seed: int, choices: list[Choice]) -> State:
    """The state after these choices."""
    s = State(layout, seed)
    build.begin(s)
    for choice in choices:
        build.resume(s, choice)
    return s
