"""The state of a match: plain numbers and lists, everything that changes and nothing else.

Rows (of `lasting`, `queue`, `answers`, `leaving`, `picks`) and frames of `stack` are replaced, never
changed in place, and neither are lists inside frames; a copy may therefore share them.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from regelwerk.program.ending import Ending
from regelwerk.program.layout import Layout
from regelwerk.program.records import ALWAYS, DIGITS
from regelwerk.program.things import ZONE_PILE

Value = int | list[int]
Frame = tuple[int, int, tuple[Value, ...]]
"""A suspended body: its number, the number of the point, and the values in scope there."""

RULE_ROW, MODIFIER_ROW = 0, 1
"""First element of a row of `lasting`; the second is a number in `Layout.rules` or `Layout.modifiers`."""

_copied, _copied_dict = list[int].copy, dict[tuple[Any, ...], int].copy


class State:
    """See the table in docs/architecture/match.md for each field.

    `layout` is shared by all states of a game. `at` (zone of each thing, -1 for none) follows from
    `zones`. `dictated`, `branching` (a search asks for every result of
    chance), `given` (what chance gave, by streams, where somebody asks), `steps` and `left` (how many
    decisions more are made as they come, see `Program.play`) belong to the running decision and are neither
    saved nor hashed.
    """

    __slots__ = (
        "active",
        "alive",
        "answers",
        "at",
        "atomic",
        "branching",
        "calls",
        "cells",
        "columns",
        "counts",
        "depth",
        "dictated",
        "fixed",
        "given",
        "known",
        "lasting",
        "layout",
        "leaving",
        "left",
        "levels",
        "options",
        "over",
        "picks",
        "players",
        "queue",
        "records",
        "seed",
        "stack",
        "steps",
        "streams",
        "zones",
    )  # fmt: skip

    layout: Layout
    players: int
    options: list[int]
    columns: list[list[int]]
    cells: list[Any]
    zones: list[list[int]]
    fixed: list[int]
    known: list[int]
    at: list[int]
    levels: list[int]
    counts: list[dict[tuple[Any, ...], int]]
    records: list[dict[int, int]]
    active: list[int | tuple[int, int]]
    alive: list[list[int]]
    lasting: list[list[Any]]
    queue: list[list[Any]]
    atomic: list[tuple[int, ...]]
    answers: list[list[int]]
    leaving: list[list[int]]
    stack: list[Frame]
    picks: list[list[int]]
    seed: int
    streams: dict[str, int]
    over: Ending | None
    dictated: dict[str, list[int]]
    branching: bool
    given: list[tuple[str, int]] | None
    steps: int
    left: int
    depth: int
    calls: int

    def __init__(self, layout: Layout, seed: int = 0) -> None:
        """The position in which a match begins: every thing where it starts, nothing running."""
        start = layout.start
        self.layout, self.players, self.options = layout, layout.players, layout.options
        self.columns = [*map(_copied, start.columns)]
        self.cells = start.cells[:]
        for number in layout.listed_cells:
            self.cells[number] = start.cells[number][:]
        self.zones = [*map(_copied, start.zones)]
        self.fixed, self.known, self.at = start.fixed[:], start.known[:], start.at[:]
        self.levels = start.levels[:]
        self.counts = [{} for _ in layout.queries] if layout.queries else []
        self.records = [{} for _ in layout.records] if layout.records else []
        self.active, self.lasting, self.queue, self.atomic = [], [], [], []
        self.alive = []
        self.answers, self.leaving, self.stack, self.picks = [], [], [], []
        self.seed = seed
        self.streams = {}
        self.over = None
        self.dictated = {}
        self.branching = False
        self.given = None
        self.steps = self.left = self.depth = self.calls = 0

    def copy(self) -> State:
        """An independent state, equal to this one."""
        other = State.__new__(State)
        other.layout, other.players, other.options = self.layout, self.players, self.options
        other.columns = [*map(_copied, self.columns)]
        other.cells = self.cells[:]
        for number in self.layout.listed_cells:
            other.cells[number] = self.cells[number][:]
        other.zones = [*map(_copied, self.zones)]
        other.fixed, other.known, other.at = self.fixed[:], self.known[:], self.at[:]
        other.levels = self.levels[:]
        other.counts = [*map(_copied_dict, self.counts)]
        other.records = [counts.copy() for counts in self.records]
        other.alive = self.alive[:]
        other.active, other.lasting, other.queue = self.active[:], self.lasting[:], self.queue[:]
        other.atomic, other.answers, other.leaving = self.atomic[:], self.answers[:], self.leaving[:]
        other.stack, other.picks = self.stack[:], self.picks[:]
        other.seed, other.streams, other.over = self.seed, dict(self.streams), self.over
        other.dictated, other.steps = {of: queue[:] for of, queue in self.dictated.items()}, self.steps
        other.branching, other.given = False, None
        other.left = other.depth = other.calls = 0
        return other

    def sharing(self) -> State:
        """A state for what is only supposed: it shares all that is large with this one."""
        other = State.__new__(State)
        other.layout, other.players, other.options = self.layout, self.players, self.options
        other.columns, other.cells, other.zones = self.columns, self.cells, self.zones
        other.fixed, other.known, other.at = self.fixed, self.known, self.at
        other.levels, other.counts, other.alive = self.levels[:], self.counts, self.alive[:]
        other.records = self.records
        other.active, other.lasting, other.queue = self.active[:], self.lasting[:], self.queue[:]
        other.atomic, other.answers, other.leaving = self.atomic[:], self.answers[:], self.leaving[:]
        other.stack, other.picks = [], self.picks
        other.seed, other.streams, other.over = self.seed, self.streams, self.over
        other.dictated, other.branching, other.given = self.dictated, False, None
        other.steps, other.calls = self.steps, self.calls
        other.left = other.depth = 0
        return other

    def same(self, other: State) -> bool:
        """Whether both stand at one position: much faster to say than comparing their hashes."""
        return self.layout is other.layout and all(
            getattr(self, name) == getattr(other, name) for name in _POSITION
        )

    def become(self, other: State) -> None:
        """Take over everything of `other`, which must not be used afterwards."""
        for name in State.__slots__:
            setattr(self, name, getattr(other, name))

    def plain(self) -> dict[str, Any]:
        """The state as plain data with names, in canonical form: equal states give equal data."""
        layout = self.layout
        tables = layout.tables
        span_name = [layout.events[number].name for number in layout.spans]
        zones = tables.zones.values()
        over = self.over
        return {
            "players": self.players,
            "options": {option.name: self.options[n] for n, option in enumerate(layout.game.options)},
            "columns": {f"{c.type}.{c.name}": list(self.columns[n]) for n, c in enumerate(tables.columns)},
            "cells": {name: self.cells[cell.number] for name, cell in layout.cells.items()},
            "zones": {z.name: [list(self.zones[z.first + n]) for n in range(z.count)] for z in zones},
            "fixed": {z.name: self.fixed[z.first : z.first + z.count] for z in zones if z.order == ZONE_PILE},
            "known": list(self.known),
            "levels": {name: self.levels[n] for n, name in enumerate(span_name)},
            "counts": [
                [
                    layout.events[q.event].name,
                    span_name[q.span],
                    list(q.names),
                    _sorted_counts(self.counts[n]),
                ]
                for n, q in enumerate(layout.queries)
            ],
            **self._plain_records(span_name),
            "alive": [[thing, span_name[span], level] for thing, span, level in self.alive],
            "active": [_active_plain(layout, row) for row in self.active],
            "lasting": [_lasting_plain(layout, row, span_name) for row in self.lasting],
            "queue": [[layout.events[r[0]].name, span_name[r[1]], r[2], list(r[3:])] for r in self.queue],
            "atomic": [[layout.actions[number].name for number in row] for row in self.atomic],
            "answers": [[layout.actions[row[0]].name, *row[1:]] for row in self.answers],
            "leaving": [[span_name[span], level] for span, level in self.leaving],
            "stack": [_frame_plain(layout, frame) for frame in self.stack],
            "picks": [list(row) for row in self.picks],
            "chance": {"seed": self.seed, "streams": dict(sorted(self.streams.items()))},
            "over": None if over is None else msgspec.to_builtins(over),
        }

    def _plain_records(self, span_name: list[str]) -> dict[str, Any]:
        """What was recorded, if the rules ever ask: null stands for the whole match."""
        spans = (None if span == ALWAYS else span_name[span] for span in self.layout.records)
        rows = [
            [span, sorted([f"{position:0{DIGITS}x}", n] for position, n in counts.items())]
            for span, counts in zip(spans, self.records, strict=True)
        ]
        return {"records": rows} if rows else {}

    def text(self) -> bytes:
        """The canonical JSON of `plain()`."""
        return msgspec.json.encode(self.plain(), order="sorted")

    def hash(self) -> str:
        """Hash of the canonical JSON (32 hexadecimal digits)."""
        return blake2b(self.text(), digest_size=16).hexdigest()

    @staticmethod
    def from_plain(layout: Layout, data: object) -> State:
        """Read a state back. Raises MatchError for anything that `plain()` could not have written."""
        from .reading import read_state

        return read_state(layout, data)


_BESIDES = {"at", "branching", "calls", "depth", "dictated", "given", "layout", "left", "steps"}
"""What follows from the rest, or belongs to the running decision."""
_POSITION = [name for name in State.__slots__ if name not in _BESIDES]


def _active_plain(layout: Layout, row: int | tuple[int, int]) -> str | list[str | int]:
    """A replacement at work: its name, with the element it counts for if there is one."""
    return layout.rules[row].name if isinstance(row, int) else [layout.rules[row[0]].name, row[1]]


def _sorted_counts(counts: dict[tuple[Any, ...], int]) -> list[list[Any]]:
    rows = [[[list(a) if isinstance(a, tuple) else a for a in key], n] for key, n in counts.items()]
    return sorted(rows, key=msgspec.json.encode)


def _lasting_plain(layout: Layout, row: list[Any], span_name: list[str]) -> list[Any]:
    kind, number, span, level = row[:4]
    if kind == RULE_ROW:
        return ["rule", layout.rules[number].name, span_name[span], level, list(row[4:])]
    return ["modifier", layout.modifiers[number].name, span_name[span], level, list(row[4:])]


def _frame_plain(layout: Layout, frame: Frame) -> dict[str, Any]:
    body = layout.bodies[frame[0]]
    return {"body": body.name, "point": body.points[frame[1]].name, "values": list(frame[2])}


def frozen(value: Any) -> Any:
    """A value as part of a key: a list as a tuple."""
    return tuple(value) if isinstance(value, list) else value
