"""A game of which every line was understood, as the lints look at it."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk.meaning.collect import Collection
from regelwerk.meaning.context import Context
from regelwerk.meaning.files import GameFiles
from regelwerk.meaning.graph import Graph
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario, Scenarios
from regelwerk.rules.statements import Happen
from regelwerk.source.spans import Span


@dataclass(frozen=True)
class Whole:
    """The rules with what else a lint may ask: places of nodes (`ctx`), declarations, files, the graph.

    `alive` are the nodes of the graph that `main` or the start of a scenario leads to.
    """

    ctx: Context
    found: Collection
    rules: Rules
    files: GameFiles
    graph: Graph
    alive: frozenset[str]
    tested: Scenarios

    def span(self, name: str) -> Span | None:
        """Return where a name is declared."""
        entry = self.ctx.names.declared.get(name)
        return entry.span if entry else None


def whole(ctx: Context, found: Collection, rules: Rules, files: GameFiles, tested: Scenarios) -> Whole:
    """Gather what the lints need."""
    graph = Graph(rules)
    begins = [happen.event for scenario in tested.scenarios for happen in _starts(scenario)]
    alive = graph.reach("happens:main", *(f"happens:{event}" for event in begins))
    return Whole(ctx, found, rules, files, graph, frozenset(alive), tested)


def _starts(scenario: Scenario) -> list[Happen]:
    return [*scenario.within, *([scenario.start] if scenario.start is not None else [])]
