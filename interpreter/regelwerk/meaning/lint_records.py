"""Positions that are recorded and never asked for, or asked for and never recorded."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.effects import RECORDED
from regelwerk.meaning.whole import Whole
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic


def records_never_read(game: Whole) -> list[Diagnostic]:
    """M125: `record` in a game in which neither a rule nor a scenario asks how often a position came."""
    recording = [key for key, effects in game.graph.effects.items() if RECORDED in effects.writes]
    if not recording or any(RECORDED in effects.reads for effects in game.graph.effects.values()):
        return []
    if any(isinstance(node, x.Recorded) for node in nodes(game.tested.read)):
        return []
    return [
        problems.recorded_in_vain().at(game.understood.word_of(node))
        for key in recording
        for node in nodes(game.graph.parts[key])
        if isinstance(node, s.Record)
    ]


def asked_never_recorded(game: Whole) -> list[Diagnostic]:
    """M135: `times recorded` of a position that no `record` can have recorded."""
    asking = [key for key, effects in game.graph.effects.items() if RECORDED in effects.reads]
    if not asking:
        return []
    recorded = [
        _features(game, node.of)
        for key, effects in game.graph.effects.items()
        if RECORDED in effects.writes
        for node in nodes(game.graph.parts[key])
        if isinstance(node, s.Record)
    ]
    if None in recorded:
        return []
    return [
        problems.never_recorded(bool(recorded)).at(game.understood.word_of(node))
        for key in asking
        for node in nodes(game.graph.parts[key])
        if isinstance(node, x.Recorded) and _features(game, node.of) not in (None, *recorded)
    ]


def _features(game: Whole, node: x.Expression) -> tuple[object, ...] | None:
    """Return the kinds of the features of a position; None where that cannot be seen."""
    if isinstance(node, x.Call):
        bodies = (value.body for value in game.rules.values if value.name == node.name)
        return next((_features(game, body) for body in bodies if not isinstance(body, x.Call)), None)
    if not isinstance(node, x.Position):
        return None
    return tuple(
        (each.kind, each.enum, None if each.over is None else each.over.noun) for each in node.features
    )
