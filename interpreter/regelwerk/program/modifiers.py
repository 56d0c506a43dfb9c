"""How changes of one value combine; used by both builds."""

from __future__ import annotations

from collections.abc import Sequence

from .bounds import whole

Change = tuple[str, int, int | None]
"""`be`, `raise`, `lower` or `multiply`; the number; and the bound of this change alone, if it has one."""


def apply_changes(base: int, changes: Sequence[Change], low: int | None, high: int | None) -> int:
    """`base` after the changes in force, in the order of declaration.

    The last `be` holds. Bounded raises follow, the lowest ceiling first, then bounded lowers, the highest
    floor first, then the unbounded ones, then `multiply`, then the range of the value.
    """
    ceilings: list[tuple[int, int]] = []
    floors: list[tuple[int, int]] = []
    free = 0
    for op, by, bound in changes:
        if op == "be":
            base = by
        elif op == "raise" and bound is not None:
            ceilings.append((bound, by))
        elif op == "lower" and bound is not None:
            floors.append((bound, by))
        elif op in ("raise", "lower"):
            free += by if op == "raise" else -by
    for bound, by in sorted(ceilings):
        base = max(base, min(base + by, bound))
    for bound, by in sorted(floors, reverse=True):
        base = min(base, max(base - by, bound))
    base = whole(base + free)
    for op, by, bound in changes:
        if op == "multiply":
            base = whole(base * by) if bound is None else min(whole(base * by), bound)
    if low is not None:
        base = max(base, low)
    if high is not None:
        base = min(base, high)
    return base
