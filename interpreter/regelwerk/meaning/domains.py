"""Which values an expression may still have, as far as ranges, enums, rows and earlier tests say."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType

Atom = int | str
"""A number, a member's or a row's name, `seat N`, or `ABSENT`."""

ABSENT = "none "


@dataclass(frozen=True)
class Domain:
    """Values an expression may have: those between `low` and `high` (None: no bound), or only listed ones."""

    listed: frozenset[Atom] | None = None
    excluded: frozenset[Atom] = frozenset()
    low: int | None = None
    high: int | None = None

    def empty(self) -> bool:
        """Say whether nothing is left."""
        if self.listed is not None:
            return not any(self._admits(value) for value in self.listed)
        return self.low is not None and self.high is not None and self.low > self.high

    def _admits(self, value: Atom) -> bool:
        if value in self.excluded:
            return False
        if isinstance(value, str):
            return True
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def only(self, values: frozenset[Atom]) -> Domain:
        """Return what is left if it is one of these."""
        return replace(self, listed=values if self.listed is None else self.listed & values)

    def without(self, values: frozenset[Atom]) -> Domain:
        """Return what is left if it is none of these."""
        return replace(self, excluded=self.excluded | values)

    def between(self, low: int | None, high: int | None) -> Domain:
        """Return what is left if it lies between these bounds."""
        lows = [n for n in (self.low, low) if n is not None]
        highs = [n for n in (self.high, high) if n is not None]
        return replace(self, low=max(lows, default=None), high=min(highs, default=None))


Facts = dict[bytes, Domain]


class Table:
    """What declarations say of values: ranges, enums, and the rows of attributes that nothing changes."""

    def __init__(self, rules: d.Rules, rowless: set[str]) -> None:
        self.rules = rules
        self.enums = {enum.name: enum.members for enum in rules.enums}
        self.attributes = {(t.name, a.name): a for t in rules.types for a in t.attributes}
        self.states = {state.name: state.type for state in rules.states}
        self.options = {option.name: option.type for option in rules.options}
        self.parents = {t.name: t.parent for t in rules.types}
        self.rowless = rowless
        self.modified = {(m.type, m.of) for m in rules.modifiers}

    def below(self, name: str, above: str) -> bool:
        """Say whether a type is `above` or below it."""
        current: str | None = name
        while current is not None and current != above:
            current = self.parents.get(current)
        return current == above

    def rows_of(self, type_name: str) -> frozenset[Atom]:
        """Return the rows of a type; a type without a table has one row without a name."""
        rows = {row.name for row in self.rules.rows if self.below(row.type, type_name)}
        bare = {f"{name} " for name in self.rowless if self.below(name, type_name)}
        return frozenset(rows | bare)

    def of_kind(self, kind: ValueType | None) -> Domain:
        """Return the values of a kind."""
        if kind is None or kind.many:
            return Domain()
        listed: frozenset[Atom] | None = None
        if kind.kind == "enum" and kind.name in self.enums:
            listed = frozenset(self.enums[kind.name])
        elif kind.kind == "flag":
            listed = frozenset((0, 1))
        if listed is not None and kind.optional:
            listed |= {ABSENT}
        return Domain(listed, low=kind.low, high=kind.high)

    def printed(self, node: x.Attribute, rows: frozenset[Atom] | None) -> frozenset[Atom] | None:
        """Return the values an attribute has in the table (in `rows` if given); None if more are possible."""
        found = self.attributes.get((node.type, node.name))
        modified = (node.type, node.name) in self.modified and not node.printed
        if found is None or found.stored or modified or found.type.per is not None:
            return None
        values: set[Atom] = set()
        for row in self.rules.rows:
            if not self.below(row.type, node.type) or (rows is not None and row.name not in rows):
                continue
            value = row.values.get(node.name, found.default)
            if value is None:
                value = -1 if found.type.optional else found.type.low or 0
            values.add(self._atom(value, found.type))
        bare = any(self.below(name, node.type) for name in self.rowless)
        return None if bare or not values else frozenset(values)

    def _atom(self, value: int | bool | str, kind: ValueType) -> Atom:
        if isinstance(value, str):
            return value
        if value == -1 and kind.optional:
            return ABSENT
        if kind.kind == "seat":
            return f"seat {int(value) + 1}"
        if kind.kind == "enum" and kind.name in self.enums:
            return self.enums[kind.name][int(value)]
        return int(value)


def key_of(node: x.Expression) -> bytes:
    """Return what tells one expression from another."""
    return msgspec.json.encode(node)


def atom_of(node: x.Expression) -> Atom | None:
    """Return the value of an expression that has always the same."""
    if isinstance(node, x.Number):
        return node.value
    if isinstance(node, x.Flag):
        return int(node.value)
    if isinstance(node, x.Member | x.Row):
        return node.name
    if isinstance(node, x.Seat):
        return f"seat {node.number}"
    return ABSENT if isinstance(node, x.Nothing) else None
