"""What is closed when frames are given up: spans, history, atomic blocks, open windows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regelwerk.rules import statements as st

from .errors import RuleError
from .layout import Layout
from .marks import fade, fade_next
from .passing import pass_away
from .records import forget
from .runtime import close_rows

_RUNNING = ("active", "lasting", "queue", "atomic", "answers", "leaving", "picks")
"""Fields of a state that hold nothing when nothing runs."""


class Unwinding:
    """Gives up frames of a state of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def leave(self, s: Any, stack: list[Any], event: int) -> int:
        """Give up all frames inside the innermost running of an event, and its own."""
        layout = self.layout
        s.picks = []
        while stack:
            number, point, values = stack.pop()
            body = layout.bodies[number]
            self._clean(s, number, point, values)
            if body.event == event and self._happens(number, point):
                return layout.events[event].nothing()
        raise RuleError(f"`{layout.events[event].name}` is to be left but is not running")

    def _happens(self, number: int, point: int) -> bool:
        """Whether a frame of an event stands in the body of the event."""
        body = self.layout.bodies[number]
        if point < len(body.places):
            return body.event >= 0 and point >= body.cost_places
        return body.points[point].name == "within"

    def _clean(self, s: Any, number: int, point: int, values: tuple[Any, ...]) -> None:
        """What a frame that is given up has opened is closed."""
        body = self.layout.bodies[number]
        if point < len(body.places):
            place = body.places[point]
            while place.parent >= 0:
                place = body.places[place.parent]
                if isinstance(place.statement, st.Atomic):
                    s.atomic.pop()
        elif body.points[point].name.startswith("instead:"):
            s.active.pop()
        elif body.kind == "window":
            names = body.points[point].names
            del s.answers[values[names.index("#base")] :]
        if self._happens(number, point):
            self._close(s, body.event)

    def end_within(self, s: Any, number: int) -> int:
        """A happening a scenario put around the one it begins with is done."""
        event = self.layout.bodies[number].event
        self._close(s, event)
        return self.layout.events[event].nothing()

    def open(self, s: Any, event: int, args: Sequence[Any]) -> None:
        """History counts an event, and its span opens."""
        info = self.layout.events[event]
        for query, positions in info.queries:
            if s.levels[self.layout.queries[query].span]:
                key = tuple(tuple(a) if isinstance(a, list) else a for a in (args[p] for p in positions))
                s.counts[query][key] = s.counts[query].get(key, 0) + 1
        if info.span >= 0:
            self._clear_counts(s, info.span)
            s.levels[info.span] += 1
        if info.name in self.layout.coming:
            fade_next(self.layout, s, info.name, args)

    def _close(self, s: Any, event: int) -> None:
        span = self.layout.events[event].span
        if span >= 0:
            close_rows(s, span, s.levels[span])
            s.levels[span] -= 1
            self._clear_counts(s, span)
            name = self.layout.events[event].name
            if name in self.layout.marks and not s.levels[span]:
                fade(self.layout, s, name)

    def _clear_counts(self, s: Any, span: int) -> None:
        if not s.levels[span]:
            for number, query in enumerate(self.layout.queries):
                if query.span == span:
                    s.counts[number].clear()
            forget(self.layout, s, span)

    def give_up_all(self, s: Any) -> None:
        """The game has ended: nothing runs any more."""
        if s.alive:
            for row in list(s.alive):
                pass_away(self.layout, s, row[1], row[2])
        for name in self.layout.marks:
            if s.levels[self.layout.span_of(name)]:
                fade(self.layout, s, name)
        if s.levels:
            s.levels = [0] * len(s.levels)
            for counts in s.counts:
                counts.clear()
            for span in range(len(s.levels)):
                forget(self.layout, s, span)
        if s.active or s.lasting or s.queue or s.atomic or s.answers or s.leaving or s.picks:
            for name in _RUNNING:
                setattr(s, name, [])
        s.stack = []
