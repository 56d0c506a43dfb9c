"""Leaving out what makes no difference: halves first, then quarters, down to single pieces."""

from __future__ import annotations

import time
from collections.abc import Callable


def fewest(count: int, enough: Callable[[list[int]], bool], deadline: float) -> list[int]:
    """Return the numbers of pieces that are needed, of `count` that are enough.

    Pieces are left out again until nothing more can be, or the clock (`time.monotonic`) says `deadline`.
    """
    kept = [*range(count)]
    size = count
    while size and kept:
        before, at = len(kept), 0
        while at < len(kept):
            if time.monotonic() > deadline:
                return kept
            fewer = kept[:at] + kept[at + size :]
            if enough(fewer):
                kept = fewer
            else:
                at += size
        if size == 1 and len(kept) == before:
            break
        size = max(1, size // 2)
    return kept
