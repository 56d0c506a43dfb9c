"""A game as a book that can be amended: its declarations as one tree whose parts know their files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from lark import Token
from lark.tree import Meta

from regelwerk.meaning.amendments import Target, declared_target
from regelwerk.meaning.files import GameFiles, Table
from regelwerk.meaning.trees import Tree, file_of, parts_of


class PlacedMeta(Meta):
    """The place of a tree that knows its file."""

    file: str


class PlacedToken(Token):
    """A token that knows its file."""

    __slots__ = ("file",)
    file: str


def placed(file: str, tree: Tree) -> Tree:
    """Return a copy of a tree in which every part knows its file, so that it may be moved elsewhere.

    `file` is that of the parts that do not know theirs yet.
    """
    file = file_of(file, tree)
    children: list[object] = []
    for child in tree.children:
        if isinstance(child, Tree):
            children.append(placed(file, child))
        elif isinstance(child, Token):
            children.append(placed_token(file, child))
        else:
            children.append(child)
    meta = PlacedMeta.__new__(PlacedMeta)
    vars(meta).update(vars(tree.meta))
    meta.file = file
    return Tree(tree.data, children, meta)


def placed_token(file: str, token: Token) -> PlacedToken:
    """Return a token that knows its file."""
    file = file_of(file, token)
    made = PlacedToken.new_borrow_pos(token.type, token.value, token)
    made.file = file
    return made


@dataclass
class Spot:
    """Where a declaration stands: a child of `parent`, or row `row` of the table file `table`."""

    parent: Tree
    tree: Tree
    table: int | None = None
    row: str = ""


@dataclass
class Index:
    """Where everything stands in a book that is not being changed, so that it is looked for once."""

    spots: dict[str, list[tuple[str, Spot]]]
    found: dict[str, dict[str, list[Spot]]]
    names: dict[str, str] | None


@dataclass
class Book:
    """A game being amended.

    `added` tells by which house rule something was added, by sort and name. By the identity of trees are
    known: how many statements stand `beside` a step, the `steps` that a declaration has in the game
    itself, and by which house rule a step was `inserted`. `index` is there while nothing is changed.
    """

    root: Tree
    tables: list[Table]
    added: dict[tuple[str, str], str] = field(default_factory=dict)
    beside: dict[tuple[int, str], int] = field(default_factory=dict)
    steps: dict[int, list[tuple[str, Tree]]] = field(default_factory=dict)
    inserted: dict[int, str] = field(default_factory=dict)
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
        for tree in self.root.children:
            if declared_target(tree).sort == sort:
                yield declared_target(tree).name, Spot(self.root, tree)
            if tree.data == "text" and sort != "text":
                for part in parts_of(tree, "action", "rule", "limit", "modify"):
                    if declared_target(part).sort == sort:
                        yield declared_target(part).name, Spot(tree, part)

    def _rows(self) -> Iterator[tuple[str, Spot]]:
        for tree in self.root.children:
            if tree.data == "table":
                for row in parts_of(tree, "row"):
                    yield str(row.children[0]), Spot(tree, row)
        for number, table in enumerate(self.tables):
            for entry in table.rows:
                yield entry.name, Spot(self.root, self.root, number, entry.name)

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
        return self.tables[spot.table].type if spot.table is not None else str(spot.parent.children[0])

    def into(self, files: GameFiles) -> GameFiles:
        """Return the files of the game with what the book now says."""
        blocks = [(file_of(files.main, tree), tree) for tree in self.root.children]
        return replace(files, blocks=blocks, tables=self.tables)


SORTS_WITH_NAMES = (
    "event", "action", "rule", "limit", "window", "value", "test", "payment", "row", "zone", "state",
    "option", "die", "map", "type", "enum", "list",
)  # fmt: skip
"""The sorts of declarations whose names are unique in a game."""


def open_book(files: GameFiles) -> Book:
    """Return a game as a book; its files are not changed."""
    declarations = [
        placed(file, tree) for file, tree in files.blocks if tree.data not in ("game", "scenario")
    ]
    games = [placed(file, tree) for file, tree in files.blocks if tree.data == "game"]
    return Book(Tree("book", [*games, *declarations]), list(files.tables))


def swap(parent: Tree, old: Tree, *new: Tree) -> None:
    """Put trees in the place of a child of `parent`, which is found by identity."""
    index = next(number for number, child in enumerate(parent.children) if child is old)
    parent.children[index : index + 1] = new
