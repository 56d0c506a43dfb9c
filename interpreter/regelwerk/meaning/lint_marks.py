"""Marks that nothing sets."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.meaning import problems
from regelwerk.meaning.effects import modified_cell
from regelwerk.meaning.whole import Whole
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span


def marks_never_set(game: Whole) -> list[Diagnostic]:
    """M126: attributes and states that are so until an event ends, but never become so."""
    written = {cell for effects in game.understood.effects.values() for cell in effects.writes}
    written |= {modified_cell(each) for each in game.rules.modifiers}
    return [
        problems.mark_never_set(cell[-1], until).at(span)
        for cell, until, span in _marks(game)
        if cell not in written
    ]


def _marks(game: Whole) -> Iterator[tuple[tuple[str, ...], str, Span | None]]:
    for state in game.rules.states:
        if state.until is not None:
            yield ("state", state.name), state.until, game.span(state.name)
    for declared in game.rules.types:
        info = game.names.types[declared.name]
        for attribute in declared.attributes:
            if attribute.until is not None:
                span = info.attribute_spans.get(attribute.name, info.span)
                yield ("attribute", declared.name, attribute.name), attribute.until, span
