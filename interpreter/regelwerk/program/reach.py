"""What calls what: an order in which the called come first, and what to watch where they go in circles."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def in_order(edges: Mapping[Item, Sequence[Item]]) -> tuple[list[Item], set[Item]]:
    """All of them, what is called before what calls it; and some of which one lies on every circle.

    Only those may stand behind what calls them.
    """
    done: dict[Item, None] = {}
    again: set[Item] = set()
    for start in edges:
        waiting: list[tuple[Item, int]] = [(start, 0)]
        entered = {start}
        while waiting:
            item, position = waiting.pop()
            if item in done:
                continue
            called = edges.get(item, ())
            while position < len(called):
                other = called[position]
                if other not in done and other not in entered:
                    break
                if other not in done:
                    again.add(other)
                position += 1
            if position == len(called):
                done[item] = None
            else:
                waiting.append((item, position + 1))
                waiting.append((called[position], 0))
                entered.add(called[position])
    return list(done), again
