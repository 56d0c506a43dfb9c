"""Characters that a text which people read may not hold: where they stand, and what is said of them."""

import re
from collections.abc import Callable

from regelwerk.source import problems
from regelwerk.source.characters import BIDIRECTIONAL, MAY_BE_REFUSED, UNPRINTABLE
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span
from regelwerk.source.wording import Problem

_TAB = re.compile("\t")
_CHECKS: tuple[tuple[re.Pattern[str], Callable[[str, str, int], Problem]], ...] = (
    (re.compile("\x00"), lambda where, _, lines: problems.nul_character(where, lines)),
    (_TAB, lambda where, _, lines: problems.tab(where, lines)),
    (
        re.compile(f"[{BIDIRECTIONAL}]"),
        lambda where, found, lines: problems.direction_mark(where, ord(found), lines),
    ),
    (
        re.compile(f"[{UNPRINTABLE}]"),
        lambda where, found, lines: problems.invisible_character(where, ord(found), lines),
    ),
)


def check_characters(source: SourceFile, allow_tabs: bool) -> list[Diagnostic]:
    """Return one diagnostic for each kind of refused character in `source`, at its first place."""
    diagnostics: list[Diagnostic] = []
    if _plain(source.text):
        return diagnostics
    for pattern, problem in _CHECKS:
        first = None if pattern is _TAB and allow_tabs else pattern.search(source.text)
        if first is not None:
            lines = sum(1 for line in source.lines if pattern.search(line))
            span = source.span(first.start(), first.end())
            diagnostics.append(problem("file", first[0], lines).at(span))
    return diagnostics


def _plain(text: str) -> bool:
    """Say at once of nearly all texts that they hold nothing but lines of printable Latin letters."""
    try:
        text.encode("latin-1")  # of others some are refused though they can be printed
    except UnicodeEncodeError:
        return False
    return text.replace("\n", "").isprintable()


def check_escaped(text: str, span: Span) -> list[Diagnostic]:
    """Return diagnostics for refused characters that the value `text` got from escapes such as `\\u202e`.

    A text value may hold tabs and line ends that were written as escapes.
    """
    if not MAY_BE_REFUSED.search(text):
        return []
    for pattern, problem in _CHECKS:
        found = None if pattern is _TAB else pattern.search(text)
        if found:
            return [problem("text", found[0], 1).at(span)]
    return []
