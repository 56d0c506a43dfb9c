"""What a seat may know, as a list of whole numbers that is always of the same length.

The list is a function of what `match.views.view` shows to the seat, without the log: what has happened
is told by it only as far as it can still be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from regelwerk.match.knowledge import knows
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.match.text import index_texts, seat_text, thing_text, zone_text
from regelwerk.program.answers import CANCELLED
from regelwerk.program.ending import Decision
from regelwerk.program.layout import Layout
from regelwerk.program.things import SEAT, ZONE_ORDERED, ZONE_PILE, AttributeInfo
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType

from .vocabulary import Vocabulary

HIDDEN = -2
"""Stands for a thing the seat does not know; -1 is none."""

MOST_ANSWERS = 8
"""So many declared answers of open windows are shown, the latest first."""


class Observations:
    """Lays out what a seat sees of one game. `fields` names the numbers, in order."""

    def __init__(self, layout: Layout, vocabulary: Vocabulary) -> None:
        self.layout = layout
        self.vocabulary = vocabulary
        tables = layout.tables
        self.prompts = {key: number for number, key in enumerate(sorted(_prompts(layout)), 1)}
        self.parts = max((len(action.parts) for action in layout.actions), default=0)
        self.answers = MOST_ANSWERS if layout.windows else 0
        self.of_seats = [
            info for info in tables.attributes.values() if info.type == SEAT and info.column >= 0
        ]
        stored = [info for info in tables.columns if info.type in tables.types]
        self.stored = [
            [info for info in stored if info.first <= thing < info.first + info.count]
            for thing in range(len(tables.row_of))
        ]
        self.zoned = bool(tables.zone_decl)
        self.orderly = any(order != 0 for order in tables.zone_order)
        self.backs = self._backs()
        self.marks = len(vocabulary) if _takes_steps(layout) else 0
        self.fields = tuple(self._names())

    def _backs(self) -> list[int]:
        """For each thing the number of its back, by the attributes on it that never change."""
        tables = self.layout.tables
        found: dict[Any, int] = {}
        result = []
        for thing in range(len(tables.row_of)):
            back = []
            for info in tables.attributes.values():
                fixed = info.on_back and info.column < 0 and info.type in tables.types
                if fixed and info.first <= thing < info.first + info.count:
                    start = (thing - info.first) * info.members
                    back.append((info.type, info.name, *info.values[start : start + info.members]))
            result.append(found.setdefault(tuple(back), len(found)))
        return result

    def observe(self, match: Match, seat: int, decision: Decision | None, begun: Sequence[int]) -> list[int]:
        """The numbers for a seat; `decision` is its own that waits, `begun` the steps it has taken in it."""
        s = match.state
        shown = self._shower(s, seat)
        result = [seat, 0 if decision is None else self.prompts[decision.prompt_key], int(s.over is not None)]
        marks = [0] * self.marks
        if decision is not None and marks:
            for step in self._picked(s, decision):
                marks[step] = 1
            for position, step in enumerate(begun, 2):
                marks[step] = position
        result += marks
        for cell in self.layout.cells.values():
            value = s.cells[cell.number]
            result += [shown(cell.kind, each) for each in (value if cell.members else [value])]
        for info in self.of_seats:
            result += [shown(info.kind, value) for value in s.columns[info.column]]
        result += self._zones(s, seat)
        result += self._answers(s, shown)
        result += self._things(s, seat, shown)
        return result

    def _shower(self, s: State, seat: int) -> Callable[[ValueType, int], int]:
        def shown(kind: ValueType, value: int) -> int:
            return HIDDEN if kind.kind == "thing" and not knows(s, seat, value) else value

        return shown

    def _picked(self, s: State, decision: Decision) -> list[int]:
        """The steps of what a seat has picked so far, in a choice of several."""
        node = (
            self.layout.body(decision.body).places[decision.place].statement if decision.place >= 0 else None
        )
        if not isinstance(node, st.Choose):
            return []
        kind = self.layout.types.noun(node.over)
        picked = [value for row in s.picks if row[0] == decision.seat for value in row[1:]]
        found = [self.vocabulary.element(kind, value) for value in picked]
        return [step for step in found if step is not None]

    def _zones(self, s: State, seat: int) -> list[int]:
        """For each zone how many things lie there, and how many of each back the seat does not know."""
        count = max(self.backs, default=-1) + 1
        result = []
        for things in s.zones:
            hidden = [0] * count
            for thing in things:
                if not knows(s, seat, thing):
                    hidden[self.backs[thing]] += 1
            result += [len(things), *hidden]
        return result

    def _answers(self, s: State, shown: Callable[[ValueType, int], int]) -> list[int]:
        result: list[int] = []
        for row in s.answers[::-1][: self.answers]:
            info = self.layout.events[self.layout.event_number[self.layout.actions[row[0]].name]]
            parts = [
                shown(kind, value) for (_, kind), value in zip(info.parameters[1:], row[3:], strict=False)
            ]
            parts = (parts + [-1] * self.parts)[: self.parts]
            result += [row[0] + 1, int(row[1] == CANCELLED), row[2], *parts]
        return result + [0] * (self.answers * (3 + self.parts) - len(result))

    def _things(self, s: State, seat: int, shown: Callable[[ValueType, int], int]) -> list[int]:
        """For each thing where it lies, how deep, and its stored attributes; 0 if it is not known."""
        result: list[int] = []
        depth = self._depths(s) if self.orderly else {}
        for thing, infos in enumerate(self.stored):
            seen = knows(s, seat, thing)
            if self.zoned:
                result.append(s.at[thing] + 2 if seen else 0)
            if self.orderly:
                result.append(depth.get(thing, 0) if seen else 0)
            for info in infos:
                start = (thing - info.first) * info.members
                values = s.columns[info.column][start : start + info.members]
                result += [shown(info.kind, value) for value in values] if seen else [0] * info.members
        return result

    def _depths(self, s: State) -> dict[int, int]:
        """How deep things lie whose order is fixed: 1 on top."""
        orders, found = self.layout.tables.zone_order, {}
        for zone, things in enumerate(s.zones):
            order = orders[zone]
            fixed = s.fixed[zone] if order == ZONE_PILE else len(things) if order == ZONE_ORDERED else 0
            for position in range(1, fixed + 1):
                found[things[-position]] = position
        return found

    def _names(self) -> list[str]:
        layout, tables = self.layout, self.layout.tables
        names = ["own seat", "prompt", "over"]
        names += [f"picked {self.vocabulary.text(n)}" for n in range(self.marks)]
        for name, cell in layout.cells.items():
            names += [f"{name}.{text}" for text in index_texts(layout, cell.kind)] or [name]
        for info in self.of_seats:
            for seat in range(info.count):
                names += [f"{seat_text(seat)}.{part}" for part in self._parts(info)]
        for zone in range(len(tables.zone_decl)):
            text = zone_text(layout, zone)
            names += [
                f"{text}: count",
                *(f"{text}: hidden {n}" for n in range(max(self.backs, default=-1) + 1)),
            ]
        for position in range(1, self.answers + 1):
            names += [f"answer {position}: {what}" for what in ("action", "cancelled", "by")]
            names += [f"answer {position}: part {n}" for n in range(1, self.parts + 1)]
        for thing, infos in enumerate(self.stored):
            text = thing_text(layout, thing, True)
            names += [f"{text}: zone"] * self.zoned + [f"{text}: depth"] * self.orderly
            names += [f"{text}.{part}" for info in infos for part in self._parts(info)]
        return names

    def _parts(self, info: AttributeInfo) -> list[str]:
        return [f"{info.name}.{text}" for text in index_texts(self.layout, info.kind)] or [info.name]


def _prompts(layout: Layout) -> list[str]:
    """The places where something is decided, as decisions name them."""
    found = [body.name for body in layout.bodies if body.kind == "window"]
    for body in layout.bodies:
        for place in body.places:
            if isinstance(place.statement, st.Choose | st.Ask | st.SecretChoice | st.Pay):
                found.append(f"{body.name}/{place.number}")
    return found


def _takes_steps(layout: Layout) -> bool:
    """Whether some choice takes more than one step."""
    return bool(layout.windows or layout.payments) or any(
        isinstance(place.statement, st.Choose) and place.statement.amount not in ("one", "maybe")
        for body in layout.bodies
        for place in body.places
    )
