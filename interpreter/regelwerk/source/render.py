"""Showing diagnostics: to people, to other programs, to a code host."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TextIO

from regelwerk.source.characters import visible
from regelwerk.source.diagnostics import Diagnostic, sort_diagnostics
from regelwerk.source.document import show_path
from regelwerk.source.spans import SourceFile, Span

Sources = Mapping[str, SourceFile]
Renderer = Callable[[Sequence[Diagnostic], Sources, bool], str]

WIDEST = 200
"""Of a longer line only a part is shown."""

MOST_SHOWN = 50
"""After so many problems `text` says how many more there are."""

ALIKE_IN_FULL = 10
"""Of problems with one code in one file so many come with their lines, the others without."""

_STYLES = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "frame": "\x1b[34m"}
_PLAIN = "\x1b[0m"


def render_text(diagnostics: Sequence[Diagnostic], sources: Sources, colour: bool) -> str:
    """Return the first MOST_SHOWN, with a marker under their lines, near names, help and notes."""

    def paint(style: str, text: str) -> str:
        return f"{_STYLES[style]}{text}{_PLAIN}" if colour else text

    parts = []
    alike: Counter[tuple[str, str]] = Counter()
    for diagnostic in diagnostics[:MOST_SHOWN]:
        head = paint(diagnostic.severity, f"{diagnostic.severity} {diagnostic.code}")
        lines = [f"{head}: {visible(diagnostic.message)}"]
        place = _place(diagnostic)
        if place:
            lines.append(f"  {paint('frame', '-->')} {place}")
        if diagnostic.span is not None:
            alike[diagnostic.span.file, diagnostic.code] += 1
            full = alike[diagnostic.span.file, diagnostic.code] <= ALIKE_IN_FULL
            for line in _excerpt(diagnostic.span, sources) if full else ():
                lines.append(f"  {paint('frame', line[0])}{line[1]}")
        if diagnostic.near:
            lines.append(f"  {_did_you_mean(diagnostic.near)}")
        if diagnostic.help:
            lines.append(f"  help: {visible(diagnostic.help)}")
        for note in diagnostic.notes:
            lines.append(f"  note: {visible(note.message)}" + (f": {_at(note.span)}" if note.span else ""))
        parts.append("\n".join(lines) + "\n")
    if len(diagnostics) > MOST_SHOWN:
        parts.append(f"and {len(diagnostics) - MOST_SHOWN} more; correct these first\n")
    return "\n".join(parts)


def render_short(diagnostics: Sequence[Diagnostic], sources: Sources, colour: bool) -> str:
    """Return one line for each diagnostic: `file:line:column: CODE message`."""
    lines = []
    for diagnostic in diagnostics:
        place = _place(diagnostic)
        severity = "warning: " if diagnostic.severity == "warning" else ""
        lines.append(
            f"{place}{': ' if place else ''}{diagnostic.code} {severity}{visible(diagnostic.message)}\n"
        )
    return "".join(lines)


def render_json(diagnostics: Sequence[Diagnostic], sources: Sources, colour: bool) -> str:
    """Return a JSON list with an object for each diagnostic; what does not apply is null or empty."""
    return json.dumps([_as_data(diagnostic) for diagnostic in diagnostics], indent=2) + "\n"


def render_github(diagnostics: Sequence[Diagnostic], sources: Sources, colour: bool) -> str:
    """Return one workflow command for each diagnostic, which annotates the changed line."""
    lines = []
    for diagnostic in diagnostics:
        span = diagnostic.span
        properties = [f"title={_property(diagnostic.code)}"]
        if span is not None:
            properties.insert(0, f"file={_property(visible(span.file))},line={span.line},col={span.column}")
        message = [visible(diagnostic.message)]
        if diagnostic.near:
            message.append(_did_you_mean(diagnostic.near))
        if diagnostic.help:
            message.append(f"help: {visible(diagnostic.help)}")
        lines.append(f"::{diagnostic.severity} {','.join(properties)}::{_data(chr(10).join(message))}\n")
    return "".join(lines)


RENDERERS: dict[str, Renderer] = {
    "text": render_text,
    "short": render_short,
    "json": render_json,
    "github": render_github,
}


def write_diagnostics(
    diagnostics: Iterable[Diagnostic], sources: Sources, format: str, stream: TextIO
) -> None:
    """Write `diagnostics` in reading order to `stream` in a format of `RENDERERS`.

    `sources` has the texts by the paths that spans name; a missing one costs only its excerpt.
    Colour is used on terminals only, and not if `NO_COLOR` is set. What the stream's encoding
    lacks is written as an escape.
    """
    colour = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    text = RENDERERS[format](sort_diagnostics(diagnostics), sources, colour)
    encoding = stream.encoding or "utf-8"
    # All that is shown has been cleaned, and colours are not to be.
    getattr(stream, "uncleaned", stream).write(text.encode(encoding, "backslashreplace").decode(encoding))


def _place(diagnostic: Diagnostic) -> str:
    if diagnostic.span is not None:
        return _at(diagnostic.span)
    if diagnostic.path_in_data:
        return f"at {visible(show_path(diagnostic.path_in_data))}"
    return ""


def _at(span: Span) -> str:
    return f"{visible(span.file)}:{span.line}:{span.column}"


def _did_you_mean(near: Sequence[str]) -> str:
    names = [f"`{visible(name)}`" for name in near]
    listed = " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
    return f"did you mean {listed}?"


def _excerpt(span: Span, sources: Sources) -> list[tuple[str, str]]:
    """Return the first line of `span` and its marker, each split into the frame and what is in it."""
    source = sources.get(span.file)
    if source is None or span.line > len(source.lines):
        return []
    line = source.lines[span.line - 1]
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    if len(line) > WIDEST:
        line, start, end = _clipped(line, start, end)
    before, marked = visible(line[:start]), visible(line[start:end])
    number = str(span.line)
    blank = " " * len(number)
    from rich.cells import cell_len  # only where there is something to mark

    marker = " " * cell_len(before) + "^" * max(1, cell_len(marked))
    return [(f"{blank} |", ""), (f"{number} |", f" {visible(line)}".rstrip()), (f"{blank} |", f" {marker}")]


def _clipped(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Return the part of a very long line around what is marked, and where the mark then stands."""
    first = max(0, min(start - WIDEST // 2, len(line) - WIDEST))
    before, after = "... " if first else "", " ..." if first + WIDEST < len(line) else ""
    shift = len(before) - first
    end = min(end, first + WIDEST)
    return f"{before}{line[first : first + WIDEST]}{after}", start + shift, max(end, start + 1) + shift


def _as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_span_data(diagnostic.span),
        "path": None if diagnostic.path_in_data is None else list(diagnostic.path_in_data),
        "help": diagnostic.help,
        "near": list(diagnostic.near),
        "notes": [{"message": note.message, **_span_data(note.span)} for note in diagnostic.notes],
        "fix": None
        if diagnostic.fix is None
        else {**_span_data(diagnostic.fix.span), "text": diagnostic.fix.text},
    }


def _span_data(span: Span | None) -> dict[str, Any]:
    names = ("file", "line", "column", "end_line", "end_column")
    return {name: None if span is None else getattr(span, name) for name in names}


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
