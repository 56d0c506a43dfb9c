"""The trees of rule files as the checker reads them: what the children are is the grammar's business."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import lark

if TYPE_CHECKING:

    class Tree(lark.Tree[Any]):
        """A tree whose children are what the grammar says: trees, tokens, or None for what is left out."""

        children: list[Any]

        def find_data(self, data: str) -> Iterator[Tree]:
            """Return the trees in this one (itself included) that have this name."""
else:
    Tree = lark.Tree
