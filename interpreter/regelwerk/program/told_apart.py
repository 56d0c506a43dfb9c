"""What rules may ask of a thing besides what it is and where it lies, as far as that never changes.

Each build works out for itself which things are alike; where to look belongs to the definition of that and
is looked up here, by both.
"""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType, WindowDecl
from regelwerk.rules.walk import nodes

from .layout import Layout
from .points import Body

Positions = tuple[int, ...]

_BEHIND = {"before": ("before", "instead", "after"), "instead": (), "after": ("after",)}
"""The rules of an event that may still come where the body of one of a kind asks."""


def thing_positions(kinds: Iterable[ValueType]) -> Positions:
    """Which of some values are things or lists of things."""
    return tuple(n for n, kind in enumerate(kinds) if kind.kind == "thing")


def history_of_things(layout: Layout) -> list[tuple[int, Positions]]:
    """The history queries in which rules name things: the query, and where its keys hold them.

    What scenarios ask besides changes nothing of what is offered.
    """
    found = []
    for number, query in enumerate(layout.queries[: layout.own_queries]):
        parameters = layout.events[query.event].parameters
        positions = thing_positions(kind for name, kind in parameters if name in query.names)
        if positions:
            found.append((number, positions))
    return found


def captured_things(layout: Layout) -> tuple[list[Positions], list[Positions]]:
    """Where lasting rules, and lasting modifiers, hold things among what they captured."""
    rules = [thing_positions(p.type for p in rule.captured or ()) for rule in layout.rules]
    modifiers = [thing_positions(p.type for p in modifier.captured or ()) for modifier in layout.modifiers]
    return rules, modifiers


def put_off_things(layout: Layout) -> list[Positions]:
    """For each event where the arguments with which it is put off hold things."""
    return [thing_positions(kind for _, kind in info.parameters) for info in layout.events]


def columns_naming(layout: Layout, type_name: str) -> list[int]:
    """The stored attributes whose values may be things of a type."""
    return [n for n, column in enumerate(layout.tables.columns) if _may_name(layout, column.kind, type_name)]


def cells_naming(layout: Layout, type_name: str) -> list[int]:
    """The cells whose values may be things of a type."""
    return [cell.number for cell in layout.cells.values() if _may_name(layout, cell.kind, type_name)]


def _may_name(layout: Layout, kind: ValueType, type_name: str) -> bool:
    if kind.kind != "thing":
        return False
    named, info = layout.tables.types[kind.name or ""], layout.tables.types[type_name]
    return named.first <= info.first and info.last <= named.last


def spoken_of_at(layout: Layout, window: WindowDecl) -> tuple[str, ...]:
    """The parameters of a window that are things: whatever is declared in it may read them."""
    return tuple(p.name for p in window.parameters if p.type.kind == "thing")


def spoken_of(layout: Layout, body: Body, place: int) -> tuple[str, ...]:
    """The names of things in scope at a choice that its body, or what follows in its event, still reads.

    What a loop around the choice reads may be read again when it comes round. `#` and the place of a loop
    stands for the elements whose turn is still to come.
    """
    found = layout.spoken.get((body.number, place))
    if found is None:
        found = layout.spoken[body.number, place] = _spoken_of(layout, body, place)
    return found


def _spoken_of(layout: Layout, body: Body, place: int) -> tuple[str, ...]:
    seen = dict(body.places[place].seen)
    things = [name for name, kind in seen.items() if kind.kind == "thing" and not name.startswith("#")]
    to_come = []
    outside = dict.fromkeys(things, place + 1)
    outer = body.places[place].parent
    while outer >= 0:
        around = body.places[outer]
        if isinstance(around.statement, st.ForEach | st.Repeat | st.SecretChoice):
            # What a round binds for itself is another thing in the next one.
            outside.update((name, outer) for name, _ in around.seen if name in outside)
        if isinstance(around.statement, st.ForEach) and seen[f"#{outer}"].kind == "thing":
            binder = around.statement.over.binder
            if any(isinstance(node, ex.Local) and node.name == binder for node in nodes(around.statement)):
                to_come.append(f"#{outer}")
        outer = around.parent
    after = _behind(layout, body) if things else []
    read: dict[int, set[str]] = {}
    for first in set(outside.values()):
        pieces = [each.statement for each in body.places[first:]]
        read[first] = {node.name for node in nodes([*pieces, *after]) if isinstance(node, ex.Local)}
    return (*(name for name in things if name in read[outside[name]]), *to_come)


def _behind(layout: Layout, body: Body) -> list[object]:
    """What follows a body in the life of its event, and may read the event's parameters."""
    if body.kind == "rule":
        rule = layout.rules[layout.rule_number[body.subject]]
        info, kinds = layout.events[layout.event_number[rule.event]], _BEHIND[rule.kind]
    elif body.event >= 0:
        info, kinds = layout.events[body.event], ("after",)
    else:
        return []
    bodies = [info.body, *info.told.values()] if "instead" in kinds else []
    return [layout.rules[n] for n in info.hooks(*kinds)] + [
        place.statement for n in bodies for place in layout.bodies[n].places
    ]
