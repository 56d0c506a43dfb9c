"""Going over a tree, comparing what two trees say, and exchanging a part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import structs

from regelwerk.tree.nodes import Node

N = TypeVar("N", bound=Node)


def fields(node: Node) -> Iterator[object]:
    """Return what a node consists of, besides its place, in the order of the text."""
    for name in node.__struct_fields__[1:]:
        yield getattr(node, name)


def walk(part: object) -> Iterator[Node]:
    """Return all nodes of a node, or of a tuple of nodes, itself included, in the order of the text."""
    waiting = [part]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Node):
            yield here
            waiting += reversed(list(fields(here)))
        elif isinstance(here, tuple):
            waiting += reversed(here)


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


def exchanged(part: N, old: Node, *new: Node) -> N:
    """Return a node in which others stand in the place of `old`, which is found by identity."""
    changes: dict[str, object] = {}
    for name in part.__struct_fields__[1:]:
        value = getattr(part, name)
        if value is old:
            changes[name] = new[0]
        elif isinstance(value, Node):
            inner: object = exchanged(value, old, *new)
            if inner is not value:
                changes[name] = inner
        elif isinstance(value, tuple):
            parts = tuple(each for part in value for each in _instead(part, old, new))
            if len(parts) != len(value) or any(a is not b for a, b in zip(parts, value, strict=True)):
                changes[name] = parts
    return structs.replace(part, **changes) if changes else part


def _instead(part: object, old: Node, new: tuple[Node, ...]) -> tuple[object, ...]:
    if part is old:
        return new
    return (exchanged(part, old, *new) if isinstance(part, Node) else part,)
