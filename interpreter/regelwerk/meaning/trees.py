"""The trees of the parser, as house rules amend them: what the children are is the grammar's business."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import lark
from lark import Token

from regelwerk.source.spans import Span

if TYPE_CHECKING:

    class Tree(lark.Tree[Any]):
        """A tree whose children are what the grammar says: trees, tokens, or None for what is left out."""

        children: list[Any]

        def find_data(self, data: str) -> Iterator[Tree]:
            """Return the trees in this one (itself included) that have this name."""
else:
    Tree = lark.Tree

Part = Tree | Token

SORTS = {
    "option_words": "option",
    "value_cases": "value",
    "test_cases": "test",
    "told_event": "event",
    "told_value": "value",
    "told_test": "test",
    "graph": "map",
}
"""The sorts of declarations whose forms have other names in the grammar."""


def file_of(file: str, part: Part | None) -> str:
    """Return the file of a part that knows it, else the given one."""
    known = getattr(part.meta if isinstance(part, Tree) else part, "file", file)
    assert isinstance(known, str)
    return known


def span_of(file: str, part: Part | None) -> Span:
    """Return the place of a tree or a token; line 1 if it holds no text.

    A part that knows its own file, as the parts of amended games do, lies there.
    """
    file = file_of(file, part)
    if isinstance(part, Token) and part.line is not None:
        end_column = part.end_column or (part.column or 1) + len(part)
        return Span(file, part.line, part.column or 1, part.end_line or part.line, end_column)
    if isinstance(part, Tree) and not part.meta.empty:
        meta = part.meta
        return Span(file, meta.line, meta.column, meta.end_line, meta.end_column)
    return Span.start_of(file)


def token_text(tree: Part | None) -> str:
    """Return the text of a token, or of the first token in a tree."""
    while isinstance(tree, Tree):
        if not tree.children:
            return "seat"
        tree = tree.children[0]
    return str(tree)


def parts_of(tree: Tree, *sorts: str) -> list[Tree]:
    """Return the children of these sorts."""
    return [child for child in tree.children if isinstance(child, Tree) and child.data in sorts]


def statements_of(block: Tree) -> list[Tree]:
    """Return the trees of the statements of a block."""
    return [child for child in block.children if isinstance(child, Tree) and child.data != "cites"]
