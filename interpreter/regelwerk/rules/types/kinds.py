"""Kinds of values, and what is made of them."""

from __future__ import annotations

import msgspec

from regelwerk.rules.builtins import ACTION_ENUM, ANSWER_TYPE
from regelwerk.rules.declarations import ValueType

ANY_THING = "thing"
"""The type of a thing of any type, such as what an answer uses."""
NUMBER = ValueType("number")
FLAG = ValueType("flag")
SEAT = ValueType("seat")
ANSWER = ValueType("answer", ANSWER_TYPE)
POSITION = ValueType("position")
NOTHING = ValueType("nothing", optional=True)
# What is known about an expression that was already reported: it goes with everything.
UNKNOWN = ValueType("unknown")
NUMBERS = ValueType("number", many=True)
SEATS = ValueType("seat", many=True)
LAID = ValueType("laid", many=True)
"""What is laid down in a payment: a flat list of triples (seat, means, thing or units)."""
OF_ANSWERS = {
    "by": SEAT,
    "action": ValueType("enum", ACTION_ENUM),
    "used": ValueType("thing", ANY_THING, optional=True),
    "targets": ValueType("thing", ANY_THING, many=True),
    "cancelled": FLAG,
}
"""The attributes of answers."""


def thing(name: str) -> ValueType:
    """The kind of things of a declared type."""
    return ValueType("thing", name)


def enum(name: str) -> ValueType:
    """The kind of members of an enum."""
    return ValueType("enum", name)


def list_of(kind: ValueType) -> ValueType:
    """The kind of lists of `kind`."""
    return msgspec.structs.replace(kind, many=True, optional=False)


def element(kind: ValueType) -> ValueType:
    """The kind of an element of a list."""
    return msgspec.structs.replace(kind, many=False)


def maybe(kind: ValueType) -> ValueType:
    """The same kind, or absent."""
    return kind if kind.kind == "unknown" else msgspec.structs.replace(kind, optional=True)


def present(kind: ValueType) -> ValueType:
    """The same kind, tested to be there."""
    return msgspec.structs.replace(kind, optional=False)


def one_cell(kind: ValueType) -> ValueType:
    """The kind of what is read from a cell of a row of cells; its range stays known for comparisons."""
    return kind if kind.per is None else msgspec.structs.replace(kind, per=None)


def bare(kind: ValueType) -> ValueType:
    """The kind of the value read from a cell: without range and index."""
    plain = kind.low is None and kind.high is None and kind.per is None
    return kind if plain else msgspec.structs.replace(kind, low=None, high=None, per=None)


def describe(kind: ValueType) -> str:
    """Say a kind in an author's words, with an article."""
    words = {
        "number": "a number", "flag": "a condition", "seat": "a seat", "answer": "an answer",
        "position": "a position", "nothing": "`none`", "unknown": "something unknown",
        "list": "a list or a zone",
        "grid": "a thing on a grid", "linked": "a thing of a linked map",
        "place": "a place of a map", "places": "a place of a map or a list of places",
    }  # fmt: skip
    plural = {
        "number": "a list of numbers", "flag": "a list of conditions", "seat": "a list of seats",
        "answer": "a list of answers",
    }  # fmt: skip
    if kind.kind in ("thing", "enum"):
        text = f"a list of `{kind.name}`" if kind.many else f"a `{kind.name}`"
    else:
        text = plural.get(kind.kind, "a list") if kind.many else words[kind.kind]
    return f"{text} or `none`" if kind.optional and kind.kind != "nothing" else text
