"""The kind of an expression, as far as it follows from the rules form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ACTION_ENUM, ANSWER_TYPE, ANSWERS_ZONE, BY_NAME
from regelwerk.rules.declarations import Rules, ValueType

from .things import Tables

NUMBER = ValueType("number")
NUMBERS = ValueType("number", many=True)
FLAG = ValueType("flag")
SEAT_KIND = ValueType("seat")
SEATS = ValueType("seat", many=True)
ANSWER = ValueType("answer")
NOTHING = ValueType("nothing")
LAID = ValueType("laid", many=True)
"""What is laid down in a payment: a flat list of triples (seat, means, thing or units)."""

ANSWER_KINDS = {
    "by": SEAT_KIND,
    "action": ValueType("enum", ACTION_ENUM),
    "used": ValueType("thing", optional=True),
    "cancelled": FLAG,
    "targets": ValueType("thing", many=True),
}
_PLAIN_RESULTS = {
    "number": NUMBER,
    "flag": FLAG,
    "seat": SEAT_KIND,
    "seat?": ValueType("seat", optional=True),
}
_NUMBERS = (ex.Number, ex.Arithmetic, ex.Negative, ex.Count, ex.Sum, ex.Extreme, ex.Happened)

Scope = Mapping[str, ValueType]


def many(kind: ValueType) -> ValueType:
    """The kind of a list of such elements."""
    return msgspec.structs.replace(kind, many=True, optional=False, low=None, high=None, per=None)


def element(kind: ValueType) -> ValueType:
    """The kind of an element of such a list."""
    return msgspec.structs.replace(kind, many=False)


class Kinds:
    """Infers kinds for one game."""

    def __init__(self, rules: Rules, tables: Tables) -> None:
        self.tables = tables
        self.rows = {row.name: row.type for row in rules.rows}
        self.states = {state.name: state.type for state in rules.states}
        self.options = {option.name: option.type for option in rules.options}
        self.values = {value.name: value.result for value in rules.values}
        self.lists = {(each.name, part.name): part.type for each in rules.lists for part in each.parts}
        self.die_enums = {die.name: die.enum for die in rules.dice}

    def noun(self, over: ex.Set, scope: Scope) -> ValueType:
        """The kind of the elements of a set."""
        if over.noun == "seat":
            return SEAT_KIND
        if over.noun == "number":
            return NUMBER
        if over.noun in self.tables.types:
            return ValueType("thing", over.noun)
        if over.noun == ANSWER_TYPE:
            return ANSWER
        if over.noun in self.tables.enums:
            return ValueType("enum", over.noun)
        return element(self.of(over.source, scope)) if over.source is not None else NUMBER

    def of(self, node: ex.Expression, scope: Scope) -> ValueType:
        """The kind of an expression; numbers where nothing is known."""
        if isinstance(node, _NUMBERS):
            return NUMBER
        match node:
            case ex.Local(name=name):
                return scope.get(name, NUMBER)
            case ex.Member(enum=enum):
                return ValueType("enum", enum)
            case ex.Nothing():
                return NOTHING
            case ex.Row(name=name):
                return ValueType("thing", self.rows.get(name))
            case ex.Seat():
                return SEAT_KIND
            case ex.State(name=name):
                return self._cell(self.states[name])
            case ex.Option(name=name):
                return self.options[name]
            case ex.Attribute(type=type_name, name=name):
                if type_name == ANSWER_TYPE:
                    return ANSWER_KINDS[name]
                return self._cell(self.tables.attributes[type_name, name].kind)
            case ex.Zone(name=name):
                if name == ANSWERS_ZONE and name not in self.tables.zones:
                    return many(ANSWER)
                return ValueType("thing", self.tables.zones[name].type, many=True)
            case ex.Call(name=name):
                return self.values[name]
            case ex.Builtin():
                return self._builtin(node, scope)
            case ex.Choice(cases=cases, otherwise=otherwise):
                return self._first((*(case.then for case in cases), otherwise), scope)
            case ex.Told(rows=rows, otherwise=otherwise):
                return self._first((*rows.values(), otherwise or ex.Nothing()), scope)
            case ex.Listed(list=name, part=part):
                return ValueType("thing", self.lists[name, part], many=True)
            case ex.All(of=over):
                return many(self.noun(over, scope))
            case ex.The(of=over):
                return msgspec.structs.replace(self.noun(over, scope), optional=True)
        return FLAG

    def _first(self, branches: Iterable[ex.Expression], scope: Scope) -> ValueType:
        """The kind of the first branch that is something."""
        for branch in branches:
            kind = self.of(branch, scope)
            if kind.kind != "nothing":
                return kind
        return NOTHING

    def _cell(self, kind: ValueType) -> ValueType:
        return msgspec.structs.replace(kind, per=None)

    def _builtin(self, node: ex.Builtin, scope: Scope) -> ValueType:
        result = BY_NAME[node.name].result
        if result in _PLAIN_RESULTS:
            return _PLAIN_RESULTS[result]
        first = self.of(node.args[0], scope)
        if result == "things":
            return many(first)
        if result == "element?":
            return msgspec.structs.replace(element(first), optional=True)
        return msgspec.structs.replace(first, optional=True)
