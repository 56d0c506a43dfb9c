"""The declarations of a game; their lines stay in the order of the text."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from regelwerk.tree.components import (
    Adjacent,
    AttributeLine,
    CellValue,
    Coming,
    Die,
    Enum,
    Game,
    Graph,
    Kept,
    Kind,
    Label,
    Labels,
    Map,
    NamedBy,
    NeedsText,
    Option,
    OptionWords,
    Order,
    OrNone,
    Row,
    Seen,
    ShownBack,
    StartsIn,
    State,
    Table,
    Type,
    Zone,
)
from regelwerk.tree.derived import (
    Called,
    Case,
    Cases,
    Derived,
    Group,
    LetIn,
    Parameter,
    ToldValue,
    Value,
    ValueCases,
)
from regelwerk.tree.expressions import Expression, Set
from regelwerk.tree.nodes import Cites, Name, Named, Node, Some
from regelwerk.tree.statements import Body, Happen, Modify, OnlyWith, Rule, Statement

__all__ = [
    "Adjacent", "AttributeLine", "Called", "Case", "Cases", "CellValue", "Coming", "Derived", "Die", "Enum",
    "Game", "Graph", "Group", "Kept", "Kind", "Label", "Labels", "LetIn", "Map", "NamedBy", "NeedsText",
    "OnlyWith", "Option", "OptionWords", "OrNone", "Order", "Parameter", "Row", "Seen", "ShownBack",
    "StartsIn", "State", "Table", "ToldValue", "Type", "Value", "ValueCases", "Zone",
]  # fmt: skip
"""Other declarations and their parts, passed on: who uses them needs not know where each is declared."""


class Event(Called, frozen=True):
    """`event gain(seat p, number n):`, with its body."""

    declares = "event"
    form = "event {name}({parameters, }):\n    {cites}\n    {body}"

    cites: tuple[Cites, ...]
    body: Body


class ToldEvent(Called, frozen=True):
    """`event strike(card c) told by its text, otherwise nothing`."""

    declares = "event"
    form = "event {name}({parameters, }) told by its text[, otherwise {otherwise}][ {cites }]"

    otherwise: Statement | None
    cites: tuple[Cites, ...]


class Window(Called, frozen=True):
    """`window playing(seat p):`, with its lines."""

    declares = "window"
    form = "window {name}({parameters, }):\n    {lines}"

    lines: Some[Cites | Asks | Passing | Closes | Answers]


class Asks(Node, frozen=True):
    """`asks all seat q from p`."""

    once = "asks"
    form = "asks {who}[ from {start}]"

    who: Expression
    start: Expression | None


class Passing(Node, frozen=True):
    """`passing by q when (...)`."""

    once = "passing"
    form = "passing by {by} when {when}"

    by: Name
    when: Expression


class Closes(Node, frozen=True):
    """`closes when all pass in a row`."""

    once = "closes"
    form = "closes {how}"
    spelled = MappingProxyType(
        {
            "all_pass": "when all pass in a row",
            "one_answer": "after one answer",
            "each_passes": "when each has passed",
        }
    )

    how: Literal["all_pass", "one_answer", "each_passes"]


class Answers(Node, frozen=True):
    """`answers last first one at a time`."""

    once = "answers"
    form = "answers {how}{one_at_a_time? one at a time}"
    spelled = MappingProxyType({"at_once": "at once", "last_first": "last first", "in_order": "in order"})

    how: Literal["at_once", "last_first", "in_order"]
    one_at_a_time: bool


class Action(Named, frozen=True):
    """`action lay:`, with its lines."""

    declares = "action"
    form = "action {name}:\n    {lines}"

    lines: Some[ActionLine]


class At(Node, frozen=True):
    """`at playing, answering`."""

    form = "at {windows, }"

    windows: Some[Name]


class By(Node, frozen=True):
    """`by q where (...)`."""

    once = "by"
    form = "by {seat}[~where ({where})]"

    seat: Name
    where: Expression | None


class Uses(Node, frozen=True):
    """`uses card c in q.hand`."""

    form = "uses {over}"

    over: Set


class Target(Node, frozen=True):
    """`target seat p`."""

    form = "target {over}"

    over: Set


class Needs(Node, frozen=True):
    """`needs p.points > 2`."""

    form = "needs {test}"

    test: Expression


class OncePer(Node, frozen=True):
    """`once per turn`."""

    once = "once per"
    form = "once per {span}"

    span: Name


class DeclaredWhen(Node, frozen=True):
    """`only to open`, `only in answer`, `only by rules`."""

    form = "only {how}"
    spelled = MappingProxyType({"opening": "to open", "answering": "in answer", "by_rules": "by rules"})

    how: Literal["opening", "answering", "by_rules"]


class Cost(Node, frozen=True):
    """`cost:`, with its body."""

    once = "cost"
    form = "cost:\n    {body}"

    body: Body


class Do(Node, frozen=True):
    """`do:`, with its body."""

    once = "do"
    form = "do:\n    {body}"

    body: Body


class Limit(Named, frozen=True):
    """`limit full for each seat p:`, with its lines."""

    declares = "limit"
    form = "limit {name}[ for each {over}]:\n    {lines}"

    over: Set | None
    lines: Some[Cites | Holds | Checked | Breach]


class Holds(Node, frozen=True):
    """`holds size(p.hand) <= 5`."""

    once = "holds"
    form = "holds {test}"

    test: Expression


class Checked(Node, frozen=True):
    """`checked after turn, draw`."""

    form = "checked after {events, }"

    events: Some[Name]


class Breach(Node, frozen=True):
    """`breach:`, with its body."""

    once = "breach"
    form = "breach:\n    {body}"

    body: Body


class Payment(Named, frozen=True):
    """`payment coins of colour k by p:`, with its means."""

    declares = "payment"
    form = "payment {name}[ of {kind} {kind_name}] by {payer}:\n    {cites}\n    {means}"

    kind: Name | None
    kind_name: Name | None
    payer: Name
    means: Some[Things | Units]
    cites: tuple[Cites, ...]


class Things(Node, frozen=True):
    """`with card c in p.hand:`, what each gives, how it is spent and what then happens."""

    form = "with {over}:\n    gives {gives}\n    {spent}\n    [then {then}]"

    over: Set
    gives: Expression
    spent: Body
    then: Happen | None


class Units(Node, frozen=True):
    """`with up to p.coins as n:`, what they give, how they are spent and what then happens."""

    form = "with up to {count} as {name}:\n    gives {gives}\n    {spent}\n    [then {then}]"

    count: Expression
    name: Name
    gives: Expression
    spent: Body
    then: Happen | None


class List(Named, frozen=True):
    """`list deck of seat p = first, second:`, with its lines."""

    declares = "list"
    form = "list {name} of seat {seat}[ = {defaults, }]:\n    {lines}"

    seat: Name
    defaults: tuple[Name, ...]
    lines: Some[Cites | ListPart | Must | MustBelow]


class ListPart(Named, frozen=True):
    """`main_part: card to p.deck`."""

    form = "{name}: {type} to {zone}[ {cites }]"

    type: Name
    zone: Expression
    cites: tuple[Cites, ...]


class Must(Named, frozen=True):
    """`must be_large for each card c: ...`."""

    form = "must {name}[ for each {over}]: {test}[ {cites }]"

    over: Set | None
    cites: tuple[Cites, ...]
    test: Expression


class MustBelow(Must, frozen=True):
    """`must be_large for each card c:`, with clauses and the condition below."""

    form = "must {name}[ for each {over}]:\n    {cites}\n    {test}"


class Text(Node, frozen=True):
    """`text of ruby, opal:`, with its parts."""

    declares = "text"
    form = "text of {rows, }:\n    {cites}\n    {parts}"

    rows: Some[Name]
    cites: tuple[Cites, ...]
    parts: Some[Tells | TellsValue | TellsCases | Action | Rule | Modify | Limit]


class Tells(Named, frozen=True):
    """`strike:`, with a body: what the text says of an event."""

    form = "{name}:\n    {cites}\n    {body}"

    cites: tuple[Cites, ...]
    body: Body


class TellsValue(Named, frozen=True):
    """`worth = 3`: what the text says of a value."""

    form = "{name} =^{value}[ {cites }]"

    value: Expression
    cites: tuple[Cites, ...]


class TellsCases(Named, frozen=True):
    """`value worth:`, with cases below."""

    form = "value {name}{cases}"

    cases: Cases


ActionLine = Cites | At | By | Uses | Target | Needs | OncePer | OnlyWith | DeclaredWhen | Cost | Do
Declaration = (
    Game | Enum | Type | Table | Zone | State | Die | Map | Graph | OptionWords | Option | Value | ValueCases
    | Group
    | ToldValue | Event | ToldEvent | Action | Window | List | Rule | Limit
    | Modify | Payment | Text | Labels
)  # fmt: skip
"""What a game declares, besides scenarios."""
