"""The rules form, part 2: statements.

The place of a statement is its number in the body it belongs to: 0, 1, 2, ... in the order of the
text, a statement before the statements inside it. Suspended matches name their points so.
"""

from __future__ import annotations

from typing import Literal

from .expressions import Attribute, Expression, Name, Node, Set, State


class Let(Node, frozen=True, tag_field="node", tag="let"):
    name: Name
    value: Expression


class Assign(Node, frozen=True, tag_field="node", tag="assign"):
    """Set a cell. A value outside the declared range is an error of the rules."""

    target: State | Attribute
    value: Expression


class Change(Node, frozen=True, tag_field="node", tag="change"):
    """Raise or lower a cell of numbers by `by` as far as its range allows (`by` below 0 counts as 0)."""

    target: State | Attribute
    by: Expression
    up: bool


class Happen(Node, frozen=True, tag_field="node", tag="happen"):
    """Let an event happen; `result` names the local that takes what it returns."""

    event: Name
    args: tuple[Expression, ...] = ()
    result: Name | None = None


class Move(Node, frozen=True, tag_field="node", tag="move"):
    """Move a thing, or every thing of a list, to a zone. `where`: `top`, `bottom`; piles mix without it."""

    what: Expression
    many: bool
    to: Name
    to_of: Expression | None = None
    where: Literal["top", "bottom"] | None = None


class Create(Node, frozen=True, tag_field="node", tag="create"):
    """Make a passing thing of a type with a lifetime: the one with the lowest id that is not alive.

    Its attributes have their defaults. It is gone when the innermost running `lives_until` of its type
    ends; then no zone and no `answers` row may hold it, and what refers to it is an error when read.
    """

    type: Name
    binder: Name


class Put(Node, frozen=True, tag_field="node", tag="put"):
    """In positions of scenarios: bring `count` things of a row to a zone: those that lie where they start
    before those that lie elsewhere, the lowest ids first; what another `put` has brought somewhere stays."""

    row: Name
    count: Expression
    to: Name
    to_of: Expression | None = None


class DrawOne(Node, frozen=True, tag_field="node", tag="draw_one"):
    """The top thing of a zone goes to another; chance decides what lies on top of a pile nobody looked at."""

    binder: Name
    source: Name
    to: Name
    source_of: Expression | None = None
    to_of: Expression | None = None
    otherwise: tuple[Statement, ...] | None = None


class DrawMany(Node, frozen=True, tag_field="node", tag="draw_many"):
    """Up to `count` things one after the other; as many as there are."""

    count: Expression
    source: Name
    to: Name
    source_of: Expression | None = None
    to_of: Expression | None = None


class Look(Node, frozen=True, tag_field="node", tag="look"):
    """`by` sees the top `count` things of a zone, which then lie in a fixed order; top first in the list."""

    count: Expression
    source: Name
    binder: Name
    by: Expression
    source_of: Expression | None = None


class Shuffle(Node, frozen=True, tag_field="node", tag="shuffle"):
    zone: Name
    of: Expression | None = None


class Record(Node, frozen=True, tag_field="node", tag="record"):
    """A position has come; nobody is told of it."""

    of: Expression


class Roll(Node, frozen=True, tag_field="node", tag="roll"):
    """Roll a die: one face. With `count` so many dice (below 0: none): the list of their faces, numbers
    highest first, named faces in the order of their enum. With `more` the faces are put among those of the
    list that `binder` is already."""

    die: Name
    binder: Name
    by: Expression | None = None
    count: Expression | None = None
    more: bool = False


class RollDie(Node, frozen=True, tag_field="node", tag="roll_die"):
    """Roll the die that a cell is; the cell shows its face.

    If it is an attribute of a thing that lies in a zone, that thing is known to those alone who see into the
    zone, whoever knew it before.
    """

    target: State | Attribute
    die: Name
    by: Expression | None = None


class PickRandom(Node, frozen=True, tag_field="node", tag="pick_random"):
    over: Set
    otherwise: tuple[Statement, ...] | None = None


class Choose(Node, frozen=True, tag_field="node", tag="choose"):
    """A choice by one seat. `amount`: `one` binds an element; `maybe` one or `none`, as the seat likes;
    `up_to`, `exactly`, `at_least`, `any` bind a list.

    Where fewer things than demanded are found, `otherwise` happens; in falling through it leaves
    `none` (or an empty list) behind.
    """

    over: Set
    by: Expression
    amount: Literal["one", "maybe", "up_to", "exactly", "at_least", "any"] = "one"
    number: Expression | None = None
    otherwise: tuple[Statement, ...] | None = None


class Way(Node, frozen=True):
    name: Name
    body: tuple[Statement, ...]
    when: Expression | None = None


class Ask(Node, frozen=True, tag_field="node", tag="ask"):
    by: Expression
    ways: tuple[Way, ...]


