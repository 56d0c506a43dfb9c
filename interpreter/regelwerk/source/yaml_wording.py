"""What YAML's parsers complain about, in the words of people who write YAML by hand."""

import re
from typing import NamedTuple

import yaml

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span


class _Wording(NamedTuple):
    """What to say when a parser's `context: problem` matches `pattern`."""

    pattern: str
    message: str
    help: str
    at_context: bool = False


_WORDINGS = (
    _Wording(
        r"quoted scalar: found unexpected (end|document)",
        "the quote is never closed",
        "put the same quote at the end of the text",
        at_context=True,
    ),
    _Wording(
        r"quoted scalar: .*(escape|hexa?deci?mal)",
        "after `\\` comes none of the letters that YAML knows",
        "write `\\\\` for a backslash, or put the text in single quotes",
    ),
    _Wording(
        r"flow (sequence|mapping|node): .*(',' or|'<stream end>')",
        "the bracket is not closed, or a comma is missing",
        "separate entries by commas and close every `[` with `]` and every `{` with `}`",
        at_context=True,
    ),
    _Wording(
        r"flow node: ", "an entry is missing here", "delete the comma or write an entry between the commas"
    ),
    _Wording(
        r"block node: .*node content",
        "a value cannot begin with this character",
        "put the value in quotes",
    ),
    _Wording(
        r"mapping values are not allowed",
        "a second `:` stands where no key can be",
        "put text with `: ` in it in quotes; check that each key has its own line, a blank after `:` "
        "and the same indentation as its neighbours",
    ),
    _Wording(
        r"entries are not allowed",
        "a list cannot begin on the line of its key",
        "begin the list on the next line, or write it in `[` and `]`",
    ),
    _Wording(
        r"could not find expected ':'",
        "after this key a `:` is missing",
        "write `key: value`, or put a text of several lines in quotes",
        at_context=True,
    ),
    _Wording(
        r"cannot start any token",
        "a value cannot begin with this character",
        "put the value in quotes",
    ),
    _Wording(
        r"block mapping: .*(expected key|block end)",
        "this line does not continue the block above it",
        "indent it like the other keys of its block; put text with quotes or brackets inside in quotes",
    ),
    _Wording(
        r"block collection: ",
        "this line does not continue the list above it",
        "begin it with `- ` like the other entries, or indent it like the key of the list",
    ),
    _Wording(
        r"scanning an (alias|anchor): ",
        "a value cannot begin with `*` or `&`",
        "put the value in quotes",
        at_context=True,
    ),
    _Wording(
        r"block scalar: ",
        "after `|` or `>` the text begins on the next line",
        "move the text to the next line and indent it",
    ),
    _Wording(
        r"\btag\b",
        "a value cannot begin with `!`",
        "put the value in quotes",
        at_context=True,
    ),
    _Wording(
        r"directive|incompatible YAML document",
        "a line cannot begin with `%`",
        "delete the line, or put the text in quotes",
        at_context=True,
    ),
    _Wording(
        r"document start",
        "text follows after the end of the data",
        "delete it, or make it part of the data above",
    ),
)
_OTHER = _Wording(
    "", "this cannot be read as YAML", "check indentation, quotes and brackets on this line and the one above"
)


def explain_yaml_error(error: yaml.MarkedYAMLError, source: SourceFile) -> Diagnostic:
    """Return the S021 for a parser's error, placed where the author has to change something."""
    complaint = f"{error.context or ''}: {error.problem or ''}"
    wording = next((known for known in _WORDINGS if re.search(known.pattern, complaint)), _OTHER)
    mark = (error.context_mark if wording.at_context else None) or error.problem_mark
    span = Span.start_of(source.path)
    if mark is not None:
        # Parsers report the end of the text on a line after the last.
        start = min(mark.index, len(source.text.rstrip("\n")))
        span = source.span(start, start + 1)
    return Diagnostic("S021", wording.message, span, help=wording.help)
