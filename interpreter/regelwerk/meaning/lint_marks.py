"""Marks that nothing sets, and marks that nothing asks for."""

from __future__ import annotations

from collections.abc import Iterator, Set
from pathlib import Path

from regelwerk.meaning import problems
from regelwerk.meaning.cascades import words_in
from regelwerk.meaning.effects import Cell, modified_cell, target_cell
from regelwerk.meaning.house_titles import RULES, files_of_house, own_houses, text_of
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span


def marks_never_set(game: Whole) -> list[Diagnostic]:
    """M126: attributes and states that are so until an event ends, but never become so."""
    written = _written(game)
    return [
        problems.mark_never_set(cell[-1], *until).at(span)
        for cell, until, span in _marks(game)
        if cell not in written
    ]


def marks_never_asked(game: Whole) -> list[Diagnostic]:
    """M128: attributes and states that become so until an event ends, and nothing tells what follows.

    The board of the game may show them, and its house rules may ask for them.
    """
    written = _written(game)
    marks = [mark for mark in _marks(game) if mark[0] in written]
    asked = _asked(game, {cell for cell, _, _ in marks})
    idle = [mark for mark in marks if mark[0] not in asked]
    elsewhere = _words_elsewhere(game) if idle else ()
    return [
        problems.mark_never_asked(cell[-1], *until).at(span)
        for cell, until, span in idle
        if cell[-1] not in elsewhere
    ]


def _asked(game: Whole, cells: Set[Cell]) -> set[Cell]:
    """Those of some cells whose value plays a part, besides that they are set."""
    rules, effects = game.rules, game.graph.effects
    asked = set(game.read_beside_bodies)
    asked |= {("attribute", each.name, each.named_by) for each in rules.types if each.named_by is not None}
    for key, each in effects.items():
        asked |= each.reads - each.writes
        # What is set is read as well, as far as effects tell.
        if not asked.issuperset(each.reads & each.writes & cells):
            asked |= _read_in(game.graph.parts[key])
    return asked


def _read_in(part: object) -> set[Cell]:
    targets = {id(node.target) for node in nodes(part) if isinstance(node, s.Assign | s.Change | s.RollDie)}
    return {
        target_cell(node)
        for node in nodes(part)
        if isinstance(node, x.State | x.Attribute) and id(node) not in targets
    }


def _words_elsewhere(game: Whole) -> set[str]:
    """The words of what may ask for cells besides the rules: the board, the house rules of the game."""
    board = game.files.board
    return words_of_houses(game) | (set() if board is None else words_in(board.source.text))


def words_of_houses(game: Whole) -> set[str]:
    """The words of the house rules that come with the game, whichever are chosen."""
    files = (file for house in own_houses(Path(game.files.main)) for file in files_of_house(house))
    return words_in("\n".join(text_of(file) for file in files if file.suffix == RULES))


def _written(game: Whole) -> set[Cell]:
    written = set[Cell]().union(*(effects.writes for effects in game.understood.effects.values()))
    return written | {modified_cell(each) for each in game.rules.modifiers}


def _marks(game: Whole) -> Iterator[tuple[Cell, tuple[str, bool], Span | None]]:
    """Each with the event until which it is so, and whether until that begins."""
    for state in game.rules.states:
        for until in _until(state):
            yield ("state", state.name), until, game.span(state.name)
    for declared in game.rules.types:
        info = game.names.types[declared.name]
        for attribute in declared.attributes:
            for until in _until(attribute):
                span = info.attribute_spans.get(attribute.name, info.span)
                yield ("attribute", declared.name, attribute.name), until, span


def _until(mark: d.StateDecl | d.AttributeDecl) -> Iterator[tuple[str, bool]]:
    if mark.until is not None:
        yield mark.until, False
    elif mark.until_next is not None:
        yield mark.until_next.event, True
