"""What problems say of kinds of values, and of the part that a value plays where it stands."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from regelwerk.source.wording import SHAPES, Shape


class Kind(Protocol):
    """A kind of values, as far as words tell kinds apart; see `ValueType`."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str | None: ...
    @property
    def optional(self) -> bool: ...
    @property
    def many(self) -> bool: ...
    @property
    def low(self) -> int | None: ...
    @property
    def high(self) -> int | None: ...


class PlainKind(NamedTuple):
    """A kind as a fact."""

    kind: str = "unknown"
    name: str | None = None
    optional: bool = False
    many: bool = False
    low: int | None = None
    high: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names in what is said of it."""
        named = (self.name,) if self.kind in ("thing", "enum") and self.name else ()
        return (*named, "none") if self.optional or self.kind == "nothing" else named


ANY = PlainKind()

Role = str | tuple[str, ...]
"""The part that a value plays: words, or words with `{}` for each of the names behind them."""


def describe(kind: Kind) -> str:
    """Say a kind in an author's words, with an article."""
    words = {
        "number": "a number", "flag": "a condition", "seat": "a seat", "answer": "an answer",
        "nothing": "`none`", "unknown": "something unknown",
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


def of_its_kind(kind: Kind) -> str:
    """Say what a default of a kind is."""
    if kind.kind == "number":
        return f"a number from {kind.low} to {kind.high}"
    return "`yes` or `no`" if kind.kind == "flag" else describe(kind)


def in_a_table(kind: Kind) -> str:
    """Say what stands in a table for a value of a kind."""
    if kind.kind in ("flag", "thing"):
        return "true or false" if kind.kind == "flag" else f"the name of a `{kind.name}` row"
    return of_its_kind(kind)


def quoted(names: Iterable[str], beside: str = ", ") -> str:
    """List names, each in backticks."""
    return beside.join(f"`{name}`" for name in names)


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


def _plain(kind: Kind) -> PlainKind:
    return PlainKind(kind.kind, kind.name, kind.optional, kind.many, kind.low, kind.high)


SHAPES[Kind] = Shape(_plain, lambda fact: PlainKind(*fact), lambda fact: PlainKind(*fact).names)
SHAPES[Role] = Shape(
    lambda role: role,
    lambda fact: fact if isinstance(fact, str) else tuple(fact),
    lambda fact: () if isinstance(fact, str) else tuple(fact[1:]),
)
