"""Putting expressions in the place of locals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from regelwerk.rules.expressions import Expression, LetIn, Local, Node, Set
from regelwerk.rules.walk import nodes

N = TypeVar("N", bound=Node)


def substituted(node: N, given: Mapping[str, Expression], fresh: Callable[[], str]) -> N:
    """Return a node in which these locals are other expressions; the names that it binds become fresh ones.

    So nothing that is put in is taken for what the node binds.
    """
    bound = {each.binder: Local(fresh()) for each in nodes(node) if isinstance(each, Set | LetIn)}
    replaced: N = _replaced(node, {**given, **bound})
    return replaced


def _replaced(part: Any, given: Mapping[str, Expression]) -> Any:
    if isinstance(part, Local):
        return given.get(part.name, part)
    if isinstance(part, Node):
        fields = {name: _replaced(getattr(part, name), given) for name in part.__struct_fields__}
        if isinstance(part, Set | LetIn):
            fields["binder"] = getattr(given[part.binder], "name")  # noqa: B009
        return replace(part, **fields)
    if isinstance(part, tuple):
        return tuple(_replaced(each, given) for each in part)
    if isinstance(part, dict):
        return {name: _replaced(each, given) for name, each in part.items()}
    return part
