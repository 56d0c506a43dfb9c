"""What is only supposed, and cannot be."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.whole import Whole
from regelwerk.rules.supposed import obstacles
from regelwerk.source.diagnostics import Diagnostic


def impossible_suppositions(game: Whole) -> list[Diagnostic]:
    """M117: events that are supposed though somebody is asked in them, or chance decides, or more ends."""
    supposing = [part for key, part in game.graph.parts.items() if game.graph.effects[key].supposed]
    tested = tuple(each.scenario for each in game.tested.written if each.supposes)
    return [
        problems.cannot_be_supposed(found.reason, found.way).at(game.understood.place_of(found.node))
        for found in obstacles(game.rules, supposing, game.rules.lists, tested)
    ]
