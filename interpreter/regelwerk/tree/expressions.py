"""Values and conditions, as they are written."""

from __future__ import annotations

from typing import Literal

from regelwerk.tree.nodes import Name, Node, Whole


class Either(Node, frozen=True):
    """`a or b or c`."""

    parts: tuple[Expression, ...]


class Both(Node, frozen=True):
    """`a and b and c`."""

    parts: tuple[Expression, ...]


class Negate(Node, frozen=True):
    """`not a`."""

    of: Expression


class Any(Node, frozen=True):
    """`any card c in hand where (...)`."""

    of: Set


class Every(Node, frozen=True):
    """`every card c in hand has (...)`."""

    of: Set
    has: Expression


class Compare(Node, frozen=True):
    """Two values on both sides of a sign."""

    left: Expression
    sign: Sign
    right: Expression


class Inside(Node, frozen=True):
    """`a inside b`."""

    of: Expression
    source: Expression


class IsNone(Node, frozen=True):
    """`a is none`, `a is not none`."""

    of: Expression
    negated: bool


class IsKind(Node, frozen=True):
    """`a is b`, `a is not b`: of a type, made from a row, or of an action."""

    of: Expression
    name: Name
    negated: bool


class IsOneOf(Node, frozen=True):
    """`a is one of (b, c)`, `a is not one of (b, c)`."""

    of: Expression
    others: tuple[Expression, ...]
    negated: bool


class IsAnswer(Node, frozen=True):
    """`a is cut(victim: p)`, `a is not cut(victim: p)`."""

    of: Expression
    action: Name
    matches: tuple[Match, ...]
    negated: bool


class Happened(Node, frozen=True):
    """`happened cut(victim: p) this turn`."""

    happening: Happening
    span: Name


class Times(Node, frozen=True):
    """`times cut(victim: p) this turn`."""

    happening: Happening
    span: Name


class May(Node, frozen=True):
    """`may cut(p)`."""

    event: Name
    arguments: tuple[Expression, ...]


class Arithmetic(Node, frozen=True):
    """`a + b`, `a - b`, `a * b`."""

    left: Expression
    right: Expression
    sign: Literal["+", "-", "*"]


class Minus(Node, frozen=True):
    """`-a`."""

    of: Expression


class Count(Node, frozen=True):
    """`count of card c where (...)`."""

    of: Set


class Fold(Node, frozen=True):
    """`sum of c.worth over card c where (...)`, and likewise `greatest` and `smallest`."""

    value: Expression
    over: Set
    which: Literal["sum", "greatest", "smallest"]


class All(Node, frozen=True):
    """`all card c where (...)`."""

    of: Set


class The(Node, frozen=True):
    """`the card c where (...)`."""

    of: Set


class Number(Node, frozen=True):
    """A number."""

    value: int


class Flag(Node, frozen=True):
    """`yes` and `no`."""

    value: bool


class Nothing(Node, frozen=True):
    """`none`."""


class Printed(Node, frozen=True):
    """`printed c.worth`."""

    of: Expression


class Numbered(Node, frozen=True):
    """`soldier#2`: one of the things of a row; `text` is how it was written."""

    text: str
    row: str
    number: int


class SeatNumber(Node, frozen=True):
    """`seat 1`."""

    number: Whole


class Call(Node, frozen=True):
    """`worth(c)`."""

    name: Name
    arguments: tuple[Expression, ...]


class Attribute(Node, frozen=True):
    """`c.worth`."""

    of: Expression
    name: Name


class Cell(Node, frozen=True):
    """`wins[black]`."""

    of: Expression
    index: Expression


class Happening(Node, frozen=True):
    """`cut(victim: p)`: an event, and what some of its parameters were."""

    event: Name
    matches: tuple[Match, ...]


class Match(Node, frozen=True):
    """`victim: p`."""

    name: Name
    value: Expression


class Set(Node, frozen=True):
    """`card c in hand where (...) sorted by (...)`."""

    noun: Name
    binder: Name | None
    source: Expression | Range | None
    where: Expression | None
    sorting: tuple[Expression, ...]


class Range(Node, frozen=True):
    """`low..high`, from which numbers are taken."""

    low: Expression
    high: Expression


Sign = Literal["=", "!=", "<=", ">=", "<", ">"]
Expression = (
    Either | Both | Negate | Any | Every | Compare | Inside | IsNone | IsKind | IsOneOf | IsAnswer
    | Happened | Times | May | Arithmetic | Minus | Count | Fold | All | The | Number | Flag | Nothing
    | Printed | Name | Numbered | SeatNumber | Call | Attribute | Cell
)  # fmt: skip
