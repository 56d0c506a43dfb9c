"""Pictures of figures, drawn by matplotlib, which is installed with the extra `plot`."""

from __future__ import annotations

import io
from typing import Any

from regelwerk.studies.compare_summary import Figure, Report

_WITHOUT, _WITH, _FOUND = "#7a7a7a", "#2a6f97", "#b23a48"


def draw(figures: Report, title: str, form: str) -> bytes:
    """A comparison as a picture, `png` or `svg`: differences, lengths, and which rules mattered."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "regelwerk"
    from matplotlib import pyplot

    shares = [figure for figure in figures.figures if figure.kind == "share"]
    rules = [rule for rule in figures.rules if rule.matches is not None]
    heights = [1 + 0.35 * len(shares), 2.4] + ([1 + 0.35 * len(rules)] if rules else [])
    picture, axes = pyplot.subplots(
        len(heights), 1, figsize=(9, sum(heights) + 1), height_ratios=heights, layout="constrained"
    )
    picture.suptitle(f"{title}: {figures.matches} matches each")
    _differences(axes[0], shares)
    _lengths(axes[1], figures)
    if rules:
        names = [rule.name for rule in rules]
        values = [rule.matches.value * 100 for rule in rules if rule.matches is not None]
        axes[2].barh(names, values, color=_WITH)
        axes[2].invert_yaxis()
        axes[2].set_xlim(0, 100)
        axes[2].set_xlabel(f"mattered in % of {figures.watched} matches")
    written = io.BytesIO()
    picture.savefig(written, format=form, metadata={"Date": None} if form == "svg" else None)
    pyplot.close(picture)
    return written.getvalue()


def _differences(axis: Any, shares: list[Figure]) -> None:
    """Differences of shares in points, with their intervals; those that were found stand out."""
    for row, figure in enumerate(shares):
        d = figure.difference
        colour = _FOUND if figure.found else _WITHOUT
        axis.plot([100 * d.low, 100 * d.high], [row, row], color=colour, linewidth=2)
        axis.plot([100 * d.value], [row], "o", color=colour)
    axis.axvline(0, color="black", linewidth=0.8)
    axis.set_yticks(range(len(shares)), [figure.name for figure in shares])
    axis.invert_yaxis()
    axis.set_xlabel("difference in points, with house rules less without, with 95 % intervals")


def _lengths(axis: Any, figures: Report) -> None:
    columns = list(zip(*figures.lengths, strict=True))
    axis.hist(columns, bins=20, color=[_WITHOUT, _WITH], label=["game", "with house rules"])
    axis.set_xlabel("decisions in a match")
    axis.set_ylabel("matches")
    axis.legend()
