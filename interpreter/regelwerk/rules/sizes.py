"""How much of everything a game may have, so that a match fits into memory and is copied quickly."""

from __future__ import annotations

from typing import NamedTuple

from . import declarations as d

MAX_THINGS = 20_000
MAX_ZONES = 20_000
MAX_VALUES = 1_000_000
"""Things, places of zones (one for each owner), and values of attributes over all things."""


class Excess(NamedTuple):
    """What there is too much of: words with `{}` for the number, the number, and how many are allowed."""

    has: str
    number: int
    most: int

    def __str__(self) -> str:
        return f"{self.has.format(self.number)}; {self.most} are allowed"


def too_large(rules: d.Rules) -> Excess | None:
    """What there is too much of; None if a match can hold everything. The types are in no circle."""
    own = things_by_type(rules)
    parents = {declared.name: declared.parent for declared in rules.types}
    counts = dict.fromkeys(parents, 0)
    for name, number in own.items():
        above: str | None = name
        while above is not None and above in counts:
            counts[above] += number
            above = parents[above]
    total = sum(own.values())
    if total > MAX_THINGS:
        return Excess("the game has {} things", total, MAX_THINGS)
    seats = rules.players[1]
    owners = {"seat": seats, **counts}
    zones = sum(1 if zone.owner is None else owners[zone.owner] for zone in rules.zones)
    if zones > MAX_ZONES:
        return Excess("the zones have {} places", zones, MAX_ZONES)
    cells = {**{enum.name: len(enum.members) for enum in rules.enums}, **counts, "seat": seats}

    def each(kind: d.ValueType) -> int:
        if isinstance(kind.per, d.Numbers):
            return kind.per.high - kind.per.low + 1
        return cells.get(kind.per or "", 1)

    values = sum(
        (seats if declared.name == "seat" else counts[declared.name]) * each(attribute.type)
        for declared in rules.types
        for attribute in declared.attributes
    )
    values += sum(each(state.type) for state in rules.states)
    if values > MAX_VALUES:
        return Excess("attributes and states have {} values", values, MAX_VALUES)
    return None


def things_by_type(rules: d.Rules) -> dict[str, int]:
    """How many things are of a type itself, not of one below it."""
    found = {t.name: d.PASSING if t.lives_until is not None else 0 for t in rules.types if t.name != "seat"}
    for row in rules.rows:
        found[row.type] = found.get(row.type, 0) + row.copies
    for grid in rules.maps:
        size = largest(rules, grid.width) * largest(rules, grid.height)
        found[grid.type] = found.get(grid.type, 0) + size
    return found


def largest(rules: d.Rules, extent: int | str) -> int:
    """The most rows or columns that a grid may have."""
    if isinstance(extent, int):
        return extent
    return next((option.type.high or 0 for option in rules.options if option.name == extent), 0)
