"""The position that an event would lead to: that of now is copied, and the event happens in the copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regelwerk.program.errors import RuleError

from .evaluate import Evaluator
from .machine import Machine
from .state import State
from .walker import walk


def position_after(evaluator: Evaluator, s: State, event: int, args: Sequence[Any]) -> State:
    """The position after an event; what happens uses up steps of the running decision.

    Nobody listens. Raises RuleError if somebody would have to decide.
    """
    then = s.copy()
    then.stack = []
    m = Machine(evaluator, then, None)
    m.call_event(event, [argument[:] if isinstance(argument, list) else argument for argument in args])
    walk(m, _nobody)
    return then


def _nobody(*_: object) -> list[Any]:
    raise RuleError("somebody would have to decide in what is only supposed")
