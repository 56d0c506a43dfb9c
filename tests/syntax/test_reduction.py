"""Parse trees, and the places of their parts, are those that lark itself makes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Tree

from regelwerk.resources import data_path
from regelwerk.source.spans import SourceFile
from regelwerk.syntax import grammar
from regelwerk.syntax.layout import split_blocks
from regelwerk.syntax.parser import read_block
from regelwerk.syntax.reduction import ParseTree

FILES = sorted((data_path("games") / "classics").rglob("*.rules")) + sorted(
    (data_path("games") / "risiko").glob("*.rules")
)


@pytest.fixture(scope="module")
def lark() -> Lark:
    """Lark's own parser of the language."""
    hooks = grammar._hooks(strict=False)
    return Lark(
        grammar.grammar_text(), parser="lalr", start=grammar.START, maybe_placeholders=True,
        propagate_positions=True, **hooks,
    )  # fmt: skip


def ours(part: Any) -> Any:
    """A part of a tree as plain data, with its place."""
    if not isinstance(part, ParseTree):
        return part and (part.type, str(part), part.line, part.column, part.end_line, part.end_column)
    place = None
    if part.place is not None:
        first, last = part.place
        place = (first.line, first.column, last.end_line, last.end_column)
    return part.data, place, [ours(child) for child in part.children]


def larks(part: Tree[Token] | Token | None) -> Any:
    """The same of a tree of lark."""
    if not isinstance(part, Tree):
        return part and (part.type, str(part), part.line, part.column, part.end_line, part.end_column)
    meta = part.meta
    place = None if meta.empty else (meta.line, meta.column, meta.end_line, meta.end_column)
    return str(part.data), place, [larks(child) for child in part.children]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_trees_are_those_of_lark(path: Path, lark: Lark) -> None:
    source = SourceFile(str(path), path.read_text("utf-8"))
    blocks = split_blocks(source)[0].blocks
    assert blocks
    for raw in blocks:
        tree, _, problems = read_block(source, raw)
        assert tree is not None and not problems
        reading = lark.parse_interactive(raw.text)
        assert reading.lexer_thread.state is not None
        reading.lexer_thread.state.line_ctr.line = raw.line
        tokens = list(reading.iter_parse())
        assert ours(tree) == larks(reading.feed_token(Token.new_borrow_pos("$END", "", tokens[-1])))
