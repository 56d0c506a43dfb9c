"""How generated programs suppose that an event happens: in a state that shares all that it cannot write."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st

from .census import SUSPENDING, Census
from .layout import EventInfo, Layout
from .points import Body
from .source import Function
from .things import AttributeInfo

FRESH = ",0,0,0"


@dataclass(slots=True)
class Writes:
    """What may be written while an event happens: columns, queries and listed cells by number."""

    columns: set[int] = field(default_factory=set)
    cells: bool = False
    listed: set[int] = field(default_factory=set)
    zones: bool = False
    known: bool = False
    queries: set[int] = field(default_factory=set)
    records: bool = False


class Suppositions:
    """What is written about events that are supposed, for one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._writes: dict[str, Writes] = {}

    @cached_property
    def _census(self) -> Census:
        return Census(self.layout)

    def call(self, event: str, args: str) -> str:
        """Text of the call of an event in the state `t`; `args` begins with a comma if not empty."""
        number = self.layout.event_number[event]
        fresh = FRESH if self._census.events[number] == SUSPENDING else ""
        return f"e{number}(t{fresh}{args})"

    def write_copy(self, function: Function, event: str) -> None:
        """Lines that make the state `t` in which an event may happen."""
        if event not in self._writes:
            self._writes[event] = self._find(self.layout.events[self.layout.event_number[event]])
        writes, line = self._writes[event], function.line
        line("t=s.sharing()")
        if writes.columns:
            line("w=t.columns=s.columns[:]")
            for number in sorted(writes.columns):
                line(f"w[{number}]=w[{number}][:]")
        if writes.cells:
            line("w=t.cells=s.cells[:]")
            for number in sorted(writes.listed):
                line(f"w[{number}]=w[{number}][:]")
        if writes.zones:
            line("t.zones=[w[:] for w in s.zones]")
            line("t.at=s.at[:]")
            line("t.fixed=s.fixed[:]")
        if writes.zones or writes.known:
            line("t.known=s.known[:]")
        if writes.queries:
            line("w=t.counts=s.counts[:]")
            for number in sorted(writes.queries):
                line(f"w[{number}]=w[{number}].copy()")
        if writes.records:
            line("t.records=[w.copy() for w in s.records]")

    def _find(self, info: EventInfo) -> Writes:
        layout, found = self.layout, Writes()
        for each in self._inside(info):
            found.queries.update(query for query, _ in each.queries)
            if each.span >= 0:
                found.queries.update(n for n, query in enumerate(layout.queries) if query.span == each.span)
            found.records = found.records or (each.span >= 0 and each.span in layout.records)
            if each.name in layout.lifetimes.values():  # what passes away loses what was set
                found.columns.update(range(len(layout.tables.columns)))
                found.zones = True
            coming = (one.mark for one in layout.coming.get(each.name, ()))
            for mark in (*layout.marks.get(each.name, ()), *coming):
                if isinstance(mark, AttributeInfo):
                    found.columns.add(mark.column)
                else:
                    found.cells = True
                    found.listed.update({mark.number} if mark.members else ())
            for body in self._bodies(each):
                for place in body.places:
                    self._note(place.statement, found)
        return found

    def _note(self, node: st.Statement, found: Writes) -> None:
        match node:
            case st.Assign(target=ex.State(name=name)) | st.Change(target=ex.State(name=name)):
                cell = self.layout.cells[name]
                found.cells = True
                if cell.members:
                    found.listed.add(cell.number)
            case st.Assign(target=ex.Attribute() as target) | st.Change(target=ex.Attribute() as target):
                found.columns.add(self.layout.tables.attributes[target.type, target.name].column)
            case st.Move() | st.DrawOne() | st.DrawMany() | st.Shuffle():
                found.zones = True
            case st.Show() | st.Look():
                found.known = True
            case st.Record():
                found.records = True

    def _inside(self, info: EventInfo) -> list[EventInfo]:
        """The events that may happen while one does, that one included."""
        layout, found = self.layout, [info]
        for each in found:
            for body in self._bodies(each):
                for place in body.places:
                    names: list[int] = []
                    if isinstance(place.statement, st.Happen):
                        names = [layout.event_number[place.statement.event]]
                    elif isinstance(place.statement, st.CarryOut):
                        names = self._census.queued.get(place.statement.span, [])
                    found += [e for n in names if (e := layout.events[n]) not in found]
        return found

    def _bodies(self, info: EventInfo) -> list[Body]:
        numbers = info.hooks("before", "instead", "after")
        return [
            *(self.layout.bodies[number] for number in (info.body, *info.told.values())),
            *(self._census.rule_body(number) for number in numbers),
            *(self._census.limit_body(number) for number in info.limits),
        ]
