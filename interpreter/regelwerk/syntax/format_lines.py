"""Printing one logical line: blanks between its tokens, and breaks where it is too long."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from lark import Token

INDENTATION = " " * 4
WIDTH = 100

_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})
_NO_BLANK_BEFORE = frozenset({"RPAR", "RSQB", "LSQB", "COMMA", "COLON", "DOT", "DOTS"})
_NO_BLANK_AFTER = frozenset({"LPAR", "LSQB", "DOT", "DOTS"})
_VALUE_ENDS = frozenset({"NAME", "NUMBERED", "NUMBER", "RPAR", "RSQB", "YES", "NO", "NONE", "SEAT"})
_BREAK_BEFORE = frozenset({"AND", "OR", "PLUS", "MINUS", "WHERE"})
_MAY_FIND_NOTHING = frozenset({"LET", "CHOOSE", "MAY", "PICK", "DRAW"})
"""Words with which a statement begins that says on its own line what happens otherwise."""


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """The tokens up to the end of a line, its depth from 0, and where the author wrote it."""

    tokens: tuple[Token, ...]
    depth: int

    @property
    def line(self) -> int:
        """The number of the physical line on which it begins."""
        return self.tokens[0].line or 0

    @property
    def column(self) -> int:
        """The column in which it begins, from 1."""
        return self.tokens[0].column or 1

    @property
    def end_line(self) -> int:
        """The number of the physical line on which it ends."""
        return self.tokens[-1].end_line or 0


def logical_lines(tokens: Sequence[Token]) -> list[LogicalLine]:
    """Cut `tokens` at the marks for ends of lines."""
    lines = []
    depth = 0
    current: list[Token] = []
    for token in tokens:
        if token.type == "_NL":
            if current:
                lines.append(LogicalLine(tuple(current), depth))
            current = []
        elif token.type == "_INDENT":
            depth += 1
        elif token.type == "_DEDENT":
            depth -= 1
        else:
            current.append(token)
    return _joined(lines)


def _joined(lines: list[LogicalLine]) -> list[LogicalLine]:
    """Put each `otherwise` with a single line below it on the line of the statement it belongs to."""
    joined: list[LogicalLine] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        if joined and _short_otherwise(lines, index):
            word, inner = line.tokens[0], lines[index + 1].tokens
            comma = Token.new_borrow_pos("COMMA", ",", word)
            joined[-1] = LogicalLine((*joined[-1].tokens, comma, word, *inner), line.depth)
            index += 2
        else:
            joined.append(line)
            index += 1
    return joined


def _short_otherwise(lines: list[LogicalLine], index: int) -> bool:
    """Say whether the line is an `otherwise:` with one simple statement, below what may find nothing."""
    before, line, *below = lines[index - 1 : index + 3]
    return (
        [token.type for token in line.tokens] == ["OTHERWISE", "COLON"]
        and before.depth == line.depth
        and before.tokens[0].type in _MAY_FIND_NOTHING
        and (len(below) == 1 or below[1].depth <= line.depth)
        and _is_simple(below[0].tokens)
    )


def _is_simple(tokens: Sequence[Token]) -> bool:
    """Say whether a statement stands on one line and may have no `otherwise` of its own."""
    first = tokens[0].type
    if first == "DRAW":
        return not tokens[1].type == tokens[2].type == "NAME"
    return tokens[-1].type != "COLON" and first not in _MAY_FIND_NOTHING and first != "PAY"


def break_line(line: LogicalLine) -> list[str]:
    """Return `line` as printed: one line if it fits into `WIDTH`, else several.

    Each is as full as it can be, but breaks lie outside as many brackets as possible.
    """
    words = _words(line.tokens)
    breaks = _breaks(line.tokens)
    first = INDENTATION * line.depth
    opens_block = line.tokens[-1].type == "COLON"
    deeper = first + INDENTATION * (2 if opens_block else 1)
    printed: list[str] = []
    start = 0
    while True:
        indentation = deeper if printed else first
        end, fits = _next_break(words, breaks, start, WIDTH - len(indentation))
        printed.append(indentation + "".join(words[start:end]).strip(" "))
        if fits:
            return printed
        start = end


def _next_break(words: list[str], breaks: dict[int, int], start: int, width: int) -> tuple[int, bool]:
    """Return before which word the line from `start` on ends, and whether that is the end of all."""
    length = -1 if words[start].startswith(" ") else 0
    chosen: int | None = None
    for index in range(start, len(words)):
        if index > start and index in breaks:
            fits = length <= width
            if chosen is None or (fits and breaks[index] <= breaks[chosen]):
                chosen = index
        length += len(words[index])
    if length <= width or chosen is None:
        return len(words), True
    return chosen, False


def _words(tokens: Sequence[Token]) -> list[str]:
    """Return each token with the blank before it, if it has one."""
    words = [str(tokens[0])] if tokens else []
    sign = tokens[0].type == "MINUS"
    for before, token in pairwise(tokens):
        tight = (
            token.type in _NO_BLANK_BEFORE
            or before.type in _NO_BLANK_AFTER
            or (token.type == "LPAR" and before.type == "NAME")
            or sign
        )
        words.append(str(token) if tight else f" {token}")
        sign = token.type == "MINUS" and before.type not in _VALUE_ENDS
    return words


def _breaks(tokens: Sequence[Token]) -> dict[int, int]:
    """Return before which tokens a line may be broken, with the number of brackets around the place."""
    breaks = {}
    depth = 0
    for index, (before, token) in enumerate(pairwise(tokens), 1):
        depth += (before.type in _OPENING) - (before.type in _CLOSING)
        if before.type == "COMMA":
            breaks[index] = depth
        elif depth and token.type not in _CLOSING and token.type != "COMMA":
            binary = token.type != "MINUS" or before.type in _VALUE_ENDS
            if before.type in _OPENING or (token.type in _BREAK_BEFORE and binary):
                breaks[index] = depth
    return breaks
