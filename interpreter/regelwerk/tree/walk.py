"""Going over a tree, comparing what two trees say, and putting other parts into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import TypeVar

from msgspec import structs

from regelwerk.source.spans import Span
from regelwerk.tree.nodes import Node

N = TypeVar("N", bound=Node)


def fields(node: Node) -> tuple[object, ...]:
    """Return what a node says, in the order of the text: all but its place and what stands aside."""
    return _fields(type(node))(node)


@cache
def _fields(kind: type[Node]) -> Callable[[Node], tuple[object, ...]]:
    names = kind.__struct_fields__[1:-1]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple(getattr(node, name) for name in names)


def walk(part: object) -> Iterator[Node]:
    """Return all nodes of a node, or of a tuple of nodes, itself included, in the order of the text."""
    waiting = [part]
    while waiting:
        here = waiting.pop()
        if type(here) is tuple:
            waiting += here[::-1]
        elif isinstance(here, Node):
            yield here
            waiting += fields(here)[::-1]


def of_kind(parts: Iterable[object], kind: type[N]) -> list[N]:
    """Return those of some parts that are of a class."""
    return [part for part in parts if isinstance(part, kind)]


def same(a: object, b: object) -> bool:
    """Say whether two parts say the same, wherever they stand."""
    if isinstance(a, Node):
        return type(a) is type(b) and all(map(same, fields(a), fields(b)))
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(same, a, b))
    return a == b


def resliced(part: N, at: Span, edit: Callable[[tuple[object, ...], int], tuple[object, ...]]) -> N:
    """Return a node with another list of parts in the place of that in which one stands at a place.

    `edit` gets the list and the number of the part in it.
    """
    changes: dict[str, object] = {}
    for name in part.__struct_fields__[1:]:
        value: object = getattr(part, name)
        new = value
        if isinstance(value, Node):
            new = resliced(value, at, edit)
        elif isinstance(value, tuple):
            places = [each.at if isinstance(each, Node) else None for each in value]
            parts = tuple(resliced(each, at, edit) if isinstance(each, Node) else each for each in value)
            if at in places:
                new = edit(value, places.index(at))
            elif any(a is not b for a, b in zip(parts, value, strict=True)):
                new = parts
        if new is not value:
            changes[name] = new
    return structs.replace(part, **changes) if changes else part
