"""The canonical text of a rule file: blanks, indentation, line breaks; nothing else changes."""

from __future__ import annotations

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax.layout import split_blocks
from regelwerk.syntax.problems import not_formatted
from regelwerk.tree.comments import with_blank_lines
from regelwerk.tree.house_rules import Block
from regelwerk.tree.printing import printed_file
from regelwerk.tree.read import read_once
from regelwerk.tree.walk import same


def format_text(source: SourceFile) -> str | list[Diagnostic]:
    """Return the text of `source` in its canonical layout, or what is wrong with it.

    Comments are kept: those inside a line that goes over several are put above it. A result that does not
    read as the same trees is refused with P051.
    """
    blocks, comments, problems = _read(source)
    if problems:
        return problems
    text = printed_file(blocks, comments)
    again, _, problems = _read(SourceFile(source.path, text))
    return (
        text
        if not problems and same(tuple(again), tuple(blocks))
        else [not_formatted().at(Span.start_of(source.path))]
    )


def _read(source: SourceFile) -> tuple[list[Block], list[str], list[Diagnostic]]:
    """Return the declarations of a file, the comments behind the last of them, and what is wrong."""
    file, problems = split_blocks(source)
    blocks = []
    for raw in file.blocks:
        block, _, found = read_once(source, raw)
        problems += found
        if block is not None:
            blocks.append(block)
    last = file.comments[-1].line if file.comments else 0
    return blocks, with_blank_lines(file.comments, last + 1), problems
