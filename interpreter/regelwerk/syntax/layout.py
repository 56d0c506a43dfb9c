"""Cutting a file into top-level blocks and checking how each is laid out, before it is read."""

import re
from typing import NamedTuple

import msgspec

from regelwerk.source.diagnostics import Diagnostic, Edit
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax import problems

MAX_LINE = 2000
MAX_BLOCK = 5000
MAX_BLOCKS = 5000
MAX_INDENTATION = 30
MAX_BRACKETS = 60
WIDTH = 100
"""Characters of a line; longer ones are broken when a file is printed."""

_PIECE = re.compile(
    r'(?P<text>"[^"]*")|(?P<open_text>".*)|(?P<numbered>(?<!\w)[^\W\d_]\w*#[0-9]+(?!\w))'
    r"|(?P<comment>#.*)|(?P<open>[(\[])|(?P<close>[)\]])"
)
_CLOSING = {"(": ")", "[": "]"}
_GOES_ON = re.compile(r"(?:[,+-]|(?<![=<>!:+*-])=|(?<![\w.])(?:and|or)) *$")
"""The end of a line that goes on below: a sign or a word that something must follow."""


class Comment(msgspec.Struct, frozen=True):
    """A comment with its `#`, and where it begins."""

    line: int
    column: int
    text: str


class RawBlock(msgspec.Struct, frozen=True):
    """The lines of a top-level block from number `line` on, with the comments above and inside it."""

    line: int
    lines: tuple[str, ...]
    comments: tuple[Comment, ...]

    @property
    def text(self) -> str:
        """The text of the block without the comments above it; ends with a line end."""
        return "\n".join(self.lines) + "\n"


class RawFile(msgspec.Struct, frozen=True):
    """The blocks of a file, and the comments after the last of them."""

    blocks: tuple[RawBlock, ...]
    comments: tuple[Comment, ...]


def split_blocks(source: SourceFile) -> tuple[RawFile, list[Diagnostic]]:
    """Cut `source` where lines begin in the first column.

    Comment lines in the first column go to the block below them, unless the block above continues
    behind them. A line that begins with a closing bracket continues the block.
    """
    blocks: list[RawBlock] = []
    diagnostics: list[Diagnostic] = []
    waiting: list[Comment] = []  # comment lines in the first column, with no block yet
    start = 0  # number of the line that began the current block, 0 before the first
    end = 0  # number of its last line so far
    above: list[Comment] = []

    def close() -> None:
        if start:
            lines = tuple(line.rstrip(" ") for line in source.lines[start - 1 : end])
            blocks.append(RawBlock(start, lines, tuple(above) + _comments(start, lines)))

    for number, line in enumerate(source.lines, 1):
        stripped = line.strip(" ")
        if not stripped:
            continue
        if line[0] == "#":
            waiting.append(Comment(number, 1, stripped))
        elif line[0] in " \t)]" and start:
            end = number
            waiting = []
        elif line[0] == " " and stripped[0] == "#":
            waiting.append(Comment(number, line.index("#") + 1, stripped))
        else:
            close()
            start = end = number
            above, waiting = waiting, []
    close()
    if len(blocks) > MAX_BLOCKS:
        first = blocks[MAX_BLOCKS]
        problem = problems.too_long("file", len(blocks), MAX_BLOCKS)
        diagnostics.append(problem.at(_line_span(source, first.line)))
        blocks = blocks[:MAX_BLOCKS]
    return RawFile(tuple(blocks), tuple(waiting)), diagnostics


def _comments(start: int, lines: tuple[str, ...]) -> tuple[Comment, ...]:
    found = []
    for number, line in enumerate(lines, start):
        if "#" in line:
            for piece in _PIECE.finditer(line):
                if piece.lastgroup == "comment":
                    found.append(Comment(number, piece.start() + 1, piece[0]))
    return tuple(found)


