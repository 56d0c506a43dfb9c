"""How the forms of nodes are read: what is written as it stands, and where fields are put in.

A form looks like what it stands for. Its first line is the line of the node; each further line is a line
below it, indented if it is a block. In a line stand

    {x}         the field `x`: nothing if it is not there, and several one after the other
    {x, }       the fields of a list, with what is written behind the name between them
    {x?words}   these words if `x` is true; {x=a?words} if it is `a`
    [...]       what is left out if a field in it is not there; [[ and ]] are brackets themselves
    (...)       brackets: lines break behind and in them
    ", " and ^  places where lines break everywhere: after a comma, and a blank behind such as `and`
    ~           a blank where lines break inside brackets
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from regelwerk.tree.layout import Break
from regelwerk.tree.nodes import Node


class Field(NamedTuple):
    """A field that is put in, and what stands between the parts of a list."""

    name: str
    between: list[str | Break]


class Words(NamedTuple):
    """Words for a field that is true, or that has a value."""

    name: str
    value: str | None
    words: list[str | Break]


class Maybe(NamedTuple):
    """What is left out if a field in it is not there."""

    parts: tuple[Part, ...]


class Brackets(NamedTuple):
    """What stands in brackets, and these."""

    parts: tuple[Part, ...]
    signs: str


class Line(NamedTuple):
    """A line of a form; a `block` is indented below the first."""

    parts: tuple[Part, ...]
    block: bool


Part = str | Break | Field | Words | Maybe | Brackets
_TOKEN = re.compile(
    r"\{(?P<name>\w+)(?:=(?P<value>[^?}]+))?(?P<words>\?[^}]*)?(?P<between>[^}]*)\}"
    r"|(?P<sign>\[\[|\]\]|[\[\]()])|(?P<text>[^{\[\]()]+)"
)
_CLOSED_BY = {"[": "]", "[[": "]]", "(": ")"}


@cache
def lines(kind: type[Node]) -> tuple[Line, ...]:
    """Return the lines of the form of a node."""
    return tuple(
        Line(tuple(_parts(_TOKEN.finditer(line.removeprefix("    ")), "")), line.startswith("    "))
        for line in kind.form.split("\n")
    )


def _parts(tokens: Iterator[re.Match[str]], end: str) -> Iterator[Part]:
    """Return the parts of a form up to a closing sign."""
    for token in tokens:
        sign = token["sign"]
        if sign == end:
            return
        if token["text"] is not None:
            yield from _breaks(token["text"])
        elif sign == "[":
            yield Maybe(tuple(_parts(tokens, "]")))
        elif sign is not None:
            yield Brackets(tuple(_parts(tokens, _CLOSED_BY[sign])), f"{sign[0]}{_CLOSED_BY[sign][0]}")
        elif token["words"] is not None:
            yield Words(token["name"], token["value"], list(_breaks(token["words"][1:])))
        else:
            yield Field(token["name"], list(_breaks(token["between"])))


def _breaks(text: str) -> Iterator[str | Break]:
    """Cut text where a line may be broken."""
    for piece in re.split("(,\n|[~^])", text.replace(", ", ",\n")):
        if piece == "~":
            yield Break.BLANK
        elif piece == "^":
            yield Break.ON
        elif piece == ",\n":
            yield from (",", Break.ON)
        elif piece:
            yield piece
