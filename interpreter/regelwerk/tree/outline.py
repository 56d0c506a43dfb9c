"""What a tree looks like, for people who work on the language: a line for each node and each field."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from regelwerk.tree.nodes import Clause, Name, Node, Quoted, Whole


def outline(part: object, name: str = "", depth: int = 0) -> Iterator[str]:
    """Return the lines of a node, of a field called `name`, or of several nodes: of what is there."""
    start = "  " * depth + (f"{name}: " if name else "")
    if isinstance(part, Name | Whole | Quoted | Clause) and part.aside is None:
        yield f"{start}{part}"
    elif isinstance(part, msgspec.Struct):
        yield start + type(part).__name__
        for field in part.__struct_fields__[isinstance(part, Node) :]:
            yield from outline(getattr(part, field), field, depth + 1)
    elif isinstance(part, tuple) and part:
        yield start.rstrip(" ")
        for each in part:
            yield from outline(each, "", depth + 1)
    elif part or part is False:
        yield f"{start}{part}"
