"""The canonical text of a rule file, as it is or in the words of this edition; nothing else changes."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax.layout import RawBlock, split_blocks
from regelwerk.syntax.problems import not_formatted
from regelwerk.tree.comments import with_blank_lines
from regelwerk.tree.edition_1 import read_old
from regelwerk.tree.house_rules import Block
from regelwerk.tree.printing import printed_file
from regelwerk.tree.read import read_once
from regelwerk.tree.walk import same

_Reader = Callable[[SourceFile, RawBlock], tuple[Block | None, list[Diagnostic]]]


def format_text(source: SourceFile) -> str | list[Diagnostic]:
    """Return the text of `source` in its canonical layout, or what is wrong with it.

    Comments are kept: those inside a line that goes over several are put above it. A result that does not
    read as the same trees is refused with P051.
    """
    blocks, comments, problems = _read(source, _now)
    return problems or _printed(source, blocks, comments)


def upgrade_text(source: SourceFile, declared: Container[str] = ()) -> str | list[Diagnostic]:
    """Return the text of `source` in the words of this edition, or what is wrong with it.

    A text that needs no other words stays as it is; another one is printed in its canonical layout. What
    its game has `declared` itself is none of the first edition's functions.
    """
    blocks, comments, problems = _read(source, partial(read_old, declared=declared))
    if problems:
        return problems
    now, _, unread = _read(source, _now)
    return source.text if not unread and _alike(now, blocks) else _printed(source, blocks, comments)


def _printed(source: SourceFile, blocks: list[Block], comments: list[str]) -> str | list[Diagnostic]:
    text = printed_file(blocks, comments)
    again, _, problems = _read(SourceFile(source.path, text), _now)
    if problems or not _alike(again, blocks):
        return [not_formatted().at(Span.start_of(source.path))]
    return text


def _alike(some: list[Block], others: list[Block]) -> bool:
    return same(tuple(some), tuple(others))


def _now(source: SourceFile, raw: RawBlock) -> tuple[Block | None, list[Diagnostic]]:
    block, _, problems = read_once(source, raw)
    return block, problems


def _read(source: SourceFile, read: _Reader) -> tuple[list[Block], list[str], list[Diagnostic]]:
    """Return the declarations of a file, the comments behind the last of them, and what is wrong."""
    file, problems = split_blocks(source)
    blocks = []
    for raw in file.blocks:
        block, found = read(source, raw)
        problems += found
        if block is not None:
            blocks.append(block)
    last = file.comments[-1].line if file.comments else 0
    return blocks, with_blank_lines(file.comments, last + 1), problems
