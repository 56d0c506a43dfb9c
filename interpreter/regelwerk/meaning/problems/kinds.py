"""What problems say of kinds of values, and of the part that a value plays where it stands."""

from typing import Any

from msgspec.structs import astuple

from regelwerk.rules.declarations import ValueType as Kind
from regelwerk.rules.types.kinds import UNKNOWN, describe, one_cell
from regelwerk.source.wording import SHAPES, Shape

__all__ = ["Kind", "Role", "argument_of", "cell", "describe", "part_of", "side_of"]

ANY = UNKNOWN
"""What a problem gives that is about no kind."""

Role = str | tuple[str, ...]
"""The part that a value plays: words, or words with `{}` for each of the names behind them."""


def of_its_kind(kind: Kind) -> str:
    """Say what a default of a kind is."""
    if kind.kind == "number" and kind.low is not None:
        return f"a number from {kind.low} to {kind.high}"
    return "`yes` or `no`" if kind.kind == "flag" else describe(kind)


def in_a_table(kind: Kind) -> str:
    """Say what stands in a table for a value of a kind."""
    if kind.kind in ("flag", "thing"):
        return "true or false" if kind.kind == "flag" else f"the name of a `{kind.name}` row"
    return of_its_kind(kind)


def a(sort: str) -> str:
    """Put an article before a word."""
    return f"{'an' if sort[:1] in tuple('aeiou') else 'a'} {sort}"


def played(role: Role) -> str:
    """Say the part that a value plays."""
    return role if isinstance(role, str) else role[0].format(*(f"`{name}`" for name in role[1:]))


def cell(name: str) -> Role:
    """The value of a cell or a local."""
    return ("{}", name)


def part_of(part: str, name: str) -> Role:
    """The value of a parameter or an attribute of something."""
    return ("{} of {}", part, name)


def argument_of(name: str) -> Role:
    """The one argument of something of the language."""
    return ("the argument of {}", name)


def side_of(sign: str, side: str) -> Role:
    """What stands left or right of a sign."""
    return (f"what is {side} of {{}}", sign)


def _names(fact: tuple[Any, ...]) -> tuple[str, ...]:
    """The names in what is said of a kind."""
    kind = Kind(*fact)
    named = (kind.name,) if kind.kind in ("thing", "enum") and kind.name else ()
    return (*named, "none") if kind.optional or kind.kind == "nothing" else named


SHAPES[Kind] = Shape(lambda kind: astuple(one_cell(kind)), lambda fact: Kind(*fact), _names, describe)
SHAPES[Role] = Shape(
    lambda role: role,
    lambda fact: fact if isinstance(fact, str) else tuple(fact),
    lambda fact: () if isinstance(fact, str) else tuple(fact[1:]),
    played,
)
