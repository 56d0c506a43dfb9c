"""Figures of a simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf

import msgspec

from .simulation import BROKEN, Outcome
from .statistics import Estimate, mean, share


class Summary(msgspec.Struct, frozen=True):
    """Shares of endings and of wins by seat, mean scores by seat (None without scores), mean length."""

    matches: int
    endings: dict[str, Estimate]
    wins: tuple[Estimate, ...]
    scores: tuple[Estimate, ...] | None
    decisions: Estimate
    errors: tuple[str, ...] = ()


def summarise(found: Sequence[Outcome], players: int, least_score: float = -inf) -> Summary:
    """The figures; the order of the outcomes makes no difference. No score can be below `least_score`."""
    ordered = sorted(found, key=lambda outcome: outcome.number)
    n = len(ordered)
    endings = Counter(outcome.ending for outcome in ordered)
    wins = [sum(seat in outcome.winners for outcome in ordered) for seat in range(players)]
    scored = [outcome.scores for outcome in ordered if outcome.scores]
    scores = None
    if any(any(row) for row in scored):
        scores = tuple(mean([row[seat] for row in scored], least_score) for seat in range(players))
    return Summary(
        matches=n,
        endings={name: share(hits, n) for name, hits in sorted(endings.items(), key=lambda e: (-e[1], e[0]))},
        wins=tuple(share(hits, n) for hits in wins),
        scores=scores,
        decisions=mean([outcome.decisions for outcome in ordered], 0),
        errors=tuple(dict.fromkeys(outcome.error for outcome in ordered if outcome.ending == BROKEN))[:5],
    )
