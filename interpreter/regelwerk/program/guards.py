"""Where a card must lie for what its text says to matter: tested for many texts at once.

A rule in the text of a card mostly says that the card lies in some zone. Such a condition is read off the
rules: unless one of certain things lies in a certain zone, it cannot hold. What stands under conditions of
this sort is passed over together when none of the things is there, and an action is only looked at when one
of its cards is found in the zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ANSWERS_ZONE
from regelwerk.rules.declarations import ActionDecl

from .scope import Scope
from .source import Function

if TYPE_CHECKING:
    from .expressions import Expressions

FEW = 6
"""So many conditions are tested one by one."""
MOST_ZONES = 12
"""In so many zones of a name things are looked for, where it is not known whose zone is meant."""


@dataclass(frozen=True, slots=True)
class Guard:
    """One of `things` must lie in one of `zones`: texts of lists of things."""

    zones: tuple[str, ...]
    things: frozenset[int]


class Guards:
    """Reads guards off conditions."""

    def __init__(self, expressions: Expressions) -> None:
        self.ex = expressions
        self.tables = expressions.tables

    def of_condition(self, node: ex.Expression | None, scope: Scope) -> Guard | None:
        """What must be so for a condition to hold, if it says where a thing lies."""
        for part in _parts(node):
            found = None
            if isinstance(part, ex.Inside) and isinstance(part.of, ex.Row):
                found = self._guard(part.source, {part.of.name}, scope)
            elif isinstance(part, ex.Any):
                found = self.of_set(part.of, scope)
            if found is not None:
                return found
        return None

    def of_set(self, over: ex.Set, scope: Scope) -> Guard | None:
        """What must be so for a set to have elements, if it is one of certain rows in a zone."""
        for part in _parts(over.where):
            rows = _rows(part, over.binder)
            if rows:
                return self._guard(over.source, rows, scope)
        return None

    def of_action(self, action: ActionDecl, scope: Scope) -> Guard | None:
        """What must be so for an action to be offered; `scope` has its seat and what its window gives."""
        conditions = [action.by_where, *(need for need in action.needs if not action.parts)]
        for condition in conditions:
            found = self.of_condition(condition, scope)
            if found is not None:
                return found
        for part in action.parts:
            found = self.of_set(part.over, scope)
            if found is not None:
                return found
        return None

    def write(
        self,
        function: Function,
        found: Sequence[Guard | None],
        each: Callable[[int], None],
        entered: str = "",
    ) -> None:
        """Write what stands under conditions with these guards, so that it is passed over where none holds.

        `each` writes the lines of one of them; with `entered`, the text of a test, none is passed over.
        """
        for first, last, guard in runs(found):
            if guard is None:
                for number in range(first, last):
                    each(number)
                continue
            with function.block(f"if {entered}not {self.nowhere(guard)}:"):
                for start in range(first, last, FEW):
                    end = min(start + FEW, last)
                    some = Guard(guard.zones, things_of(found[start:end]))
                    with function.block(f"if {entered}not {self.nowhere(some)}:"):
                        for number in range(start, end):
                            each(number)

    def _guard(self, source: ex.Expression | None, rows: set[str], scope: Scope) -> Guard | None:
        if not isinstance(source, ex.Zone) or (
            source.name == ANSWERS_ZONE and source.name not in self.tables.zones
        ):
            return None
        zones = self._zones(source, scope)
        if not zones:
            return None
        numbers = [self.tables.row_number[row] for row in rows]
        return Guard(
            zones, frozenset(thing for number in numbers for thing in self.tables.row_things[number])
        )

    def _zones(self, source: ex.Zone, scope: Scope) -> tuple[str, ...]:
        info = self.tables.zones[source.name]
        of = source.of
        if of is None or (isinstance(of, ex.Local) and self._is_there(of, scope)):
            return (f"ZONES[{self.ex.zone(source.name, of, scope)}]",)
        if info.count > MOST_ZONES:
            return ()
        return tuple(f"ZONES[{info.first + number}]" for number in range(info.count))

    def nowhere(self, guard: Guard) -> str:
        """Text of the test that none of the things is there."""
        things = self.ex.constant(guard.things)
        return f"({' and '.join(f'{things}.isdisjoint({zone})' for zone in guard.zones)})"

    def _is_there(self, of: ex.Local, scope: Scope) -> bool:
        """Whether a local is bound and never none, so that its zone can be looked into beforehand."""
        return of.name in scope.names and of.name in scope.present


def guarded(actions: Sequence[tuple[int, Guard | None]]) -> Iterator[tuple[int, int, bool]]:
    """Runs of neighbours that all have guards, wherever: first, last + 1, and whether they are not few."""
    first = 0
    while first < len(actions):
        last = first
        while last < len(actions) and actions[last][1] is not None:
            last += 1
        if last == first:
            last += 1
        yield first, last, last - first >= FEW
        first = last


def runs(guards: Sequence[Guard | None]) -> Iterator[tuple[int, int, Guard | None]]:
    """Runs of neighbours with the same zones, if they are not few: first, last + 1, what guards them."""
    first = 0
    while first < len(guards):
        guard = guards[first]
        last = first + 1
        while last < len(guards) and _zones_of(guards[last]) == _zones_of(guard):
            last += 1
        if guard is None or last - first < FEW:
            yield first, last, None
        else:
            yield first, last, Guard(guard.zones, things_of(guards[first:last]))
        first = last


def things_of(guards: Sequence[Guard | None]) -> frozenset[int]:
    """All things that some guards look for."""
    return frozenset(thing for guard in guards if guard is not None for thing in guard.things)


def _zones_of(guard: Guard | None) -> tuple[str, ...]:
    return () if guard is None else guard.zones


def _parts(node: ex.Expression | None) -> tuple[ex.Expression, ...]:
    """The conditions that must all hold."""
    if node is None:
        return ()
    return node.of if isinstance(node, ex.And) else (node,)


def _rows(node: ex.Expression, binder: str) -> set[str]:
    """The rows one of which an element must be of; none if the condition is another one."""
    tests = node.of if isinstance(node, ex.Or) else (node,)
    rows = {test.row for test in tests if isinstance(test, ex.IsRow) and test.of == ex.Local(binder)}
    return rows if len(rows) == len(tests) else set()
