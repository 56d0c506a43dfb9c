"""How generated programs use up the steps of sets: before a set is gone through, or inside its test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.walk import parts_of

from .access import is_number
from .copies import copies_in, rows_in
from .scope import Scope
from .source import Function
from .things import SEAT

if TYPE_CHECKING:
    from .expressions import Expressions
    from .sets import Loop

_KNOWN = 40_000
"""Sets that take more steps than this are not worked out beforehand."""
_FUNCTION = re.compile(r"(q\d+)\([\w,]*\)$")


def times(count: str, steps: int) -> str:
    """Text of so many times some steps."""
    if is_number(count):
        return str(int(count) * steps)
    return count if steps == 1 else f"{steps}*{count}"


class Charging:
    """Writes what uses up the steps of sets."""

    def __init__(self, expressions: Expressions) -> None:
        self.of = expressions
        self._charged: set[int] = set()
        """The sets whose steps are used up before they are gone through, while they are written."""

    def steps(self, over: ex.Set) -> int:
        """The steps each element of a source uses up, if the set counts and is not charged already."""
        return 0 if id(over) in self._charged else self.of.layout.counting.sets.get(id(over), 0)

    def inside(self, over: ex.Set) -> str:
        """Text that uses up the steps of an element for which the first condition holds; "" if there are
        none."""
        rest = 0 if id(over) in self._charged else self.of.layout.counting.rests.get(id(over), 0)
        return f"charge(s,{rest})" if rest else ""

    def tests(self, over: ex.Set, scope: Scope, charge: str, known: bool) -> list[str]:
        """The tests of an element, with the steps used up after the first; `known`: its row is certain."""
        tests = []
        for number, part in enumerate(parts_of(over.where)):
            if known and rows_in(part, over.binder):
                known = False
            else:
                tests.append(self.of.condition(part, scope))
            if not number:
                tests.append(charge)
        return tests

    def size(self, over: ex.Set) -> int:
        """How many elements a source has, if that is always the same; else -1."""
        tables = self.of.tables
        if over.source is not None or over.low is not None:
            if isinstance(over.low, ex.Number) and isinstance(over.high, ex.Number):
                size = max(0, over.high.value - over.low.value + 1)
                return size if size <= self.of.layout.game.bounds.elements else -1
            return -1
        if over.noun == SEAT:
            return self.of.layout.players
        if over.noun in tables.types:
            if (copies := copies_in(tables, over)) is not None:
                return len(copies)
            info = tables.types[over.noun]
            return -1 if self.of.may_pass(over.noun) else info.last - info.first
        return len(tables.enums[over.noun]) if over.noun in tables.enums else -1

    def beforehand(self, over: ex.Set, inside: ex.Expression | None, write: Callable[[], str]) -> str | None:
        """What `write` gives, with the steps of a set used up before; None if its elements must be counted.

        So it is where nothing inside the set counts and its length is always the same: how it is gone
        through does not matter then.
        """
        steps, size = self.steps(over), self.size(over)
        if not steps or size < 0 or size * steps > _KNOWN:
            return None
        if id(over) in self.of.layout.counting.rests or self.of.counts(over.where, over.sort, inside):
            return None
        self._charged.add(id(over))
        text = write()
        self._charged.discard(id(over))
        called = _FUNCTION.match(text)
        if called is None:
            return f"(charge(s,{size * steps}) and {text})"
        header = f"def {called.group(1)}("
        function = next(f for f in reversed(self.of.source.functions) if f.header.startswith(header))
        lines, function.lines = function.lines, []
        self.of.write_charge(function, str(size * steps))
        function.lines += lines
        return text

    def write(self, function: Function, loop: Loop) -> str:
        """Lines that use up the steps of a loop; returns its header."""
        if not loop.steps:
            return loop.header
        if loop.size >= 0:
            self.of.write_charge(function, str(loop.size * loop.steps))
            return loop.header
        function.line(f"y={loop.plain}")
        self.of.write_charge(function, f"len(y)*{loop.steps}")
        return f"{loop.binder} in y"
