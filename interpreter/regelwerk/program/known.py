"""Expressions whose value is known when a program is generated: they read tables, maps and options only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from regelwerk.rules import expressions as ex

from .bounds import calculated
from .builtins import FUNCTIONS
from .constants import compare
from .errors import RuleError
from .layout import Layout

Known = int | list[int]
Env = Mapping[str, Known]

_READ_ZONES = ("owner", "holder")
_MAX_DEPTH = 20


class NotKnown(Exception):
    """The value depends on the match."""


class KnownValues:
    """Evaluates what does not change during a match of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = layout.tables

    def value(self, node: ex.Expression, env: Env, depth: int = 0) -> Known:
        """The value of an expression with these locals. Raises NotKnown if it depends on the match."""
        match node:
            case ex.Number(value=value) | ex.Flag(value=value):
                return int(value)
            case ex.Member(enum=enum, name=name):
                return self.tables.enums[enum].index(name)
            case ex.Nothing():
                return -1
            case ex.Row(name=name, copy=copy) if self.tables.row_things[self.tables.row_number[name]]:
                return self.tables.row_things[self.tables.row_number[name]][max(copy - 1, 0)]
            case ex.Seat(number=number) if number <= self.layout.players:
                return number - 1
            case ex.Local(name=name) if name in env:
                return env[name]
            case ex.Option(name=name):
                return self.layout.options[self.layout.option_number[name]]
            case ex.Attribute():
                return self._attribute(node, env, depth)
            case ex.Builtin(name=name, args=args) if name in FUNCTIONS and name not in _READ_ZONES:
                values = [self.value(arg, env, depth) for arg in args]
                try:
                    return FUNCTIONS[name](self.tables, (), *values)
                except RuleError:
                    raise NotKnown from None
            case ex.Call(name=name, args=args):
                return self._call(name, [self.value(arg, env, depth) for arg in args], depth)
            case ex.Arithmetic(op=op, left=left, right=right):
                a, b = self.number(left, env, depth), self.number(right, env, depth)
                try:
                    return calculated(op, a, b)
                except RuleError:
                    raise NotKnown from None
            case ex.Negative(of=of):
                return -self.number(of, env, depth)
            case ex.Choice(cases=cases, otherwise=otherwise):
                for case in cases:
                    if self.value(case.when, env, depth):
                        return self.value(case.then, env, depth)
                return self.value(otherwise, env, depth)
            case ex.Told(of=of, rows=rows, otherwise=otherwise):
                thing = self.number(of, env, depth)
                row = self.tables.row_of[thing] if thing >= 0 else -1
                said = otherwise if row < 0 else rows.get(self.tables.row_names[row], otherwise)
                if said is None:
                    raise NotKnown
                return self.value(said, env, depth)
        return self._condition(node, env, depth)

    def _condition(self, node: ex.Expression, env: Env, depth: int) -> Known:
        match node:
            case ex.And(of=parts):
                return int(all(self.value(part, env, depth) for part in parts))
            case ex.Or(of=parts):
                return int(any(self.value(part, env, depth) for part in parts))
            case ex.Not(of=of):
                return int(not self.value(of, env, depth))
            case ex.Compare(op=op, left=left, right=right):
                return int(compare(op, self.value(left, env, depth), self.value(right, env, depth)))
            case ex.Inside(of=of, source=source):
                return int(self.value(of, env, depth) in self.items(self.value(source, env, depth)))
            case ex.IsRow(of=of, row=row):
                return int(self.number(of, env, depth) in self.tables.row_things[self.tables.row_number[row]])
            case ex.IsType(of=of, type=name):
                info = self.tables.types[name]
                return int(info.first <= self.number(of, env, depth) < info.last)
            case ex.Any(of=over):
                return int(bool(self.elements(over, env, depth)))
            case ex.Count(of=over):
                return len(self.elements(over, env, depth))
            case ex.All(of=over):
                return self.elements(over, env, depth)
        raise NotKnown

    def number(self, node: ex.Expression, env: Env, depth: int = 0) -> int:
        """The value of an expression that is no list."""
        value = self.value(node, env, depth)
        if isinstance(value, list):
            raise NotKnown
        return value

    def items(self, value: Known) -> list[int]:
        """The elements of a value that is a list."""
        if not isinstance(value, list):
            raise NotKnown
        return value

    def domain(self, over: ex.Set, env: Env, depth: int = 0) -> Iterable[int]:
        """What a set is taken from, before its `where`."""
        info = self.tables.types.get(over.noun)
        if over.sort:
            raise NotKnown
        if over.low is not None and over.high is not None:
            low, high = self.number(over.low, env, depth), self.number(over.high, env, depth)
            if high - low > 1000:
                raise NotKnown
            return range(low, high + 1)
        if over.source is not None:
            found = self.items(self.value(over.source, env, depth))
            return found if info is None else [item for item in found if info.first <= item < info.last]
        if over.noun == "seat":
            return range(self.layout.players)
        if info is not None:
            if any(info.first <= things.start < info.last for things in self.tables.passing.values()):
                raise NotKnown
            return range(info.first, info.last)
        if over.noun in self.tables.enums:
            return range(len(self.tables.enums[over.noun]))
        raise NotKnown

    def elements(self, over: ex.Set, env: Env, depth: int = 0) -> list[int]:
        """The elements of a set. Raises NotKnown of one that takes long, or uses up steps inside."""
        if self.layout.counting.counts(over):
            raise NotKnown
        found = self.domain(over, env, depth)
        if over.where is None:
            return list(found)
        where = over.where
        return [item for item in found if self.value(where, {**env, over.binder: item}, depth)]

    def _attribute(self, node: ex.Attribute, env: Env, depth: int) -> int:
        info = self.tables.attributes.get((node.type, node.name))
        if info is None or info.column >= 0:
            raise NotKnown
        if not node.printed and self.layout.attribute_modifiers.get((node.type, node.name)):
            raise NotKnown
        index = self.number(node.of, env, depth) - info.first
        if node.key is not None:
            index = index * info.members + self.number(node.key, env, depth)
        if not 0 <= index < len(info.values):
            raise NotKnown
        return info.values[index]

    def _call(self, name: str, args: list[Known], depth: int) -> Known:
        declared = self.layout.values[name]
        bounded = declared.result.low is not None or declared.result.high is not None
        counts = ("value", name) in self.layout.counting.costly
        if depth > _MAX_DEPTH or bounded or counts or self.layout.value_modifiers.get(name):
            raise NotKnown
        names = (parameter.name for parameter in declared.parameters)
        return self.value(declared.body, dict(zip(names, args, strict=True)), depth + 1)
