"""Marks: attributes and states that are something for a while. Used by both builds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .layout import Layout, Mark
from .things import AttributeInfo


class Marked(Protocol):
    """The part of a state in which marks are."""

    columns: list[list[int]]
    cells: list[int | list[int]]


def fade(layout: Layout, s: Marked, event: str) -> None:
    """The outermost running of an event has ended: marks until then are what they were at the start."""
    for mark in layout.marks[event]:
        _write(s, mark, mark.values)


def fade_next(layout: Layout, s: Marked, event: str, args: Sequence[Any]) -> None:
    """An event begins: marks until its next time are what they were at the start.

    If a parameter is named, those whose value its argument is, or that belong to its argument.
    """
    for mark, position, of_this in layout.coming[event]:
        if position < 0:
            _write(s, mark, mark.values)
            continue
        arg, values = args[position], _read(s, mark)
        if not of_this:
            _write(s, mark, [b if v == arg else v for v, b in zip(values, mark.values, strict=True)])
        elif isinstance(mark, AttributeInfo) and 0 <= arg - mark.first < mark.count:
            first = (arg - mark.first) * mark.members
            last = first + mark.members
            _write(s, mark, [*values[:first], *mark.values[first:last], *values[last:]])


def _read(s: Marked, mark: Mark) -> list[int]:
    if isinstance(mark, AttributeInfo):
        return s.columns[mark.column]
    found = s.cells[mark.number]
    return found if isinstance(found, list) else [found]


def _write(s: Marked, mark: Mark, values: list[int]) -> None:
    if isinstance(mark, AttributeInfo):
        s.columns[mark.column][:] = values
    else:
        s.cells[mark.number] = values[:] if mark.members else values[0]
