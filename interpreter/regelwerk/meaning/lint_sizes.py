"""More than a match can hold."""

from __future__ import annotations

from regelwerk.meaning.context import span_of
from regelwerk.meaning.whole import Whole
from regelwerk.rules.sizes import too_large
from regelwerk.source.diagnostics import Diagnostic


def sizes(game: Whole) -> list[Diagnostic]:
    """M083: things, zones or attributes that together are too many."""
    problem = too_large(game.rules)
    if problem is None:
        return []
    first = game.found.games[0]
    place = span_of(first.file, first.tree)
    return [Diagnostic("M083", problem, place, help="declare fewer, or smaller ones")]
