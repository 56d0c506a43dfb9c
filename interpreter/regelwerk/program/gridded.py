"""Functions of a grid as tables: where lines lead is worked out once, when a program is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import DIRECTIONS

from .access import is_number
from .builtins import FUNCTIONS
from .scope import Scope

if TYPE_CHECKING:
    from .expressions import Expressions

MOST = 1000
"""Tables are made for no more places than these."""
_LISTS = ("path", "neighbours")
_TABLED = {"row": False, "column": False, "neighbour": True, "path": True, "neighbours": False}
"""The functions, and whether a direction is their second argument."""


class Gridded:
    """Writes calls of such functions as a look into a table."""

    def __init__(self, expressions: Expressions) -> None:
        self.of = expressions
        grids = expressions.tables.grids
        self.first = min((grid.first for grid in grids), default=0)
        self.last = max((grid.first + grid.width * grid.height for grid in grids), default=0)
        self._made: dict[tuple[str, tuple[int | None, ...], tuple[int, ...]], str] = {}
        places = range(self.first, self.last)
        self.usable = 0 < len(places) <= MOST and all(expressions.tables.grid_of[p] >= 0 for p in places)

    def call(self, node: ex.Builtin, args: Sequence[str], scope: Scope, own: bool) -> str | None:
        """Text of the value, None if it has to be worked out. A list is a new one if it is to be `own`."""
        directed = _TABLED.get(node.name)
        if directed is None or not self.usable or not self._on_grid(node.args[0], scope):
            return None
        if not all(is_number(arg) for arg in args[2:]):
            return None
        given = []
        for arg, text in zip(node.args[:2], args, strict=False):
            if is_number(text) and int(text) < 0:
                return None
            if not is_number(text) and not self.of.present(arg, scope):
                if not text.isidentifier():
                    return None
                given.append(f"{text}>=0")
        further = tuple(int(arg) for arg in args[2:])
        place = args[0] if self.first == 0 else f"({args[0]}-{self.first})"
        ways: Sequence[int | None] = (None,)
        index = place
        if directed and is_number(args[1]):
            ways = (int(args[1]),)
        elif directed:
            ways = range(len(DIRECTIONS))
            index = f"{place}*{len(ways)}+{args[1]}"
        table = self._table(node.name, tuple(ways), further)
        text = f"{table}[{index}]" + ("[:]" if own and node.name in _LISTS else "")
        if not given:
            return text
        return f"({text} if {' and '.join(given)} else B_{node.name}(T,AT,{','.join(args)}))"

    def _table(self, name: str, ways: tuple[int | None, ...], further: tuple[int, ...]) -> str:
        """The constant with the value for each place and, inside, for each direction."""
        key = (name, ways, further)
        if key not in self._made:
            places, function = range(self.first, self.last), FUNCTIONS[name]
            values = [
                function(self.of.tables, (), place, *(() if way is None else (way,)), *further)
                for place in places
                for way in ways
            ]
            self._made[key] = self.of.constant(values)
        return self._made[key]

    def _on_grid(self, node: ex.Expression, scope: Scope) -> bool:
        info = self.of.tables.types.get(self.of.kind(node, scope).name or "")
        return info is not None and self.first <= info.first and info.last <= self.last
