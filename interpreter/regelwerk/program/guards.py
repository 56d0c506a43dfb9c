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
from regelwerk.rules.walk import parts_of

from .copies import all_copies, rows_in
from .scope import Scope
from .source import Function
from .things import ZoneInfo
from .whereabouts import Whereabouts

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


class Guards(Whereabouts[str]):
    """Reads guards off conditions; a zone is the text of its list of things."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions.layout)
        self.ex = expressions

    def of_condition(self, node: ex.Expression | None, scope: Scope) -> Guard | None:
        """What must be so for a condition to hold, if it says where a thing lies.

        Whatever uses up steps is not passed over: nothing is read off what is tested after it.
        """
        for part in parts_of(node):
            found = None
            if isinstance(part, ex.Inside) and isinstance(part.of, ex.Row):
                found = self._guard(part.source, {part.of.name}, scope)
            elif isinstance(part, ex.Any):
                found = self.of_set(part.of, scope)
            if found is not None or self.counting.counts(part):
                return found
        return None

    def of_each(self, over: ex.Set, node: ex.Expression | None, scope: Scope) -> Guard | None:
        """What must be so for a condition to hold for one of all copies of rows."""
        copies = all_copies(self.tables, over)
        if copies is None or node is None or not self.counting.is_free(over):
            return None
        zones = self.where_lies(node, scope, over.binder)
        return Guard(zones, frozenset(copies)) if zones else None

    def zones_of_holder(self, holder: ex.Local, scope: Scope) -> tuple[str, ...]:
        """The zones of a thing that is there, by the types of things that have zones."""
        info = self.tables.types.get(scope.kinds[holder.name].name or "")
        if info is None:
            return ()
        zones = []
        for zone in self.tables.zones.values():
            last = zone.first_owner + zone.count
            if zone.owner in self.tables.types and info.first < last and zone.first_owner < info.last:
                if not self._owns(holder, zone, scope):
                    return ()
                zones.append(f"ZONES[{self.ex.zone(zone.name, holder, scope)}]")
        return tuple(zones)

    def _owns(self, of: ex.Local, zone: ZoneInfo, scope: Scope) -> bool:
        """Whether a local is always one that has such a zone."""
        kind = scope.kinds[of.name]
        if zone.owner not in self.tables.types:
            return kind.kind == "seat"
        info = self.tables.types.get(kind.name or "")
        last = zone.first_owner + zone.count
        return info is not None and zone.first_owner <= info.first and info.last <= last

    def of_set(self, over: ex.Set, scope: Scope) -> Guard | None:
        """What must be so for a set to have elements, if it is one of certain rows in a zone."""
        if not self.counting.is_free(over):
            return None
        for part in parts_of(over.where):
            rows = rows_in(part, over.binder)
            if rows:
                return self._guard(over.source, rows, scope)
            if self.counting.counts(part):
                return None
        return None

    def of_action(self, action: ActionDecl, scope: Scope) -> Guard | None:
        """What must be so for an action to be offered; `scope` has its seat and what its window gives."""
        conditions = [action.by_where, *(need for need in action.needs if not action.parts)]
        for condition in conditions:
            found = self.of_condition(condition, scope)
            if found is not None or self.counting.counts(condition):
                return found
        steps = self.counting.parts[self.ex.layout.action_number[action.name]]
        for part, counts in zip(action.parts, steps, strict=True):
            found = self.of_set(part.over, scope)
            if found is not None or counts or self.counting.counts(part.over):
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
        if not isinstance(source, ex.Zone) or self.counting.counts(source):
            return None
        zones = self.zones_of_source(source, scope)
        if not zones:
            return None
        numbers = [self.tables.row_number[row] for row in rows]
        return Guard(
            zones, frozenset(thing for number in numbers for thing in self.tables.row_things[number])
        )

    def zones_of_source(self, source: ex.Zone, scope: Scope) -> tuple[str, ...]:
        if source.name == ANSWERS_ZONE and source.name not in self.tables.zones:
            return ()
        info = self.tables.zones[source.name]
        of = source.of
        if of is None or (isinstance(of, ex.Local) and self._is_there(of, info, scope)):
            return (f"ZONES[{self.ex.zone(source.name, of, scope)}]",)
        if info.count > MOST_ZONES:
            return ()
        return tuple(f"ZONES[{info.first + number}]" for number in range(info.count))

    def nowhere(self, guard: Guard) -> str:
        """Text of the test that none of the things is there."""
        things = self.ex.constant(guard.things)
        return f"({' and '.join(f'{things}.isdisjoint({zone})' for zone in guard.zones)})"

    def _is_there(self, of: ex.Local, zone: ZoneInfo, scope: Scope) -> bool:
        """Whether a local is bound and always has such a zone, which can be looked into beforehand."""
        return of.name in scope.names and of.name in scope.present and self._owns(of, zone, scope)


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
