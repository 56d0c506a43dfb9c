"""A view of a match as a board. It is made from the view alone and knows no game.

A game may say in a board file how it lies on the table (`board_panels.py`); here is what every game has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from regelwerk.doors.board_events import recent
from regelwerk.doors.board_model import Beside, Events, Legend, Named, Part, Rows, Words
from regelwerk.doors.board_panels import panel_of
from regelwerk.doors.board_parts import grid_part, seat_names
from regelwerk.doors.board_values import (
    USUAL,
    View,
    contents,
    differences,
    named_value,
    shortened,
    value_words,
    worth_showing,
)
from regelwerk.doors.labels import Labels
from regelwerk.match.match import Match
from regelwerk.meaning.boards import BoardDecl
from regelwerk.program.things import SEAT, Tables

if TYPE_CHECKING:
    from rich.console import RenderableType

THINGS, SHORT = 24, 6
"""How many things are shown, and how long a table may be that is shown with its empty lines."""


@dataclass(frozen=True)
class Scene:
    """What a board is told beside the view: the board file of the game, the passing things that are not there
    (nobody has to know anything for that), the values of states at the start, and how many entries of the log
    are new to whoever looks."""

    plan: BoardDecl | None = None
    gone: Collection[int] = ()
    begun: Mapping[str, int] = field(default_factory=dict)
    since: int = 0


def scene_of(match: Match, plan: BoardDecl | None = None, since: int = 0) -> Scene:
    """The scene of a match as it is now."""
    tables = match.layout.tables
    there = {row[0] for row in match.state.alive}
    gone = frozenset(n for n, passing in enumerate(tables.is_passing) if passing and n not in there)
    return Scene(plan, gone, {name: cell.values[0] for name, cell in match.layout.cells.items()}, since)


def board(
    view: View, tables: Tables, labels: Labels, title: str, scene: Scene | None = None
) -> RenderableType:
    """Everything a seat may know, apart from its options, drawn for the terminal."""
    from regelwerk.doors.board_drawing import drawn

    return drawn(board_parts(view, tables, labels, scene), title)


def board_parts(view: View, tables: Tables, labels: Labels, scene: Scene | None = None) -> list[Part]:
    """Everything a seat may know, apart from its options; with a board file, what that names."""
    scene = scene or Scene()
    seen = {**view, "things": [thing for thing in view["things"] if thing["id"] not in scene.gone]}
    parts: list[Part] = [grid_part(seen, grid, labels) for grid in tables.grids]
    plan = scene.plan
    if plan is None:
        parts += _usual_parts(seen, tables, labels, scene)
    else:
        shown = (panel_of(panel, plan, seen, tables, labels) for panel in plan.panels)
        parts += [part for part in shown if part is not None]
        parts += _legend(plan, len(view["seats"]), labels)
    told = recent(view["log"], scene.since, labels, plan)
    if told:
        parts.append(Events(labels.word("Events"), told))
    return parts


def _legend(plan: BoardDecl, seats: int, labels: Labels) -> list[Legend]:
    """What the signs stand for, without seats that nobody plays."""
    signs = [
        (sign, _stands_for(attribute, member, labels))
        for attribute, signs in plan.marks.items()
        for member, sign in signs.items()
        if not member.startswith("seat ") or int(member.removeprefix("seat ")) <= seats
    ]
    return [Legend(signs)] if signs else []


def _stands_for(attribute: str, member: str, labels: Labels) -> str:
    """What a sign stands for; flags and numbers say nothing without their names."""
    alone = member not in ("yes", "no") and not member.isdecimal()
    return labels.text(member) if alone else named_value(attribute, member, labels)


def _usual_parts(view: View, tables: Tables, labels: Labels, scene: Scene) -> Iterator[Part]:
    for part in (_seats(view, tables, labels), _zones(view, tables, labels)):
        if part is not None:
            yield part
    facts = [
        part for part in (_states(view, labels, scene), _things(view, tables, labels)) if part is not None
    ]
    if facts:
        yield Beside(facts)


def _more(count: int, labels: Labels) -> str:
    return f"... {count} {labels.word('more')}" if count else ""


def _seats(view: View, tables: Tables, labels: Labels) -> Rows | None:
    seats = view["seats"]
    if not seats or not seats[0]:
        return None
    empty = [
        name
        for name in seats[0]
        if all(_is_empty(seat[name], tables.attributes[SEAT, name].values[0]) for seat in seats)
    ]
    empty = empty if len(seats[0]) > SHORT else []
    rows = [
        (labels.name(name), *(value_words(seat[name], labels) for seat in seats))
        for name in seats[0]
        if name not in empty
    ]
    return Rows((labels.word("Seats"), *seat_names(view, labels)), rows, more=_more(len(empty), labels))


def _is_empty(value: Any, begun: int | None) -> bool:
    """Whether a value is `none`, `no`, or 0 as at the start."""
    if isinstance(value, dict):
        return all(_is_empty(inner, None) for inner in value.values())
    return value in ("none", "no") or (value == 0 and begun == 0)


def _zones(view: View, tables: Tables, labels: Labels) -> Rows | None:
    rows: list[tuple[Words, ...]] = []
    for name, copies in view["zones"].items():
        for copy in copies:
            if copy["count"]:
                owner = labels.text(copy["of"]) if "of" in copy else ""
                texts = contents(copy, tables, labels)
                rows.append((labels.name(name), owner, shortened(texts, labels)))
    return Rows((labels.word("Zones"), "", ""), rows) if rows else None


def _states(view: View, labels: Labels, scene: Scene) -> Rows | None:
    cells = view["cells"]
    empty = [name for name, value in cells.items() if _is_empty(value, scene.begun.get(name))]
    empty = empty if len(cells) > SHORT else []
    rows = []
    for name, value in cells.items():
        if name not in empty:
            shown = (
                {k: v for k, v in value.items() if not _is_empty(v, None)}
                if isinstance(value, dict)
                else value
            )
            rows.append((labels.name(name), value_words(shown or value, labels)))
    if not rows and not empty:
        return None
    return Rows((labels.word("States"), ""), rows, more=_more(len(empty), labels))


def _set_aside(thing: int, tables: Tables) -> bool:
    """Whether a thing outside all zones is of a sort that lies in zones, so that it takes no part now."""
    homes = {zone.type for zone in tables.zone_decl}
    name: str | None = tables.type_of[thing]
    while name is not None and name not in homes:
        name = tables.types[name].parent
    return name is not None


def _things(view: View, tables: Tables, labels: Labels) -> Rows | None:
    """Things that lie in no zones, other than fields of grids, that are worth a line: with other values than
    at the start, with something in their zones, or named by something."""
    fields = {grid.name for grid in tables.grids}
    outside = [
        (thing, worth_showing(thing, tables))
        for thing in view["things"]
        if thing["thing"].split("(")[0] not in fields and not _set_aside(thing["id"], tables)
    ]
    named = _named(view, tables)
    told = [pair for pair in outside if any(value not in USUAL for value in pair[1].values())]
    things = [
        pair
        for pair in told
        if tables.is_passing[pair[0]["id"]]
        or differences(pair[0], tables)
        or not {pair[0]["thing"], pair[0]["thing"].partition("#")[0]}.isdisjoint(named)
    ]
    if not things:
        return None
    rows = []
    for thing, values in things[:THINGS]:
        texts = [f"{labels.name(key)} {value_words(value, labels)}" for key, value in values.items()]
        rows.append((Named(labels.text(thing["thing"]), (thing["id"],)), ", ".join(texts)))
    left_out = len(told) - min(len(things), THINGS)
    return Rows((labels.word("Things"), ""), rows, more=_more(left_out, labels))


def _named(view: View, tables: Tables) -> set[str]:
    """Things that a value other than at the start names, and those in whose zones something lies."""
    found = {str(value) for values in (*view["seats"], view["cells"]) for value in _flat(values)}
    for copies in view["zones"].values():
        found |= {copy["of"] for copy in copies if "of" in copy and copy["count"]}
        for copy in copies:
            for thing in [*copy["things"], *copy.get("in_order", ())]:
                found |= (
                    {str(value) for value in _flat(differences(thing, tables))} if "id" in thing else set()
                )
    for thing in view["things"]:
        found |= {str(value) for value in _flat(differences(thing, tables))}
    return found


def _flat(values: Mapping[str, Any]) -> Iterator[Any]:
    for value in values.values():
        yield from value.values() if isinstance(value, dict) else (value,)
