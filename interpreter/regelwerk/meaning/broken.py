"""Scenarios with errors: what is wrong in them alone leaves the game, and its other scenarios, sound."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from regelwerk.meaning.suite import Suite
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span

_WORDS = ("scenario ", "position ")
"""What a scenario begins with, and the lines of many."""
_COMMENT = "#"


def heading_of(span: Span | None, sources: Mapping[str, SourceFile]) -> tuple[str, str] | None:
    """Where the scenario, or the position for many, around a place begins, as `file:line`, and its first
    line; None outside of any.

    The text alone tells, for of a scenario that cannot be read there is nothing else.
    """
    if span is None or span.file not in sources:
        return None
    lines = sources[span.file].lines
    inside = None
    for number in range(min(span.line, len(lines)), 0, -1):
        line = lines[number - 1].lstrip()
        indent = len(lines[number - 1]) - len(line)
        if not line or line.startswith(_COMMENT) or (inside is not None and indent >= inside):
            continue
        # `position` may be a line of a scenario, too.
        if line.startswith(_WORDS[0]) or (line.startswith(_WORDS) and not indent):
            return f"{span.file}:{number}", lines[number - 1].rstrip()
        inside = indent
        if not inside:
            break
    return None


def only_in_scenarios(
    problems: Iterable[Diagnostic], sources: Mapping[str, SourceFile], read: bool = True
) -> bool:
    """Say whether every error lies in a scenario, so that the rest of the game has none.

    What could not be `read` is lost with all around it, so there a scenario must stand alone.
    """
    headings = [heading_of(each.span, sources) for each in problems if each.severity == "error"]
    return all(heading is not None and (read or heading[1].startswith(_WORDS)) for heading in headings)


def without_broken(
    tested: Suite,
    found: Collection[str],
    problems: Iterable[Diagnostic],
    sources: Mapping[str, SourceFile],
) -> Suite:
    """Return those scenarios in which there is no error: neither one that was `found` as they were read, by
    their places, nor one about a scenario as a whole."""
    errors = (heading_of(each.span, sources) for each in problems if each.severity == "error")
    broken = {*found, *(heading[0] for heading in errors if heading is not None)}
    return tested.without(broken) if broken else tested
