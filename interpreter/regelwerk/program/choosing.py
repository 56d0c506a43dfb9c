"""What generated choices call: which things look alike, and picks one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .answers import things_of_answers, waits_with
from .errors import RuleError
from .layout import Layout

DONE = -2
SHORT = -1

ELSEWISE, NUMBERS, OPTIONS = 0, 1, 2
"""How a body that stopped has noted what is offered: so that the functions of the choice have to tell; as the
only number of each option, which the body also takes; as options."""


def make_distinct(layout: Layout) -> Callable[[Any, Sequence[int]], list[int]]:
    """The function that keeps the first of the things that look alike."""
    tables = layout.tables
    reads: list[list[tuple[int, int]]] = [[] for _ in tables.row_of]
    for number, column in enumerate(tables.columns):
        if column.type == "seat":
            continue
        for thing in range(column.first, column.first + column.count):
            start = (thing - column.first) * column.members
            reads[thing].extend((number, start + member) for member in range(column.members))

    row_of, told_apart = tables.row_of, make_told_apart(layout)

    def alike(s: Any, thing: int, other: int) -> bool:
        if s.at[thing] != s.at[other]:
            return False
        columns = s.columns
        for (column, place), (_, there) in zip(reads[thing], reads[other], strict=True):
            if columns[column][place] != columns[column][there]:
                return False
        return not told_apart(s, thing) and not told_apart(s, other)

    def distinct(s: Any, things: Sequence[int]) -> list[int]:
        rows = [row_of[thing] for thing in things]
        if len(set(rows)) == len(rows):
            return list(things)
        result = []
        kept: dict[int, list[int]] = {}
        for thing, row in zip(things, rows, strict=True):
            others = kept.setdefault(row, [])
            if row < 0 or not any(alike(s, thing, other) for other in others):
                others.append(thing)
                result.append(thing)
        return result

    return distinct


def make_told_apart(layout: Layout) -> Callable[[Any, int], bool]:
    """Whether a thing is like no other.

    So it is if something lies in a zone of its own, an attribute names it, or a waiting answer is about it.
    What is hidden tells nothing apart: attributes count of seats and of lasting things that every seat knows,
    and answers about things that every seat knows.
    """
    tables = layout.tables
    owned: dict[int, list[int]] = {}
    for zone in tables.zones.values():
        if zone.owner in tables.types:
            for number in range(zone.count):
                owned.setdefault(zone.first_owner + number, []).append(zone.first + number)
    by_type = {
        name: [
            number
            for number, column in enumerate(tables.columns)
            if column.type not in tables.passing
            and column.kind.kind == "thing"
            and (named := tables.types[column.kind.name or ""]).first <= info.first
            and info.last <= named.last
        ]
        for name, info in tables.types.items()
    }
    naming = [by_type.get(name, []) for name in tables.type_of]
    everyone = (1 << layout.players) - 1

    def names(s: Any, number: int, thing: int) -> bool:
        column, values = tables.columns[number], s.columns[number]
        if thing not in values:
            return False
        return column.type == "seat" or any(
            value == thing and s.known[column.first + place // column.members] == everyone
            for place, value in enumerate(values)
        )

    parts = [things_of_answers(layout, number) for number in range(len(layout.actions))]

    def told_apart(s: Any, thing: int) -> bool:
        if any(s.zones[zone] for zone in owned.get(thing, ())):
            return True
        if s.answers and s.known[thing] == everyone and waits_with(s, thing, parts):
            return True
        return any(names(s, number, thing) for number in naming[thing])

    return told_apart


def can_be_alike(layout: Layout, type_name: str | None) -> bool:
    """Whether two things of a type may look alike: some row of it has several copies."""
    info = layout.tables.types.get(type_name or "")
    if info is None:
        return True
    rows = {layout.tables.row_of[thing] for thing in range(info.first, info.last)}
    return any(len(layout.tables.row_things[row]) > 1 for row in rows if row >= 0)


def bounds(amount: str, number: int, found: int) -> tuple[int, int]:
    """How many must and how many may be picked of so many."""
    if amount == "exactly":
        return max(number, 0), max(number, 0)
    if amount == "at_least":
        return max(number, 0), found
    if amount == "up_to":
        return 0, min(max(number, 0), found)
    return 0, found


class Picking:
    """Choices of several things, made one pick after the other."""

    def __init__(self, layout: Layout) -> None:
        self.distinct = make_distinct(layout)

    def options(self, found: Any, s: Any) -> list[int]:
        """What may be picked next. `found`: seat, elements, least and greatest number, whether things may
        be alike."""
        seat, elements, low, _, alike = found
        taken = taken_by(s, seat)
        rest = [element for element in elements if element not in taken]
        if alike:
            rest = self.distinct(s, rest)
        if len(taken) >= low:
            rest.append(DONE)
        return rest

    def start(self, s: Any, found: Any) -> list[int] | int | None:
        """The picks if nobody has to be asked, SHORT if there are too few, None if somebody must decide."""
        _, elements, low, high, _ = found
        if len(elements) < low:
            return SHORT
        if not elements or high == 0:
            return []
        if low == len(elements):
            return sorted(elements)
        s.picks = []
        return self._go_on(s, found)

    def take(self, s: Any, found: Any, element: int) -> list[int] | None:
        """Take an option; the picks if that was the last, else None."""
        seat = found[0]
        taken = taken_by(s, seat)
        if element == DONE:
            s.picks = []
            return sorted(taken)
        s.picks = [[seat, *taken, element]]
        return self._go_on(s, found)

    def _go_on(self, s: Any, found: Any) -> list[int] | None:
        seat, _, _, high, _ = found
        while True:
            taken = taken_by(s, seat)
            if len(taken) >= high:
                s.picks = []
                return sorted(taken)
            options = self.options(found, s)
            if len(options) != 1:
                return None
            if options[0] == DONE:
                s.picks = []
                return sorted(taken)
            s.picks = [[seat, *taken, options[0]]]


def taken_by(s: Any, seat: int) -> list[int]:
    """What a seat has picked so far."""
    for row in s.picks:
        if row[0] == seat:
            return list(row[1:])
    return []


def open_choices(found: Sequence[tuple[int, list[int]]], chosen: list[int]) -> list[int] | None:
    """Secret choices with those made that leave no choice; None if they are the same as before.

    `found` has the seat and the options of each seat in order; an open choice is -1.
    """
    result = list(chosen)
    for index, (_, options) in enumerate(found):
        if result[index] < 0 and len(options) == 1:
            result[index] = options[0]
    return result


def still_open(found: Sequence[tuple[int, list[int]]], chosen: list[int]) -> bool:
    """Whether a seat has still to choose."""
    return any(options and chosen[index] < 0 for index, (_, options) in enumerate(found))


def take_choice(
    found: Sequence[tuple[int, list[int]]], chosen: list[int], seat: int, element: int
) -> list[int]:
    """The secret choices with one more."""
    result = list(chosen)
    for index, (chooser, options) in enumerate(found):
        if chooser == seat and options and result[index] < 0:
            result[index] = element
            return result
    raise RuleError("a seat chooses that is not asked")
