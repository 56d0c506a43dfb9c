"""One mistake, one message: what follows only from another problem is left out."""

from __future__ import annotations

import re

from regelwerk.source.diagnostics import Diagnostic

OF_NAMES = frozenset(
    (
        "M001", "M003", "M004", "M005", "M006", "M007", "M008", "M010", "M016", "M023", "M024", "M029",
        "M030", "M033", "M034", "M036", "M041", "M042", "M049", "M051", "M052", "M084", "M095", "M123",
    )
)  # fmt: skip
"""Problems that may be there only because a name was not understood."""

_OF_USES = frozenset(("P014", "P030", "P039", "P041", "P049", "P050"))
_WORD = re.compile(r"[^\W\d]\w*")


def words_in(text: str) -> set[str]:
    """Return the names and words in a piece of a rule file."""
    return set(_WORD.findall(text))


def without_uses(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Leave out what follows from taking a word of the language for a name: each use of that name.

    `problems` are those of reading, in the order of the files.
    """
    kept: list[Diagnostic] = []
    taken: set[str] = set()
    for problem in problems:
        if problem.code in _OF_USES and taken.intersection(problem.names):
            continue
        if problem.code == "P014":
            taken.update(problem.names)
        kept.append(problem)
    return kept


def without_cascades(problems: list[Diagnostic], unread: set[str]) -> list[Diagnostic]:
    """Leave out problems of names that other problems explain, and further problems in one place.

    `unread` are the words of what could not be read: what is declared there is unknown elsewhere.
    """
    doubtful = unread | {name for p in problems if p.code in ("M002", "M072") for name in p.names}
    kept: list[Diagnostic] = []
    places: set[tuple[str, int, int]] = set()
    for problem in problems:
        if problem.code in OF_NAMES and doubtful.intersection(problem.names):
            continue
        span = problem.span
        if span is not None and problem.severity == "error":
            place = (span.file, span.line, span.column)
            if place in places and (span.line, span.column) != (1, 1):
                continue
            places.add(place)
        kept.append(problem)
    return kept
