"""What every node of a syntax tree has, and the nodes that stand for single words."""

from __future__ import annotations

import msgspec

from regelwerk.source.spans import Span


class Node(msgspec.Struct, frozen=True, gc=False, tag_field="node", tag=True):
    """A part of what was written. Two nodes are equal if they also stand at the same place; see `same`."""

    at: Span


class Name(Node, frozen=True):
    """A name, where it is declared and where it is used; `seat` and `flag` stand for themselves."""

    text: str

    def __str__(self) -> str:
        return self.text


class Named(Node, frozen=True):
    """What declares a name."""

    name: Name


class Whole(Node, frozen=True):
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


class Quoted(Node, frozen=True):
    """A text in quotes, here without them."""

    text: str

    def __str__(self) -> str:
        return self.text


class Clause(Node, frozen=True):
    """A clause of the rulebook that is cited."""

    text: str

    def __str__(self) -> str:
        return self.text


class Cites(Node, frozen=True):
    """The clauses cited in a line of their own, or at the end of a line."""

    clauses: tuple[Clause, ...]


class WholeRange(Node, frozen=True):
    """`low..high`, both written as whole numbers."""

    low: Whole
    high: Whole
