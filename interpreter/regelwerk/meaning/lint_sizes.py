"""More than a match can hold."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.whole import Whole
from regelwerk.rules.sizes import too_large
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree.declarations import Game


def sizes(game: Whole) -> list[Diagnostic]:
    """M083: things, zones or attributes that together are too many."""
    excess = too_large(game.rules)
    place = game.found.of(Game)[0].tree.at
    return [] if excess is None else [problems.too_much(*excess).at(place)]
