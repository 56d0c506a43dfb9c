"""House rules, as they are written: what is added to a game, taken from it and changed in it."""

from __future__ import annotations

from typing import Literal

from regelwerk.tree.declarations import (
    AttributeLine,
    Declaration,
    DeclaredWhen,
    Needs,
    OncePer,
    Row,
)
from regelwerk.tree.expressions import Expression
from regelwerk.tree.nodes import Cites, Name, Node, Quoted, Some, Whole
from regelwerk.tree.scenarios import Scenario, Tested
from regelwerk.tree.statements import Body, OnlyWith


class House(Node, frozen=True):
    """`house rule "Rich" amends duel version "1" on top of "Poor":`, with its lines."""

    form = "house rule {title} amends {amends}[ version {version}][ on top of {on_top_of, }]:\n    {lines}"

    title: Quoted
    amends: Name
    version: Quoted | None
    on_top_of: tuple[Quoted, ...]
    lines: Some[Cites | Amendment]


class Replace(Node, frozen=True):
    """`replace event gain(...): ...`."""

    form = "replace {part}"

    part: Declaration | Scenario


class Remove(Node, frozen=True):
    """`remove rule bonus, limit full`."""

    form = "remove {targets, }[ {cites }]"

    targets: Some[TargetName | ModifyTarget]
    cites: tuple[Cites, ...]


class NarrowAction(Node, frozen=True):
    """`narrow action lay:`, with further lines."""

    form = "narrow action {name}:\n    {lines}"

    name: Name
    lines: Some[Narrower]


class ByWhere(Node, frozen=True):
    """`by where (...)`."""

    form = "by~where ({where})"

    where: Expression


class NarrowRule(Node, frozen=True):
    """`narrow rule bonus where (...)`."""

    form = "narrow rule {name}~where ({where})[ {cites }]"

    name: Name
    where: Expression
    cites: tuple[Cites, ...]


class ExtendEnum(Node, frozen=True):
    """`extend enum colour: blue`."""

    form = "extend enum {name}: {members, }[ {cites }]"

    name: Name
    members: Some[Name]
    cites: tuple[Cites, ...]


class ExtendType(Node, frozen=True):
    """`extend type card:`, with further attributes."""

    form = "extend type {name}:\n    {lines}"

    name: Name
    lines: Some[Cites | AttributeLine]


class ChangeTable(Node, frozen=True):
    """`change table card:`, with rows that name the cells that are changed."""

    form = "change table {type}:\n    {lines}"

    type: Name
    lines: Some[Cites | Row]


class FixOption(Node, frozen=True):
    """`fix option level = hard`."""

    form = "fix option {name} = {value}[ {cites }]"

    name: Name
    value: Expression
    cites: tuple[Cites, ...]


class Insert(Node, frozen=True):
    """`insert before gain 2 in main:`, with a body."""

    form = "insert {when} {step} in {name}:\n    {cites}\n    {body}"

    when: Literal["before", "after"]
    step: Step
    name: Name
    cites: tuple[Cites, ...]
    body: Body


class LeaveOut(Node, frozen=True):
    """`leave out gain 2 in main`."""

    form = "leave out {step} in {name}[ {cites }]"

    step: Step
    name: Name
    cites: tuple[Cites, ...]


class Presupposes(Node, frozen=True):
    """`presupposes rule bonus, house rule "Poor"`."""

    form = "presupposes {targets, }[ {cites }]"

    targets: Some[TargetName | ModifyTarget | HouseTarget]
    cites: tuple[Cites, ...]


class Excludes(Node, frozen=True):
    """`excludes house rule "Poor"`."""

    form = "excludes {targets, }[ {cites }]"

    targets: Some[HouseTarget]
    cites: tuple[Cites, ...]


class Step(Node, frozen=True):
    """`gain 2`: the second statement that lets `gain` happen."""

    form = "{name}[ {number}]"

    name: Name
    number: Whole | None


class TargetName(Node, frozen=True):
    """`rule bonus`."""

    form = "{sort} {name}"

    sort: str
    name: Name


class ModifyTarget(Node, frozen=True):
    """`modify worth for card`."""

    form = "modify {of} for {noun}"

    of: Name
    noun: Name


class HouseTarget(Node, frozen=True):
    """`house rule "Poor"`."""

    form = "house rule {title}"

    title: Quoted


Narrower = Cites | ByWhere | Needs | OncePer | OnlyWith | DeclaredWhen
Amendment = (
    Declaration | Scenario | Replace | Remove | NarrowAction | NarrowRule | ExtendEnum | ExtendType
    | ChangeTable | FixOption | Insert | LeaveOut | Presupposes | Excludes
)  # fmt: skip
Block = Declaration | Tested | House
"""What a file consists of."""
