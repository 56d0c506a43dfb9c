"""What is declared, as far as kinds depend on it; the checker of texts and rules from JSON fill it in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from regelwerk.rules import declarations as d
from regelwerk.rules.builtins import ACTION_ENUM, ANSWER_TYPE, DIRECTION_ENUM, DIRECTIONS
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.expressions import Expression, Number, Set

from .kinds import ANSWER, ANY_THING, NUMBER, SEAT, UNKNOWN, enum, list_of, thing

SEAT_TYPE = "seat"


class TypeInfo(msgspec.Struct):
    """A type: its parent, own attributes by name."""

    name: str
    parent: str | None = None
    attributes: dict[str, ValueType] = msgspec.field(default_factory=dict)


class Signature(msgspec.Struct, frozen=True):
    """Parameters and result of something that can be called or read."""

    parameters: tuple[tuple[str, ValueType], ...] = ()
    result: ValueType | None = None
    parts: int = 0
    """Of an action: how many of the parameters after the first are what it uses and aims at.

    Of a group: how many there are after the first, which is an element.
    """
    over: Set | None = None
    """Of a group: how a set over it is made, with its parameters as locals."""
    defaults: Mapping[str, Expression] = msgspec.field(default_factory=dict)
    """What parameters are that a call leaves out. The rules form knows complete calls only."""


class Declared:
    """All that has a kind, by name. A zone has its owner as parameter, a grid its column and row.

    Grids have numbers in the rules form.
    """

    def __init__(self) -> None:
        self.enums: dict[str, tuple[str, ...]] = {}
        self.types: Mapping[str, TypeInfo] = {}
        self.rows: dict[str, tuple[str, int]] = {}
        self.signatures: dict[str, Signature] = {}
        self.grids: dict[str, int] = {}
        self.adjacent: dict[str, d.Adjacency] = {}
        """The grids that say which of their places are adjacent, and what they say."""
        self.graphs: dict[str, tuple[str, str]] = {}
        self.lifetimes: dict[str, str] = {}
        self.covered: dict[str, str] = {}
        """The zones that not everybody sees, at least under an option, with the types of their things."""
        self.stored: set[tuple[str, str]] = set()
        self.sorts: dict[str, str] = {}
        self.fewest, self.seats = 1, 12

    def line(self, name: str) -> Iterator[TypeInfo]:
        """Return a type and those above it, nearest first; a circle of types ends after one round."""
        seen: set[str] = set()
        current: str | None = name
        while current is not None and current not in seen and current in self.types:
            seen.add(current)
            yield self.types[current]
            current = self.types[current].parent

    def below(self, name: str | None, above: str | None) -> bool:
        """Say whether type `name` is `above` or below it."""
        return above == ANY_THING or any(info.name == above for info in self.line(name or ""))

    def rows_below(self, above: str) -> Iterator[str]:
        """Return the rows whose type is `above` or below it, in order."""
        below = {name: self.below(name, above) for name in {name for name, _ in self.rows.values()}}
        return (row for row, (name, _) in self.rows.items() if below[name])

    def related(self, one: str | None, other: str | None) -> bool:
        """Say whether a thing of the one type may be of the other."""
        return self.below(one, other) or self.below(other, one)

    def common_type(self, rows: tuple[str, ...]) -> str:
        """Return the nearest type that all rows have in common, else that of the first."""
        first = self.rows[rows[0]][0]
        for info in self.line(first):
            if all(self.below(self.rows[row][0], info.name) for row in rows):
                return info.name
        return first

    def sort(self, name: str) -> str | None:
        """Return what sort of thing a name is, if it is declared."""
        return self.sorts.get(name)

    def named(self, *sorts: str) -> Iterator[str]:
        """Return the names of these sorts."""
        return (name for name, sort in self.sorts.items() if sort in sorts)

    def result(self, name: str) -> ValueType:
        """Return the kind of what is read or called by a name."""
        signature = self.signatures.get(name)
        return UNKNOWN if signature is None or signature.result is None else signature.result

    def grid_of(self, number: Expression) -> str:
        """Return the grid that stands for itself as a number; empty if there is none."""
        return next((grid for grid, mine in self.grids.items() if number == Number(mine)), "")

    def on_grid(self, type_name: str | None) -> bool:
        """Say whether the things of a type are the places of a grid."""
        return any(self.result(grid).name == type_name for grid in self.grids)

    def has_neighbours(self, type_name: str | None) -> bool:
        """Say whether the things of a type are places of which it is said which are adjacent."""
        own = [grid in self.adjacent for grid in self.grids if self.result(grid).name == type_name]
        return all(own) if own else self.graph_of(type_name) is not None

    def attribute(self, type_name: str, attribute: str) -> tuple[str, ValueType] | None:
        """Return the type that declares an attribute, and the attribute's kind."""
        for info in self.line(type_name):
            if attribute in info.attributes:
                return info.name, info.attributes[attribute]
        return None

    def graph_of(self, type_name: str | None) -> tuple[str, str] | None:
        """Return (type, type of its links) of the graph the things of a type belong to."""
        for info in self.line(type_name or ""):
            for linked, link in self.graphs.values():
                if linked == info.name:
                    return linked, link
        return None

    def noun(self, noun: str) -> ValueType | None:
        """Return the kind of the elements of a set over a noun, if it is one."""
        if noun == SEAT_TYPE:
            return SEAT
        if noun == "number":
            return NUMBER
        if noun in self.enums:
            return enum(noun)
        if noun in self.types:
            return thing(noun)
        return ANSWER if noun == ANSWER_TYPE else None

    def index(self, cell: ValueType) -> ValueType | None:
        """Return the kind of what a cell is indexed by; None if it is one cell."""
        if cell.per is None:
            return None
        if isinstance(cell.per, d.Numbers):
            return ValueType("number", low=cell.per.low, high=cell.per.high)
        return self.noun(cell.per) or UNKNOWN

    def cells(self, cell: ValueType) -> list[str]:
        """Return what tables write behind the dot for each of several cells; seats have no names there."""
        if isinstance(cell.per, d.Numbers):
            return [str(number) for number in range(cell.per.low, cell.per.high + 1)]
        if cell.per in self.enums:
            return list(self.enums[cell.per])
        return list(self.rows_below(cell.per or ""))

    def not_told_apart(
        self, name: str
    ) -> tuple[Literal["passing", "copies", "hidden", "nothing"], str] | None:
        """Return why cells cannot be told apart by the things of a type, and the zone that hides them."""
        rows = [self.rows[row][1] for row in self.rows_below(name)]
        if any(self.below(passing, name) for passing in self.lifetimes):
            return "passing", ""
        if any(copies > 1 for copies in rows):
            return "copies", ""
        for zone, kind in self.covered.items():
            if self.related(name, kind):
                return "hidden", zone
        if not rows and not any(self.below(self.result(grid).name, name) for grid in self.grids):
            return "nothing", ""
        return None