def check_layout(source: SourceFile, block: RawBlock) -> list[Diagnostic]:
    """Return what is wrong with the brackets, texts, tabs, lengths and indentation of `block`.

    A block without diagnostics can be read: its dedents fit and its brackets match.
    """
    if len(block.lines) > MAX_BLOCK:
        problem = problems.too_long("declaration", len(block.lines), MAX_BLOCK)
        return [problem.at(_line_span(source, block.line))]
    open_brackets: list[tuple[str, Span]] = []
    levels = [0]
    goes_on = False  # the line above is not complete
    first = block.lines[0]
    if first[0] == " ":
        span = _span(source, block.line, 0, len(first) - len(first.lstrip(" ")))
        return [problems.indented_below_nothing().at(span)]
    for number, line in enumerate(block.lines, block.line):
        if len(line) > MAX_LINE:
            span = Span(source.path, number, MAX_LINE + 1, number, len(line) + 1)
            return [problems.too_long("line", len(line), MAX_LINE).at(span)]
        if "\t" in line:
            return [problems.tab().at(_span(source, number, line.index("\t"), 1))]
        stripped = line.lstrip(" ")
        if not stripped or stripped[0] == "#":
            continue
        if not open_brackets and not goes_on:
            wrong = _indent(source, number, len(line) - len(stripped), levels)
            if wrong:
                return [wrong]
        end = len(line)
        for piece in _PIECE.finditer(line):
            at, kind, text = piece.start(), piece.lastgroup, piece[0]
            span = _span(source, number, at, len(text))
            if kind == "open_text":
                return [problems.text_never_closed().at(span)]
            if kind == "comment":
                end = at
            if kind == "open":
                open_brackets.append((text, span))
                if len(open_brackets) > MAX_BRACKETS:
                    return [problems.too_deep("brackets", MAX_BRACKETS).at(span)]
            if kind == "close":
                if not open_brackets:
                    return [problems.wrong_bracket(text).at(span)]
                opening, opened = open_brackets.pop()
                if _CLOSING[opening] != text:
                    closing = _CLOSING[opening]
                    problem = problems.wrong_bracket(text, opening, closing)
                    note = problems.opened_here().at(opened)
                    return [problem.at(span, notes=(note,), fix=Edit(span, closing))]
        goes_on = _GOES_ON.search(line, 0, end) is not None
    if open_brackets:
        opening, span = open_brackets[-1]
        return [problems.bracket_never_closed(opening, _CLOSING[opening]).at(span)]
    return []


class LogicalLine(NamedTuple):
    """A line with those that continue it: the number of the first and of the last, and the indentation."""

    line: int
    indentation: int
    end_line: int


def logical_lines(block: RawBlock) -> list[LogicalLine]:
    """Return the lines of `block`, each with those that continue it. Its layout must be without errors."""
    found: list[LogicalLine] = []
    brackets = 0
    goes_on = False
    for number, line in enumerate(block.lines, block.line):
        stripped = line.lstrip(" ")
        if not stripped or stripped[0] == "#":
            continue
        if not brackets and not goes_on:
            found.append(LogicalLine(number, len(line) - len(stripped), number))
        found[-1] = found[-1]._replace(end_line=number)
        end = len(line)
        for piece in _PIECE.finditer(line):
            brackets += (piece.lastgroup == "open") - (piece.lastgroup == "close")
            if piece.lastgroup == "comment":
                end = piece.start()
        goes_on = _GOES_ON.search(line, 0, end) is not None
    return found


def _indent(source: SourceFile, number: int, width: int, levels: list[int]) -> Diagnostic | None:
    """Take a logical line indented by `width` blanks into `levels`."""
    span = _span(source, number, 0, width)
    if width > levels[-1]:
        levels.append(width)
        if len(levels) > MAX_INDENTATION + 1:
            return problems.too_deep("line", MAX_INDENTATION).at(span)
        return None
    while width < levels[-1]:
        levels.pop()
    if width != levels[-1]:
        return problems.indented_like_nothing(width, levels[-1]).at(span)
    return None


def _span(source: SourceFile, line: int, offset: int, length: int) -> Span:
    return Span(source.path, line, offset + 1, line, offset + 1 + length)


def _line_span(source: SourceFile, line: int) -> Span:
    return Span(source.path, line, 1, line, len(source.lines[line - 1]) + 1)
