"""How many elements sets can have at most, as far as the rules and the tables say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.builtins import ANSWER_TYPE
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.walk import parts_of

from .bounds import MAX_ROWS
from .copies import rows_in
from .things import SEAT

if TYPE_CHECKING:
    from .layout import Layout

_SHORT = 64
"""A source of so many elements is short."""
_SEARCHES = ("distance", "reach")
_ANSWERS = 50
"""So many answers are thought to wait."""


Range = tuple[int | None, int | None]
"""No value is less than the first, none greater than the second; None where that cannot be seen."""


class Extents:
    """Bounds of what a layout may hold; `spoken` are all nodes of its rules."""

    def __init__(self, layout: Layout, spoken: Iterable[ex.Node]) -> None:
        self.layout = layout
        self.tables = layout.tables
        self.unknown = layout.game.bounds.elements
        self._longest = self._longest_list(spoken)
        grids = [max(grid.width, grid.height) for grid in self.tables.grids]
        self._builtins = {
            "path": max(grids, default=1),
            "neighbours": max(map(len, self.tables.neighbours.values()), default=1),
            "links": max(map(len, self.tables.links.values()), default=1),
        }
        """How long the lists are at most that functions of places give."""
        self._search = sum(map(len, self.tables.neighbours.values())) // 2
        """What it costs to look through a map, from neighbour to neighbour."""
        self._alike = {name for name in self.tables.types if self._has_copies(name)}

    def elements(self, over: ex.Set) -> int:
        """How many elements of a source more is asked of than whether they are of certain rows."""
        tables = self.tables
        if over.low is not None and over.high is not None:
            low, high = self.range(over.low)[0], self.range(over.high)[1]
            return self.unknown if low is None or high is None else max(0, min(self.unknown, high - low + 1))
        if over.noun == SEAT:
            return self.layout.players
        if over.noun in tables.types:
            most = self._things(over.noun)
            for part in parts_of(over.where)[:1]:
                if rows := rows_in(part, over.binder):
                    return min(most, sum(map(self.copies, rows)))
            if isinstance(over.source, ex.Builtin):
                return min(most, self._builtins.get(over.source.name, most))
            return most
        if over.noun == ANSWER_TYPE:
            return _ANSWERS
        if over.noun in tables.enums and over.source is None:
            return len(tables.enums[over.noun])
        return self.unknown

    def most(self, over: ex.Set) -> int:
        """How many elements a set has at most, whatever happens."""
        return max(self.elements(over), MAX_ROWS if over.noun == ANSWER_TYPE else 0)

    def is_fixed(self, over: ex.Set) -> bool:
        """Whether the source of a set is always the same, and short."""
        if over.source is not None or over.noun == ANSWER_TYPE:
            return isinstance(over.source, ex.Builtin) and over.source.name in self._builtins
        if over.low is not None and over.high is not None:
            fixed = isinstance(over.low, ex.Number) and isinstance(over.high, ex.Number)
            return fixed and self._is_short(over)
        return self._is_short(over)

    def _is_short(self, over: ex.Set) -> bool:
        return self.elements(over) <= _SHORT

    def _things(self, name: str) -> int:
        info = self.tables.types[name]
        return info.last - info.first

    def copies(self, row: str) -> int:
        """How many things are made from a row."""
        return len(self.tables.row_things[self.tables.row_number[row]])

    def values(self, kind: ValueType) -> int | None:
        """How many values of a kind there are besides none; None if they are numbers or lists."""
        if kind.many:
            return None
        match kind.kind:
            case "seat":
                return self.layout.players
            case "flag":
                return 2
            case "enum":
                return len(self.tables.enums[kind.name or ""])
            case "thing" if kind.name in self.tables.types:
                return self._things(kind.name)
        return None

    def zone(self, name: str) -> int:
        """How many things may lie in a zone."""
        info = self.tables.zones.get(name)
        return _ANSWERS if info is None else self._things(info.type)

    def builtin(self, name: str) -> int:
        """What a function of the language costs besides its arguments."""
        return self._search if name in _SEARCHES else self._builtins.get(name, 0)

    def looked_through(self, source: ex.Expression) -> int:
        """What it costs to see whether something lies in a list; a zone is not looked through."""
        return 0 if isinstance(source, ex.Zone) else self._longest // 16

    def _longest_list(self, spoken: Iterable[ex.Node]) -> int:
        """How long a list of the game may be: only ranges and dice make some longer than a type."""
        if any(
            (isinstance(node, ex.All) and node.of.low is not None)
            or (isinstance(node, st.Roll) and node.count is not None)
            for node in spoken
        ):
            return self.unknown
        return max((info.last - info.first for info in self.tables.types.values()), default=0)

    def _has_copies(self, name: str) -> bool:
        info = self.tables.types[name]
        rows = {self.tables.row_of[thing] for thing in range(info.first, info.last)}
        return any(len(self.tables.row_things[row]) > 1 for row in rows if row >= 0)

    def alike(self, over: ex.Set) -> bool:
        """Whether elements of a set may be alike: some row of their type has several copies."""
        return over.noun in self._alike

    def repeats(self, over: ex.Set) -> bool:
        """Whether a set may have an element several times: values in a list may be the same."""
        return over.source is not None and (over.noun == "number" or over.noun in self.tables.enums)

    def range(self, node: ex.Expression) -> Range:
        """Between which numbers the value of an expression lies, as far as this can be seen."""
        match node:
            case ex.Number(value=value):
                return value, value
            case ex.Option(name=name):
                option = self.layout.options[self.layout.option_number[name]]
                return option, option
            case ex.Attribute(type=owner, name=name) if (owner, name) in self.tables.attributes:
                return _declared(self.tables.attributes[owner, name].kind)
            case ex.State(name=name):
                return _declared(self.layout.cells[name].kind)
            case ex.Call(name=name):
                return _declared(self.layout.values[name].result)
            case ex.Count(of=over):
                return 0, self.elements(over)
            case ex.Negative(of=of):
                low, high = self.range(of)
                return None if high is None else -high, None if low is None else -low
            case ex.Arithmetic(op="+", left=left, right=right):
                return _added(self.range(left), self.range(right))
            case ex.Arithmetic(op="-", left=left, right=right):
                return _added(self.range(left), self.range(ex.Negative(right)))
            case ex.Arithmetic(op="smallest" | "greatest" as op, left=left, right=right):
                lows, highs = zip(self.range(left), self.range(right), strict=True)
                if op == "smallest":
                    return _least(lows), min((high for high in highs if high is not None), default=None)
                return max((low for low in lows if low is not None), default=None), _greatest(highs)
            case ex.Choice(cases=cases, otherwise=otherwise):
                lows, highs = zip(*map(self.range, [*(case.then for case in cases), otherwise]), strict=True)
                return _least(lows), _greatest(highs)
            case ex.LetIn(then=then):
                return self.range(then)
        return None, None


def _declared(kind: ValueType) -> Range:
    low = kind.low
    return (min(low, -1) if low is not None and kind.optional else low), kind.high


def _added(one: Range, other: Range) -> Range:
    low, high = ((None if a is None or b is None else a + b) for a, b in zip(one, other, strict=True))
    return low, high


def _least(lows: Sequence[int | None]) -> int | None:
    known = [low for low in lows if low is not None]
    return min(known) if len(known) == len(lows) else None


def _greatest(highs: Sequence[int | None]) -> int | None:
    known = [high for high in highs if high is not None]
    return max(known) if len(known) == len(highs) else None
