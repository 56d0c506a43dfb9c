"""Which values an expression may still have, as far as ranges, enums, rows and earlier tests say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from regelwerk.meaning.asking import Worked
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType

Atom = int | str
"""A number, a member's or a row's name, `seat N`, or `ABSENT`."""

ABSENT = "none "


class Domain(msgspec.Struct, frozen=True):
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
Scope = dict[str, ValueType]
"""The kinds of names."""


class Table(msgspec.Struct, frozen=True):
    """What declarations say of values: ranges, enums, and the rows of attributes that nothing changes.

    `attributes` are by `TYPE.NAME`, `cells` are states and options; `rows` are those of a type; `printed`
    has for `TYPE.NAME` the value of each row, or None if more than these are possible; `altered` are the
    attributes that modifiers change, `parameters` those of events.
    """

    enums: Mapping[str, tuple[str, ...]]
    attributes: Mapping[str, d.AttributeDecl]
    cells: Mapping[str, ValueType]
    rows: Mapping[str, frozenset[Atom]]
    printed: Mapping[str, dict[str, Atom] | None]
    altered: Collection[str]
    parameters: Mapping[str, Scope]

    def of_kind(self, kind: ValueType | None) -> Domain:
        """Return the values of a kind."""
        if kind is None or kind.many:
            return Domain()
        listed: frozenset[Atom] | None = None
        if kind.kind == "enum" and (kind.name or "") in self.enums:
            listed = frozenset(self.enums[kind.name or ""])
        elif kind.kind == "flag":
            listed = frozenset((0, 1))
        if listed is not None and kind.optional:
            listed |= {ABSENT}
        return Domain(listed, low=kind.low, high=kind.high)

    def values(self, node: x.Attribute, rows: frozenset[Atom] | None) -> frozenset[Atom] | None:
        """Return the values an attribute has in the table (in `rows` if given); None if more are possible."""
        name = f"{node.type}.{node.name}"
        printed = self.printed[name]
        if printed is None or (not node.printed and name in self.altered):
            return None
        return frozenset(value for row, value in printed.items() if rows is None or row in rows) or None


def table_of(rules: d.Rules) -> Table:
    """Return what the declarations of a game say of values."""
    enums = {enum.name: enum.members for enum in rules.enums}
    attributes = {f"{t.name}.{a.name}": a for t in rules.types for a in t.attributes}
    parents = {t.name: t.parent for t in rules.types}
    rows: dict[str, list[d.RowDecl]] = {}
    for row in rules.rows:
        for above in _line(row.type, parents):
            rows.setdefault(above, []).append(row)
    without_rows = {m.type for m in rules.maps} | {t.name for t in rules.types if t.lives_until}
    bare: dict[str, set[Atom]] = {}
    for name in without_rows:
        for above in _line(name, parents):
            # A type without a table has one row without a name.
            bare.setdefault(above, set()).add(f"{name} ")

    def rows_of(name: str) -> frozenset[Atom]:
        return frozenset({row.name for row in rows.get(name, ())} | bare.get(name, set()))

    def printed(name: str) -> dict[str, Atom] | None:
        owner, found = name.split(".")[0], attributes.get(name)
        if found is None or found.stored or found.type.per is not None or owner in bare:
            return None
        values: dict[str, Atom] = {}
        for row in rows.get(owner, ()):
            value = row.values.get(found.name, found.default)
            if value is None:
                value = -1 if found.type.optional else found.type.low or 0
            values[row.name] = _atom(value, found.type, enums)
        return values

    cells = {state.name: state.type for state in rules.states}
    cells |= {option.name: option.type for option in rules.options}
    parameters = {each.name: {p.name: p.type for p in each.parameters} for each in rules.events}
    altered = frozenset(f"{modifier.type}.{modifier.of}" for modifier in rules.modifiers)
    return Table(enums, attributes, cells, Worked(rows_of), Worked(printed), altered, parameters)


def _line(name: str, parents: Mapping[str, str | None]) -> Iterator[str]:
    """Return a type and those above it."""
    current: str | None = name
    while current is not None:
        yield current
        current = parents.get(current)


def _atom(value: int | bool | str, kind: ValueType, enums: Mapping[str, tuple[str, ...]]) -> Atom:
    if isinstance(value, str):
        return value
    if value == -1 and kind.optional:
        return ABSENT
    if kind.kind == "seat":
        return f"seat {int(value) + 1}"
    if kind.kind == "enum" and (kind.name or "") in enums:
        return enums[kind.name or ""][int(value)]
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
