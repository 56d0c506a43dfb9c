"""The figures of a thing as a seat may know them: as printed, as they are now, and what changes them."""

from __future__ import annotations

from typing import NamedTuple

from regelwerk.program.modifiers import Change, apply_changes
from regelwerk.program.things import SEAT, AttributeInfo

from .match import Match
from .sighted import Hidden, Sighted
from .text import value_text

UNKNOWN = "?"
"""What a seat may not know."""


class Figure(NamedTuple):
    """An attribute of a thing: as `printed`, what it is `now`, and what each modifier, by name, does to it.

    `now` is `?` where the seat may not know it, and None of a thing that it does not know. `in_row`: the row
    of the thing says it; else it is what things of the type are unless said.
    """

    name: str
    printed: str
    now: str | None
    changes: tuple[tuple[str, str], ...]
    in_row: bool


def figures(match: Match, seat: int | None, thing: int) -> list[Figure]:
    """The attributes of a thing that the seat (or, for None, every seat) knows, but for those with several
    values."""
    eyes = Sighted(match.layout, seat)
    return [_figure(match, eyes, thing, info) for info in _attributes(match, thing)]


def printed_figures(match: Match, thing: int) -> list[Figure]:
    """The attributes that stand on a thing, wherever it is."""
    fixed = (info for info in _attributes(match, thing) if info.column < 0)
    return [
        Figure(info.name, _text(match, info, _at_start(info, thing)), None, (), _in_row(match, thing, info))
        for info in fixed
    ]


def _attributes(match: Match, thing: int) -> list[AttributeInfo]:
    """The attributes of its type and of those above it."""
    found = match.layout.tables.attributes.values()
    return [
        info for info in found
        if info.type != SEAT and info.kind.per is None and info.first <= thing < info.first + info.count
    ]  # fmt: skip


def _figure(match: Match, eyes: Sighted, thing: int, info: AttributeInfo) -> Figure:
    s, start = match.state, _at_start(info, thing)
    printed, in_row = _text(match, info, start), _in_row(match, thing, info)
    try:
        base = eyes.known_as(
            s, info.kind, start if info.column < 0 else s.columns[info.column][thing - info.first]
        )
        found = list(eyes.changes(s, (info.type, info.name), thing))
    except Hidden:
        return Figure(info.name, printed, UNKNOWN, (), in_row)
    bounds = (info.kind.low, info.kind.high) if info.kind.kind == "number" else (None, None)
    now = apply_changes(base, [change for _, changes in found for change in changes], *bounds)
    said = (
        (declared.name, _change(match, info, change))
        for declared, changes in found
        for change in changes
        if change[1] or change[0] not in ("raise", "lower")
    )
    return Figure(info.name, printed, _text(match, info, now), tuple(said), in_row)


def _in_row(match: Match, thing: int, info: AttributeInfo) -> bool:
    row = match.layout.tables.row_of[thing]
    return row >= 0 and info.name in match.layout.game.rows[row].values


def _at_start(info: AttributeInfo, thing: int) -> int:
    return info.values[thing - info.first]


def _text(match: Match, info: AttributeInfo, value: int) -> str:
    return value_text(match.layout, info.kind, value)


def _change(match: Match, info: AttributeInfo, change: Change) -> str:
    """What a modifier does, as rules say it."""
    operation, by, bound = change
    if operation == "be":
        return f"be {_text(match, info, by)}"
    limit = {"raise": " up to ", "lower": " down to "}.get(operation, "")
    return f"{operation} {by}{f'{limit}{bound}' if bound is not None else ''}"
