"""What a program offers at a decision, by the functions generated for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .choosing import NUMBERS
from .ending import Decision, Option
from .errors import MatchError
from .layout import Layout
from .windows import Windows


class Lister:
    """Lists decisions. What a body listed when it stopped is not listed again."""

    def __init__(
        self,
        layout: Layout,
        names: dict[str, Any],
        listers: dict[tuple[int, int], tuple[str, str]],
        windows: Windows,
    ) -> None:
        self.layout = layout
        self.last = names["LAST"]
        self.pick_options: Callable[..., list[int]] = names["pick_options"]
        self.points: dict[tuple[int, int], tuple[str, Callable[..., Any], str, int, str]] = {}
        self.single: set[tuple[int, int]] = set()
        """The points at which a body takes the only number of an option, not the seat and the option."""
        for (number, point), (kind, function) in listers.items():
            if kind in ("choose", "ask"):
                self.single.add((number, point))
            body = layout.bodies[number]
            place = -1 if body.kind == "window" else point
            key = body.name if place < 0 else f"{body.name}/{place}"
            self.points[number, point] = (kind, names[function], body.name, place, key)

    def found(self, s: Any) -> tuple[str, Any, Any, tuple[str, int, str]]:
        """The kind of decision, the seat, what is offered (by kind), and the place."""
        frame = s.stack[-1]
        entry = self.points.get((frame[0], frame[1]))
        if entry is None:
            raise MatchError("the match stands at a point where nothing is decided")
        kind, function, body, place, key = entry
        state, noted, seat, found, _ = self.last[0]
        if state is not s or noted is not frame:
            seat, found = self._list(s, kind, function, frame[2])
        return kind, seat, found, (body, place, key)

    def _list(self, s: Any, kind: str, function: Callable[..., Any], values: tuple[Any, ...]) -> Any:
        steps = s.steps
        s.steps = 0
        found = function(s, *values)
        s.steps = steps
        return (-1, found) if kind in ("several", "secret") else found

    def decisions(self, s: Any) -> list[Decision]:
        if s.over is not None or not s.stack:
            return []
        kind, seat, found, (body, place, key) = self.found(s)
        if kind == "secret":
            chosen = self.chosen(s)
            return [
                Decision(chooser, kind, body, place, key, _single(options))
                for (chooser, options), answer in zip(found, chosen, strict=True)
                if answer < 0 and options
            ]
        if kind == "several":
            return [Decision(found[0], kind, body, place, key, _single(self.pick_options(found, s)))]
        if kind in ("choose", "ask"):
            return [Decision(seat, kind, body, place, key, _single(found))]
        return [Decision(seat, kind, body, place, key, tuple(found))]

    def chosen(self, s: Any) -> list[int]:
        """The secret choices made so far."""
        number, point, values = s.stack[-1]
        names = self.layout.bodies[number].points[point].names
        chosen: list[int] = values[names.index(f"#{point}c")]
        return chosen

    def count(self, s: Any) -> int:
        """How many answers there are, over all seats that may decide."""
        if s.over is not None or not s.stack:
            return 0
        kind, _, found, _ = self.found(s)
        if kind in ("several", "secret"):
            return sum(len(decision.options) for decision in self.decisions(s))
        return len(found)

    def answer(self, s: Any, number: int) -> tuple[int, Option]:
        """One of the answers, by its number."""
        kind, seat, found, _ = self.found(s)
        if kind in ("choose", "ask"):
            return seat, (found[number],)
        if kind in ("window", "pay"):
            return seat, found[number]
        for decision in self.decisions(s):
            if number < len(decision.options):
                return decision.seat, decision.options[number]
            number -= len(decision.options)
        raise MatchError("there is no answer of this number")

    def offers(self, s: Any, answer: tuple[int, Option]) -> bool:
        """Whether a seat is offered an option now."""
        seat, option = answer
        state, frame, decider, found, form = self.last[0]
        if form == NUMBERS and state is s and frame is s.stack[-1]:
            return bool(seat == decider and len(option) == 1 and option[0] in found)
        for decision in self.decisions(s):
            if decision.seat == seat:
                return tuple(option) in decision.options
        return False


def _single(options: Iterable[int]) -> tuple[Option, ...]:
    return tuple([(option,) for option in options])
