"""Going through all nodes of a piece of the rules form, in the order of its fields."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.rules.expressions import Node


def nodes(piece: object) -> Iterator[Node]:
    """Every node in `piece`, a node before the nodes inside it."""
    waiting = [piece]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            yield item
            waiting.extend(getattr(item, field) for field in reversed(item.__struct_fields__))
        elif isinstance(item, tuple | list):
            waiting.extend(reversed(item))
        elif isinstance(item, dict):
            # By name: an export keeps no order, and numbers that follow from this one must be the same.
            waiting.extend(item[name] for name in sorted(item, reverse=True))
