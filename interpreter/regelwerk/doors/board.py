"""A view of a match as a board in the terminal. It is laid out from the view alone and knows no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from regelwerk.doors.labels import Labels
from regelwerk.program.things import AttributeInfo, Tables
from regelwerk.studies.telling import tell

View = Mapping[str, Any]
USUAL = ("none", 0, "no")
"""Values that are not worth showing where many stand side by side."""

EVENTS, THINGS, PER_ZONE = 10, 24, 14
"""How many events, things and contents of a zone are shown."""


def board(view: View, tables: Tables, labels: Labels, title: str) -> RenderableType:
    """Everything a seat may know, apart from its options."""
    parts: list[RenderableType] = []
    for grid in tables.grids:
        parts.append(_grid(view, tables, grid.name, labels))
    parts += [part for part in (_seats(view, labels), _zones(view, tables, labels)) if part is not None]
    facts = [part for part in (_states(view, labels), _things(view, tables, labels)) if part is not None]
    if facts:
        row = Table.grid(padding=(0, 2))
        row.add_row(*facts)
        parts.append(row)
    recent = events(view["log"], labels)
    if recent:
        lines = Text("\n".join(recent[-EVENTS:]), style="dim", no_wrap=True, overflow="ellipsis")
        parts.append(
            Panel(lines, title=labels.word("Events"), title_align="left", box=box.ROUNDED, style="dim")
        )
    return Panel(Group(*parts), title=f"[b]{_escaped(title)}[/b]", title_align="left", box=box.HEAVY)


SILENT = ("triggered", "opened", "closed", "waits", "takes_effect")
"""Kinds of entries that a player reads from what follows them."""


def events(log: Sequence[Mapping[str, Any]], labels: Labels) -> list[str]:
    """The log in words, without what stands twice in a row."""
    lines: list[str] = []
    for entry in log:
        if entry["kind"] in SILENT:
            continue
        line = tell(entry, labels.text, labels.language)
        if not lines or lines[-1] != line:
            lines.append(line)
    return lines


def _escaped(text: str) -> str:
    return text.replace("[", r"\[")


def _plain_table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(headings))
    for heading in headings:
        table.add_column(Text(heading), overflow="fold")
    return table


def _value(value: Any, labels: Labels) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{labels.name(key)} {_value(inner, labels)}" for key, inner in value.items())
    return labels.text(str(value))


def _seats(view: View, labels: Labels) -> Table | None:
    seats = view["seats"]
    if not seats or not seats[0]:
        return None
    names = []
    for number in range(1, len(seats) + 1):
        seat = f"seat {number}"
        marks = [labels.word("you")] if view["seat"] == seat else []
        if isinstance(view["waiting"], list) and seat in view["waiting"]:
            marks.append("<")
        names.append(" ".join([labels.text(seat), *(f"({mark})" if mark != "<" else mark for mark in marks)]))
    table = _plain_table(labels.word("Seats"), *names)
    for attribute in seats[0]:
        table.add_row(
            Text(labels.name(attribute)), *(Text(_value(seat[attribute], labels)) for seat in seats)
        )
    return table


def _zones(view: View, tables: Tables, labels: Labels) -> Table | None:
    table = _plain_table(labels.word("Zones"), "", "")
    for name, copies in view["zones"].items():
        for copy in copies:
            if copy["count"]:
                owner = labels.text(copy["of"]) if "of" in copy else ""
                table.add_row(Text(labels.name(name)), Text(owner), Text(_contents(copy, tables, labels)))
    return table if table.row_count else None


def _contents(copy: Mapping[str, Any], tables: Tables, labels: Labels) -> str:
    """What lies in a zone: alike things once, with their number; hidden ones by their backs."""
    counted: Counter[str] = Counter()
    for thing in [*copy["things"], *copy.get("in_order", ())]:
        if "thing" in thing:
            counted[_thing(_changed(thing, copy.get("of"), tables), labels)] += 1
        else:
            counted[_back(thing, labels)] += 1
    for back in copy["hidden"]:
        counted[_back(back["back"], labels)] += back["count"]
    texts = [text if number == 1 else f"{number} x {text}" for text, number in counted.items()]
    more = [f"... {len(texts) - PER_ZONE} {labels.word('more')}"] if len(texts) > PER_ZONE else []
    return ", ".join(texts[:PER_ZONE] + more)


def _changed(thing: Mapping[str, Any], owner: str | None, tables: Tables) -> dict[str, Any]:
    """A thing without the stored values it began with, and without the name of whoever holds the zone."""
    shown: dict[str, Any] = {}
    for name, value in thing.items():
        info = tables.attributes.get((_declarer(thing["id"], name, tables), name))
        if name in ("thing", "id") or info is None or info.column < 0:
            shown[name] = value
            continue
        first = (thing["id"] - info.first) * info.members
        begun = [_begun(info, number, tables) for number in info.values[first : first + info.members]]
        if isinstance(value, dict):
            changed = {key: now for (key, now), old in zip(value.items(), begun, strict=True) if now != old}
            if changed:
                shown[name] = changed
        elif value not in (begun[0], owner):
            shown[name] = value
    return shown


def _set_aside(thing: int, tables: Tables) -> bool:
    """Whether a thing outside all zones is of a sort that lies in zones, so that it takes no part now."""
    homes = {zone.type for zone in tables.zone_decl}
    name: str | None = tables.type_of[thing]
    while name is not None and name not in homes:
        name = tables.types[name].parent
    return name is not None


def _worth_showing(thing: Mapping[str, Any], tables: Tables) -> dict[str, Any]:
    """The values of a thing that lies in no zones, without `none` and `no`; of those by member only what has
    changed since the start."""
    changed = _changed(thing, None, tables)
    values = {key: value for key, value in thing.items() if key not in ("thing", "id")}
    return {
        key: changed[key] if isinstance(value, dict) else value
        for key, value in values.items()
        if (key in changed if isinstance(value, dict) else value not in ("none", "no"))
    }


def _declarer(thing: int, attribute: str, tables: Tables) -> str:
    """The type that declares an attribute of a thing: its own or one above; "" if it has none."""
    name: str | None = tables.type_of[thing]
    while name is not None and (name, attribute) not in tables.attributes:
        name = tables.types[name].parent
    return name or ""


def _begun(info: AttributeInfo, value: int, tables: Tables) -> Any:
    """What a view shows for a value at the start; for things, which are shown in any case, only `none`."""
    if info.kind.kind == "number":
        return value
    if info.kind.optional and value < 0:
        return "none"
    if info.kind.kind == "flag":
        return "yes" if value else "no"
    if info.kind.kind == "seat":
        return f"seat {value + 1}"
    return tables.enums[info.kind.name][value] if info.kind.name in tables.enums else None


def _thing(thing: Mapping[str, Any], labels: Labels) -> str:
    extra = [f"{labels.name(k)} {_value(v, labels)}" for k, v in thing.items() if k not in ("thing", "id")]
    return labels.text(thing["thing"]) + (f" ({', '.join(extra)})" if extra else "")


def _back(back: Mapping[str, Any], labels: Labels) -> str:
    extra = [_value(value, labels) for value in back.values()]
    return labels.word("hidden") + (f" ({', '.join(extra)})" if extra else "")


def _states(view: View, labels: Labels) -> Table | None:
    table = _plain_table(labels.word("States"), "")
    for name, value in view["cells"].items():
        table.add_row(Text(labels.name(name)), Text(_value(value, labels)))
    return table if table.row_count else None


def _things(view: View, tables: Tables, labels: Labels) -> Table | None:
    """Things that lie in no zones, other than fields of grids, that differ from the usual."""
    fields = {grid.name for grid in tables.grids}
    outside = [
        (thing["thing"], _worth_showing(thing, tables))
        for thing in view["things"]
        if thing["thing"].split("(")[0] not in fields and not _set_aside(thing["id"], tables)
    ]
    things = [pair for pair in outside if any(value not in USUAL for value in pair[1].values())]
    if not things:
        return None
    table = _plain_table(labels.word("Things"), "")
    for name, values in things[:THINGS]:
        texts = [f"{labels.name(key)} {_value(value, labels)}" for key, value in values.items()]
        table.add_row(Text(labels.text(name)), Text(", ".join(texts)))
    if len(things) > THINGS:
        table.add_row(Text(f"... {len(things) - THINGS} {labels.word('more')}"), "")
    return table


def _grid(view: View, tables: Tables, name: str, labels: Labels) -> Table:
    grid = next(grid for grid in tables.grids if grid.name == name)
    fields = {thing["id"]: thing for thing in view["things"]}
    table = Table(
        box=box.SQUARE, show_header=True, show_lines=True, title=labels.name(name), title_justify="left"
    )
    table.add_column("", justify="right", style="dim")
    for column in range(grid.width):
        table.add_column(str(column + 1), justify="center", min_width=8)
    for row in range(grid.height):
        ids = range(grid.first + row * grid.width, grid.first + (row + 1) * grid.width)
        table.add_row(str(row + 1), *(Text(_field(fields.get(thing), view, thing, labels)) for thing in ids))
    return table


def _field(field: Mapping[str, Any] | None, view: View, thing: int, labels: Labels) -> str:
    """What a field shows: its values other than none, 0 and no."""
    values = {} if field is None else {k: v for k, v in field.items() if k not in ("thing", "id")}
    shown = [_value(value, labels) for value in values.values() if value not in USUAL]
    return "\n".join(shown)
