"""More than a match can hold."""

from __future__ import annotations

from regelwerk.meaning.whole import Whole
from regelwerk.rules.sizes import too_large
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree.declarations import Game


def sizes(game: Whole) -> list[Diagnostic]:
    """M083: things, zones or attributes that together are too many."""
    problem = too_large(game.rules)
    if problem is None:
        return []
    place = game.found.of(Game)[0].tree.at
    return [Diagnostic("M083", problem, place, help="declare fewer, or smaller ones")]
