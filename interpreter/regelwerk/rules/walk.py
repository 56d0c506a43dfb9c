"""Going through all nodes of a piece of the rules form, in the order of its fields."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.rules.expressions import And, Expression, Node

_LEAVES = frozenset({str, int, bool, type(None)})
"""What the most fields hold, and no node is in."""


def parts_of(node: Expression | None) -> tuple[Expression, ...]:
    """The conditions that must all hold."""
    if node is None:
        return ()
    return node.of if isinstance(node, And) else (node,)


def nodes(piece: object) -> Iterator[Node]:
    """Every node in `piece`, a node before the nodes inside it."""
    waiting = [piece]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            yield item
            for field in reversed(item.__struct_fields__):
                inner = getattr(item, field)
                if type(inner) not in _LEAVES:
                    waiting.append(inner)
        elif isinstance(item, tuple | list):
            waiting.extend(reversed(item))
        elif isinstance(item, dict):
            # By name: an export keeps no order, and numbers that follow from this one must be the same.
            waiting.extend(item[name] for name in sorted(item, reverse=True))
