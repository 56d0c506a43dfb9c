"""Figures of a comparison: what differs between a game and the game with house rules, and how surely.

Matches of one number belong together, so that differences are those within pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import sqrt
from statistics import NormalDist

import msgspec

from .compare import Compared
from .compare_lockstep import Mattered
from .simulation import BROKEN, UNFINISHED, Outcome
from .statistics import Z95, Estimate, mean, share


class Figure(msgspec.Struct, frozen=True):
    """Something measured in both games. `kind` is `share` (0 to 1) or `number`.

    `difference` is with house rules less without, with its 95 % interval. `found`: the difference is there,
    at 95 % for all figures of the comparison together.
    """

    name: str
    kind: str
    base: Estimate
    amended: Estimate
    difference: Estimate
    found: bool


class RuleFigure(msgspec.Struct, frozen=True):
    """What an amended rule did: the share of its watched matches in which it mattered, and how often in one.

    `options` and `position` are means in a match: decisions at which it changed what could be chosen, and
    after which the position was another. `followed` is the share of all decisions at which that could
    be judged. All are None for a rule that could not be taken away.
    """

    name: str
    matches: Estimate | None = None
    options: float | None = None
    position: float | None = None
    followed: float | None = None


class EffectFigure(msgspec.Struct, frozen=True):
    """What one amendment does to the figures: laid alone over the game, and as the last of all.

    `alone` is the game with it against the game, `on_top` all house rules against all without it. Found is
    what is there at 95 % for all amendments together. None where there is no such game.
    """

    name: str
    alone: tuple[Figure, ...] | None = None
    on_top: tuple[Figure, ...] | None = None


class Report(msgspec.Struct, frozen=True):
    """The whole. `watched` are the matches in which every rule was taken away, and after a stop those of the
    rule that was in most. `lengths` are the decisions in each match of both games, for a picture."""

    matches: int
    watched: int
    figures: tuple[Figure, ...]
    rules: tuple[RuleFigure, ...]
    lengths: tuple[tuple[int, int], ...]
    errors: tuple[str, ...] = ()
    effects: tuple[EffectFigure, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether any difference was found."""
        return any(figure.found for figure in self.figures)


Measure = Callable[[Outcome], float | None]
"""What is measured in a match; None where there is nothing to measure."""


def report(
    found: Sequence[Compared],
    players: int,
    rules: Sequence[tuple[str, Sequence[Mattered] | None]] = (),
    sides: Sequence[str] = (),
    together: int = 1,
) -> Report:
    """The figures; the order of the matches makes no difference.

    Differences are found at 95 % for all figures of so many comparisons `together`.

    `rules` are the amended rules with what each did in its watched matches, or None for one that could not be
    taken away; `sides` are the members of the enum of sides.
    """
    pairs = sorted(found, key=lambda pair: pair.base.number)
    measures = list(_measures(pairs, players, sides))
    level = 1 - 0.05 / max(1, len(measures) * together)
    figures = tuple(figure for name, kind, measure in measures
                    if (figure := _figure(name, kind, measure, pairs, level)) is not None)  # fmt: skip
    everything = [outcome for pair in pairs for outcome in (pair.base, pair.amended)]
    return Report(
        matches=len(pairs),
        watched=max((len(found or ()) for _, found in rules), default=0),
        figures=figures,
        rules=tuple(_rule(name, found) for name, found in rules),
        lengths=tuple((pair.base.decisions, pair.amended.decisions) for pair in pairs),
        errors=tuple(dict.fromkeys(each.error for each in everything if each.ending == BROKEN))[:5],
    )


def _measures(
    pairs: Sequence[Compared], players: int, sides: Sequence[str]
) -> Iterable[tuple[str, str, Measure]]:
    endings = dict.fromkeys(o.ending for pair in pairs for o in (pair.base, pair.amended))
    if len(endings) > 1:
        for ending in endings:
            yield f"ends as {ending}", "share", partial(_ends, ending)
    for seat in range(players):
        yield f"seat {seat + 1} wins", "share", partial(_wins, seat)
    for number, side in enumerate(sides):
        yield f"side {side} wins", "share", partial(_side_wins, number)
    scored = [o.scores for pair in pairs for o in (pair.base, pair.amended) if o.scores]
    if any(any(scores) for scores in scored):
        for seat in range(players):
            yield f"score of seat {seat + 1}", "number", partial(_score, seat)
    if any(len(set(scores)) > 1 for scores in scored):
        yield "from lowest to highest score", "number", _spread
    yield "decisions in a match", "number", _length


def _ends(ending: str, o: Outcome) -> float | None:
    return float(o.ending == ending)


def _wins(seat: int, o: Outcome) -> float | None:
    return float(seat in o.winners)


def _side_wins(side: int, o: Outcome) -> float | None:
    return float(any(o.sides[seat] == side for seat in o.winners)) if side in o.sides else None


def _score(seat: int, o: Outcome) -> float | None:
    return float(o.scores[seat]) if o.scores else None


def _spread(o: Outcome) -> float | None:
    return float(max(o.scores) - min(o.scores)) if o.scores else None


def _length(o: Outcome) -> float | None:
    return None if o.ending in (BROKEN, UNFINISHED) else float(o.decisions)


def _figure(name: str, kind: str, measure: Measure, pairs: Sequence[Compared], level: float) -> Figure | None:
    """A figure from the matches in which both games have something to measure; None if there are none."""
    values = [
        (one, other)
        for pair in pairs
        if (one := measure(pair.base)) is not None and (other := measure(pair.amended)) is not None
    ]
    if len(values) < 2:
        return None
    base, amended = [one for one, _ in values], [other for _, other in values]
    z = NormalDist().inv_cdf(0.5 + level / 2)
    if kind == "share":
        estimates = share(int(sum(base)), len(base)), share(int(sum(amended)), len(amended))
        difference, joint = paired_shares(values), paired_shares(values, z)
    else:
        estimates = mean(base), mean(amended)
        difference, joint = paired_means(values), paired_means(values, z)
    found = difference.value != 0 and not joint.low <= 0 <= joint.high
    return Figure(name, kind, *estimates, difference, found)


def paired_shares(values: Sequence[tuple[float, float]], z: float = Z95) -> Estimate:
    """The difference of two shares in pairs of matches, with the interval of Agresti and Min.

    Every combination counts half a match more, so that few matches without a difference prove nothing.
    """
    n = len(values)
    up = sum(other > one for one, other in values)
    down = sum(other < one for one, other in values)
    more, less, all_of = up + 0.5, down + 0.5, n + 2
    centre = (more - less) / all_of
    half = z * sqrt(max(0.0, more + less - (more - less) ** 2 / all_of)) / all_of
    return Estimate((up - down) / n, max(-1.0, centre - half), min(1.0, centre + half), n)


def paired_means(values: Sequence[tuple[float, float]], z: float = Z95) -> Estimate:
    """The difference of two means in pairs of matches, with Student's interval."""
    estimate = mean([other - one for one, other in values])
    half = (estimate.high - estimate.value) * z / Z95 if len(values) > 1 else 0.0
    return Estimate(estimate.value, estimate.value - half, estimate.value + half, estimate.n)


def _rule(name: str, found: Sequence[Mattered] | None) -> RuleFigure:
    if not found:
        return RuleFigure(name)
    decisions = sum(each.decisions for each in found)
    return RuleFigure(
        name,
        share(sum(each.times > 0 for each in found), len(found)),
        sum(each.options for each in found) / len(found),
        sum(each.position for each in found) / len(found),
        sum(each.followed for each in found) / decisions if decisions else 1.0,
    )
