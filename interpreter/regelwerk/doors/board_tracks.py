"""Panels with spaces in a row: a line on which seats and states stand, a track for each thing of a type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from regelwerk.doors.board_model import EMPTY_SPACE, MARKER, Named, Spaces, Words
from regelwerk.doors.board_parts import seat_names
from regelwerk.doors.board_values import Thing, View, fits, row_text, standing, value_of
from regelwerk.doors.labels import Labels
from regelwerk.meaning.boards import BoardDecl, LineDecl, SpacesDecl, TracksDecl
from regelwerk.program.things import Tables


def line_panel(line: LineDecl, view: View, labels: Labels, title: str) -> Spaces:
    """A row for each seat and each state, with its marker where it stands."""
    numbers = range(line.first, line.last + 1)
    rows: list[tuple[Words, Sequence[str]]] = []
    for name in line.seats:
        of = f", {labels.name(name)}" if len(line.seats) > 1 else ""
        for who, seat in zip(seat_names(view, labels), view["seats"], strict=True):
            rows.append((who + of, _row(seat[name], numbers)))
    rows += [(labels.name(name), _row(view["cells"][name], numbers)) for name in line.states]
    return Spaces(title, numbers, rows)


def tracks_panel(
    tracks: TracksDecl, plan: BoardDecl, view: View, tables: Tables, labels: Labels, title: str
) -> Spaces | None:
    """A row for each thing whose track it is, as long as that is; None if there is none."""
    things = [t for t in standing(tracks.type, view, tables) if fits(t, tracks.only, view, tables)]
    if not things:
        return None
    lasts = [_last(thing, tracks, tables) for thing in things]
    signs = _signs(tracks.spaces, plan, tables)
    rows: list[tuple[Words, Sequence[str]]] = []
    for thing, last in zip(things, lasts, strict=True):
        mine = signs.get(thing["thing"], {})
        row = _row(value_of(thing, tracks.at, tables), range(last + 1), mine)
        rows.append((Named(labels.text(thing["thing"]), (thing["id"],)), row))
    return Spaces(title or labels.name(tracks.type), range(max(lasts) + 1), rows)


def _row(at: object, numbers: Iterable[int], signs: Mapping[int, str] | None = None) -> list[str]:
    """The spaces of a row: the marker, the signs, and points where nothing is."""
    signs = signs or {}
    return [MARKER if number == at else signs.get(number, EMPTY_SPACE) for number in numbers]


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
