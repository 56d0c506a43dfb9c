"""Marks: attributes and states that are something for a while. Used by both builds."""

from __future__ import annotations

from typing import Protocol

from .layout import Layout


class Marked(Protocol):
    """The part of a state in which marks are."""

    columns: list[list[int]]
    cells: list[int | list[int]]


def fade(layout: Layout, s: Marked, event: str) -> None:
    """The outermost running of an event has ended: marks until then are what they were at the start."""
    columns, cells = layout.marks[event]
    for number in columns:
        s.columns[number][:] = layout.tables.columns[number].values
    for cell in cells:
        s.cells[cell.number] = cell.values[:] if cell.members else cell.values[0]
