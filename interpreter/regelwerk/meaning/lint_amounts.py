"""Numbers below nothing, given to an event that only raises or lowers something by them."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.whole import Whole
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import EventDecl
from regelwerk.rules.types.scope import Scope
from regelwerk.rules.types.statements import Types
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic


def amounts_below_nothing(game: Whole) -> list[Diagnostic]:
    """M139: `earn(p, -1)` of an event that does `raise p.points by n`: nothing comes of it."""
    amounts = {
        event.name: _amounts(event) for event in game.rules.events if event.name not in game.graph.hooks
    }
    types = Types(game.names)
    return [
        problems.amount_below_nothing(name, called.event, up).at(
            game.understood.place_of(called.args[number])
        )
        for part in game.graph.parts.values()
        for called in nodes(part)
        if isinstance(called, s.Happen)
        for number, (name, up) in amounts.get(called.event, {}).items()
        if (types.bounds(called.args[number], Scope()).high or 0) < 0
    ]


def _amounts(event: EventDecl) -> dict[int, tuple[str, bool]]:
    """By number the parameters that are nothing but amounts, and whether something is raised by them."""
    found: dict[int, tuple[str, bool]] = {}
    written = list(nodes((event.body, *(event.told or {}).values())))
    for number, parameter in enumerate(event.parameters):
        local = x.Local(parameter.name)
        changes = [node.up for node in written if isinstance(node, s.Change) and node.by == local]
        if changes and len(changes) == written.count(local):
            found[number] = parameter.name, changes[0]
    return found
