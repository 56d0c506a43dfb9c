"""The declarations of rules by name, and the kinds of values: what a validator looks up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from . import declarations as d
from .builtins import (
    ACTION_ENUM,
    ANSWER_ATTRIBUTES,
    ANSWER_TYPE,
    DIRECTION_ENUM,
    DIRECTIONS,
)
from .declarations import ValueType
from .lists import ListDecl

SEAT_TYPE = "seat"
Scope = Mapping[str, ValueType]
"""What each local is."""

NUMBER, FLAG, SEAT = ValueType("number"), ValueType("flag"), ValueType("seat")
NOTHING, ANSWER = ValueType("nothing"), ValueType("answer")
_ANSWER_KINDS = dict(
    zip(
        ANSWER_ATTRIBUTES,
        (SEAT, ValueType("enum", ACTION_ENUM), ValueType("thing"), FLAG, ValueType("thing", many=True)),
        strict=True,
    )
)


class Named(Protocol):
    """A declaration."""

    @property
    def name(self) -> str: ...


T = TypeVar("T")
N = TypeVar("N", bound=Named)


class Unfit(Exception):
    """Rules whose parts do not fit together; the message says what is wrong and where."""


def by_name(declared: Iterable[N], sort: str) -> dict[str, N]:
    """Declarations by their names. Raises Unfit for a name that stands twice."""
    found: dict[str, N] = {}
    for each in declared:
        name = each.name
        if name in found:
            raise Unfit(f"the {sort} `{name}` is declared twice")
        found[name] = each
    return found


@dataclass
class Names:
    """Everything that can be named in rules."""

    rules: d.Rules
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    types: dict[str, d.TypeDecl] = field(default_factory=dict)
    rows: dict[str, d.RowDecl] = field(default_factory=dict)
    zones: dict[str, d.ZoneDecl] = field(default_factory=dict)
    states: dict[str, d.StateDecl] = field(default_factory=dict)
    dice: dict[str, d.DieDecl] = field(default_factory=dict)
    options: dict[str, d.OptionDecl] = field(default_factory=dict)
    values: dict[str, d.ValueDecl] = field(default_factory=dict)
    windows: dict[str, d.WindowDecl] = field(default_factory=dict)
    actions: dict[str, d.ActionDecl] = field(default_factory=dict)
    named_rules: dict[str, d.RuleDecl] = field(default_factory=dict)
    modifiers: dict[str, d.ModifierDecl] = field(default_factory=dict)
    limits: dict[str, d.LimitDecl] = field(default_factory=dict)
    payments: dict[str, d.PaymentDecl] = field(default_factory=dict)
    lists: dict[str, ListDecl] = field(default_factory=dict)
    attributes: dict[tuple[str, str], d.AttributeDecl] = field(default_factory=dict)
    events: dict[str, dict[str, ValueType]] = field(default_factory=dict)
    """Events and actions with their parameters."""
    results: dict[str, ValueType | None] = field(default_factory=dict)

    def find(self, table: Mapping[str, T], name: str, sort: str) -> T:
        """What has this name. Raises Unfit if there is nothing."""
        if name not in table:
            raise Unfit(f"there is no {sort} `{name}`")
        return table[name]

    def line(self, name: str) -> list[str]:
        """A type and those above it. Raises Unfit for one that is not there and for a circle."""
        found: list[str] = []
        current: str | None = name
        while current is not None:
            if current in found:
                raise Unfit(f"the type `{current}` is below itself")
            found.append(current)
            current = self.find(self.types, current, "type").parent
        return found

    def related(self, one: str | None, other: str | None) -> bool:
        """Whether a thing of the one type may be of the other."""
        return one is None or other is None or one in self.line(other) or other in self.line(one)

    def attribute(self, type_name: str, name: str) -> ValueType:
        """The kind of an attribute, without `per`. Raises Unfit."""
        if type_name == ANSWER_TYPE and type_name not in self.types:
            return self.find(_ANSWER_KINDS, name, "attribute of answers")
        if (type_name, name) not in self.attributes:
            raise Unfit(f"the type `{type_name}` has no attribute `{name}`")
        return self.attributes[type_name, name].type

    def noun(self, noun: str) -> ValueType:
        """The kind of the elements of a set over a noun. Raises Unfit."""
        if noun == SEAT_TYPE:
            return SEAT
        if noun == "number":
            return NUMBER
        if noun in self.types:
            return ValueType("thing", noun)
        if noun == ANSWER_TYPE:
            return ANSWER
        if noun in self.enums:
            return ValueType("enum", noun)
        raise Unfit(f"there are no `{noun}` to go through")

    def kind_is_there(self, kind: ValueType) -> None:
        """Raise Unfit for a kind that names what is not declared."""
        if kind.kind == "enum" or kind.per is not None:
            for name in (kind.name if kind.kind == "enum" else None, kind.per):
                if name is not None:
                    self.find(self.enums, name, "enum")
        if kind.kind == "enum" and kind.name is None:
            raise Unfit("a kind `enum` does not say which")
        if kind.kind == "thing" and kind.name is not None:
            self.find(self.types, kind.name, "type")
        if kind.low is not None and kind.high is not None and kind.low > kind.high:
            raise Unfit(f"the range {kind.low}..{kind.high} is empty")

    def fits(self, found: ValueType, wanted: ValueType) -> bool:
        """Whether a value of one kind may stand where another is wanted, as far as the forms show."""
        if found.many != wanted.many:
            return False
        if found.kind == "nothing" or wanted.kind == "nothing":
            return True
        plain = ("number", "flag")
        if found.kind in plain or wanted.kind in plain:
            return found.kind in plain and wanted.kind in plain
        if found.kind != wanted.kind:
            return False
        if found.kind == "enum":
            return found.name == wanted.name
        return found.kind != "thing" or self.related(found.name, wanted.name)


def names_of(rules: d.Rules) -> Names:
    """Look everything up. Raises Unfit for names that stand twice and for what parameters need."""
    names = Names(rules)
    for field_name, declared, sort in (
        ("types", rules.types, "type"), ("rows", rules.rows, "row"), ("zones", rules.zones, "zone"),
        ("states", rules.states, "state"), ("dice", rules.dice, "die"), ("options", rules.options, "option"),
        ("values", rules.values, "value"), ("windows", rules.windows, "window"),
        ("actions", rules.actions, "action"), ("named_rules", rules.rules, "rule"),
        ("modifiers", rules.modifiers, "modifier"), ("limits", rules.limits, "limit"),
        ("payments", rules.payments, "payment"), ("lists", rules.lists, "list"),
    ):  # fmt: skip
        table: dict[str, Any] = by_name(declared, sort)
        setattr(names, field_name, table)
    for name, enum in by_name(rules.enums, "enum").items():
        if len(set(enum.members)) != len(enum.members) or not enum.members:
            raise Unfit(f"the enum `{name}` has no members, or one twice")
        names.enums[name] = enum.members
    names.enums.setdefault(DIRECTION_ENUM, DIRECTIONS)
    names.enums.setdefault(ACTION_ENUM, tuple(names.actions))
    for die in rules.dice:
        if die.enum is not None:
            names.enums.setdefault(die.enum, tuple(dict.fromkeys(str(face) for face in die.faces)))
    for declared_type in rules.types:
        for name, attribute in by_name(
            declared_type.attributes, f"attribute of `{declared_type.name}`"
        ).items():
            names.attributes[declared_type.name, name] = attribute
    for event in by_name(rules.events, "event").values():
        names.events[event.name] = {p.name: p.type for p in event.parameters}
        names.results[event.name] = event.result
        if len(names.events[event.name]) != len(event.parameters):
            raise Unfit(f"the event `{event.name}` has two parameters of one name")
    for action in rules.actions:
        if action.name in names.events:
            raise Unfit(f"`{action.name}` is an event and an action")
        names.events[action.name] = _action_parameters(names, action)
        names.results[action.name] = None
    return names


def _action_parameters(names: Names, action: d.ActionDecl) -> dict[str, ValueType]:
    """`by`, the parts, then the parameters of the windows."""
    found: dict[str, ValueType] = {action.by: SEAT}
    for part in action.parts:
        found[part.over.binder] = names.noun(part.over.noun)
    for window in action.at:
        for parameter in names.find(names.windows, window, "window").parameters:
            found.setdefault(parameter.name, parameter.type)
    return found
