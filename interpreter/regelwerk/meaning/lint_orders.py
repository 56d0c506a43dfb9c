"""Piles that are none: nothing is drawn from them and all see what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Set

from regelwerk.meaning import problems
from regelwerk.meaning.whole import Whole
from regelwerk.rules.declarations import Rules
from regelwerk.source.diagnostics import Diagnostic


def idle_piles(game: Whole) -> list[Diagnostic]:
    """M142: zones that say `pile` to no purpose."""
    stacked: set[str] = set()
    for effects in game.graph.effects.values():
        stacked |= effects.stacked
    return [problems.idle_pile(name).at(game.span(name)) for name in no_piles(game.rules, stacked)]


def no_piles(rules: Rules, stacked: Set[str]) -> Iterator[str]:
    """Return the piles that would be the same without an order; of those in `stacked` the top is asked for.

    Where not all see what lies there, mixing hides which is which.
    """
    for zone in rules.zones:
        open_to_all = zone.seen == "all" and zone.seen_when is None
        if zone.order == "pile" and open_to_all and zone.name not in stacked:
            yield zone.name
