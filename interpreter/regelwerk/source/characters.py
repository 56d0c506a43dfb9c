"""Characters that have no place in a text that people read, and how they are shown in messages."""

import re
from collections.abc import Callable

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span

_BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNPRINTABLE = (
    "\x01-\x08\x0b-\x1f\x7f-\x9f"  # control characters without NUL, tab and line feed
    "\u00ad\u034f\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\ufeff"  # without width
    "\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # letters that are empty
    "\u2028\u2029"  # line and paragraph separators
    "\ufff0-\ufffb\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # marks of format
    "\U000e0000-\U000e0fff"  # tags
    "\ud800-\udfff\ufffe\uffff"  # no characters at all
)
_TO_ESCAPE = re.compile(f"[\x00\t\n{_BIDIRECTIONAL}{_UNPRINTABLE}]")
_UNCLEAN = re.compile(f"[\x00{_BIDIRECTIONAL}{_UNPRINTABLE}]")


def visible(text: str) -> str:
    """Return `text` on one line, with what cannot be seen written as `\\n`, `\\t`, `\\x1b` or `\\u202e`."""
    return _TO_ESCAPE.sub(_escaped, text)


def clean(text: str) -> str:
    """Return `text` with what cannot be seen written out as by `visible`, but tabs and ends of lines kept."""
    return _UNCLEAN.sub(_escaped, text)


def clipped(text: str, most: int = 200) -> str:
    """Return the beginning and the end of a text that is longer than anybody reads, else the text."""
    if len(text) <= most:
        return text
    end = most // 3
    return f"{text[: most - end - 3]}...{text[-end:]}"


def _escaped(match: re.Match[str]) -> str:
    """Written out so that it means the same in JSON, where nothing below U+0020 stands as such."""
    if match[0] < "\x20":
        return match[0].encode("unicode_escape").decode("ascii")
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n : n + 2].hex()}" for n in range(0, len(units), 2))


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