def declared_in(rules: d.Rules) -> Declared:
    """Look up what rules declare; of two declarations of one name the last counts."""
    found = Declared()
    found.enums = {
        DIRECTION_ENUM: DIRECTIONS,
        ACTION_ENUM: tuple(action.name for action in rules.actions),
        **{
            die.enum: tuple(dict.fromkeys(map(str, die.all_faces)))
            for die in rules.dice
            if die.enum is not None
        },
        **{enum.name: enum.members for enum in rules.enums},
    }
    found.types = {
        each.name: TypeInfo(each.name, each.parent, {a.name: a.type for a in each.attributes})
        for each in rules.types
    }
    found.rows = {row.name: (row.type, row.copies) for row in rules.rows}
    found.lifetimes = {each.name: each.lives_until for each in rules.types if each.lives_until is not None}
    found.covered = {
        zone.name: zone.type
        for zone in rules.zones
        if zone.seen != "all" or (zone.seen_when is not None and zone.seen_then != "all")
    }
    found.stored = {(each.name, a.name) for each in rules.types for a in each.attributes if a.stored}
    found.fewest, found.seats = rules.players
    found.sorts = dict.fromkeys(found.rows, "row") | dict.fromkeys(found.types, "type")
    found.grids = {grid.name: number for number, grid in enumerate(rules.maps)}
    found.adjacent = {grid.name: grid.adjacent for grid in rules.maps if grid.adjacent is not None}
    found.graphs = {graph.name: (graph.type, graph.link) for graph in rules.graphs}
    for sort, signatures in _signatures(found, rules).items():
        found.signatures |= signatures
        found.sorts |= dict.fromkeys(signatures, sort)
    return found


def _signatures(found: Declared, rules: d.Rules) -> dict[str, dict[str, Signature]]:
    def called(each: d.ValueDecl | d.EventDecl | d.WindowDecl) -> Signature:
        return Signature(tuple((p.name, p.type) for p in each.parameters), getattr(each, "result", None))

    def owner(zone: d.ZoneDecl) -> tuple[tuple[str, ValueType], ...]:
        return () if zone.owner is None else (("owner", found.noun(zone.owner) or UNKNOWN),)

    windows = {window.name: called(window) for window in rules.windows}
    return {
        "zone": {z.name: Signature(owner(z), list_of(thing(z.type))) for z in rules.zones},
        "state": {state.name: Signature((), state.type) for state in rules.states},
        "option": {option.name: Signature((), option.type) for option in rules.options},
        "die": {die.name: Signature((), _shown(die)) for die in rules.dice},
        "map": {grid.name: Signature(_places(grid), thing(grid.type)) for grid in rules.maps},
        "list": {
            each.name: Signature(tuple((part.name, list_of(thing(part.type))) for part in each.parts))
            for each in rules.lists
        },
        "value": {value.name: called(value) for value in rules.values},
        "event": {event.name: called(event) for event in rules.events},
        "window": windows,
        "action": {action.name: _action(found, action, windows) for action in rules.actions},
        "payment": {p.name: Signature((), None if p.kind is None else p.kind.type) for p in rules.payments},
    }


def _places(grid: d.MapDecl) -> tuple[tuple[str, ValueType], ...]:
    def up_to(size: d.Extent) -> ValueType:
        return ValueType("number", low=1, high=size if isinstance(size, int) else None)

    return ("column", up_to(grid.width)), ("row", up_to(grid.height))


def _shown(die: d.DieDecl) -> ValueType:
    if die.enum is not None:
        return enum(die.enum)
    numbers = [face for face in die.all_faces if isinstance(face, int)]
    return ValueType("number", low=min(numbers, default=0), high=max(numbers, default=0))


def _action(found: Declared, action: d.ActionDecl, windows: Mapping[str, Signature]) -> Signature:
    """`by`, the parts, then the parameters that all its windows have."""
    parts = {part.over.binder: found.noun(part.over.noun) or UNKNOWN for part in action.parts}
    shared = [dict(windows[name].parameters).items() for name in action.at if name in windows]
    common = dict(each for each in (shared[0] if shared else ()) if all(each in others for others in shared))
    return Signature(tuple(({action.by: SEAT} | parts | (common | parts)).items()), None, len(action.parts))
