"""What expressions ask of the past: how often something happened, and how often a position came."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from regelwerk.program.layout import Layout
from regelwerk.program.records import digest, form_of, recorded
from regelwerk.rules import expressions as ex

from .state import State, frozen
from .step_counter import StepCounter

Env = dict[str, Any]
"""Locals by name: a number, or a list of numbers."""


class Past(StepCounter):
    """Evaluates what asks of the past."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.not_running: set[str] = set()
        """Spans of which history was asked for while none ran."""
        self.heard: dict[str, list[list[Any]]] | None = None
        """The arguments with which events have happened, if somebody asks which spans were needed."""
        self.needed: set[str] = set()
        """Those of `not_running` of which the answer would be another if they ran."""

    def value(self, s: State, env: Env, node: ex.Expression) -> Any:
        """The value of an expression."""
        raise NotImplementedError

    def each(self, s: State, env: Env, over: ex.Set) -> Iterable[int]:
        """The elements of a set one after the other."""
        raise NotImplementedError

    def _happened(self, s: State, env: Env, node: ex.Happened) -> int:
        layout = self.layout
        event = layout.events[layout.event_number[node.event]]
        span = layout.span_of(node.span)
        if not s.levels[span]:
            self.not_running.add(node.span)
            self._miss(s, env, node)
            return 0
        names = tuple(name for name, _ in event.parameters if name in node.args)
        args = tuple(frozen(self.value(s, env, node.args[name])) for name in names)
        return s.counts[layout.query_number[event.number, span, names]].get(args, 0)

    def _miss(self, s: State, env: Env, node: ex.Happened) -> None:
        """Note a span that does not run, if what is asked of has happened."""
        heard = (self.heard or {}).get(node.event)
        if heard is None:
            return
        parameters = self.layout.events[self.layout.event_number[node.event]].parameters
        with self.free(s):
            given = [
                (position, self.value(s, env, node.args[name]))
                for position, (name, _) in enumerate(parameters)
                if name in node.args
            ]
        if any(all(args[position] == value for position, value in given) for args in heard):
            self.needed.add(node.span)

    def _position(self, s: State, env: Env, node: ex.Position) -> int:
        return digest(form_of(self.layout, node), [self._feature(s, env, each) for each in node.features])

    def _feature(self, s: State, env: Env, node: ex.Feature) -> int | list[int]:
        if node.over is None:
            return self._original(node, self.value(s, env, node.value))
        inner, found = dict(env), []
        for element in list(self.each(s, env, node.over)):
            inner[node.over.binder] = element
            found.append(self._original(node, self.value(s, inner, node.value)))
        return found

    def _original(self, node: ex.Feature, value: int) -> int:
        return self.layout.originals[value] if node.kind == "thing" else value

    def _recorded(self, s: State, env: Env, node: ex.Recorded) -> int:
        if node.span is not None and not s.levels[self.layout.span_of(node.span)]:
            self.not_running.add(node.span)
        return recorded(self.layout, s, node.span, self.value(s, env, node.of))
