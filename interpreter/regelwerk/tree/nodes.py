"""What every node of a syntax tree has, and the nodes that stand for single words."""

# Annotations are no texts here: they would be read again for each of the hundreds of classes of nodes.

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeVar

import msgspec

from regelwerk.source.spans import Span
from regelwerk.syntax.layout import MAX_BRACKETS

T = TypeVar("T")
Some = Annotated[tuple[T, ...], msgspec.Meta(min_length=1)]
"""At least one, as the grammar has it."""
Two = Annotated[tuple[T, ...], msgspec.Meta(min_length=2)]
"""At least two."""


class Aside(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What stands with a node and says nothing: comments, and how its author wrote it.

    Comments are at the node whose line it is: `above` are lines of their own (an empty one is a blank
    line), `beside` stands at the end of the line, `below` at the end of the block that the line opens.
    `brackets` lie around an expression; `written` is what would be printed another way: a number with
    zeros in front, an event with empty brackets. A parameter is `repeated` if a house rule writes it only
    because what it replaces has it.
    """

    above: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    brackets: Annotated[int, msgspec.Meta(ge=0, le=MAX_BRACKETS)] = 0
    written: str = ""
    repeated: bool = False


class Placed(msgspec.Struct, frozen=True, gc=False, tag_field="node", tag=True, omit_defaults=True):
    """What has a place in a file."""

    at: Span


class Node(Placed, frozen=True, kw_only=True):
    """A part of what was written. Two nodes are equal if they also stand at the same place; see `same`.

    `form` is how it is written, with its fields in it (see `forms.py`), `spelled` are the words of the
    language for the values of fields that are no nodes. `declares` is what a declaration declares, in
    the words of the language; `once` are the words of a line of which its declaration has one.
    """

    form: ClassVar[str] = ""
    spelled: ClassVar[Mapping[object, str]] = {}
    declares: ClassVar[str] = ""
    once: ClassVar[str] = ""

    aside: Aside | None = None


class Name(Node, frozen=True):
    """A name, where it is declared and where it is used; `seat` and `flag` stand for themselves."""

    form = "{text}"

    text: str

    def __str__(self) -> str:
        return self.text


class Named(Node, frozen=True):
    """What declares a name."""

    name: Name


class Whole(Node, frozen=True):
    """A whole number."""

    form = "{value}"

    value: int

    def __str__(self) -> str:
        return str(self.value)


class Quoted(Node, frozen=True):
    """A text in quotes, here without them."""

    form = '"{text}"'

    text: str

    def __str__(self) -> str:
        return self.text


class Clause(Node, frozen=True):
    """A clause of the rulebook that is cited."""

    form = "{text}"

    text: str

    def __str__(self) -> str:
        return self.text


class Cites(Node, frozen=True):
    """The clauses cited in a line of their own, or at the end of a line."""

    form = "cites {clauses, }"

    clauses: Some[Clause]


class WholeRange(Node, frozen=True):
    """`low..high`, both written as whole numbers."""

    form = "{low}..{high}"

    low: Whole
    high: Whole

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"
