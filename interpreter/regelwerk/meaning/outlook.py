"""What one declaration sees of the others: every question about them is noted, with its answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from regelwerk.meaning.asking import Asked, Tables
from regelwerk.meaning.collect import Mentions
from regelwerk.meaning.names import Declared, Names
from regelwerk.meaning.surroundings import Surroundings
from regelwerk.rules.types.declared import Signature
from regelwerk.rules.types.kinds import ANY_THING
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree import declarations as td
from regelwerk.tree import scenarios as tc
from regelwerk.tree import statements as ts

R = TypeVar("R", bound=Any)
_OF_NAMES = (
    "declared", "by_sort", "members", "enums", "types", "rows", "signatures", "orders", "grids", "adjacent",
    "graphs", "lifetimes", "required", "named_by", "dice", "covered",
)  # fmt: skip


class Outlook(msgspec.Struct, frozen=True):
    """The game around a declaration.

    `modifiers` says how many modifiers of an attribute or a value stand before it, `binders` how many
    names have been invented before; scenarios have the rules `around` them.
    """

    names: NamesSeen
    mentions: Mentions
    modifiers: Mapping[str, int]
    binders: int
    around: Surroundings | None = None


class NamesSeen(Names):
    """The names, as one declaration sees them; what it says of names itself is noted too."""

    def __init__(self, names: Names, tables: Tables, by: Asked) -> None:
        super().__init__()
        for name in _OF_NAMES:
            setattr(self, name, tables.asked(name, by))
        self._rows_below: Mapping[str, list[str]] = tables.asked("rows_below", by)
        self._names = names
        self._tables = tables
        self.used: set[str] = set()
        self.signed: dict[str, Signature] = {}
        self.in_force: list[ts.Rule] = []

    def declare(self, entry: Declared) -> Diagnostic | None:
        """Enter the name of a rule in force for a while."""
        first = self.declared.get(entry.name)
        if first is not None and first.tree == entry.tree:
            return None  # this is another look
        problem = self._names.declare(entry)
        if problem is None and isinstance(entry.tree, ts.Rule):
            self.in_force.append(entry.tree)
            self._tables.changed("declared", entry.name)
            self._tables.changed("by_sort", entry.sort)
        return problem

    def sign(self, name: str, signature: Signature) -> None:
        """Say what has become known of a name."""
        self.signed[name] = signature
        self._names.sign(name, signature)
        self._tables.changed("signatures", name)

    def rows_below(self, above: str) -> Iterator[str]:
        """Return the rows whose type is `above` or below it, in order."""
        return iter(self._rows_below.get(above, ()))

    def use(self, name: str) -> None:
        """Note that a name is used."""
        self.used.add(name)
        self._names.use(name)


class _RowsBelow(Mapping[str, list[str]]):
    """The rows of each type, and of those below it: most of them are no matter to who asks for these."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: dict[str, list[str]] = {}

    def __getitem__(self, above: str) -> list[str]:
        if above not in self._known:
            self._known[above] = list(self._names.rows_below(above))
        return self._known[above]

    def __iter__(self) -> Iterator[str]:
        return iter((ANY_THING, *self._names.types))

    def __len__(self) -> int:
        return 1 + len(self._names.types)


def enter_names(tables: Tables, names: Names) -> None:
    """Let names be asked for."""
    matters: dict[str, Any] = {"declared": _of_declared, "types": _of_type}
    for name in _OF_NAMES:
        tables.enter(name, getattr(names, name), matters.get(name))
    tables.enter("rows_below", _RowsBelow(names))


def _of_declared(entry: Declared) -> object:
    """What others may ask of a declaration besides its name: its sort, and how it is written."""
    tree = entry.tree
    if isinstance(tree, td.List | td.Option | td.OptionWords | tc.Position):
        return entry.sort, entry.inside, entry.rows, tree
    written = type(tree.hook if isinstance(tree, ts.Rule) else tree).__name__
    return _one(entry.sort, entry.inside, entry.rows, written)


@cache
def _one(*texts: object) -> object:
    """Return the same texts as one value, wherever they are found: many declarations have them in common."""
    return texts


def _of_type(info: Any) -> object:
    return info.parent, info.attributes, info.needs_text


def enter_record(tables: Tables, record: object, lasting: bool = False) -> None:
    """Let the tables that a record consists of be asked for; if it is `lasting`, they stay as they are."""
    for name, value in _tables_of(record):
        tables.enter(_name(record, name), value)
        if lasting:
            tables.compare(_name(record, name))


def seen(tables: Tables, record: R, by: Asked) -> R:
    """Return a record as one sees it whose questions are noted."""
    return replace(record, **{name: tables.asked(_name(record, name), by) for name, _ in _tables_of(record)})


def _name(record: object, field: str) -> str:
    return f"{type(record).__name__}.{field}"


def _tables_of(record: Any) -> Iterator[tuple[str, Any]]:
    values = ((name, getattr(record, name)) for name in record.__struct_fields__)
    return ((name, value) for name, value in values if isinstance(value, Collection))
