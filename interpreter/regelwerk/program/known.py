"""Expressions whose value is known when a program is generated: they read tables, maps and options only."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk.rules import expressions as ex

from .builtins import FUNCTIONS
from .constants import Env, PlainValues, Value
from .errors import RuleError
from .layout import Layout

_READ_ZONES = ("owner", "holder")
_MAX_DEPTH = 20


class NotKnown(Exception):
    """The value depends on the match."""


class KnownValues(PlainValues):
    """Evaluates what does not change during a match of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = layout.tables
        self.enums = layout.tables.enums
        self.options = {name: layout.options[number] for name, number in layout.option_number.items()}
        self._depth = 0

    def value(self, node: ex.Expression, env: Env) -> Value:
        """The value of an expression with these locals. Raises NotKnown if it depends on the match."""
        try:
            return super().value(node, env)
        except RuleError:
            raise NotKnown from None

    def number(self, node: ex.Expression, env: Env) -> int:
        """The value of an expression that is no list."""
        value = self.value(node, env)
        if isinstance(value, list):
            raise NotKnown
        return value

    def other(self, node: ex.Expression, env: Env) -> Value:
        match node:
            case ex.Row(name=name, copy=copy) if self.tables.row_things[self.tables.row_number[name]]:
                return self.tables.row_things[self.tables.row_number[name]][max(copy - 1, 0)]
            case ex.Seat(number=number) if number <= self.layout.players:
                return number - 1
            case ex.Attribute():
                return self._attribute(node, env)
            case ex.Builtin(name=name, args=args) if name in FUNCTIONS and name not in _READ_ZONES:
                return FUNCTIONS[name](self.tables, (), *(self.value(arg, env) for arg in args))
            case ex.Call(name=name, args=args):
                return self._call(name, [self.value(arg, env) for arg in args])
            case ex.Told(of=of, rows=rows, otherwise=otherwise):
                thing = self.number(of, env)
                row = self.tables.row_of[thing] if thing >= 0 else -1
                said = otherwise if row < 0 else rows.get(self.tables.row_names[row], otherwise)
                if said is not None:
                    return self.value(said, env)
            case ex.Inside(of=of, source=source):
                return int(self.value(of, env) in self._items(source, env))
            case ex.IsRow(of=of, row=row_name):
                things = self.tables.row_things[self.tables.row_number[row_name]]
                return int(self.number(of, env) in things)
            case ex.IsType(of=of, type=name):
                info = self.tables.types[name]
                return int(info.first <= self.number(of, env) < info.last)
            case ex.Any(of=over):
                return int(bool(self._elements(over, env)))
            case ex.Count(of=over):
                return len(self._elements(over, env))
            case ex.All(of=over):
                return self._elements(over, env)
        raise NotKnown

    def _items(self, node: ex.Expression, env: Env) -> list[int]:
        """The value of an expression that is a list."""
        value = self.value(node, env)
        if not isinstance(value, list):
            raise NotKnown
        return value

    def domain(self, over: ex.Set, env: Env) -> Iterable[int]:
        """What a set is taken from, before its `where`."""
        info = self.tables.types.get(over.noun)
        if over.sort:
            raise NotKnown
        if over.low is not None and over.high is not None:
            low, high = self.number(over.low, env), self.number(over.high, env)
            if high - low > 1000:
                raise NotKnown
            return range(low, high + 1)
        if over.source is not None:
            found = self._items(over.source, env)
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

    def _elements(self, over: ex.Set, env: Env) -> list[int]:
        """The elements of a set. Raises NotKnown of one that takes long, or uses up steps inside."""
        if self.layout.counting.counts(over):
            raise NotKnown
        found = self.domain(over, env)
        if over.where is None:
            return list(found)
        where = over.where
        return [item for item in found if self.value(where, {**env, over.binder: item})]

    def _attribute(self, node: ex.Attribute, env: Env) -> int:
        info = self.tables.attributes.get((node.type, node.name))
        if info is None or info.column >= 0:
            raise NotKnown
        if not node.printed and self.layout.attribute_modifiers.get((node.type, node.name)):
            raise NotKnown
        index = self.number(node.of, env) - info.first
        if node.key is not None:
            key = self.number(node.key, env)
            if key not in info.index:
                raise NotKnown
            index = index * info.members + key - info.index.start
        if not 0 <= index < len(info.values):
            raise NotKnown
        return info.values[index]

    def _call(self, name: str, args: list[Value]) -> Value:
        declared = self.layout.values[name]
        bounded = declared.result.low is not None or declared.result.high is not None
        counts = ("value", name) in self.layout.counting.costly
        if self._depth > _MAX_DEPTH or bounded or counts or self.layout.value_modifiers.get(name):
            raise NotKnown
        names = (parameter.name for parameter in declared.parameters)
        self._depth += 1
        try:
            return self.value(declared.body, dict(zip(names, args, strict=True)))
        finally:
            self._depth -= 1
