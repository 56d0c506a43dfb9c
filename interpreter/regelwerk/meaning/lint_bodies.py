"""What is wrong with one body by itself: all at one go, for it is asked once whether a body is as it was."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from regelwerk.meaning.domains import Table
from regelwerk.meaning.lint_conditions import contradictions, needs_against_each_other
from regelwerk.meaning.lint_knowledge import Knowledge, knowledge_of
from regelwerk.meaning.lint_questions import leaks
from regelwerk.meaning.lint_states import recorded_secret
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.source.diagnostics import Diagnostic


def bodies(game: Whole) -> list[Diagnostic]:
    """M050, M060, M065: conditions that never hold, options that tell of hidden things."""
    knowledge = replace(game.once(knowledge_of), recorded=recorded_secret(game))
    records = game.table, knowledge
    hidden = knowledge.hidden.facts, knowledge.recorded
    found = []
    for key, part in game.graph.parts.items():
        seal = part, hidden, game.showing.facts(key)
        found += game.judged(f"body {key}", seal, records, partial(_judged, game, key, part))
    return found


def _judged(game: Whole, key: str, part: object, table: Table, knowledge: Knowledge) -> list[Diagnostic]:
    found = contradictions(game, key, part, table)
    if isinstance(part, d.ActionDecl):
        found += needs_against_each_other(game, part, table)
    return found + leaks(game, key, part, knowledge)
