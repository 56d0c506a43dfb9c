"""A game of which every line was understood, as the lints look at it."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk.meaning.collect import Collection
from regelwerk.meaning.files import GameFiles
from regelwerk.meaning.graph import Graph
from regelwerk.meaning.names import Names
from regelwerk.meaning.understood import Understood
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario, Scenarios
from regelwerk.source.spans import Span


@dataclass(frozen=True)
class Whole:
    """The rules with what else a lint may ask: places of nodes, declarations, files, the graph.

    `alive` are the nodes of the graph that `main` or the start of a scenario leads to.
    """

    understood: Understood
    found: Collection
    rules: Rules
    files: GameFiles
    graph: Graph
    alive: frozenset[str]
    tested: Scenarios

    @property
    def names(self) -> Names:
        """All names."""
        return self.understood.ctx.names

    def span(self, name: str) -> Span | None:
        """Return where a name is declared."""
        entry = self.names.declared.get(name)
        return entry.span if entry else None


def whole(
    understood: Understood, found: Collection, rules: Rules, files: GameFiles, tested: Scenarios
) -> Whole:
    """Gather what the lints need."""
    graph = Graph(rules)
    begins = files.begun.union(*(_begun(scenario) for scenario in tested.scenarios))
    alive = graph.reach("happens:main", *(f"happens:{event}" for event in sorted(begins)))
    return Whole(understood, found, rules, files, graph, frozenset(alive), tested)


def begun_in_scenarios(rules: Rules, tested: Scenarios) -> frozenset[str]:
    """Return the events with which scenarios begin, and to which the rules themselves do not lead."""
    played = Graph(rules).reach("happens:main")
    begins: set[str] = set().union(*(_begun(scenario) for scenario in tested.scenarios))
    return frozenset(event for event in begins if not {f"happens:{event}", f"window:{event}"} & played)


def _begun(scenario: Scenario) -> set[str]:
    starts = [*scenario.within, *([scenario.start] if scenario.start is not None else [])]
    return {happen.event for happen in starts}
