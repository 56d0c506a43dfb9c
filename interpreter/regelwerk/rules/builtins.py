"""The functions of the language: their names, the kinds they take and give, and one line each.

Read by the checker, by both builds and by the documentation. Kinds are `number`, `flag`, `seat`,
`thing`, `grid` (a thing of a grid), `linked` (a thing of a graph; `links` are its links), `place` (one of
either, if it has neighbours), `places` (one place, or a list of them), `member` (of any enum), `direction`,
`list`, `any`; `element` is an element of the list given, `things` a list of things of the kind of the
first argument; a `?` after a kind admits none.
"""

from __future__ import annotations

from typing import NamedTuple

DIRECTION_ENUM = "direction"
DIRECTIONS = (
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
)
"""Members of the enum every game has; north is up, towards row 1."""

ACTION_ENUM = "action"
"""The enum whose members are the actions of the game in order: the kind of an answer's `action`."""

OWN_END = "end"
"""How a match ends whose `main`, or what a scenario has started, is done."""

ANSWERS_ZONE = "answers"
"""The name by which the answers of open windows that have not taken effect are read as a list."""

ANSWER_TYPE = "answer"
ANSWER_ATTRIBUTES = ("by", "action", "used", "cancelled", "targets")


class BuiltinInfo(NamedTuple):
    """One function: `parameters` and `result` are kinds as the module's text explains them.

    Those of `scenarios` ask what rules may not ask.
    """

    name: str
    parameters: tuple[str, ...]
    result: str
    text: str
    scenarios: bool = False


BUILTINS: tuple[BuiltinInfo, ...] = (
    BuiltinInfo("next", ("seat",), "seat", "the next seat clockwise"),
    BuiltinInfo(
        "next_in", ("seat", "list"), "seat", "the next seat clockwise that is in the list; itself if none is"
    ),
    BuiltinInfo("size", ("list",), "number", "how many elements the list has"),
    BuiltinInfo("quotient", ("number", "number"), "number", "the first divided by the second, rounded down"),
    BuiltinInfo("row", ("grid",), "number", "the row of a thing of a grid, from 1 at the top"),
    BuiltinInfo("column", ("grid",), "number", "the column of a thing of a grid, from 1 at the left"),
    BuiltinInfo(
        "place",
        ("number", "number", "number"),
        "grid",
        "written `name_of_the_map(column, row)`: the thing at a place, from 1",
    ),
    BuiltinInfo("neighbour", ("grid", "direction"), "grid?", "the thing next to it in a direction, or none"),
    BuiltinInfo(
        "path", ("grid", "direction", "number"), "things", "up to so many things in a line, itself included"
    ),
    BuiltinInfo("neighbours", ("place",), "things", "the places next to this one, in order of their ids"),
    BuiltinInfo("links", ("linked", "linked"), "links", "the links that lead from the first to the second"),
    BuiltinInfo(
        "distance",
        ("place", "place", "list"),
        "number",
        "the fewest steps from neighbour to neighbour, every place after the first being one of the list; "
        "1000 if none lead there",
    ),
    BuiltinInfo(
        "reach",
        ("places", "list"),
        "things",
        "the places that steps from neighbour to neighbour lead to, every one after the first being one of "
        "the list; what they begin at is among them",
    ),
    BuiltinInfo("holder", ("thing",), "holder", "the thing that owns the zone the thing lies in, or none"),
    BuiltinInfo("owner", ("thing",), "seat?", "the seat that owns the zone the thing lies in, or none"),
    BuiltinInfo("same", ("thing", "thing"), "flag", "both are made from the same row"),
    BuiltinInfo(
        "score",
        ("seat",),
        "number",
        "in scenarios: the score of a seat when the game has ended, else 0",
        scenarios=True,
    ),
    BuiltinInfo(
        "wins",
        ("seat",),
        "flag",
        "in scenarios: the game has ended and the seat is among the winners",
        scenarios=True,
    ),
    BuiltinInfo(
        "knows",
        ("seat", "thing"),
        "flag",
        "in scenarios: the seat knows which thing this is, wherever it lies",
        scenarios=True,
    ),
    BuiltinInfo("first", ("list",), "element?", "the first element of the list, or none"),
    BuiltinInfo("last", ("list",), "element?", "the last element of the list, or none"),
    BuiltinInfo(
        "nth",
        ("list", "number"),
        "element?",
        "written `list[number]`: the element at a place, from 1, or none",
    ),
)

BY_NAME: dict[str, BuiltinInfo] = {builtin.name: builtin for builtin in BUILTINS}

CALLED = BY_NAME.keys() - {"place", "nth"}
"""The functions that are written with their name; the others have a form of their own."""
