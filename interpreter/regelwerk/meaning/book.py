"""A game as a book that can be amended: its declarations as entries that may be exchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from operator import is_
from typing import cast

import msgspec
from msgspec import structs
from msgspec.structs import replace

from regelwerk.meaning.amendments import Target, declared_target
from regelwerk.meaning.files import GameFiles, Table
from regelwerk.source.spans import Span
from regelwerk.tree import declarations as td
from regelwerk.tree import statements as ts
from regelwerk.tree.house_rules import Block
from regelwerk.tree.nodes import Node
from regelwerk.tree.scenarios import Tested


class Entry(msgspec.Struct, eq=False):
    """A declaration that may be amended, exchanged and removed, as may the parts of texts and rows of tables.

    What a text or a table holds are its `parts`, not those of `tree`.
    """

    tree: Node
    parts: list[Entry] = msgspec.field(default_factory=list)

    @classmethod
    def of(cls, tree: Node) -> Entry:
        """Return an entry for a declaration as it is written."""
        if isinstance(tree, td.Text):
            return cls(tree, [cls(part) for part in tree.parts])
        if isinstance(tree, td.Table):
            return cls(tree, [cls(row) for row in tree.rows])
        return cls(tree)

    def written(self) -> Node:
        """Return the declaration with everything that was done to it."""
        if not isinstance(self.tree, td.Text | td.Table):
            return self.tree
        parts = tuple(part.tree for part in self.parts)
        before = self.tree.parts if isinstance(self.tree, td.Text) else self.tree.rows
        if len(parts) == len(before) and all(map(is_, parts, before)):
            return self.tree
        if isinstance(self.tree, td.Text):
            return structs.replace(self.tree, parts=parts)
        return structs.replace(self.tree, rows=parts)


class Spot(msgspec.Struct):
    """Where a declaration stands: an entry among others, or row `row` of the table file `table`.

    `parent` is the text or the table that an entry is part of.
    """

    among: list[Entry]
    entry: Entry
    parent: Entry | None = None
    table: int | None = None
    row: str = ""

    @property
    def tree(self) -> Node:
        """What is written there."""
        return self.entry.tree

    def swap(self, *new: Entry) -> None:
        """Put other entries in the place of this one."""
        index = self.among.index(self.entry)
        self.among[index : index + 1] = new


class Index(msgspec.Struct):
    """Where everything stands in a book that is not being changed, so that it is looked for once."""

    spots: dict[str, list[tuple[str, Spot]]]
    found: dict[str, dict[str, list[Spot]]]
    names: dict[str, str] | None


class Book(msgspec.Struct):
    """A game being amended.

    `added` tells by which house rule something was added, by sort and name. Steps are known by their
    places: how many statements stand `beside` one, and by which house rule it was `inserted`; `steps` are
    those that a declaration has in the game itself. `index` is there while nothing is changed.
    """

    entries: list[Entry]
    tables: list[Table]
    added: dict[tuple[str, str], str] = msgspec.field(default_factory=dict)
    beside: dict[tuple[Span, str], int] = msgspec.field(default_factory=dict)
    steps: dict[Entry, list[tuple[str, ts.Statement]]] = msgspec.field(default_factory=dict)
    inserted: dict[Span, str] = msgspec.field(default_factory=dict)
    index: Index | None = None

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """While nothing is changed, remember where everything stands."""
        self.index = Index({}, {}, None)
        try:
            yield
        finally:
            self.index = None

    def spots(self, sort: str) -> Iterable[tuple[str, Spot]]:
        """Return the names of all declarations of a sort, with where they stand."""
        if self.index is None:
            return self._spots(sort)
        if sort not in self.index.spots:
            self.index.spots[sort] = list(self._spots(sort))
        return self.index.spots[sort]

    def _spots(self, sort: str) -> Iterator[tuple[str, Spot]]:
        if sort == "row":
            yield from self._rows()
            return
        for entry in self.entries:
            if entry.tree.declares == sort:
                yield declared_target(entry.tree).name, Spot(self.entries, entry)
            if isinstance(entry.tree, td.Text) and sort != "text":
                for part in entry.parts:
                    if part.tree.declares == sort:
                        yield declared_target(part.tree).name, Spot(entry.parts, part, entry)

    def _rows(self) -> Iterator[tuple[str, Spot]]:
        for table in self.entries:
            if isinstance(table.tree, td.Table):
                for row in table.parts:
                    yield cast(td.Row, row.tree).name.text, Spot(table.parts, row, table)
        for number, file in enumerate(self.tables):
            for each in file.rows:
                yield each.name, Spot([], Entry(Node(each.span)), None, number, each.name)

    def find(self, target: Target) -> list[Spot]:
        """Return where declarations of this sort and name stand: several only of modifiers and texts."""
        if self.index is None:
            return [spot for name, spot in self.spots(target.sort) if name == target.name]
        found = self.index.found.get(target.sort)
        if found is None:
            found = self.index.found[target.sort] = {}
            for name, spot in self.spots(target.sort):
                found.setdefault(name, []).append(spot)
        return list(found.get(target.name, ()))

    def names(self) -> dict[str, str]:
        """Return the sorts of all declared names."""
        if self.index is not None and self.index.names is not None:
            return self.index.names
        found: dict[str, str] = {}
        for sort in SORTS_WITH_NAMES:
            for name, _ in self.spots(sort):
                found.setdefault(name, sort)
        if self.index is not None:
            self.index.names = found
        return found

    def table_of(self, spot: Spot) -> str:
        """Return the type of the rows of the table that a row stands in."""
        if spot.table is not None:
            return self.tables[spot.table].type
        assert spot.parent is not None and isinstance(spot.parent.tree, td.Table)
        return spot.parent.tree.type.text

    def into(self, files: GameFiles) -> GameFiles:
        """Return the files of the game with what the book now says."""
        blocks = [cast(Block, entry.written()) for entry in self.entries]
        return replace(files, blocks=blocks, tables=self.tables)


SORTS_WITH_NAMES = (
    "event", "action", "rule", "limit", "window", "value", "payment", "row", "zone", "state",
    "option", "die", "map", "type", "enum", "list", "group",
)  # fmt: skip
"""The sorts of declarations whose names are unique in a game."""


def open_book(files: GameFiles) -> Book:
    """Return a game as a book; its files are not changed."""
    games = [tree for tree in files.blocks if isinstance(tree, td.Game)]
    declarations = [tree for tree in files.blocks if not isinstance(tree, td.Game | Tested)]
    return Book([Entry.of(tree) for tree in (*games, *declarations)], list(files.tables))
