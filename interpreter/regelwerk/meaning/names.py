"""Who is declared: one namespace for a whole game, filled before anything is understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from regelwerk.meaning import problems
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import declared as types
from regelwerk.rules.types.declared import Signature
from regelwerk.source.diagnostics import Diagnostic, near_names
from regelwerk.source.spans import Span
from regelwerk.tree.nodes import Node


class Declared(msgspec.Struct):
    """One declared name: its sort, its place, its node (None for what tables or the language declare)."""

    sort: str
    name: str
    span: Span | None
    tree: Node | None = None
    used: bool = False
    inside: str | None = None
    rows: tuple[str, ...] = ()


class TypeInfo(types.TypeInfo):
    """A type, with where it and its attributes are declared."""

    attribute_spans: dict[str, Span] = msgspec.field(default_factory=dict)
    needs_text: bool = False
    span: Span | None = None


RESERVED = frozenset(("answers", "answer", "number", "this", "thing", "direction", "action"))
"""Names that the language gives itself."""


class Names(types.Declared):
    """All declared names, with the questions the checker asks of them."""

    def __init__(self) -> None:
        super().__init__()
        self.declared: dict[str, Declared] = {}
        self.by_sort: dict[str, list[str]] = {}
        self.members: dict[str, list[str]] = {}
        self.types: dict[str, TypeInfo] = {}
        self.orders: dict[str, Literal["set", "ordered", "pile"]] = {}
        self.required: dict[str, list[str]] = {}
        self.named_by: dict[str, str] = {}
        self.dice: dict[str, str] = {}
        """The dice that cells are: of `TYPE.ATTRIBUTE` and of states."""
        self.rooted: set[str] = set()
        """Types from which the way up is known to end."""

    def declare(self, entry: Declared) -> Diagnostic | None:
        """Enter a name; the diagnostic says if it is taken."""
        if entry.name in RESERVED:
            return problems.name_of_the_language(entry.name).at(entry.span)
        first = self.declared.get(entry.name)
        if first is None:
            self.declared[entry.name] = entry
            self.by_sort.setdefault(entry.sort, []).append(entry.name)
            return None
        first_one = problems.notes.declared_first(entry.name).at(first.span)
        return problems.declared_twice(entry.name).at(entry.span, notes=(first_one,))

    def sign(self, name: str, signature: Signature) -> None:
        """Say what can be called by a name; its result may become known later."""
        self.signatures[name] = signature

    def sort(self, name: str) -> str | None:
        """Return what sort of thing a name is, if it is declared."""
        entry = self.declared.get(name)
        return entry.sort if entry else None

    def use(self, name: str) -> None:
        """Note that a declared name is used."""
        if name in self.declared:
            self.declared[name].used = True

    def use_all(self, names: Iterable[str]) -> None:
        """Note that declared names are used."""
        for entry in map(self.declared.get, names):
            if entry is not None:
                entry.used = True

    def named(self, *sorts: str) -> Iterator[str]:
        """Return the names of these sorts, in order of their declarations."""
        if len(sorts) == 1:  # others are nobody's business
            return iter(self.by_sort.get(sorts[0], ()))
        return (name for name, entry in self.declared.items() if entry.sort in sorts)

    def near(self, name: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """Return up to three near names."""
        return near_names(name, candidates)

    def zone_order(self, name: str) -> str:
        """Return the order of a zone: `set`, `ordered` or `pile`."""
        return self.orders.get(name, "set")

    # ---- types
    def namer(self, name: str) -> str | None:
        """Return the attribute that things of a type are named by, as it or a type above it says."""
        return next(
            (self.named_by[info.name] for info in self.line(name) if info.name in self.named_by), None
        )

    def circle(self, name: str) -> set[str]:
        """Return the types above a type if it is above itself, else nothing."""
        seen: set[str] = set()
        current: str | None = name
        while current in self.types and current not in seen and current not in self.rooted:
            seen.add(current)
            current = self.types[current].parent
        if current == name:
            return seen
        if current not in seen:
            self.rooted |= seen
        return set()

    def attributes_of(self, type_name: str) -> dict[str, tuple[str, ValueType]]:
        """Return all attributes of a type, inherited ones included."""
        found: dict[str, tuple[str, ValueType]] = {}
        for info in self.line(type_name):
            for name, kind in info.attributes.items():
                found.setdefault(name, (info.name, kind))
        return found
