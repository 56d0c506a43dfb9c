"""An evaluator with the eyes of one seat: it stops at whatever this seat may not know.

It stops at the first thing it would have to look at, so that whether it stops follows from what the seat
knows already, and tells it nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from regelwerk.program.copies import all_copies
from regelwerk.program.layout import Layout
from regelwerk.program.scope import Scope
from regelwerk.program.whereabouts import Whereabouts
from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ANSWER_TYPE, ANSWERS_ZONE
from regelwerk.rules.declarations import ModifierDecl, ValueType

from .evaluate import Env, Evaluator
from .knowledge import knows
from .state import State

_OF_ANSWERS = ("by", "action", "cancelled")
"""What everybody is told of what was declared."""


class Hidden(Exception):
    """A seat may not know what is asked for."""


class Sighted(Evaluator):
    """Evaluates what one seat knows (None: what every seat knows). Raises Hidden at anything else, and where
    that is not certain."""

    def __init__(self, layout: Layout, seat: int | None) -> None:
        super().__init__(layout)
        self.seat = seat
        self._zones: dict[str, set[int] | None] = {}
        """What `_zones_of` has found for the modifiers that count for copies."""
        self._thing_cells = {name for name, cell in layout.cells.items() if cell.kind.kind == "thing"}

    def known(self, s: State, value: Any) -> Any:
        """A thing, or a list of things; all of them must be known to the seat."""
        for thing in value if isinstance(value, list | tuple) else (value,):
            if not knows(s, self.seat, thing):
                raise Hidden
        return value

    def known_as(self, s: State, kind: ValueType, value: Any) -> Any:
        """A value of a kind, which must be known if it is a thing or names things."""
        if kind.kind == "thing":
            return self.known(s, value)
        if kind.kind == "laid":
            raise Hidden
        return value

    def _row(self, s: State, env: Env, node: ex.Row) -> int:
        return int(self.known(s, super()._row(s, env, node)))

    def _state(self, s: State, env: Env, node: ex.State) -> Any:
        value = super()._state(s, env, node)
        return self.known(s, value) if node.name in self._thing_cells else value

    def _attribute(self, s: State, env: Env, node: ex.Attribute) -> Any:
        if node.type == ANSWER_TYPE:
            if node.name not in _OF_ANSWERS:
                raise Hidden
            return super()._attribute(s, env, node)
        value = super()._attribute(s, env, node)
        return self.known_as(s, self.layout.tables.attributes[node.type, node.name].kind, value)

    def _zone(self, s: State, env: Env, node: ex.Zone) -> list[int]:
        if node.name == ANSWERS_ZONE and node.name not in self.layout.tables.zones:
            return super()._zone(s, env, node)
        zone = self.zone(s, env, node.name, node.of)
        if not self._sees(zone):
            raise Hidden
        return list(self.known(s, s.zones[zone]))

    def _sees(self, zone: int) -> bool:
        everyone = (1 << self.layout.players) - 1
        eyes = everyone if self.seat is None else 1 << self.seat
        return self.layout.tables.zone_seen_by[zone] & eyes == eyes

    def _source(self, s: State, env: Env, over: ex.Set) -> tuple[Sequence[int], int]:
        source, length = super()._source(s, env, over)
        return (self.known(s, list(source)) if over.noun in self.layout.tables.types else source), length

    def _add_changes(
        self, s: State, declared: ModifierDecl, args: list[int], captured: list[Any], result: list[Any]
    ) -> None:
        for parameter, value in zip(declared.captured or (), captured, strict=True):
            self.known_as(s, parameter.type, value)
        super()._add_changes(s, declared, args, captured, result)

    def _each_changing(self, s: State, declared: ModifierDecl, over: ex.Set, env: Env) -> Iterable[int]:
        """Of all copies of certain rows those in the zones where they count: all of these must be seen."""
        copies = all_copies(self.layout.tables, over)
        if declared.name not in self._zones:
            self._zones[declared.name] = None if copies is None else _zones_of(self.layout, declared, over)
        zones = self._zones[declared.name]
        if copies is None or zones is None:
            return super()._each_changing(s, declared, over, env)
        if not all(self._sees(zone) for zone in zones):
            raise Hidden
        return [thing for thing in copies if s.at[thing] in zones]

    def _builtin(self, s: State, env: Env, node: ex.Builtin) -> Any:
        value = super()._builtin(s, env, node)
        return self.known(s, value) if node.name == "holder" else value

    def _is_answer(self, s: State, env: Env, node: ex.IsAnswer) -> int:
        if node.args:
            raise Hidden
        return super()._is_answer(s, env, node)

    def _listed(self, s: State, env: Env, node: ex.Listed) -> list[int]:
        if self.value(s, env, node.of) != self.seat:
            raise Hidden
        return list(self.known(s, super()._listed(s, env, node)))

    def _happened(self, s: State, env: Env, node: ex.Happened) -> int:
        event = self.layout.events[self.layout.event_number[node.event]]
        if any(kind.kind not in ("number", "flag", "seat", "enum") for _, kind in event.parameters):
            raise Hidden
        return super()._happened(s, env, node)

    def _recorded(self, s: State, env: Env, node: ex.Recorded) -> int:
        raise Hidden

    def _may(self, s: State, env: Env, node: ex.May) -> int:
        raise Hidden

    def _supposing(self, s: State, env: Env, node: ex.Supposing) -> int:
        raise Hidden


class _Zones(Whereabouts[int]):
    """Reads the numbers of zones off conditions, whoever owns them."""

    def zones_of_source(self, source: ex.Zone, scope: Scope) -> tuple[int, ...]:
        info = self.tables.zones.get(source.name)
        return () if info is None else tuple(range(info.first, info.first + info.count))

    def zones_of_holder(self, holder: ex.Local, scope: Scope) -> tuple[int, ...]:
        return tuple(n for n, zone in enumerate(self.tables.zone_decl) if zone.owner in self.tables.types)


def _zones_of(layout: Layout, declared: ModifierDecl, over: ex.Set) -> set[int] | None:
    """The zones in which an element of a set must lie for a modifier to count for it; None if any do."""
    scope = Scope()
    for parameter in declared.parameters:
        scope.bind(parameter.name, parameter.name, parameter.type, present=declared.type is not None)
    found: set[int] = set()
    for change in declared.changes:
        zones = () if change.where is None else _Zones(layout).where_lies(change.where, scope, over.binder)
        if not zones:
            return None
        found.update(zones)
    return found
