"""The rules form, part 3: declarations, and the whole.

Everything is plain data: names, numbers and nodes. Whatever a player sees (labels, drawings) and whatever
only an author needs (where a thing was written) stands apart and takes no part in the rules' hash.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import Annotated, Literal

import msgspec

from .expressions import Expression, Name, Node, Set, Whole
from .lists import BroughtList, ListDecl
from .statements import Statement

FORMAT: Literal["regelwerk-rules/2"] = "regelwerk-rules/2"
EARLIER = ("regelwerk-rules/1",)
"""Formats of earlier editions, which are refused by name."""
Key = Annotated[str, msgspec.Meta(pattern=r"^[a-z]+:.+$", max_length=400)]
"""A declaration: its sort and name, as in `event:main`."""
Clause = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9-]*\.[a-z][a-z0-9_-]*\.[0-9]+[a-z]?$")]
Place = Annotated[str, msgspec.Meta(pattern=r":[0-9]+$")]
Language = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2}$")]
Cell = Annotated[str, msgspec.Meta(pattern=r"^[^\W\d]\w*(\.\w+)?$", max_length=160)]
"""An attribute of a row, or one of a row of cells as in `points.gold`."""
Kind = Annotated[str, msgspec.Meta(pattern="^(number|flag|enum|thing|seat|answer|position|nothing)$")]
PLACEHOLDER = r"\{(\w+)\}"
"""In the label of a question, a name in braces: there stands what it is when the question is asked."""
PASSING = 24
"""How many passing things of one type may be alive at a time."""


class Numbers(Node, frozen=True):
    """The whole numbers from `low` to `high`."""

    low: Whole
    high: Whole


class ValueType(Node, frozen=True):
    """The kind of a value: `kind` is `number`, `flag`, `enum`, `thing`, `seat`, `answer`, `position` or
    `nothing`. A position is kept nowhere but among those that were recorded.

    `name` is the enum or the type of a thing; `low`/`high` bound a number that is stored;
    `optional` admits `none`; `many` makes it a list; `per` is by what a cell is indexed: numbers, an enum,
    `seat`, or a type whose things are always there and seen by all.
    """

    kind: Kind
    name: Name | None = None
    low: Whole | None = None
    high: Whole | None = None
    optional: bool = False
    many: bool = False
    per: Name | Numbers | None = None

    @property
    def fills_placeholder(self) -> bool:
        """Whether a value of this kind can stand for its name in the label of a question."""
        return self.kind in ("thing", "seat", "enum", "number") and not self.many


class EnumDecl(Node, frozen=True):
    name: Name
    members: tuple[Name, ...]


class Coming(Node, frozen=True):
    """An event that begins: any, or one whose `parameter` is what a mark is, or `of_this` what has it."""

    event: Name
    parameter: Name | None = None
    of_this: bool = False


class AttributeDecl(Node, frozen=True):
    """`stored`: some rule changes it, so it is part of the state of a match; else tables fix it.

    It has the value it began with again when the outermost running `until` ends, and when `until_next`
    begins.
    """

    name: Name
    type: ValueType
    default: Whole | Name | None = None
    on_back: bool = False
    stored: bool = False
    until: Name | None = None
    until_next: Coming | None = None


class TypeDecl(Node, frozen=True):
    """`starts_in` is the zone without owner where its things lie when a match begins.

    `on_back`: a hidden thing shows that it is of this type. `lives_until`: passing things, at most
    `PASSING` at a time, that end with a happening; they have ids like rows of one table would. `named_by`
    is the attribute whose value tells one
    passing thing from another where it is offered.
    """

    name: Name
    parent: Name | None = None
    attributes: tuple[AttributeDecl, ...] = ()
    starts_in: Name | None = None
    on_back: bool = False
    lives_until: Name | None = None
    named_by: Name | None = None


class RowDecl(Node, frozen=True):
    """A table row: `copies` things of `type`. Values are numbers, names of enum members or of rows, or
    none."""

    name: Name
    type: Name
    values: dict[Cell, Whole | bool | Name | None] = msgspec.field(default_factory=dict)
    copies: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    starts_in: Name | None = None


class ZoneDecl(Node, frozen=True):
    """`order`: `set` (no order), `ordered` (last is top) or `pile` (no order until somebody looks).

    `seen`: `all`, `owner` or `nobody`; under the options of `seen_when` it is `seen_then` instead.
    `owner` is `seat` or a type.
    """

    name: Name
    type: Name
    order: Literal["set", "ordered", "pile"] = "set"
    seen: Literal["all", "owner", "nobody"] = "all"
    owner: Name | None = None
    seen_when: Expression | None = None
    seen_then: Literal["all", "owner", "nobody"] = "all"


class StateDecl(Node, frozen=True):
    """It has its default again when the outermost running `until` ends, and when `until_next` begins."""

    name: Name
    type: ValueType
    default: Whole | Name | None = None
    until: Name | None = None
    until_next: Coming | None = None


MOST_FACES = 1000


class FaceRange(Node, frozen=True):
    """A face for every number from `low` to `high`."""

    low: Whole
    high: Whole


class DieDecl(Node, frozen=True):
    """Faces in order, repeated faces repeated. `enum` is None for faces that are numbers."""

    name: Name
    faces: tuple[Whole | Name | FaceRange, ...]
    enum: Name | None = None

    @property
    def face_count(self) -> int:
        """How many faces it has, those of ranges counted one by one."""
        return sum(f.high - f.low + 1 if isinstance(f, FaceRange) else 1 for f in self.faces)

    @property
    def all_faces(self) -> tuple[int | str, ...]:
        """Every face, those of ranges one by one; never more than `MOST_FACES`."""
        ranges = (range(f.low, f.high + 1) if isinstance(f, FaceRange) else (f,) for f in self.faces)
        return tuple(islice(chain.from_iterable(ranges), MOST_FACES))


Adjacency = Literal["orthogonally", "in_all_directions", "as_hexagons"]


LARGEST_GRID = 100
Extent = Annotated[int, msgspec.Meta(ge=1, le=LARGEST_GRID)] | Name
"""How many rows or columns: a number, or the option that says it."""


class MapDecl(Node, frozen=True):
    """A `grid` of `width` by `height` things of `type`, rows from the top, ids in reading order.

    `adjacent` says which of them are neighbours; without it none may be asked for. Rows of hexagons are
    shifted to the right, each by half a place against the one above it.
    """

    name: Name
    type: Name
    width: Extent
    height: Extent
    adjacent: Adjacency | None = None


class GraphDecl(Node, frozen=True):
    """Things of `type` linked by things of the type `link`, whose attributes `from_place` and `to_place`
    say which.

    Links go both ways unless their type has a flag `one_way` and it is set.
    """

    name: Name
    type: Name
    link: Name


class OptionDecl(Node, frozen=True):
    """An option of the game. `fixed`: a house rule has decided it, so that nobody may choose."""

    name: Name
    type: ValueType
    default: Whole
    fixed: bool = False


class Parameter(Node, frozen=True):
    name: Name
    type: ValueType


class ValueDecl(Node, frozen=True):
    """A derived value or (result `flag`) a test. Bounds of the result cut what body and modifiers give."""

    name: Name
    parameters: tuple[Parameter, ...]
    result: ValueType
    body: Expression


class EventDecl(Node, frozen=True):
    """A named happening.

    `told`: what it does by the texts of the rows of its first parameter; `body`: what it does by all others.
    """

    name: Name
    parameters: tuple[Parameter, ...] = ()
    body: tuple[Statement, ...] = ()
    result: ValueType | None = None
    told: dict[Name, tuple[Statement, ...]] | None = None


class ActionPart(Node, frozen=True):
    """Something an action needs to be declared with: `target`s are tested again when it takes effect."""

    over: Set
    target: bool = False


class ActionDecl(Node, frozen=True):
    """An event a seat may start in a window. Its parameters: `by`, then the binder of every part.

    Inside, the parameters of its window(s) are in scope too. `needs` are tested when it is offered
    and again when it takes effect; a name of a need is its number, counted from 1. `declared`: by a seat at
    any time, only where no answer of the window waits (`opening`), only where one does (`answering`), or
    never by a seat (`by_rules`).
    """

    name: Name
    at: tuple[Name, ...]
    by: Name
    parts: tuple[ActionPart, ...] = ()
    by_where: Expression | None = None
    needs: tuple[Expression, ...] = ()
    once_per: Name | None = None
    cost: tuple[Statement, ...] = ()
    body: tuple[Statement, ...] = ()
    declared: Literal["any", "opening", "answering", "by_rules"] = "any"


class WindowDecl(Node, frozen=True):
    """`passing`: a seat may pass where this holds for it, named `asked`; who can do nothing else passes all
    the same.

    `closes`: `all_pass`, `one_answer`, `each_passes`. `answers`: `at_once`, `last_first`, `in_order`.
    `one_at_a_time`: after each answer that has waited and took effect the seats are asked again."""

    name: Name
    parameters: tuple[Parameter, ...]
    asks: Expression
    asks_many: bool
    start: Expression | None = None
    closes: Literal["all_pass", "one_answer", "each_passes"] = "all_pass"
    answers: Literal["at_once", "last_first", "in_order"] = "at_once"
    asked: Name | None = None
    passing: Expression | None = None
    one_at_a_time: bool = False


class RuleDecl(Node, frozen=True):
    """`kind`: `before`, `instead`, `after` (with a body), `forbid`, `allow` (without).

    The parameters of the event are in scope by their names; `result` is in scope in `after` rules of
    events that have one. `only`: holds under options alone. `captured`: a lasting rule, in force only
    while a row of it stands. `despite`: the forbid rule an `allow` overrides. `over`: the rule counts for
    each element by itself, in order, under the name of its binder.
    """

    name: Name
    kind: Literal["before", "instead", "after", "forbid", "allow"]
    event: Name
    where: Expression | None = None
    body: tuple[Statement, ...] = ()
    only: Expression | None = None
    captured: tuple[Parameter, ...] | None = None
    despite: Name | None = None
    over: Set | None = None


class LimitDecl(Node, frozen=True):
    """For every element of `over`: `holds`, else `breach` happens.

    Judged after every happening named in `after` (the checker lists those that write what `holds`
    or `over` read), or at the end of the events an author names.
    """

    name: Name
    holds: Expression
    breach: tuple[Statement, ...]
    after: tuple[Name, ...]
    over: Set | None = None


class ModifierChange(Node, frozen=True):
    """`op`: `be`, `raise`, `lower`, `multiply`; `bound` is the ceiling (floor) of this change alone."""

    op: Literal["be", "raise", "lower", "multiply"]
    by: Expression
    bound: Expression | None = None
    where: Expression | None = None


class ModifierDecl(Node, frozen=True):
    """Changes an attribute (`type` given; `parameters` is the thing) or a declared value.

    `over`: it counts for each element by itself, in order, as so many modifiers one after the other.
    """

    name: Name
    of: Name
    parameters: tuple[Parameter, ...]
    changes: tuple[ModifierChange, ...]
    type: Name | None = None
    captured: tuple[Parameter, ...] | None = None
    over: Set | None = None


class Means(Node, frozen=True):
    """What may be laid down: things of `over`, each giving `gives` units, or units up to `units`.

    When the payment is made, what was laid down is spent first, all of it: the statements of `spent`
    (Assign, Change or Move) are carried out for each thing laid down (or once with the number of units, in
    scope as `amount`). Afterwards `then` happens, in the same order.
    """

    gives: Expression
    spent: tuple[Statement, ...] = ()
    then: Statement | None = None
    over: Set | None = None
    units: Expression | None = None
    amount: Name | None = None


class PaymentDecl(Node, frozen=True):
    name: Name
    payer: Name
    means: tuple[Means, ...]
    kind: Parameter | None = None


class AmendmentDecl(Node, frozen=True):
    """What a house rule did to a declaration, whose name may be that of rows or `ATTRIBUTE for TYPE`.

    `sort` is `body` where a step of an event, action, rule or limit is meant. `part` is the step, or
    the cell of a row; `place` is on which side of the step something was inserted.
    """

    kind: Literal[
        "add", "replace", "remove", "narrow", "extend", "change", "fix", "insert", "leave_out", "presuppose"
    ]
    sort: str
    name: str
    part: str | None = None
    place: Literal["before", "after"] | None = None


class Bounds(Node, frozen=True):
    """How much a match may take from one decision to the next before it is refused.

    `steps`: what is carried out and looked at. `options`: what one seat may be offered. `elements`: how long
    a row of numbers may be. `nesting`: how many happenings may be inside each other where they go in circles.
    """

    steps: Annotated[int, msgspec.Meta(ge=1000, le=10_000_000)] = 200_000
    options: Annotated[int, msgspec.Meta(ge=100, le=1_000_000)] = 10_000
    elements: Annotated[int, msgspec.Meta(ge=100, le=1_000_000)] = 10_000
    nesting: Annotated[int, msgspec.Meta(ge=10, le=1000)] = 400


class HouseRuleDecl(Node, frozen=True):
    """A house rule that is in these rules: they play without looking at it, it says where they differ.

    `version` is that of the game it was written for, if it says so.
    """

    title: str
    amends: Name
    on_top_of: tuple[str, ...] = ()
    amendments: tuple[AmendmentDecl, ...] = ()
    version: str | None = None


class MarkerDecl(Node, frozen=True):
    """A sign at a place of a drawn map. `by` is an attribute of the places (a flag, or one that may be
    absent; with `member`, an enum), a zone each place has, a state that names a place, or an attribute of
    the things of the type `of` that does."""

    by: Name
    sign: Literal["circle", "square", "diamond", "triangle", "star", "cross"]
    of: Name | None = None
    member: Name | None = None


class DrawingDecl(Node, frozen=True):
    """How a linked map is drawn. `x`, `y`, `group` and `owner` are attributes of its places; `number` is one
    or a zone each place has, whose things are counted; `contents` are such zones, whose things are named.

    `strokes` says how links look, by the member of their attribute `kind`.
    """

    map: Name
    x: Name
    y: Name
    group: Name | None = None
    owner: Name | None = None
    number: Name | None = None
    contents: tuple[Name, ...] = ()
    markers: tuple[MarkerDecl, ...] = ()
    kind: Name | None = None
    strokes: dict[Name, Literal["plain", "thick", "double", "dashed", "dotted", "hidden"]] = msgspec.field(
        default_factory=dict
    )


class Rules(Node, frozen=True):
    """A whole game. `house_rules` are those in force, the lowest first; `brought` are written lists.

    Seats may bring other lists than these: they take no part in the hash. `standing` is the value by which
    players judge for a seat how a match stands.
    """

    format: Literal["regelwerk-rules/2"]
    game: Name
    version: Annotated[str, msgspec.Meta(pattern=r"^[0-9]+(\.[0-9]+)*$", max_length=40)]
    players: tuple[Annotated[int, msgspec.Meta(ge=1, le=12)], Annotated[int, msgspec.Meta(ge=1, le=12)]]
    enums: tuple[EnumDecl, ...] = ()
    types: tuple[TypeDecl, ...] = ()
    rows: tuple[RowDecl, ...] = ()
    zones: tuple[ZoneDecl, ...] = ()
    states: tuple[StateDecl, ...] = ()
    dice: tuple[DieDecl, ...] = ()
    maps: tuple[MapDecl, ...] = ()
    graphs: tuple[GraphDecl, ...] = ()
    options: tuple[OptionDecl, ...] = ()
    values: tuple[ValueDecl, ...] = ()
    events: tuple[EventDecl, ...] = ()
    actions: tuple[ActionDecl, ...] = ()
    windows: tuple[WindowDecl, ...] = ()
    rules: tuple[RuleDecl, ...] = ()
    limits: tuple[LimitDecl, ...] = ()
    modifiers: tuple[ModifierDecl, ...] = ()
    payments: tuple[PaymentDecl, ...] = ()
    house_rules: tuple[HouseRuleDecl, ...] = ()
    cites: dict[Key, tuple[Clause, ...]] = msgspec.field(default_factory=dict)
    places: dict[Key, Place] = msgspec.field(default_factory=dict)
    labels: dict[Language, dict[str, str]] = msgspec.field(default_factory=dict)
    drawings: tuple[DrawingDecl, ...] = ()
    lists: tuple[ListDecl, ...] = ()
    brought: tuple[BroughtList, ...] = ()
    bounds: Bounds = Bounds()
    standing: Name | None = None
