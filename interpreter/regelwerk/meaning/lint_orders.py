"""Piles that are none: nothing is drawn from them and all see what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Set

from regelwerk.meaning import problems
from regelwerk.meaning.lint_marks import words_of_houses
from regelwerk.meaning.whole import Whole
from regelwerk.rules.declarations import Rules
from regelwerk.source.diagnostics import Diagnostic


def idle_piles(game: Whole) -> list[Diagnostic]:
    """M142: zones that say `pile` to no purpose. House rules of the game may draw from them."""
    stacked: set[str] = set()
    for effects in game.graph.effects.values():
        stacked |= effects.stacked
    idle = list(no_piles(game.rules, stacked))
    elsewhere = words_of_houses(game) if idle else ()
    return [problems.idle_pile(name).at(game.span(name)) for name in idle if name not in elsewhere]


def no_piles(rules: Rules, stacked: Set[str]) -> Iterator[str]:
    """Return the piles that would be the same without an order; of those in `stacked` the top is asked for.

    Where not all see what lies there, mixing hides which is which.
    """
    for zone in rules.zones:
        open_to_all = zone.seen == "all" and zone.seen_when is None
        if zone.order == "pile" and open_to_all and zone.name not in stacked:
            yield zone.name
