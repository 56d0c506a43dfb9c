"""Declared values."""

from __future__ import annotations

from regelwerk.tree.expressions import Expression, Set
from regelwerk.tree.nodes import Cites, Name, Named, Node, WholeRange


class Parameter(Node, frozen=True):
    """`list of card c`, `seat p or none = none`."""

    form = "{many?list of }{kind} {name}{or_none?~or none}[ = {default}]"

    many: bool
    kind: Name
    name: Name
    or_none: bool
    default: Expression | None


class Called(Named, frozen=True):
    """What is called with arguments."""

    parameters: tuple[Parameter, ...]


class Derived(Called, frozen=True):
    """A declared value."""


class Value(Derived, frozen=True):
    """`value worth(card c) in 0..9 = ...`."""

    declares = "value"
    form = "value {name}({parameters, })[ in {bounds}] =^{value}[ {cites }]"

    bounds: WholeRange | None
    value: Expression
    cites: tuple[Cites, ...]


class ValueCases(Derived, frozen=True):
    """`value worth(card c):`, with cases below."""

    declares = "value"
    form = "value {name}({parameters, })[ in {bounds}]{cases}"

    bounds: WholeRange | None
    cases: Cases


class ToldValue(Derived, frozen=True):
    """`value worth(card c) told by its text, otherwise 0`."""

    declares = "value"
    form = "value {name}({parameters, })[ in {bounds}] told by its text[, otherwise {otherwise}][ {cites }]"

    bounds: WholeRange | None
    otherwise: Expression | None
    cites: tuple[Cites, ...]


class Group(Called, frozen=True):
    """`group free_region(seat p) = region r where (...)`."""

    declares = "group"
    form = "group {name}[({parameters, })] =^{over}[ {cites }]"

    over: Set
    cites: tuple[Cites, ...]


class Cases(Node, frozen=True):
    """Names, values, each with its condition, and the last one, which holds otherwise."""

    form = ":\n    {cites}\n    {lets}\n    {cases}\n    {cases?otherwise }{last}"

    cites: tuple[Cites, ...]
    lets: tuple[LetIn, ...]
    cases: tuple[Case, ...]
    last: Expression


class LetIn(Node, frozen=True):
    """`let x be value, otherwise 0` in a value."""

    form = "let {name} be {value}[, otherwise {otherwise}]"

    name: Name
    value: Expression
    otherwise: Expression | None


class Case(Node, frozen=True):
    """`2 when (...)`."""

    form = "{value} when {when}"

    value: Expression
    when: Expression
