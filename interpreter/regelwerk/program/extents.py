"""How many elements sets can have at most, as far as the rules and the tables say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ANSWER_TYPE
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.walk import nodes

from .copies import parts_of, rows_in
from .things import SEAT

if TYPE_CHECKING:
    from .layout import Layout

_SHORT = 64
"""A source of so many elements is short."""
_ANSWERS = 50
"""So many answers are thought to wait."""


class Extents:
    """Bounds of what a layout may hold."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = layout.tables
        self.unknown = layout.game.bounds.elements
        self._longest = self._longest_list()
        grids = [max(grid.width, grid.height) for grid in self.tables.grids]
        self._builtins = {
            "path": max(grids, default=1),
            "neighbours": max(map(len, self.tables.neighbours.values()), default=1),
            "links": max(map(len, self.tables.links.values()), default=1),
            "distance": 2 * len(self.tables.neighbours),
        }

    def elements(self, over: ex.Set) -> int:
        """How many elements of a source more is asked of than whether they are of certain rows."""
        tables = self.tables
        if over.low is not None and over.high is not None:
            return max(0, min(self.unknown, self.number(over.high) - self._least(over.low) + 1))
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
        return len(tables.enums[over.noun]) if over.noun in tables.enums else self.unknown

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

    def zone(self, name: str) -> int:
        """How many things may lie in a zone."""
        info = self.tables.zones.get(name)
        return _ANSWERS if info is None else self._things(info.type)

    def builtin(self, name: str) -> int:
        """What a function of the language costs besides its arguments."""
        return self._builtins.get(name, 0)

    def looked_through(self, source: ex.Expression) -> int:
        """What it costs to see whether something lies in a list; a zone is not looked through."""
        return 0 if isinstance(source, ex.Zone) else self._longest // 16

    def _longest_list(self) -> int:
        """How long a list of the game may be: only ranges make some that are longer than a type."""
        game = self.layout.game
        if any(isinstance(node, ex.All) and node.of.low is not None for node in nodes(game)):
            return self.unknown
        return max((info.last - info.first for info in self.tables.types.values()), default=0)

    def alike(self, over: ex.Set) -> bool:
        """Whether elements of a set may look alike."""
        info = self.tables.types.get(over.noun)
        if info is None:
            return False
        rows = {self.tables.row_of[thing] for thing in range(info.first, info.last)}
        return any(len(self.tables.row_things[row]) > 1 for row in rows if row >= 0)

    def number(self, node: ex.Expression | None) -> int:
        """No value of an expression is greater, as far as this can be seen."""
        match node:
            case ex.Number(value=value):
                return value
            case ex.Option(name=name):
                return self.layout.options[self.layout.option_number[name]]
            case ex.Attribute(type=owner, name=name):
                info = self.tables.attributes.get((owner, name))
                return self.unknown if info is None else self._high(info.kind)
            case ex.State(name=name):
                return self._high(self.layout.cells[name].kind)
            case ex.Call(name=name):
                return self._high(self.layout.values[name].result)
            case ex.Count(of=over):
                return self.elements(over)
            case ex.Builtin(name="smaller", args=args):
                return min(self._all(args))
            case ex.Builtin(name="greater", args=args):
                return max(self._all(args))
            case ex.Arithmetic(op="+", left=left, right=right):
                return self.number(left) + self.number(right)
            case ex.Arithmetic(op="-", left=left, right=right):
                return self.number(left) - self._least(right)
            case ex.Choice(cases=cases, otherwise=otherwise):
                return max(self._all([*(case.then for case in cases), otherwise]))
        return self.unknown

    def _all(self, parts: Sequence[ex.Expression]) -> list[int]:
        return [self.number(part) for part in parts]

    def _least(self, node: ex.Expression) -> int:
        match node:
            case ex.Number(value=value):
                return value
            case ex.Negative():
                return -self.unknown
        return 0

    def _high(self, kind: ValueType) -> int:
        return self.unknown if kind.high is None else kind.high
