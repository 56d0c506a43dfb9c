"""Characters that have no place in a text that people read, and how they are shown in messages."""

import re
from collections.abc import Callable

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span

_BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNPRINTABLE = (
    "\x01-\x08\x0b-\x1f\x7f-\x9f"  # control characters without NUL, tab and line feed
    "\u200b\u2060\ufeff"  # characters without width
    "\u2028\u2029"  # line and paragraph separators
    "\ud800-\udfff\ufffe\uffff"  # no characters at all
)
_TO_ESCAPE = re.compile(f"[\x00\t\n{_BIDIRECTIONAL}{_UNPRINTABLE}]")


def visible(text: str) -> str:
    """Return `text` on one line, with what cannot be seen written as `\\n`, `\\t`, `\\x1b` or `\\u202e`."""
    return _TO_ESCAPE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def _plain(what: str) -> Callable[[str], str]:
    return lambda character: what


def _named(what: str) -> Callable[[str], str]:
    return lambda character: f"{what} `U+{ord(character):04X}`"


_CHECKS: tuple[tuple[str, re.Pattern[str], Callable[[str], str], str], ...] = (
    ("S007", re.compile("\x00"), _plain("a NUL character"), "save the file as plain text in UTF-8"),
    ("S008", re.compile("\t"), _plain("a tab"), "use blanks"),
    ("S009", re.compile(f"[{_BIDIRECTIONAL}]"), _named("the hidden direction mark"), "delete it"),
    ("S010", re.compile(f"[{_UNPRINTABLE}]"), _named("the invisible character"), "delete it"),
)


def check_characters(source: SourceFile, allow_tabs: bool) -> list[Diagnostic]:
    """Return one diagnostic for each kind of refused character in `source`, at its first place."""
    diagnostics = []
    for code, pattern, describe, fix in _CHECKS:
        if code == "S008" and allow_tabs:
            continue
        first = pattern.search(source.text)
        if first is None:
            continue
        lines = sum(1 for line in source.lines if pattern.search(line))
        more = f" (and on {lines - 1} more {'line' if lines == 2 else 'lines'})" if lines > 1 else ""
        span = source.span(first.start(), first.end())
        message = f"the file holds {describe(first[0])}{more}"
        diagnostics.append(Diagnostic(code, message, span, help=fix))
    return diagnostics


def check_escaped(text: str, span: Span) -> list[Diagnostic]:
    """Return diagnostics for refused characters that the value `text` got from escapes such as `\\u202e`.

    A text value may hold tabs and line ends that were written as escapes.
    """
    if not _TO_ESCAPE.search(text):
        return []
    for code, pattern, describe, fix in _CHECKS:
        found = pattern.search(text)
        if code != "S008" and found:
            return [Diagnostic(code, f"the text holds {describe(found[0])}", span, help=fix)]
    return []
