"""Two builds of one game played side by side: what differs between them is an error of one of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any

from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.program.errors import RuleError
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.declarations import Rules
from regelwerk.rules.validate import validate


class Builds:
    """A layout with both builds of it."""

    def __init__(self, rules: Rules, players: int | None = None, options: Mapping[str, int] | None = None):
        count = rules.players[0] if players is None else players
        self.layout: Layout = make_layout(rules, count, options)
        self.walker = Walker(self.layout)
        self.program = Program(self.layout)


def lockstep(
    rules: Rules | Builds,
    players: int | None = None,
    options: Mapping[str, int] | None = None,
    seed: int = 0,
    limit: int = 2000,
    reload: bool = True,
) -> State:
    """Play one game by random choices on both builds and return its last state.

    At every decision both offer the same options and stand at the same hash, and (with `reload`) each goes
    on from what the other has saved. Raises AssertionError where they differ.
    """
    builds = rules if isinstance(rules, Builds) else Builds(rules, players, options)
    layout, walker, program = builds.layout, builds.walker, builds.program
    draw = random.Random(seed)
    slow, fast = State(layout, seed), State(layout, seed)
    if not same_outcome(lambda: walker.begin(slow), lambda: program.begin(fast)):
        return slow
    for step in range(limit):
        where = f"seed {seed}, decision {step}"
        assert_same(slow, fast, where)
        assert slow.steps == fast.steps, (
            f"{where}: the program took {fast.steps} steps, the walker {slow.steps}"
        )
        expected, found = walker.pending(slow), program.pending(fast)
        assert found == expected, f"{where}: the program offers {found}, the walker {expected}"
        if not expected:
            assert slow.over is not None or not slow.stack
            return slow
        decision = draw.choice(expected)
        assert len(decision.options) > 1, f"{where}: a decision without a choice"
        answer = (decision.seat, draw.choice(decision.options))
        if reload:
            slow, fast = State.from_plain(layout, fast.plain()), State.from_plain(layout, slow.plain())
            again = program.pending(fast)
            assert again == expected, f"{where}: after loading the program offers {again}, not {expected}"
        if not same_outcome(partial(walker.resume, slow, answer), partial(program.resume, fast, answer)):
            return slow
    return slow


def same_outcome(slow: Any, fast: Any) -> bool:
    """Whether both ran without an error of the rules; both must."""
    outcomes = []
    for run in (slow, fast):
        try:
            run()
            outcomes.append(None)
        except RuleError as error:
            outcomes.append(error)
    first, second = outcomes
    assert (first is None) == (second is None), f"walker: {first!r}, program: {second!r}"
    return first is None


def assert_same(slow: State, fast: State, where: str) -> None:
    """Fail with the fields that differ."""
    if slow.hash() == fast.hash():
        return
    expected, found = slow.plain(), fast.plain()
    parts = [
        f"{k}: walker {expected[k]!r}, program {found[k]!r}" for k in expected if expected[k] != found[k]
    ]
    raise AssertionError(f"{where}: " + "; ".join(parts))


def ways_to_end(rules: Rules, players: int | None = None, games: int = 25) -> int:
    """In how many positions random games end, in both builds, with the rules as JSON gives them back.

    Raises AssertionError if those are others.
    """
    again = decode(encode(rules))
    assert again == rules and validate(again) is None
    builds = Builds(again, players)
    return len({lockstep(builds, seed=seed).hash() for seed in range(games)})
