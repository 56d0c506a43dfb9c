"""Values and conditions, as they are written."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from regelwerk.tree.nodes import Name, Node, Some, Two, Whole


class Either(Node, frozen=True):
    """`a or b or c`."""

    form = "{parts or^}"

    parts: Two[Expression]


class Both(Node, frozen=True):
    """`a and b and c`."""

    form = "{parts and^}"

    parts: Two[Expression]


class Negate(Node, frozen=True):
    """`not a`."""

    form = "not {of}"

    of: Expression


class Any(Node, frozen=True):
    """`any card c in hand where (...)`."""

    form = "any {of}"

    of: Set


class Every(Node, frozen=True):
    """`every card c in hand has (...)`."""

    form = "every {of} has ({has})"

    of: Set
    has: Expression


class Compare(Node, frozen=True):
    """Two values on both sides of a sign."""

    form = "{left} {sign} {right}"

    left: Expression
    sign: Sign
    right: Expression


class Inside(Node, frozen=True):
    """`a inside b`."""

    form = "{of} inside {source}"

    of: Expression
    source: Expression


class IsNone(Node, frozen=True):
    """`a is none`, `a is not none`."""

    form = "{of} is {negated?not }none"

    of: Expression
    negated: bool


class IsKind(Node, frozen=True):
    """`a is b`, `a is not b`: of a type, made from a row, or of an action."""

    form = "{of} is {negated?not }{name}"

    of: Expression
    name: Name
    negated: bool


class IsOneOf(Node, frozen=True):
    """`a is one of (b, c)`, `a is not one of (b, c)`."""

    form = "{of} is {negated?not }one of ({others, })"

    of: Expression
    others: Two[Expression]
    negated: bool


class IsAnswer(Node, frozen=True):
    """`a is cut(victim: p)`, `a is not cut(victim: p)`."""

    form = "{of} is {negated?not }{action}({matches, })"

    of: Expression
    action: Name
    matches: tuple[Match, ...]
    negated: bool


class IsInGroup(Node, frozen=True):
    """`a is free_region(p)`, `a is not free_region(p)`."""

    form = "{of} is {negated?not }{group}({arguments, })"

    of: Expression
    group: Name
    arguments: Some[Argument]
    negated: bool


class Happened(Node, frozen=True):
    """`happened cut(victim: p) this turn`."""

    form = "happened {happening} this {span}"

    happening: Happening
    span: Name


class Times(Node, frozen=True):
    """`times cut(victim: p) this turn`."""

    form = "times {happening} this {span}"

    happening: Happening
    span: Name


class Recorded(Node, frozen=True):
    """`times recorded standing(p) this game`."""

    form = "times recorded {of}[ this {span}]"

    of: Expression
    span: Name | None


class Feature(Node, frozen=True):
    """`f.stone for each field f`: part of a position."""

    form = "{value}[ for each {over}]"

    value: Expression
    over: Set | None


class Position(Node, frozen=True):
    """`position of (p, f.stone for each field f)`."""

    form = "position of ({features, })"

    features: Some[Feature]


class May(Node, frozen=True):
    """`may cut(p)`."""

    form = "may {event}({arguments, })"

    event: Name
    arguments: tuple[Argument, ...]


class Supposing(Node, frozen=True):
    """`supposing cut(p) then (p.wood > 3)`."""

    form = "supposing {event}({arguments, }) then ({then})"

    event: Name
    arguments: tuple[Argument, ...]
    then: Expression


class Arithmetic(Node, frozen=True):
    """`a + b`, `a - b`, `a * b`."""

    form = "{left}{sign=+? +^}{sign=-? -^}{sign=*? * }{right}"

    left: Expression
    right: Expression
    sign: Literal["+", "-", "*"]


class Minus(Node, frozen=True):
    """`-a`."""

    form = "-{of}"

    of: Expression


class Count(Node, frozen=True):
    """`count of card c where (...)`."""

    form = "count of {of}"

    of: Set


class Fold(Node, frozen=True):
    """`sum of c.worth over card c where (...)`, and likewise `greatest` and `smallest`."""

    form = "{which} of {value} over {over}"

    value: Expression
    over: Set
    which: Literal["sum", "greatest", "smallest"]


class Among(Node, frozen=True):
    """`greatest of (a, b)`, `smallest of (a, b)`."""

    form = "{which} of ({parts, })"

    parts: Two[Expression]
    which: Literal["greatest", "smallest"]


class All(Node, frozen=True):
    """`all card c where (...)`."""

    form = "all {of}"

    of: Set


class The(Node, frozen=True):
    """`the card c where (...)`."""

    form = "the {of}"

    of: Set


class Number(Node, frozen=True):
    """A number."""

    form = "{value}"

    value: int


class Flag(Node, frozen=True):
    """`yes` and `no`."""

    form = "{value}"
    spelled = MappingProxyType({True: "yes", False: "no"})

    value: bool


class Nothing(Node, frozen=True):
    """`none`."""

    form = "none"


class Printed(Node, frozen=True):
    """`printed c.worth`."""

    form = "printed {of}"

    of: Expression


class Numbered(Node, frozen=True):
    """`soldier#2`: one of the things of a row; `text` is how it was written."""

    form = "{text}"

    text: str
    row: str
    number: int


class SeatNumber(Node, frozen=True):
    """`seat 1`."""

    form = "seat {number}"

    number: Whole


class Call(Node, frozen=True):
    """`worth(c)`."""

    form = "{name}({arguments, })"

    name: Name
    arguments: tuple[Argument, ...]


class Attribute(Node, frozen=True):
    """`c.worth`."""

    form = "{of}.{name}"

    of: Expression
    name: Name


class Cell(Node, frozen=True):
    """`wins[black]`."""

    form = "{of}[[{index}]]"

    of: Expression
    index: Expression


class Happening(Node, frozen=True):
    """`cut(victim: p)`: an event, and what some of its parameters were."""

    form = "{event}[({matches, })]"

    event: Name
    matches: tuple[Match, ...]


class Match(Node, frozen=True):
    """`victim: p`: a parameter and its value, where something is called or asked for."""

    form = "{name}: {value}"

    name: Name
    value: Expression


class Set(Node, frozen=True):
    """`card c in hand where (...) sorted by (...)`, `free_region(p) r`."""

    form = "{noun}[({arguments, })][ {binder}][ in {source}][~where ({where})][ sorted by ({sorting, })]"

    noun: Name
    arguments: tuple[Argument, ...]
    binder: Name | None
    source: Expression | Range | None
    where: Expression | None
    sorting: tuple[Expression, ...]


class Range(Node, frozen=True):
    """`low..high`, from which numbers are taken."""

    form = "{low}..{high}"

    low: Expression
    high: Expression


Sign = Literal["=", "!=", "<=", ">=", "<", ">"]
Expression = (
    Either | Both | Negate | Any | Every | Compare | Inside | IsNone | IsKind | IsOneOf | IsAnswer
    | IsInGroup | Happened | Times | Recorded | Position | May | Supposing | Arithmetic | Minus | Count
    | Fold | Among | All | The | Number | Flag | Nothing | Printed | Name | Numbered
    | SeatNumber | Call | Attribute | Cell
)  # fmt: skip
Argument = Expression | Match
"""What stands in the brackets of a call: a value, or the name of a parameter with its value."""
