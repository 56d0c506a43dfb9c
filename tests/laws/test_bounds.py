"""Nothing runs away: whatever rules ask for, both builds stop, at the same step and with the same words.

Every shape is a small game whose rules grow beyond all bounds in one way. The law is asked of the builds
here; `tests/doors/test_bounds.py` asks it of the commands.
"""

from __future__ import annotations

import msgspec
import pytest

from exploding import SHAPES, rules_of
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.program.errors import RuleError
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout

STEPS = 20_000
"""The bound of this test: a tenth of what games have."""
REFUSALS = ("more than", "a seat is offered", "a row of", "a number becomes")


def refusal(build, layout, seed):
    """How a build refuses a match: what it says, where and after how many steps."""
    state = State(layout, seed)
    try:
        build.begin(state)
        for _ in range(20):
            found = build.pending(state)
            if not found:
                return f"ended as {state.over.name}", "", -1, state.steps
            build.resume(state, (found[0].seat, found[0].options[0]))
    except RuleError as error:
        return error.message, error.body, error.place, state.steps
    return "goes on", "", -1, state.steps


@pytest.mark.parametrize("shape", SHAPES)
def test_both_builds_stop_at_the_same_step(shape):
    rules = rules_of(shape)
    bounds = msgspec.structs.replace(rules.bounds, steps=STEPS)
    layout = make_layout(msgspec.structs.replace(rules, bounds=bounds), 2)
    slow, fast = refusal(Walker(layout), layout, 1), refusal(Program(layout), layout, 1)
    assert slow[0].startswith(REFUSALS), slow
    assert fast == slow
