"""The rules form, part 1: expressions.

Every expression is pure. Values at run time are whole numbers: a flag is 0 or 1, a member of an enum
is its position, a seat its number from 0, a thing its id, `none` is -1; only lists are Python lists.
A local is named; names are unique among the locals that are in scope together.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Name = Annotated[str, msgspec.Meta(pattern=r"^[^\W\d]\w*$", max_length=80)]
"""A declared name, or that of a local (one the checker invented begins with `_`)."""
Whole = Annotated[int, msgspec.Meta(ge=-999_999_999, le=999_999_999)]


class Node(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all nodes: frozen, closed, and silent about defaults in JSON.

    Nodes hold no circles, so Python need not search them for garbage.
    """


class Number(Node, frozen=True, tag_field="node", tag="number"):
    value: Whole


class Flag(Node, frozen=True, tag_field="node", tag="flag"):
    value: bool


class Member(Node, frozen=True, tag_field="node", tag="member"):
    """A member of an enum (dice with named faces and options with words are enums too)."""

    enum: Name
    name: Name


class Nothing(Node, frozen=True, tag_field="node", tag="none"):
    """The absent value."""


class Row(Node, frozen=True, tag_field="node", tag="row"):
    """The only thing made from a table row (a row with one copy).

    In scenarios also one of several: `copy` is its number from 1, 0 where there is one only.
    """

    name: Name
    copy: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0


class Seat(Node, frozen=True, tag_field="node", tag="seat"):
    """A seat by its number, counted from 1."""

    number: Annotated[int, msgspec.Meta(ge=1, le=12)]


class Local(Node, frozen=True, tag_field="node", tag="local"):
    name: Name


class State(Node, frozen=True, tag_field="node", tag="state"):
    """A cell of the game declared with `state`; with `key` one cell of a row of cells (`per` an enum)."""

    name: Name
    key: Expression | None = None


class Option(Node, frozen=True, tag_field="node", tag="option"):
    """The value of an option, fixed when a match begins."""

    name: Name


class Attribute(Node, frozen=True, tag_field="node", tag="attribute"):
    """`of.name`; `type` is the type that declares the attribute. `printed` leaves modifiers out."""

    of: Expression
    type: Name
    name: Name
    key: Expression | None = None
    printed: bool = False


class Zone(Node, frozen=True, tag_field="node", tag="zone"):
    """The things in a zone: a list, in the order of the zone; `of` is its owner if the zone has one."""

    name: Name
    of: Expression | None = None


class Call(Node, frozen=True, tag_field="node", tag="call"):
    """A declared value with its arguments.

    `group`: it asks whether the first argument is in the group of that name.
    """

    name: Name
    args: tuple[Expression, ...] = ()
    group: bool = False


class Builtin(Node, frozen=True, tag_field="node", tag="builtin"):
    """A function of the language (see the table of builtins)."""

    name: Name
    args: tuple[Expression, ...] = ()


class Arithmetic(Node, frozen=True, tag_field="node", tag="arithmetic"):
    """`op` of two numbers: a sign, or the `greatest` or `smallest` of them."""

    op: Literal["+", "-", "*", "greatest", "smallest"]
    left: Expression
    right: Expression


class Negative(Node, frozen=True, tag_field="node", tag="negative"):
    of: Expression


class And(Node, frozen=True, tag_field="node", tag="and"):
    """All of `of`, tested from the left, stopping at the first that fails."""

    of: tuple[Expression, ...]


class Or(Node, frozen=True, tag_field="node", tag="or"):
    of: tuple[Expression, ...]


class Not(Node, frozen=True, tag_field="node", tag="not"):
    of: Expression


class Compare(Node, frozen=True, tag_field="node", tag="compare"):
    """Both sides are of one kind; only numbers are ordered."""

    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expression
    right: Expression


class Inside(Node, frozen=True, tag_field="node", tag="inside"):
    """`of` is an element of the list or zone `source`."""

    of: Expression
    source: Expression


class IsRow(Node, frozen=True, tag_field="node", tag="is_row"):
    """`of` is a thing made from this table row; false of `none`."""

    of: Expression
    row: Name


class IsType(Node, frozen=True, tag_field="node", tag="is_type"):
    """`of` is a thing of this type or of a type below it; false of `none`."""

    of: Expression
    type: Name


class IsAnswer(Node, frozen=True, tag_field="node", tag="is_answer"):
    """`of` is a declared answer of this action, with these values of its parameters (`by` and its parts)."""

    of: Expression
    action: Name
    args: dict[Name, Expression] = msgspec.field(default_factory=dict)


