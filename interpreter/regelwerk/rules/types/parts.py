"""What the parts of expressions must be, and how one may not be it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType

from . import kinds
from .kinds import FLAG, NUMBER, SEAT, maybe, thing
from .scope import Scope

ANY, LIST, GRID, LINKED, PLACE, PLACES = (
    ValueType(word) for word in ("any", "list", "grid", "linked", "place", "places")
)
"""What parts may have to be without being of one kind: anything, some list, a thing of a grid, of a graph,
of either with neighbours, one or several of these."""
A_THING = thing(kinds.ANY_THING)
AMOUNT = ValueType("number", low=1)
"""What says how many or how much: with less than one nothing would come of it."""
WORDS = {
    "number": NUMBER, "flag": FLAG, "seat": SEAT, "direction": kinds.enum("direction"), "thing": A_THING,
    "list": LIST, "grid": GRID, "linked": LINKED, "place": PLACE, "places": PLACES,
    "seat?": maybe(SEAT),
}  # fmt: skip
"""What the words in the table of functions mean."""
PARTS: dict[type[x.Node], dict[str, ValueType]] = {
    x.Arithmetic: {"left": NUMBER, "right": NUMBER},
    x.Negative: {"of": NUMBER},
    x.Recorded: {"of": kinds.POSITION},
    x.Feature: {"over": ANY},
    x.Not: {"of": FLAG},
    x.Compare: {"left": ANY, "right": ANY},
    x.Inside: {"source": LIST, "of": ANY},
    x.IsRow: {"of": maybe(A_THING)},
    x.IsType: {"of": maybe(A_THING)},
    x.IsAnswer: {"of": maybe(kinds.ANSWER)},
    x.Listed: {"of": SEAT},
    x.Told: {"of": maybe(A_THING)},
    x.LetIn: {"value": ANY},
    **{node: {"of": ANY} for node in (x.Any, x.Every, x.All, x.The, x.Count)},
    **{node: {"over": ANY} for node in (x.Sum, x.Extreme)},
    x.Set: {"source": LIST, "low": NUMBER, "high": NUMBER},
}
"""What the parts of nodes must be whatever is declared; a part that is left out may be anything."""

Reason = Literal["kind", "absent", "never", "order", "differ", "holder", "range"]


class Part(NamedTuple):
    """A part of a node: the name of its field or parameter, what it must be, and what is in scope there."""

    name: str
    node: x.Expression | x.Set
    wanted: ValueType
    scope: Scope


class Misfit(NamedTuple):
    """A part that is of another kind than it must be, or may be absent; or two that do not go together."""

    reason: Reason
    part: Part
    found: ValueType
    wanted: ValueType
