"""Which things generated choices offer as one: those that nothing tells apart for the seat that is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .answers import things_of_answers, waits_with
from .layout import Layout
from .things import SEAT, ZONE_ORDERED
from .told_apart import (
    Positions,
    captured_things,
    cells_naming,
    columns_naming,
    history_of_things,
    put_off_things,
)

Distinct = Callable[[Any, Sequence[int], int, Sequence[int]], list[int]]
Marks = dict[int, list[tuple[Any, ...]]]
"""For things what history and rows say of them, in the order of its texts."""

_ITSELF, _HIDDEN = -3, -2
"""Stand in a mark for the thing that it is about, and for things the seat does not know."""


def make_distinct(layout: Layout) -> Distinct:
    """The function that keeps the first of the things that are alike for a seat.

    It is called with the state, the things, the seat, and things of which those that ask still speak.
    """
    tables = layout.tables
    reads: list[list[tuple[int, int]]] = [[] for _ in tables.row_of]
    for number, column in enumerate(tables.columns):
        if column.type == SEAT:
            continue
        for thing in range(column.first, column.first + column.count):
            start = (thing - column.first) * column.members
            reads[thing].extend((number, start + member) for member in range(column.members))

    row_of, order = tables.row_of, tables.zone_order
    told_apart, marks_of = make_told_apart(layout), make_marks(layout)

    def stored_alike(s: Any, thing: int, other: int) -> bool:
        if s.at[thing] != s.at[other] or s.known[thing] != s.known[other]:
            return False
        columns = s.columns
        for (column, place), (_, there) in zip(reads[thing], reads[other], strict=True):
            if columns[column][place] != columns[column][there]:
                return False
        return True

    def in_order(s: Any, thing: int) -> bool:
        zone = s.at[thing]
        if zone < 0:
            return False
        return order[zone] == ZONE_ORDERED or thing in s.zones[zone][len(s.zones[zone]) - s.fixed[zone] :]

    def distinct(s: Any, things: Sequence[int], seat: int, named: Sequence[int] = ()) -> list[int]:
        rows = [row_of[thing] for thing in things]
        if len(set(rows)) == len(rows):
            return list(things)
        result = []
        kept: dict[int, list[int]] = {}
        marks: Marks | None = None
        apart: dict[int, bool] = {}

        def unlike_any(thing: int) -> bool:
            found = apart.get(thing)
            if found is None:
                found = thing in named or in_order(s, thing) or told_apart(s, thing, seat)
                apart[thing] = found
            return found

        for thing, row in zip(things, rows, strict=True):
            others = kept.setdefault(row, [])
            new = True
            if row >= 0:
                for other in others:
                    if not stored_alike(s, thing, other):
                        continue
                    if unlike_any(thing):
                        break
                    if unlike_any(other):
                        continue
                    if marks is None:
                        marks = marks_of(s, seat)
                    if not marks or marks.get(thing) == marks.get(other):
                        new = False
                        break
            if new:
                result.append(thing)
                if not apart.get(thing):
                    others.append(thing)
        return result

    return distinct


def make_told_apart(layout: Layout) -> Callable[[Any, int, int], bool]:
    """Whether a thing is like no other for a seat.

    So it is if something lies in a zone of its own, an attribute or a `state` names it, or a waiting answer
    is about it. What the seat does not know tells nothing apart: attributes of things hidden from it do not
    count, and nothing is said of a thing that is hidden itself.
    """
    tables = layout.tables
    owned: dict[int, list[int]] = {}
    for zone in tables.zones.values():
        if zone.owner in tables.types:
            for number in range(zone.count):
                owned.setdefault(zone.first_owner + number, []).append(zone.first + number)
    columns_by_type = {name: columns_naming(layout, name) for name in tables.types}
    cells_by_type = {name: cells_naming(layout, name) for name in tables.types}
    columns = [columns_by_type.get(name, []) for name in tables.type_of]
    cells = [cells_by_type.get(name, []) for name in tables.type_of]
    parts = [things_of_answers(layout, number) for number in range(len(layout.actions))]

    def there(s: Any, owner: int, seat: int) -> bool:
        if tables.is_passing[owner] and all(row[0] != owner for row in s.alive):
            return False
        return bool(s.known[owner] >> seat & 1)

    def names(s: Any, number: int, thing: int, seat: int) -> bool:
        column, values = tables.columns[number], s.columns[number]
        if thing not in values:
            return False
        return column.type == SEAT or any(
            value == thing and there(s, column.first + place // column.members, seat)
            for place, value in enumerate(values)
        )

    def holds(value: Any, thing: int) -> bool:
        return thing in value if isinstance(value, list) else bool(value == thing)

    def told_apart(s: Any, thing: int, seat: int) -> bool:
        if any(s.zones[zone] for zone in owned.get(thing, ())):
            return True
        if not s.known[thing] >> seat & 1:
            return False
        if s.answers and waits_with(s, thing, parts):
            return True
        if any(names(s, number, thing, seat) for number in columns[thing]):
            return True
        return any(holds(s.cells[number], thing) for number in cells[thing])

    return told_apart


def make_marks(layout: Layout) -> Callable[[Any, int], Marks]:
    """The function that collects what history that rules ask, lasting rules and modifiers, and events put off
    say of things, for a seat."""
    history, captured = history_of_things(layout), captured_things(layout)
    put_off = put_off_things(layout)

    def marks_of(s: Any, seat: int) -> Marks:
        found: Marks = {}

        def note(head: tuple[Any, ...], values: Sequence[Any], positions: Positions) -> None:
            about = {thing for n in positions for thing in _things(values[n]) if thing >= 0}
            for thing in about:
                if s.known[thing] >> seat & 1:
                    seen = (
                        _seen(s, seat, thing, value) if n in positions else value
                        for n, value in enumerate(values)
                    )
                    found.setdefault(thing, []).append((*head, *seen))

        for query, positions in history:
            for key, count in s.counts[query].items():
                note((0, query, count), key, positions)
        for row in s.lasting:
            if positions := captured[row[0]][row[1]]:
                note((1, *row[:4]), row[4:], positions)
        for row in s.queue:
            if positions := put_off[row[0]]:
                note((2, *row[:3]), row[3:], positions)
        for marks in found.values():
            marks.sort(key=repr)
        return found

    return marks_of


def _things(value: Any) -> Iterable[int]:
    return value if isinstance(value, list | tuple) else (value,)


def _seen(s: Any, seat: int, itself: int, value: Any) -> Any:
    """What a mark keeps of a thing, or of a list of things."""
    if isinstance(value, list | tuple):
        return tuple(_seen(s, seat, itself, each) for each in value)
    if value == itself:
        return _ITSELF
    return value if value < 0 or s.known[value] >> seat & 1 else _HIDDEN
