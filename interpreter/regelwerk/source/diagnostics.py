"""What is wrong with a user's input: plain values that passes return in lists."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from regelwerk.source.spans import Span, name_key
from regelwerk.source.words import Fact, say

DataPath = tuple[str | int, ...]
Severity = Literal["error", "warning"]


class Edit(msgspec.Struct, frozen=True):
    """A change of a text: what stands at `span` becomes `text`."""

    span: Span
    text: str

    @classmethod
    def to_nearest(cls, span: Span | None, near: Sequence[str]) -> "Edit | None":
        """Return the edit that writes the nearest name, if there is one, for what stands at `span`."""
        return cls(span, near[0]) if near and span is not None else None

    @classmethod
    def before(cls, span: Span, text: str) -> "Edit":
        """Return the edit that puts a text before `span`."""
        return cls(Span(span.file, span.line, span.column, span.line, span.column), text)

    @classmethod
    def behind(cls, span: Span, text: str) -> "Edit":
        """Return the edit that puts a text behind `span`."""
        return cls(Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column), text)

    @classmethod
    def without_lines(cls, span: Span) -> "Edit":
        """Return the edit that takes the lines of `span` away; its end may be where the next line begins."""
        ended = span.end_line > span.line and span.end_column <= span.column
        return cls(Span(span.file, span.line, 1, span.end_line + (not ended), 1), "")


class Note(msgspec.Struct, frozen=True):
    """A further place that belongs to a diagnostic, such as the first of two declarations."""

    key: str
    facts: tuple[Fact, ...]
    span: Span | None = None

    @property
    def message(self) -> str:
        """What it says."""
        return say(self.key, self.facts).message


class Diagnostic(msgspec.Struct, frozen=True):
    """One problem at a place, as plain data; words are made of `code` and `facts` when somebody looks.

    `names` are the words of the text that the problem is about, where others may follow from it.
    `near` has the nearest right things, `fix` an edit that puts it right, where one is known.
    `path_in_data` says where in the data the problem lies; it is all there is when the data came
    without a text.
    """

    code: str
    facts: tuple[Fact, ...]
    names: tuple[str, ...] = ()
    span: Span | None = None
    path_in_data: DataPath | None = None
    near: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    severity: Severity = "error"
    fix: Edit | None = None

    @property
    def message(self) -> str:
        """What is wrong."""
        return say(self.code, self.facts).message

    @property
    def help(self) -> str | None:
        """How to put it right."""
        return say(self.code, self.facts).help


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Say whether any of `diagnostics` is more than a warning."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return `diagnostics` in reading order: by file and place, those without a place last."""

    def order(found: Diagnostic) -> tuple[bool, str, int, int, str, tuple[str, ...], str]:
        told_apart = (found.code, found.names, repr(found.facts))
        if found.span is None:
            return (True, "", 0, 0, *told_apart)
        return (False, found.span.file, found.span.line, found.span.column, *told_apart)

    return sorted(diagnostics, key=order)


def near_names(name: str, candidates: Iterable[str], n: int = 3) -> tuple[str, ...]:
    """Return up to `n` of `candidates` that `name` was probably meant to be, the nearest first.

    Names that differ in nothing but case and names one slip away (a letter too many, too few,
    other or swapped with its neighbour) come before those that are merely similar.
    """
    wanted = name_key(name).casefold()
    folded = {candidate: name_key(candidate).casefold() for candidate in candidates if candidate != name}
    same = sorted(candidate for candidate, key in folded.items() if key == wanted)
    slips = sorted(candidate for candidate, key in folded.items() if len(key) > 1 and _one_slip(wanted, key))
    by_key = {key: candidate for candidate, key in sorted(folded.items(), reverse=True)}
    similar = [by_key[key] for key in difflib.get_close_matches(wanted, sorted(by_key), n=n, cutoff=0.7)]
    return tuple(dict.fromkeys([*same, *slips, *similar]))[:n]


def _one_slip(a: str, b: str) -> bool:
    """Say whether the Damerau-Levenshtein distance of `a` and `b` is 1."""
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    a, b = a[head:], b[head:]
    if len(a) > len(b):
        return a[1:] == b
    if len(a) < len(b):
        return a == b[1:]
    return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