class SecretChoice(Node, frozen=True, tag_field="node", tag="secret_choice"):
    """Every seat of `seats` chooses one element of `over`, none seeing another's; then `body` for each."""

    seats: Set
    over: Set
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] | None = None


class If(Node, frozen=True, tag_field="node", tag="if"):
    when: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] | None = None


class ForEach(Node, frozen=True, tag_field="node", tag="for_each"):
    """Over a snapshot of the set, each element tested again by `where` when its turn comes.

    `start` puts seats in order: from that seat clockwise.
    """

    over: Set
    body: tuple[Statement, ...]
    start: Expression | None = None


class Repeat(Node, frozen=True, tag_field="node", tag="repeat"):
    """`kind`: `forever`, `times` (expr), `while` (expr, tested before each round)."""

    kind: Literal["forever", "times", "while"]
    body: tuple[Statement, ...]
    expr: Expression | None = None


class Stop(Node, frozen=True, tag_field="node", tag="stop"):
    """Leave the innermost loop of this body."""


class Leave(Node, frozen=True, tag_field="node", tag="leave"):
    """Leave the innermost running `event`: now, or `afterwards` when what runs inside it is done."""

    event: Name
    afterwards: bool = False


class Result(Node, frozen=True, tag_field="node", tag="result"):
    """End this body with a result."""

    value: Expression


class Done(Node, frozen=True, tag_field="node", tag="done"):
    """End this body."""


class Open(Node, frozen=True, tag_field="node", tag="open"):
    window: Name
    args: tuple[Expression, ...] = ()


class Later(Node, frozen=True, tag_field="node", tag="later"):
    """Put an event off until `carry out span` in the innermost running `span`.

    With `by`, `event` is an action: that seat declares it, with `args` for its parts and without its cost, as
    soon as a window it is `at`, and whose answers wait, is about to ask.
    """

    event: Name
    span: Name
    args: tuple[Expression, ...] = ()
    by: Expression | None = None


class CarryOut(Node, frozen=True, tag_field="node", tag="carry_out"):
    span: Name


class Need(Node, frozen=True):
    count: Expression
    kind: Expression | None = None


class Pay(Node, frozen=True, tag_field="node", tag="pay"):
    """Pay `needs` by a declared payment. `mode`: `one` seat, `some` seat that volunteers, the `group`
    together.

    `by` is a seat or a list of seats, `start` the seat that is asked first. `one_each`: what is
    laid down serves one unit of one need only.
    """

    payment: Name
    mode: Literal["one", "some", "group"]
    by: Expression
    needs: tuple[Need, ...]
    start: Expression | None = None
    one_each: bool = False
    then: tuple[Statement, ...] | None = None
    otherwise: tuple[Statement, ...] | None = None


class Show(Node, frozen=True, tag_field="node", tag="show"):
    """Seats (one or a list) learn what a thing (or every thing of a list) is."""

    what: Expression
    many: bool
    to: Expression
    to_many: bool


class Cancel(Node, frozen=True, tag_field="node", tag="cancel"):
    """A declared answer will not take effect."""

    answer: Expression


class Aim(Node, frozen=True, tag_field="node", tag="aim"):
    """A declared answer is aimed at something else: its first target of that kind.

    `kind` is the kind of `at`; `noun` its enum, for members.
    """

    answer: Expression
    at: Expression
    kind: Literal["thing", "seat", "enum", "number", "answer"]
    noun: Name | None = None


class Atomic(Node, frozen=True, tag_field="node", tag="atomic"):
    """Inside, windows admit only the actions named in `admits`; nested lists intersect."""

    body: tuple[Statement, ...]
    admits: tuple[Name, ...] = ()


class Lasting(Node, frozen=True, tag_field="node", tag="lasting"):
    """Put rules and modifiers in force for the rest of the innermost running `span`.

    `captured` are the locals they keep; their values are frozen now.
    """

    span: Name
    rules: tuple[Name, ...] = ()
    modifiers: tuple[Name, ...] = ()
    captured: tuple[Name, ...] = ()


class Score(Node, frozen=True):
    value: Expression
    seats: Set


class EndGame(Node, frozen=True, tag_field="node", tag="end_game"):
    """The game ends under a name. `winners` is a seat, a list of seats, or `none`: nobody wins; without it
    the
    greatest score wins, if there are scores."""

    name: Name
    winners: Expression | None = None
    winners_many: bool = False
    scores: tuple[Score, ...] = ()


Statement = (
    Let | Assign | Change | Happen | Move | DrawOne | DrawMany | Look | Shuffle | Record | Roll | RollDie
    | PickRandom | Choose | Ask | SecretChoice | If | ForEach | Repeat | Stop | Leave | Result | Done | Open
    | Later | CarryOut | Pay | Show | Cancel | Aim | Atomic | Lasting | EndGame | Put | Create
)  # fmt: skip
