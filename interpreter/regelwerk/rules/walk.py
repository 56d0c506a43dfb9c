"""Going through all nodes of a piece of the rules form, in the order of its fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, get_args, get_origin

from msgspec.structs import fields

from regelwerk.rules.expressions import And, Expression, Node


def parts_of(node: Expression | None) -> tuple[Expression, ...]:
    """The conditions that must all hold."""
    if node is None:
        return ()
    return node.of if isinstance(node, And) else (node,)


def all_of(tests: Sequence[Expression]) -> Expression | None:
    """The condition that holds if all of these do; None if there are none."""
    return And(tuple(tests)) if len(tests) > 1 else next(iter(tests), None)


def nodes(piece: object) -> Iterator[Node]:
    """Every node in `piece`, a node before the nodes inside it."""
    waiting = [piece] if isinstance(piece, Node) else inside(piece)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        for field in _fields(type(node)):
            held = getattr(node, field)
            if isinstance(held, Node):
                waiting.append(held)
            elif held:
                waiting += inside(held)[::-1]


def inside(piece: object) -> list[Node]:
    """The nodes directly inside a piece of the rules: a node, a list or a table of such."""
    held: Iterable[object] = ()
    if isinstance(piece, Node):
        held = [getattr(piece, field) for field in reversed(_fields(type(piece)))]
    elif isinstance(piece, tuple | list):
        held = piece
    elif isinstance(piece, dict):
        # By name: an export keeps no order, and numbers that follow from this one must be the same.
        held = [piece[name] for name in sorted(piece)]
    found: list[Node] = []
    for each in held:
        if isinstance(each, Node):
            found.append(each)
        elif each:
            found += inside(each)
    return found


@cache
def _fields(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class in which nodes may be, the last one first."""
    return tuple(field.name for field in reversed(fields(kind)) if _holds_nodes(field.type))


def _holds_nodes(declared: Any) -> bool:
    if get_origin(declared) is None:
        return isinstance(declared, type) and issubclass(declared, Node)
    return any(_holds_nodes(part) for part in get_args(declared))