class Choice(Node, frozen=True, tag_field="node", tag="choice"):
    """The first case whose condition holds, else `otherwise` (in declared values)."""

    cases: tuple[Case, ...]
    otherwise: Expression


class Case(Node, frozen=True):
    when: Expression
    then: Expression


class LetIn(Node, frozen=True, tag_field="node", tag="let_in"):
    """`then`, in which the local `binder` stands for `value`, worked out once (in declared values)."""

    binder: Name
    value: Expression
    then: Expression


class Told(Node, frozen=True, tag_field="node", tag="told"):
    """What the text of the thing `of` says: that of its row in `rows`, else `otherwise` (in declared values).

    Without `otherwise` every row of the thing's type is in `rows`.
    """

    of: Expression
    rows: dict[Name, Expression]
    otherwise: Expression | None = None


class Set(Node, frozen=True):
    """`noun binder in source where (where)`.

    `noun` is a type, an enum, `seat` or `number`. Without `source` all things of the type, all
    members, all seats. `low..high` is the source of numbers. Elements come in the order of the
    source, or of their ids; `sort` puts them in order by numbers, the smallest first, the next number
    deciding among equals, and the order of the source at last. `binder` is always given (the checker
    invents one where the text has none).
    """

    noun: Name
    binder: Name
    source: Expression | None = None
    low: Expression | None = None
    high: Expression | None = None
    where: Expression | None = None
    sort: tuple[Expression, ...] = ()


class May(Node, frozen=True, tag_field="node", tag="may"):
    """No rule forbids this event (or one allows it all the same) with these arguments now."""

    event: Name
    args: tuple[Expression, ...] = ()


class Supposing(Node, frozen=True, tag_field="node", tag="supposing"):
    """Whether `then` holds in the position that the event would lead to, happening now with these arguments.

    The event happens with all that belongs to its life; if it is forbidden, nothing does. It asks nobody,
    leaves nothing to chance and ends nothing but itself (see `supposed.py`). Nothing of it remains.
    """

    event: Name
    then: Expression
    args: tuple[Expression, ...] = ()


class Listed(Node, frozen=True, tag_field="node", tag="listed"):
    """The things that the list of the seat `of` names in a part; they are set aside for it from the start."""

    list: Name
    part: Name
    of: Expression


class Any(Node, frozen=True, tag_field="node", tag="any"):
    of: Set


class Every(Node, frozen=True, tag_field="node", tag="every"):
    of: Set
    has: Expression


class Count(Node, frozen=True, tag_field="node", tag="count"):
    of: Set


class Sum(Node, frozen=True, tag_field="node", tag="sum"):
    over: Set
    value: Expression


class Extreme(Node, frozen=True, tag_field="node", tag="extreme"):
    """The greatest or smallest `value` over the set; 0 over an empty set."""

    which: Literal["greatest", "smallest"]
    over: Set
    value: Expression


class All(Node, frozen=True, tag_field="node", tag="all"):
    """The elements of the set as a list."""

    of: Set


class The(Node, frozen=True, tag_field="node", tag="the"):
    """The first element of the set, or `none`."""

    of: Set


class Happened(Node, frozen=True, tag_field="node", tag="happened"):
    """How often `event` has happened with these arguments in the span that is running; 0 outside it.

    `args` maps parameter names to values that must be equal. The checker wraps `> 0` around it for
    the test `happened`.
    """

    event: Name
    span: Name
    args: dict[Name, Expression] = msgspec.field(default_factory=dict)


class Feature(Node, frozen=True):
    """What belongs to a position: a value, or one for each element of a set, in the order of the set.

    `kind` says what it is, `enum` which if it is a member of one.
    """

    value: Expression
    kind: Literal["number", "flag", "enum", "thing", "seat", "position"]
    enum: Name | None = None
    over: Set | None = None


class Position(Node, frozen=True, tag_field="node", tag="position"):
    """What makes a position. Two are equal if their features are of the same kinds and equal, one by one.

    Things made from the same row are equal features.
    """

    features: tuple[Feature, ...]


class Recorded(Node, frozen=True, tag_field="node", tag="recorded"):
    """How often an equal position has been recorded: in the match, or in the span that is running; 0 outside
    it."""

    of: Expression
    span: Name | None = None


Expression = (
    Number | Flag | Member | Nothing | Row | Seat | Local | State | Option | Attribute | Zone | Call
    | Builtin | Arithmetic | Negative | And | Or | Not | Compare | Inside | IsRow | IsType | IsAnswer | Choice
    | LetIn | Told | Listed | Any | Every | Count | Sum | Extreme | All | The | Happened | May
    | Supposing | Position | Recorded
)  # fmt: skip
