"""What is in scope at a point of the rules, and what is known of it there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType

from .kinds import bare

Known = dict[str, ValueType]
"""Paths with the kinds that they are known to have."""


class Scope(msgspec.Struct, frozen=True):
    """Locals, what has been tested to be there, and which sets were tested not to be empty.

    `present` maps the text of a path to the kind it is known to have; `facts` holds sets in the
    rules form.
    """

    locals: Mapping[str, ValueType] = msgspec.field(default_factory=dict)
    present: Mapping[str, ValueType] = msgspec.field(default_factory=dict)
    facts: frozenset[bytes] = frozenset()

    def bind(self: S, name: str, kind: ValueType) -> S:
        """Return the scope with one more local."""
        present = self.present
        if present:
            own = msgspec.json.encode(x.Local(name)).decode()
            present = {key: of for key, of in present.items() if key != name and own not in key}
        return replace(self, locals={**self.locals, name: kind}, present=present)

    def narrow(self: S, known: Known) -> S:
        """Return the scope in which these paths are known to have these kinds."""
        return replace(self, present={**self.present, **known}) if known else self

    def settle(self: S) -> S:
        """Forget what a happening may have changed: everything known of cells, and all facts."""
        present = {key: kind for key, kind in self.present.items() if key in self.locals}
        if len(present) == len(self.present) and not self.facts:
            return self
        return replace(self, present=present, facts=frozenset())

    def assigned(self: S, names: Iterable[str]) -> S:
        """Forget what is known of cells, and of the locals to which something else may be assigned."""
        names = {name for name in names if name in self.locals}
        kept = {key: kind for key, kind in self.present.items() if key in self.locals and key not in names}
        if not names:
            return self if len(kept) == len(self.present) else replace(self, present=kept)
        return replace(self, present=kept, locals={**self.locals, **{n: bare(self.locals[n]) for n in names}})


S = TypeVar("S", bound=Scope)


def path_key(node: x.Expression) -> str | None:
    """Name a value that stays the same until something happens, so that a test of it can be remembered.

    A local is named by its name, anything else by its rules form.
    """
    if isinstance(node, x.Local):
        return node.name
    if isinstance(node, x.State | x.Attribute | x.Call | x.Builtin):
        return msgspec.json.encode(node).decode()
    return None


def fact_of(node: x.Set) -> bytes:
    """Return what is remembered of a set that was tested not to be empty: its binder does not matter."""
    return msgspec.json.encode(node).replace(b'"' + node.binder.encode() + b'"', b'"$"')


def facts_if(node: x.Expression) -> set[bytes]:
    """Return the sets that are not empty if a condition holds."""
    if isinstance(node, x.Any):
        return {fact_of(node.of)}
    if isinstance(node, x.And):
        return set().union(*(facts_if(part) for part in node.of))
    return set()


def facts_if_not(node: x.Expression) -> set[bytes]:
    """Return the sets that are not empty if a condition fails."""
    if isinstance(node, x.Not):
        return facts_if(node.of)
    if isinstance(node, x.Or):
        return set().union(*(facts_if_not(part) for part in node.of))
    return set()
