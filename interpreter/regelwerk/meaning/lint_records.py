"""Positions that are recorded and never asked for."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.effects import RECORDED
from regelwerk.meaning.whole import Whole
from regelwerk.rules import statements as s
from regelwerk.rules.expressions import Recorded
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic


def records_never_read(game: Whole) -> list[Diagnostic]:
    """M125: `record` in a game in which neither a rule nor a scenario asks how often a position came."""
    recording = [key for key, effects in game.graph.effects.items() if RECORDED in effects.writes]
    if not recording or any(RECORDED in effects.reads for effects in game.graph.effects.values()):
        return []
    if any(isinstance(node, Recorded) for node in nodes(game.tested)):
        return []
    return [
        problems.recorded_in_vain().at(game.understood.word_of(node))
        for key in recording
        for node in nodes(game.graph.parts[key])
        if isinstance(node, s.Record)
    ]
