"""Bodies, the places of their statements, and the points at which a match may stand in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.statements import Statement

from .kinds import LAID, NUMBER, NUMBERS, SEATS, Kinds, many

Named = tuple[str, ValueType]


@dataclass(slots=True)
class Place:
    """A statement and where it stands: `parent` and `slot` name the block, `next` the one after it (or -1).

    `blocks` maps the names of its own blocks to their first places (-1: the block is empty); a block
    that is absent in the text is absent here. `seen` is what the statement itself may read.
    """

    number: int
    statement: Statement
    parent: int
    slot: str
    next: int = -1
    blocks: dict[str, int] = field(default_factory=dict)
    seen: tuple[Named, ...] = ()


@dataclass(slots=True)
class Point:
    """A point of a body: its name in saves, and the names and kinds of the values of a frame there."""

    name: str
    names: tuple[str, ...]
    kinds: tuple[ValueType, ...]


@dataclass(slots=True)
class Body:
    """A body. Points 0 to `len(places) - 1` are the places; the points of stages come after them.

    `kind` is `event`, `told`, `action`, `rule`, `limit`, `window`, `spent`, `payment` or `given`; `subject`
    is the name of what it belongs to (the event for `told`). `first` and `cost` are the first places of the
    body and of an action's cost, -1 if empty. `event` is the number of the event whose life it is, or -1.
    """

    number: int
    name: str
    kind: str
    subject: str
    parameters: tuple[Named, ...]
    event: int = -1
    places: list[Place] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    first: int = -1
    cost: int = -1
    cost_places: int = 0
    point_number: dict[str, int] = field(default_factory=dict)

    def add_point(self, name: str, scope: Sequence[Named]) -> None:
        """Add a point at which values with these names and kinds are kept."""
        self.point_number[name] = len(self.points)
        self.points.append(Point(name, tuple(n for n, _ in scope), tuple(k for _, k in scope)))


def blocks_of(statement: Statement) -> list[tuple[str, tuple[Statement, ...]]]:
    """The blocks inside a statement in the order of the text, with the names of their slots."""
    if isinstance(statement, st.Ask):
        return [(f"way{number}", way.body) for number, way in enumerate(statement.ways)]
    result = []
    for slot in ("body", "then", "otherwise"):
        block = getattr(statement, slot, None)
        if block is not None:
            result.append((slot, block))
    return result


class BodyMaker:
    """Lays out the statements of bodies and finds what is in scope at each."""

    def __init__(self, kinds: Kinds, results: dict[str, ValueType | None]) -> None:
        self.kinds = kinds
        self.results = results

    def fill(self, body: Body, statements: Sequence[Statement], cost: Sequence[Statement] = ()) -> None:
        """Number the statements of `cost` and then those of the body, and make their points."""
        scope = list(body.parameters)
        body.cost = self._block(body, cost, -1, "cost", scope)
        body.cost_places = len(body.places)
        body.first = self._block(body, statements, -1, "body", scope)
        for place in body.places:
            body.add_point(str(place.number), place.seen + tuple(self.hidden(place.statement, place)))

    def hidden(self, statement: Statement, place: Place) -> list[Named]:
        """The hidden locals a statement keeps while something runs or is decided inside it."""
        p = place.number
        match statement:
            case st.ForEach(over=over):
                return [(f"#{p}", many(self.kinds.noun(over, dict(place.seen)))), (f"#{p}i", NUMBER)]
            case st.Repeat(kind="times"):
                return [(f"#{p}", NUMBER)]
            case st.SecretChoice(seats=seats, over=over):
                scope = dict(place.seen)
                scope[seats.binder] = self.kinds.noun(seats, scope)
                chosen = many(self.kinds.noun(over, scope))
                return [(f"#{p}", SEATS), (f"#{p}i", NUMBER), (f"#{p}c", chosen)]
            case st.Pay():
                return [(f"#{p}", SEATS), (f"#{p}i", NUMBER), (f"#{p}p", NUMBER), (f"#{p}l", LAID)]
        return []

    def _block(
        self, body: Body, statements: Sequence[Statement], parent: int, slot: str, outer: list[Named]
    ) -> int:
        scope = list(outer)
        first = -1
        before: Place | None = None
        for statement in statements:
            place = Place(len(body.places), statement, parent, slot, seen=tuple(scope))
            body.places.append(place)
            if before is None:
                first = place.number
            else:
                before.next = place.number
            before = place
            for name, block in blocks_of(statement):
                inner = scope + self._inside(statement, place, name)
                place.blocks[name] = self._block(body, block, place.number, name, inner)
            bound = self._binds(statement, dict(scope))
            if bound is not None:
                scope = [item for item in scope if item[0] != bound[0]] + [bound]
        return first

    def _inside(self, statement: Statement, place: Place, slot: str) -> list[Named]:
        """What a block inside a statement sees besides what the statement sees."""
        if not isinstance(statement, st.ForEach | st.Repeat | st.SecretChoice):
            return []
        result = self.hidden(statement, place)
        scope = dict(place.seen)
        if isinstance(statement, st.ForEach):
            result.append((statement.over.binder, self.kinds.noun(statement.over, scope)))
        if isinstance(statement, st.SecretChoice):
            seats, over = statement.seats, statement.over
            scope[seats.binder] = self.kinds.noun(seats, scope)
            result.append((seats.binder, scope[seats.binder]))
            if slot == "body":
                result.append((over.binder, self.kinds.noun(over, scope)))
        return result

    def _binds(self, statement: Statement, scope: dict[str, ValueType]) -> Named | None:
        """The local a statement leaves behind for the statements after it."""
        match statement:
            case st.Let(name=name, value=value):
                return name, self.kinds.of(value, scope)
            case st.Happen(event=event, result=str(name)):
                return name, self.results.get(event) or NUMBER
            case st.DrawOne(binder=binder, source=source):
                kind = ValueType("thing", self.kinds.tables.zones[source].type, optional=True)
                return binder, kind
            case st.Look(binder=binder, source=source):
                return binder, ValueType("thing", self.kinds.tables.zones[source].type, many=True)
            case st.Create(type=type_name, binder=binder):
                return binder, ValueType("thing", type_name)
            case st.Roll(die=die, binder=binder):
                enum = self.kinds.die_enums[die]
                return binder, NUMBER if enum is None else ValueType("enum", enum)
            case st.PickRandom(over=over):
                return over.binder, self.kinds.noun(over, scope)
            case st.Choose(over=over, amount=amount):
                kind = self.kinds.noun(over, scope)
                return over.binder, kind if amount in ("one", "maybe") else many(kind)
        return None


WINDOW_VALUES: tuple[Named, ...] = (
    ("#order", SEATS),
    ("#turn", NUMBER),
    ("#passes", NUMBER),
    ("#base", NUMBER),
    ("#resolving", NUMBER),
    ("#leaves", NUMBER),
)
ROW_VALUE: Named = ("#row", NUMBER)
EACH_VALUES: tuple[Named, ...] = (("#things", NUMBERS), ("#index", NUMBER))
"""The snapshot of a set for whose elements something counts, and which of them it counts for now."""
