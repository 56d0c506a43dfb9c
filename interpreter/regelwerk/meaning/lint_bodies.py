"""What is wrong with one body by itself: all at one go, for it is asked once whether a body is as it was."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from regelwerk.meaning.asking import digest
from regelwerk.meaning.domains import Table
from regelwerk.meaning.lint_conditions import contradictions, needs_against_each_other
from regelwerk.meaning.lint_knowledge import Knowledge, knowledge_of
from regelwerk.meaning.lint_questions import leaks
from regelwerk.meaning.lint_states import recorded_secret
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.source.diagnostics import Diagnostic

HIDDEN = "hidden"
"""What has a place among bodies, though it is none."""


def bodies(game: Whole) -> list[Diagnostic]:
    """M050, M060, M065: conditions that never hold, options that tell of hidden things."""
    knowledge = replace(game.once(knowledge_of), recorded=recorded_secret(game))
    records = game.table, knowledge
    told = game.understood.facts(game.but_amounts, partial(_facts, game))
    found = []
    around = {shown: (told[HIDDEN], shown) for shown in (None, *told.values())}  # sealed once, being the same
    for key, part in game.graph.parts.items():
        seal = part, around[told.get(key)]
        found += game.judged(f"body {key}", seal, records, partial(_judged, game, key, part))
    return found


def _facts(game: Whole) -> dict[str, bytes]:
    """What tells from other games what is hidden in this one, and what has been shown in its bodies."""
    shown = ((key, game.showing.facts(key)) for key in game.graph.parts)
    hidden = game.hidden_zones.facts, recorded_secret(game)
    return {HIDDEN: digest(hidden), **{key: digest(facts) for key, facts in shown if facts}}


def _judged(game: Whole, key: str, part: object, table: Table, knowledge: Knowledge) -> list[Diagnostic]:
    found = contradictions(game, key, part, table)
    if isinstance(part, d.ActionDecl):
        found += needs_against_each_other(game, part, table)
    return found + leaks(game, key, part, knowledge)
