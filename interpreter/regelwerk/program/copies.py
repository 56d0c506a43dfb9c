"""The copies of rows: sets that are known by their rows are ranges of numbers, and nobody looks for them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from regelwerk.rules import expressions as ex
from regelwerk.rules.walk import parts_of

from .things import Tables

MOST_CALLS = 8
"""So deep tests are looked into that call each other."""


def rows_in(node: ex.Expression, binder: str) -> set[str]:
    """The rows one of which an element must be of; none if the condition is another one."""
    tests = node.of if isinstance(node, ex.Or) else (node,)
    rows = {test.row for test in tests if isinstance(test, ex.IsRow) and test.of == ex.Local(binder)}
    return rows if len(rows) == len(tests) else set()


def copies_in(tables: Tables, over: ex.Set) -> Sequence[int] | None:
    """The things of the rows a set without a source is about, in order; None if it is about others too."""
    info = tables.types.get(over.noun)
    if info is None or over.source is not None:
        return None
    for part in parts_of(over.where):
        rows = rows_in(part, over.binder)
        if rows:
            things = (tables.row_things[tables.row_number[row]] for row in rows)
            ranges = sorted(things, key=lambda each: each.start)
            if all(a.stop == b.start for a, b in pairwise(ranges)):
                found: Sequence[int] = range(ranges[0].start, ranges[-1].stop)
            else:
                found = [thing for each in ranges for thing in each]
            inside = all(info.first <= each.start and each.stop <= info.last for each in ranges)
            return found if inside else [thing for thing in found if info.first <= thing < info.last]
    return None


def apart_from_rows(over: ex.Set) -> ex.Expression | None:
    """What is asked of the elements of a set besides the rows they are of, if `copies_in` found these."""
    parts = list(parts_of(over.where))
    parts.remove(next(part for part in parts if rows_in(part, over.binder)))
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else ex.And(tuple(parts))


def all_copies(tables: Tables, over: ex.Set | None) -> Sequence[int] | None:
    """The elements of a set that is all things of some rows, whatever happens; None if it is another set."""
    if over is None or over.sort:
        return None
    copies = copies_in(tables, over)
    return copies if copies is not None and apart_from_rows(over) is None else None
