"""A game of which every line was understood, as the lints look at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from regelwerk.meaning.collect import Collection
from regelwerk.meaning.domains import Table, table_of
from regelwerk.meaning.effects import Cell, reads_of
from regelwerk.meaning.files import GameFiles
from regelwerk.meaning.graph import Graph, bodies_of_event
from regelwerk.meaning.hidden_zones import HiddenZones
from regelwerk.meaning.names import Names
from regelwerk.meaning.showing import Showing
from regelwerk.meaning.suite import Suite
from regelwerk.meaning.understood import Understood
from regelwerk.rules.declarations import Rules
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span

F = TypeVar("F")


class Whole(msgspec.Struct, frozen=True, dict=True):
    """The rules and scenarios of a game, with what else one may ask about them as a whole."""

    understood: Understood
    found: Collection
    rules: Rules
    files: GameFiles
    graph: Graph
    tested: Suite

    @property
    def names(self) -> Names:
        """All names."""
        return self.understood.ctx.names

    def span(self, name: str) -> Span | None:
        """Return where a name is declared."""
        entry = self.names.declared.get(name)
        return entry.span if entry else None

    def judged(
        self, key: str, seal: object, records: tuple[Any, ...], judge: Callable[..., list[Diagnostic]]
    ) -> list[Diagnostic]:
        """Return what is wrong with something; see `Understood.judged`."""
        return self.understood.judged(key, seal, records, judge)

    def once(self, find: Callable[[Whole], F]) -> F:
        """Return what is found about the game, looked for once however many ask."""
        if find not in self._found:
            self._found[find] = find(self)
        found: F = self._found[find]
        return found

    @cached_property
    def _found(self) -> dict[Callable[[Whole], Any], Any]:
        return {}

    @cached_property
    def table(self) -> Table:
        """What the declarations say of values."""
        return table_of(self.rules)

    @cached_property
    def alive(self) -> frozenset[str]:
        """The nodes of the graph that `main` or the start of a scenario leads to."""
        begins = sorted(self.tested.begins | self.files.begun)
        return frozenset(self.graph.reach("happens:main", *(f"happens:{event}" for event in begins)))

    @cached_property
    def read_beside_bodies(self) -> frozenset[Cell]:
        """What is read by types, rows, zones, states, options and lists."""
        rules = self.rules
        declared = (rules.types, rules.rows, rules.zones, rules.states, rules.options, rules.lists)
        return frozenset(reads_of(declared))

    @cached_property
    def but_amounts(self) -> bytes:
        """What tells the rules from others, but for the amounts by which things are raised and lowered."""
        declared = (self.frame, sorted(self.tested.begins | self.files.begun))
        return self.understood.seal_but_amounts(declared)

    @property
    def frame(self) -> tuple[Any, ...]:
        """What is declared besides bodies, without the figures of rows."""
        rules = self.rules
        return (
            rules.players, rules.enums, rules.types, rules.zones, rules.states, rules.dice, rules.maps,
            rules.graphs, rules.options, rules.limits, rules.lists, rules.brought, rules.drawings,
            [(row.name, row.type, row.copies, row.starts_in) for row in rules.rows],
        )  # fmt: skip

    @cached_property
    def hidden_zones(self) -> HiddenZones:
        """Which zones hide their things, and from whom."""
        return HiddenZones(self.rules, self.graph.effects)

    @cached_property
    def showing(self) -> Showing:
        """What the lines of the rules have shown, where."""
        return Showing(self.rules, self.hidden_zones, self.graph.effects)

    @property
    def begun(self) -> frozenset[str]:
        """The events with which scenarios begin, and to which the rules themselves do not lead."""
        played = self.graph.reach("happens:main")
        return frozenset(
            event for event in self.tested.begins if not {f"happens:{event}", f"window:{event}"} & played
        )

    @cached_property
    def seen(self) -> frozenset[str]:
        """The names that stand in positions, options, choices, endings and logs."""
        rules, effects = self.rules, self.graph.effects
        events = [event for event in rules.events if any(effects[key].asks for key in bodies_of_event(event))]
        named = (rules.rows, rules.zones, rules.states, rules.options, rules.actions, rules.windows, events)
        found = {node.name for part in named for node in part}
        found |= {member for enum in rules.enums for member in enum.members}
        found |= {t.name for t in rules.types if t.name != "seat"}
        found |= {a.name for t in rules.types if t.name == "seat" for a in t.attributes}
        return frozenset(found.union(*(each.ways | each.endings for each in effects.values())))
