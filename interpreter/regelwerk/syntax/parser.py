"""From the text of a rule file to one tree for each declaration."""

from dataclasses import dataclass

from lark import Token, Tree, UnexpectedInput

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax.grammar import parser
from regelwerk.syntax.layout import Comment, RawBlock, check_layout, split_blocks

__all__ = ["Block", "Comment", "parse"]


@dataclass(frozen=True, slots=True)
class Block:
    """A declaration: its tree, the number of its first line, its comments and its text.

    Tokens and `meta` have lines and columns counted from 1 in the whole file.
    """

    tree: "Tree[Token]"
    line: int
    comments: tuple[Comment, ...]
    text: str


def parse(source: SourceFile) -> tuple[list[Block], list[Diagnostic]]:
    """Read every declaration of `source`; one that has an error is left out and diagnosed."""
    file, diagnostics = split_blocks(source)
    blocks = []
    for raw in file.blocks:
        block, problems = parse_block(source, raw)
        diagnostics += problems
        if block is not None:
            blocks.append(block)
    return blocks, diagnostics


def parse_block(source: SourceFile, raw: RawBlock) -> tuple[Block | None, list[Diagnostic]]:
    """Read one declaration."""
    problems = check_layout(source, raw)
    if problems:
        return None, problems
    reading = parser().parse_interactive(raw.text)
    reading.lexer_thread.state.line_ctr.line = raw.line
    tokens: list[Token] = []
    try:
        for token in reading.iter_parse():
            tokens.append(token)
        tree = reading.feed_eof(tokens[-1])
    except UnexpectedInput as error:
        span = Span(source.path, error.line, error.column, error.line, error.column + 1)
        return None, [Diagnostic("P000", "this cannot be read", span)]
    return Block(tree, raw.line, raw.comments, raw.text), []
