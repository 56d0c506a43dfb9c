"""The position in which every match of a layout begins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .layout import Layout


@dataclass(slots=True)
class Start:
    """Lists a new state copies, with the names they have there: every thing where it starts."""

    columns: list[list[int]] = field(default_factory=list)
    cells: list[Any] = field(default_factory=list)
    zones: list[list[int]] = field(default_factory=list)
    fixed: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)


def make_start(layout: Layout) -> Start:
    """Work the position out, once for all matches."""
    tables = layout.tables
    zones: list[list[int]] = [[] for _ in tables.zone_decl]
    known = [(1 << layout.players) - 1] * len(tables.row_of)
    for thing, zone in enumerate(tables.starts_in):
        if zone >= 0:
            zones[zone].append(thing)
            known[thing] = tables.zone_seen_by[zone]
    for seats in layout.listed.values():
        for seat, things in enumerate(seats):
            for thing in things:  # set aside for it, and known to nobody else
                known[thing] = 1 << seat
    return Start(
        columns=[list(column.values) for column in tables.columns],
        cells=[list(cell.values) if cell.members else cell.values[0] for cell in layout.cells.values()],
        zones=zones,
        fixed=[0] * len(zones),
        known=known,
        at=tables.starts_in[:],
        levels=[0] * len(layout.spans),
    )
