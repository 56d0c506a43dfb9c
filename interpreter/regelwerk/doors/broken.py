"""Scenarios that cannot be played: which of their errors are told, and how many scenarios they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regelwerk.meaning.broken import heading_of
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile


class Broken:
    """Scenarios with errors, of those with a text in their title, and positions; each error is told once."""

    def __init__(self, part: str) -> None:
        self._part = part.lower()
        self._told: set[Diagnostic] = set()
        self._places: set[str] = set()

    @property
    def count(self) -> int:
        """How many scenarios they are."""
        return len(self._places)

    def new(self, errors: Sequence[Diagnostic], sources: Mapping[str, SourceFile]) -> list[Diagnostic]:
        """Return the errors that are to be told now, under one stack of house rules or the next."""
        told = []
        for error in errors:
            heading = heading_of(error.span, sources)
            if error in self._told or heading is None:
                continue
            if heading[1].startswith("position ") or self._part in heading[1].lower():
                self._told.add(error)
                self._places.add(heading[0])
                told.append(error)
        return told

    def counted(self) -> list[str]:
        """What a summary says of them; nothing if there are none."""
        return [f"{self.count} with errors"] if self.count else []
