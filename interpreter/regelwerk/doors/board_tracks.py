"""Panels with spaces in a row: a line on which seats and states stand, a track for each thing of a type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich import box
from rich.table import Table
from rich.text import Text

from regelwerk.doors.board_parts import seat_names
from regelwerk.doors.board_values import Thing, View, fits, row_text, standing, value_of
from regelwerk.doors.labels import Labels
from regelwerk.meaning.boards import BoardDecl, LineDecl, SpacesDecl, TracksDecl
from regelwerk.program.things import Tables

MARKER, SPACE = Text("●", "bold yellow"), Text("·", "dim")


def line_panel(line: LineDecl, view: View, labels: Labels, title: str) -> Table:
    """A row for each seat and each state, with its marker where it stands."""
    table = _spaces_table(title, range(line.first, line.last + 1))
    for name in line.seats:
        of = f", {labels.name(name)}" if len(line.seats) > 1 else ""
        for who, seat in zip(seat_names(view, labels), view["seats"], strict=True):
            table.add_row(Text(who + of), *_row(seat[name], range(line.first, line.last + 1)))
    for name in line.states:
        row = _row(view["cells"][name], range(line.first, line.last + 1))
        table.add_row(Text(labels.name(name)), *row)
    return table


def tracks_panel(
    tracks: TracksDecl, plan: BoardDecl, view: View, tables: Tables, labels: Labels, title: str
) -> Table | None:
    """A row for each thing whose track it is, as long as that is; None if there is none."""
    things = [t for t in standing(tracks.type, view, tables) if fits(t, tracks.only, view, tables)]
    if not things:
        return None
    lasts = [_last(thing, tracks, tables) for thing in things]
    table = _spaces_table(title or labels.name(tracks.type), range(max(lasts) + 1))
    signs = _signs(tracks.spaces, plan, tables)
    for thing, last in zip(things, lasts, strict=True):
        mine = signs.get(thing["thing"], {})
        row = _row(value_of(thing, tracks.at, tables), range(last + 1), mine)
        table.add_row(Text(labels.text(thing["thing"])), *row)
    return table


def _spaces_table(title: str, numbers: Iterable[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(Text(title), no_wrap=True)
    for number in numbers:
        table.add_column(Text(str(number)), justify="right", no_wrap=True)
    return table


def _row(at: object, numbers: Iterable[int], signs: Mapping[int, str] | None = None) -> list[Text]:
    """The spaces of a row: the marker, the signs, and points where nothing is."""
    signs = signs or {}
    return [
        MARKER if number == at else Text(signs[number]) if number in signs else SPACE for number in numbers
    ]


def _last(thing: Thing, tracks: TracksDecl, tables: Tables) -> int:
    last = value_of(thing, tracks.to, tables) if tracks.to is not None else tracks.last
    return last if isinstance(last, int) else tracks.last


def _signs(spaces: SpacesDecl | None, plan: BoardDecl, tables: Tables) -> dict[str, dict[int, str]]:
    """The signs of spaces by track and number."""
    found: dict[str, dict[int, str]] = {}
    if spaces is None:
        return found
    marks = plan.marks.get(spaces.sign, {})
    kind = tables.types[spaces.type]
    for number in range(kind.first, kind.last):
        space: Thing = {"thing": row_text(number, tables), "id": number}
        mark = marks.get(str(value_of(space, spaces.sign, tables)))
        if mark is not None:
            track = str(value_of(space, spaces.by, tables))
            found.setdefault(track, {})[int(value_of(space, spaces.number, tables))] = mark
    return found
