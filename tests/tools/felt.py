"""Which scenarios feel a small change at all: where what is changed in an expression comes to another value.

The game is played without the change. Wherever the node around the change is evaluated, it is evaluated with
the change as well, at the same moment; only a scenario in which the two differ can notice anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

from msgspec import Struct

from regelwerk.program.layout import Reached
from regelwerk.rules import expressions as ex

from .small_changes import DROPPED, Change, put

EXPRESSIONS = get_args(ex.Expression)
_COUNTERS = ("steps", "left", "depth", "calls")
"""What a state counts when something is evaluated."""


class Watched(NamedTuple):
    """A node that is evaluated, and what it is with a change: another node, or always the one value or the
    other (None: never what it is without)."""

    node: ex.Node
    changed: ex.Node | None
    always: bool | None = None


def watched(declared: Any, change: Change) -> Watched | None:
    """Where a change of a declaration can be felt first; None if it is in no expression."""
    held, around = declared, []
    for number, step in enumerate(change.path):
        if isinstance(held, EXPRESSIONS):
            around.append((held, change.path[number:]))
        held = getattr(held, step) if isinstance(held, Struct) else held[step]
    if isinstance(held, EXPRESSIONS):
        around.append((held, ()))
    for node, path in reversed(around):
        changed = put(node, path, change.new)
        if type(changed) is type(node):
            return Watched(node, changed)
        if isinstance(node, ex.And | ex.Or) and isinstance(changed, EXPRESSIONS):
            return Watched(node, type(node)((changed,)))
        if isinstance(changed, ex.Flag) or (changed is None and change.way == DROPPED):
            return Watched(node, None, changed is None or changed.value)
        if isinstance(changed, ex.Not) and changed.of is node:
            return Watched(node, None)
    return None


@dataclass(slots=True)
class Feeling(Reached):
    """Notes which of the changes of nodes, by the `id` of a node, are felt when it is evaluated."""

    watched: dict[int, list[tuple[int, Watched]]] = field(default_factory=dict)
    felt: set[int] = field(default_factory=set)
    busy: bool = False

    def noting(self, form: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
        """Return what does the same with a node, and looks what comes of it with its changes."""

        def noted(state: Any, env: Any, node: Any) -> Any:
            value = form(state, env, node)
            for number, each in () if self.busy else self.watched.get(id(node), ()):
                if number not in self.felt and self._differs(form, state, env, each, value):
                    self.felt.add(number)
            return value

        return noted

    def _differs(self, form: Any, state: Any, env: Any, of: Watched, value: Any) -> bool:
        if of.changed is None:
            return bool(value) is not of.always
        before = [getattr(state, name) for name in _COUNTERS]
        self.busy = True
        try:
            return bool(form(state, env, of.changed) != value)
        except Exception:  # whatever goes wrong only with the change
            return True
        finally:
            self.busy = False
            for name, count in zip(_COUNTERS, before, strict=True):
                setattr(state, name, count)
