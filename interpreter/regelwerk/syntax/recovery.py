"""Finding further errors of a declaration, behind the first."""

import re
from collections.abc import Callable

from lark import Token

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.syntax.failure import accepted_after
from regelwerk.syntax.layout import RawBlock, logical_lines
from regelwerk.syntax.wording import statement_expected

MAX_PROBLEMS = 20
MAX_LINES_READ = 20_000  # over all readings of one declaration

_CONTINUES = re.compile(r"(otherwise|then|else|elif)\b")

Reader = Callable[[RawBlock], tuple[list[Token], list[Diagnostic]]]


def further_problems(
    raw: RawBlock, tokens: list[Token], problem: Diagnostic, read: Reader
) -> list[Diagnostic]:
    """Return what else is wrong in `raw`, of which `tokens` were read when `problem` was found.

    The wrong statement, with all that is indented below it, is taken for `nothing`, and the
    declaration is read again. Where a statement ends is clear from indentation alone, so one
    error does not cause others.
    """
    problems: list[Diagnostic] = []
    most = min(MAX_PROBLEMS - 1, MAX_LINES_READ // len(raw.lines))
    while len(problems) < most and problem.span is not None:
        shorter = _without_statement(raw, tokens, problem.span.line)
        if shorter is None:
            break
        raw = shorter
        tokens, found = read(raw)
        if not found:
            break
        problem = found[0]
        problems.append(problem)
    return problems


def _without_statement(raw: RawBlock, tokens: list[Token], line: int) -> RawBlock | None:
    """Return `raw` with `nothing` for the statement that goes over `line`; None if it is no statement."""
    starts = logical_lines(raw)
    index = max((i for i, each in enumerate(starts) if each.line <= line), default=0)
    start, width, _ = starts[index]
    if raw.lines[start - raw.line].strip(" ") == "nothing":
        return None
    if not statement_expected(accepted_after(tuple(token for token in tokens if (token.line or 0) < start))):
        return None
    index += 1
    while index < len(starts):
        below, deeper, _ = starts[index]
        text = raw.lines[below - raw.line]
        if deeper < width or (deeper == width and not _CONTINUES.match(text, width)):
            break
        index += 1
    end = starts[index].line if index < len(starts) else raw.line + len(raw.lines)
    lines = list(raw.lines)
    lines[start - raw.line : end - raw.line] = [" " * width + "nothing", *[""] * (end - start - 1)]
    return RawBlock(raw.line, tuple(lines), raw.comments)
