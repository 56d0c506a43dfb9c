"""Ids of things, attributes, zones and grids: the tables a game is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from regelwerk.rules.builtins import ACTION_ENUM, DIRECTION_ENUM, DIRECTIONS
from regelwerk.rules.declarations import (
    PASSING,
    Adjacency,
    AttributeDecl,
    Numbers,
    Rules,
    TypeDecl,
    ValueType,
)

SEAT = "seat"
ZONE_SET, ZONE_ORDERED, ZONE_PILE = 0, 1, 2
_ORDERS = {"set": ZONE_SET, "ordered": ZONE_ORDERED, "pile": ZONE_PILE}


@dataclass(slots=True)
class TypeInfo:
    """A type: its things are the ids `first` to `last - 1`, those of the types below it included."""

    name: str
    number: int
    parent: str | None
    first: int = 0
    last: int = 0


@dataclass(slots=True)
class GridInfo:
    """A grid: its things are the ids from `first` in reading order."""

    name: str
    width: int
    height: int
    first: int
    adjacent: Adjacency | None


@dataclass(slots=True)
class AttributeInfo:
    """An attribute of a type or of seats.

    `values[(thing - first) * members + member]` is the fixed value, or the value at the start if the
    attribute is stored; `members` is 1 without `per`, and `index` has the numbers by which it is indexed
    (of members, seats, things). `column` is the number of the stored column, -1
    for a fixed attribute. `low` and `high` bound numbers.
    """

    name: str
    type: str
    kind: ValueType
    column: int
    first: int
    count: int
    members: int
    index: range
    values: list[int]
    low: int | None
    high: int | None
    on_back: bool


@dataclass(slots=True)
class ZoneInfo:
    """A declared zone: its copies have the numbers `first` to `first + count - 1`, one for each owner."""

    name: str
    type: str
    order: int
    seen: str
    owner: str | None
    first: int
    count: int
    first_owner: int


@dataclass(slots=True)
class Tables:
    """Everything about things that does not change."""

    players: int
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    types: dict[str, TypeInfo] = field(default_factory=dict)
    row_names: list[str] = field(default_factory=list)
    row_number: dict[str, int] = field(default_factory=dict)
    row_things: list[range] = field(default_factory=list)
    row_of: list[int] = field(default_factory=list)
    copy_of: list[int] = field(default_factory=list)
    type_of: list[str] = field(default_factory=list)
    grids: list[GridInfo] = field(default_factory=list)
    passing: dict[str, range] = field(default_factory=dict)
    is_passing: list[bool] = field(default_factory=list)
    neighbours: dict[int, list[int]] = field(default_factory=dict)
    links: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    grid_of: list[int] = field(default_factory=list)
    attributes: dict[tuple[str, str], AttributeInfo] = field(default_factory=dict)
    shown: dict[str, tuple[AttributeInfo, ...]] = field(default_factory=dict)
    """For each type, those of its things that may be seen without the table of its rows."""
    named_by: dict[str, AttributeInfo] = field(default_factory=dict)
    """For a type the attribute that tells its things apart where they are offered."""
    columns: list[AttributeInfo] = field(default_factory=list)
    zones: dict[str, ZoneInfo] = field(default_factory=dict)
    zone_decl: list[ZoneInfo] = field(default_factory=list)
    zone_owner: list[int] = field(default_factory=list)
    zone_order: list[int] = field(default_factory=list)
    zone_seen_by: list[int] = field(default_factory=list)
    starts_in: list[int] = field(default_factory=list)
    distances: dict[tuple[int, ...], int] = field(default_factory=dict, compare=False, repr=False)
    """What `distance` has found, by start, end and what it may lead through: neighbours stay the same."""
    remembered: int = field(default=0, compare=False, repr=False)
    """How many things are named in `distances`."""


def make_tables(
    rules: Rules, players: int, options: Mapping[str, int], otherwise_seen: set[str] | None = None
) -> Tables:
    """Number the things and lay out attributes and zones; zones of `otherwise_seen` are seen by
    `seen_then`, grids are as large as `options` say."""
    tables = Tables(players=players)
    tables.enums = {enum.name: enum.members for enum in rules.enums}
    tables.enums.setdefault(DIRECTION_ENUM, DIRECTIONS)
    tables.enums.setdefault(ACTION_ENUM, tuple(action.name for action in rules.actions))
    for die in rules.dice:
        if die.enum is not None and die.enum not in tables.enums:
            tables.enums[die.enum] = tuple(dict.fromkeys(str(face) for face in die.all_faces))
    _number_things(rules, tables, options)
    for declared in rules.types:
        for attribute in declared.attributes:
            info = _attribute(rules, tables, declared, attribute)
            tables.attributes[declared.name, attribute.name] = info
    namers = {declared.name: _namer(rules, tables, declared) for declared in rules.types}
    tables.named_by = {name: namer for name, namer in namers.items() if namer is not None}
    tables.shown = {name: tuple(_shown(tables, name)) for name in tables.types}
    _zones(rules, tables, otherwise_seen or set())
    tables.is_passing = [False] * len(tables.row_of)
    for things in tables.passing.values():
        for thing in things:
            tables.is_passing[thing] = True
    for grid in tables.grids:
        tables.neighbours |= _adjacent(grid)
    for graph in rules.graphs:
        _link(tables, graph.link)
    return tables


def _namer(rules: Rules, tables: Tables, declared: TypeDecl | None) -> AttributeInfo | None:
    """The attribute that a type, or the nearest above it that says so, is named by."""
    types = {each.name: each for each in rules.types}
    while declared is not None and declared.named_by is None:
        declared = types.get(declared.parent or "")
    name, owner = (declared.named_by or "", declared) if declared is not None else ("", None)
    while owner is not None and (owner.name, name) not in tables.attributes:
        owner = types.get(owner.parent or "")
    return None if owner is None else tables.attributes[owner.name, name]


def _shown(tables: Tables, name: str) -> Iterator[AttributeInfo]:
    for info in tables.attributes.values():
        if info.on_back or info.column >= 0:
            above: str | None = name
            while above is not None and above != info.type:
                above = tables.types[above].parent
            if above is not None:
                yield info


SQUARE = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
HEXAGONAL = (None, (1, -1), (1, 0), (0, 1), None, (-1, 1), (-1, 0), (0, -1))
"""How far to the right and down each of the directions leads on a grid; above hexagons lies none."""
assert len(SQUARE) == len(HEXAGONAL) == len(DIRECTIONS)
_ADJACENT: dict[Adjacency, Sequence[int]] = {
    "orthogonally": range(0, 8, 2),
    "in_all_directions": range(8),
    "as_hexagons": range(8),
}
"""The directions in which the neighbours lie."""


def next_on(grid: GridInfo, thing: int, direction: int) -> int:
    """The thing next to one of a grid in a direction, -1 if there is none."""
    step = (HEXAGONAL if grid.adjacent == "as_hexagons" else SQUARE)[direction]
    if step is None:
        return -1
    down, right = divmod(thing - grid.first, grid.width)
    x, y = right + step[0], down + step[1]
    return grid.first + y * grid.width + x if 0 <= x < grid.width and 0 <= y < grid.height else -1


def _adjacent(grid: GridInfo) -> dict[int, list[int]]:
    """The neighbours of each thing of a grid, in order of their ids."""
    if grid.adjacent is None:
        return {}
    ways = _ADJACENT[grid.adjacent]
    things = range(grid.first, grid.first + grid.width * grid.height)
    found = ((thing, (next_on(grid, thing, way) for way in ways)) for thing in things)
    return {thing: sorted(other for other in others if other >= 0) for thing, others in found}


def _link(tables: Tables, link: str) -> None:
    """Note where the links of a type lead: from their first end to the second, and back if not one way."""
    info = tables.types[link]

    def value(name: str, thing: int) -> int:
        kind: str | None = link
        while kind is not None and (kind, name) not in tables.attributes:
            kind = tables.types[kind].parent
        if kind is None:
            return 0
        attribute = tables.attributes[kind, name]
        return attribute.values[thing - attribute.first]

    for thing in range(info.first, info.last):
        start, end = value("from_place", thing), value("to_place", thing)
        ways = [(start, end)] if value("one_way", thing) else [(start, end), (end, start)]
        for a, b in ways:
            if b not in tables.neighbours.setdefault(a, []):
                tables.neighbours[a].append(b)
                tables.neighbours[a].sort()
            tables.links.setdefault((a, b), []).append(thing)


def _number_things(rules: Rules, tables: Tables, options: Mapping[str, int]) -> None:
    tables.row_names = [row.name for row in rules.rows]
    tables.row_number = {name: number for number, name in enumerate(tables.row_names)}
    tables.row_things = [range(0)] * len(rules.rows)
    for number, declared in enumerate(rules.types):
        if declared.name != SEAT:
            tables.types[declared.name] = TypeInfo(declared.name, number, declared.parent)
    roots = [t for t in rules.types if t.parent is None and t.name != SEAT]
    waiting: list[TypeDecl | str] = list(reversed(roots))
    grids: dict[int, GridInfo] = {}
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            tables.types[item].last = len(tables.row_of)
            continue
        info = tables.types[item.name]
        info.first = len(tables.row_of)
        for number, grid in enumerate(rules.maps):
            if grid.type == item.name:
                width, height = (n if isinstance(n, int) else options[n] for n in (grid.width, grid.height))
                first = _add_things(tables, item.name, -1, width * height, number)
                grids[number] = GridInfo(grid.name, width, height, first, grid.adjacent)
        for number, row in enumerate(rules.rows):
            if row.type == item.name:
                first = _add_things(tables, item.name, number, row.copies, -1)
                tables.row_things[number] = range(first, first + row.copies)
        if item.lives_until is not None:
            first = _add_things(tables, item.name, -1, PASSING, -1)
            tables.passing[item.name] = range(first, first + PASSING)
        waiting.append(item.name)
        waiting.extend(reversed([t for t in rules.types if t.parent == item.name]))
    tables.grids = [grids[number] for number in sorted(grids)]


def _add_things(tables: Tables, type_name: str, row: int, count: int, grid: int) -> int:
    first = len(tables.row_of)
    tables.row_of.extend([row] * count)
    tables.copy_of.extend(range(1, count + 1))
    tables.type_of.extend([type_name] * count)
    tables.grid_of.extend([grid] * count)
    return first


def plain_value(tables: Tables, kind: ValueType, value: int | bool | str | None) -> int:
    """A value of a table (a number, a member's name, a row's name or none) as a run-time number."""
    if value is None:
        return -1
    if isinstance(value, str):
        if kind.kind == "enum":
            return tables.enums[kind.name or ""].index(value)
        return tables.row_things[tables.row_number[value]][0]
    return int(value)


def absent_value(kind: ValueType) -> int:
    """The value of a cell that nothing sets: none where that is allowed, else 0 or the nearest to it."""
    if kind.optional or kind.kind in ("thing", "seat"):
        return -1
    if kind.kind == "number":
        low = kind.low if kind.low is not None else 0
        high = kind.high if kind.high is not None else 0
        return low if low > 0 else high if high < 0 else 0
    return 0


def index_of(tables: Tables, kind: ValueType) -> range:
    """The numbers by which cells of a kind are indexed; of one cell only 0."""
    if kind.per is None:
        return range(1)
    if isinstance(kind.per, Numbers):
        return range(kind.per.low, kind.per.high + 1)
    if kind.per in tables.enums:
        return range(len(tables.enums[kind.per]))
    if kind.per == SEAT:
        return range(tables.players)
    info = tables.types[kind.per]
    return range(info.first, info.last)


def index_names(tables: Tables, kind: ValueType) -> list[str]:
    """What tables and labels call these numbers: members and rows by their names, seats from 1."""
    if isinstance(kind.per, str) and kind.per in tables.enums:
        return list(tables.enums[kind.per])
    index = index_of(tables, kind)
    if isinstance(kind.per, str) and kind.per in tables.types:
        return [tables.row_names[tables.row_of[n]] if tables.row_of[n] >= 0 else "" for n in index]
    return [f"seat {n + 1}" if kind.per == SEAT else str(n) for n in index]


def _attribute(rules: Rules, tables: Tables, owner: TypeDecl, decl: AttributeDecl) -> AttributeInfo:
    if owner.name == SEAT:
        first, count = 0, tables.players
    else:
        info = tables.types[owner.name]
        first, count = info.first, info.last - info.first
    index = index_of(tables, decl.type)
    members = len(index)
    names = index_names(tables, decl.type) if decl.type.per is not None else [""]
    default = absent_value(decl.type)
    if decl.default is not None:
        default = plain_value(tables, decl.type, decl.default)
    values = [default] * (count * members)
    if owner.name != SEAT:
        for row, things in zip(rules.rows, tables.row_things, strict=True):
            if not things or not first <= things.start < first + count:
                continue
            for position, member in enumerate(names):
                for key in (decl.name, f"{decl.name}.{member}"):
                    if key in row.values:
                        value = plain_value(tables, decl.type, row.values[key])
                        for thing in things:
                            values[(thing - first) * members + position] = value
    column = len(tables.columns) if decl.stored else -1
    result = AttributeInfo(
        name=decl.name,
        type=owner.name,
        kind=decl.type,
        column=column,
        first=first,
        count=count,
        members=members,
        index=index,
        values=values,
        low=decl.type.low if decl.type.kind == "number" else None,
        high=decl.type.high if decl.type.kind == "number" else None,
        on_back=decl.on_back,
    )
    if decl.stored:
        tables.columns.append(result)
    return result


def _zones(rules: Rules, tables: Tables, otherwise_seen: set[str]) -> None:
    everyone = (1 << tables.players) - 1
    for decl in rules.zones:
        if decl.owner is None:
            owners = [-1]
        elif decl.owner == SEAT:
            owners = list(range(tables.players))
        else:
            owners = list(range(tables.types[decl.owner].first, tables.types[decl.owner].last))
        seen = decl.seen_then if decl.name in otherwise_seen else decl.seen
        info = ZoneInfo(
            name=decl.name,
            type=decl.type,
            order=_ORDERS[decl.order],
            seen=seen,
            owner=decl.owner,
            first=len(tables.zone_decl),
            count=len(owners),
            first_owner=owners[0] if owners else 0,
        )
        tables.zones[decl.name] = info
        for owner in owners:
            tables.zone_decl.append(info)
            tables.zone_owner.append(owner)
            tables.zone_order.append(info.order)
            if seen == "all":
                tables.zone_seen_by.append(everyone)
            elif seen == "owner" and decl.owner == SEAT:
                tables.zone_seen_by.append(1 << owner)
            else:
                tables.zone_seen_by.append(0)
    tables.starts_in = first_zones(rules, tables)


def first_zones(rules: Rules, tables: Tables) -> list[int]:
    """For each thing the zone in which it starts if no list sets it aside, -1 for none."""
    by_type = {declared.name: declared for declared in rules.types}
    found = []
    for thing, row in enumerate(tables.row_of):
        zone = rules.rows[row].starts_in if row >= 0 else None
        kind: str | None = tables.type_of[thing]
        while zone is None and kind is not None:
            zone = by_type[kind].starts_in
            kind = by_type[kind].parent
        found.append(-1 if zone is None else tables.zones[zone].first)
    return found
