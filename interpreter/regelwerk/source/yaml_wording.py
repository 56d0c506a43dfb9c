"""What YAML's parsers complain about, in the words of people who write YAML by hand."""

import re
from typing import NamedTuple

import yaml

from regelwerk.source import problems
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span


class _Complaint(NamedTuple):
    """What is wrong when a parser's `context: problem` matches `pattern`."""

    pattern: str
    what: problems.NotYaml
    at_context: bool = False


_COMPLAINTS = (
    _Complaint(r"quoted scalar: found unexpected (end|document)", "quote", at_context=True),
    _Complaint(r"quoted scalar: .*(escape|hexa?deci?mal)", "escape"),
    _Complaint(r"flow (sequence|mapping|node): .*(',' or|'<stream end>')", "bracket", at_context=True),
    _Complaint(r"flow node: ", "entry"),
    _Complaint(r"block node: .*node content", "beginning"),
    _Complaint(r"mapping values are not allowed", "second colon"),
    _Complaint(r"entries are not allowed", "list beside its key"),
    _Complaint(r"could not find expected ':'", "no colon", at_context=True),
    _Complaint(r"cannot start any token", "beginning"),
    _Complaint(r"block mapping: .*(expected key|block end)", "block"),
    _Complaint(r"block collection: ", "list"),
    _Complaint(r"scanning an (alias|anchor): ", "anchor", at_context=True),
    _Complaint(r"block scalar: ", "block text"),
    _Complaint(r"\btag\b", "tag", at_context=True),
    _Complaint(r"directive|incompatible YAML document", "directive", at_context=True),
    _Complaint(r"document start", "after the end"),
)
_OTHER = _Complaint("", "other")


def explain_yaml_error(error: yaml.MarkedYAMLError, source: SourceFile, max_depth: int) -> Diagnostic:
    """Return the S021 for a parser's error, placed where the author has to change something.

    Some parsers have a depth of their own that nothing may reach, far beyond `max_depth`: then it is S027.
    """
    complaint = f"{error.context or ''}: {error.problem or ''}"
    known = next((known for known in _COMPLAINTS if re.search(known.pattern, complaint)), _OTHER)
    mark = (error.context_mark if known.at_context else None) or error.problem_mark
    span = Span.start_of(source.path)
    if mark is not None:
        # Parsers report the end of the text on a line after the last.
        start = min(mark.index, len(source.text.rstrip("\n")))
        span = source.span(start, start + 1)
    if "nesting depth" in complaint:
        return problems.nested_too_deeply(max_depth).at(span)
    return problems.not_yaml(known.what).at(span)
