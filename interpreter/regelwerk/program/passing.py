"""Passing things: made while something happens, gone when it ends. Used by both builds."""

from __future__ import annotations

from typing import Protocol

from .errors import RuleError
from .layout import Layout


class Alive(Protocol):
    """The part of a state that passing things need: rows `[thing, span, level]` in order of the things."""

    alive: list[list[int]]
    columns: list[list[int]]
    zones: list[list[int]]
    at: list[int]
    levels: list[int]


def create(layout: Layout, s: Alive, type_name: str) -> int:
    """Make a passing thing: the free one with the lowest id. Raises RuleError if none is free."""
    declared = layout.lifetimes[type_name]
    span = layout.span_of(declared)
    level = s.levels[span]
    if level == 0:
        raise RuleError(f"a `{type_name}` is made while no `{declared}` is running")
    taken = {row[0] for row in s.alive}
    for thing in layout.tables.passing[type_name]:
        if thing not in taken:
            s.alive = sorted([*s.alive, [thing, span, level]])
            return thing
    raise RuleError(f"more than {len(layout.tables.passing[type_name])} `{type_name}` at a time")


def pass_away(layout: Layout, s: Alive, span: int, level: int) -> None:
    """End the passing things tied to a span that closes: their cells go back to their defaults."""
    for thing, tied, at_level in s.alive:
        if (tied, at_level) != (span, level):
            continue
        if s.at[thing] >= 0:
            s.zones[s.at[thing]].remove(thing)
            s.at[thing] = -1
        for number, column in enumerate(layout.tables.columns):
            if column.type != "seat" and column.first <= thing < column.first + column.count:
                low = (thing - column.first) * column.members
                s.columns[number][low : low + column.members] = column.values[low : low + column.members]
    s.alive = [row for row in s.alive if (row[1], row[2]) != (span, level)]


def living(layout: Layout, s: Alive, first: int, last: int) -> list[int] | range:
    """The things with ids from `first` to `last - 1`, without passing things that are not there."""
    if not layout.tables.passing:
        return range(first, last)
    alive = {row[0] for row in s.alive}
    passing = layout.tables.is_passing
    return [thing for thing in range(first, last) if not passing[thing] or thing in alive]
