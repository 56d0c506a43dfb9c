"""Positions that came before: what stands for one, and how often each was recorded. Used by both builds.

A position is a number made of its features, in which no feature can be read: equal positions have the same
number, others another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from regelwerk.rules import expressions as ex

from .bounds import MAX_HISTORY, too_many_positions

if TYPE_CHECKING:
    from .layout import Layout

DIGITS = 32
"""A position as it stands in a saved match: so many hexadecimal digits."""
ALWAYS = -1
"""The span of what is recorded for as long as a match lasts."""


class Recording(Protocol):
    """The part of a state in which recorded positions are: a table for each span that is asked about."""

    levels: list[int]
    records: list[dict[int, int]]


def digest(form: str, features: Sequence[object]) -> int:
    """The number of a position: its form, and its features as numbers and lists of numbers."""
    text = f"{form}{features}".encode()
    return int.from_bytes(blake2b(text, digest_size=DIGITS // 2).digest(), "big")


def form_of(layout: Layout, node: ex.Position) -> str:
    """What the features of a position are: positions of different forms are never equal."""
    enums = list(layout.tables.enums)
    return ",".join(
        feature.kind
        + ("" if feature.enum is None else str(enums.index(feature.enum)))
        + ("" if feature.over is None else "*")
        for feature in node.features
    )


def originals(layout: Layout) -> list[int]:
    """For each thing the first one made from the same row, which stands for all; the last is for none."""
    tables = layout.tables
    found = list(range(len(tables.row_of)))
    for things in tables.row_things:
        for thing in things:
            found[thing] = things[0]
    return [*found, -1]


def spans_asked(spoken: Iterable[ex.Node], asked: Iterable[ex.Node]) -> list[str | None]:
    """The spans in which positions are counted, in order; None is the whole match."""
    both = (node for group in (spoken, asked) for node in group)
    return list(dict.fromkeys(node.span for node in both if isinstance(node, ex.Recorded)))


def record(layout: Layout, s: Recording, position: int) -> None:
    """A position has come. Raises RuleError for too many different ones."""
    for span, counts in zip(layout.records, s.records, strict=True):
        if span == ALWAYS or s.levels[span]:
            if position not in counts and len(counts) >= MAX_HISTORY:
                too_many_positions()
            counts[position] = counts.get(position, 0) + 1


def recorded(layout: Layout, s: Recording, span: str | None, position: int) -> int:
    """How often a position was recorded in a span that runs."""
    number = ALWAYS if span is None else layout.span_of(span)
    if number != ALWAYS and not s.levels[number]:
        return 0
    return s.records[layout.records.index(number)].get(position, 0)


def forget(layout: Layout, s: Recording, span: int) -> None:
    """The outermost running of a span begins or has ended."""
    for number, counts in zip(layout.records, s.records, strict=True):
        if number == span:
            counts.clear()
