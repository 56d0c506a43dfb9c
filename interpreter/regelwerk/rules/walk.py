"""Going through all nodes of a piece of the rules form, in the order of its fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    waiting = [piece] if isinstance(piece, Node) else inside(piece)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += inside(node)[::-1]


def inside(piece: object) -> list[Node]:
    """The nodes directly inside a piece of the rules: a node, a list or a table of such."""
    held: Iterable[object] = ()
    if isinstance(piece, Node):
        held = [getattr(piece, field) for field in piece.__struct_fields__]
    elif isinstance(piece, tuple | list):
        held = piece
    elif isinstance(piece, dict):
        # By name: an export keeps no order, and numbers that follow from this one must be the same.
        held = [piece[name] for name in sorted(piece)]
    found: list[Node] = []
    for each in held:
        if type(each) in _LEAVES:
            continue
        found += [each] if isinstance(each, Node) else inside(each)
    return found
