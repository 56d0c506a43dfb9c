"""Bodies, the places of their statements, and the points at which a match may stand in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.statements import Statement
from regelwerk.rules.types.kinds import LAID, NUMBER, NUMBERS, SEATS, list_of
from regelwerk.rules.types.scope import Scope
from regelwerk.rules.types.statements import Types

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


class BodyMaker:
    """Lays out the statements of bodies and finds what is in scope at each."""

    def __init__(self, types: Types) -> None:
        self.types = types

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
                return [(f"#{p}", list_of(self.types.noun(over))), (f"#{p}i", NUMBER)]
            case st.Repeat(kind="times"):
                return [(f"#{p}", NUMBER)]
            case st.SecretChoice(over=over):
                chosen = list_of(self.types.noun(over))
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
            seen = Scope(dict(scope))
            loops = isinstance(statement, st.ForEach | st.Repeat | st.SecretChoice)
            hidden = self.hidden(statement, place) if loops else []
            for name, block, inside in self.types.inside(statement, seen):
                own = [(local, kind) for local, kind in inside.locals.items() if local not in seen.locals]
                place.blocks[name] = self._block(body, block, place.number, name, [*scope, *hidden, *own])
            bound = self.types.bound(statement, seen)
            if bound is not None:
                scope = [item for item in scope if item[0] != bound[0]] + [bound]
        return first


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
