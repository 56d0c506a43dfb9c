"""What a declaration says, as far as others ask about it before it is understood."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from regelwerk.tree import statements as ts
from regelwerk.tree.expressions import Call, IsInGroup, IsKind, IsOneOf, Set
from regelwerk.tree.nodes import Name, Node
from regelwerk.tree.walk import walk


class Said(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The names in a declaration, those that it calls, the events it leaves, whether it has a result.

    What may be a group counts as called.
    """

    names: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    leaves: frozenset[str] = frozenset()
    results: bool = False


def said_by(tree: Node) -> Said:
    """Return what a declaration says."""
    nodes = list(walk(tree))
    return Said(
        frozenset(node.text for node in nodes if isinstance(node, Name)),
        frozenset(_called(nodes)),
        frozenset(node.span.text for node in nodes if isinstance(node, ts.Leave)),
        any(isinstance(node, ts.Result) for node in nodes),
    )


def _called(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        match node:
            case Call(name=name) | Set(noun=name) | IsKind(name=name) | IsInGroup(group=name):
                yield name.text
            case IsOneOf(others=others):
                yield from (other.text for other in others if isinstance(other, Name))
