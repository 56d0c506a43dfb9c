"""What house rules that replace tables leave without a row: told once, where the new table stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from regelwerk.meaning import problems
from regelwerk.meaning.amendments import HouseRule
from regelwerk.meaning.book import Book, open_book
from regelwerk.meaning.cascades import words_in
from regelwerk.meaning.files import GameFiles
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span
from regelwerk.tree.nodes import Node

IDLE = frozenset(
    (
        "M015", "M016", "M048", "M049", "M050", "M055", "M058", "M060", "M075", "M081", "M086", "M125",
        "M126", "M128", "M131", "M136",
    )
)  # fmt: skip
"""Lines of the game that come to nothing with other rows: no mistake of whoever has written those."""

Gone = dict[str, tuple[str, Node]]
"""Rows that are gone with a table, each with that and with the word that has replaced it."""


def replaced_tables(stack: Iterable[HouseRule]) -> dict[str, Node]:
    """The tables that house rules replace, each with the word that does so, of several the uppermost."""
    return {name: each.word for rule in stack for name, each in rule.tables.items()}


def rows_gone(stack: Sequence[HouseRule], base: GameFiles, amended: GameFiles) -> Gone:
    """Return the rows that the game has no more because their tables are others."""
    replaced = replaced_tables(stack)
    if not replaced:
        return {}
    before, there = _tables(open_book(base)), _tables(open_book(amended))
    return {
        row: (table, replaced[table])
        for row, table in before.items()
        if table in replaced and row not in there
    }


def _tables(book: Book) -> dict[str, str]:
    return {name: book.table_of(spot) for name, spot in book.spots("row")}


def told_as_lacking(
    diagnostics: Sequence[Diagnostic], gone: Gone, own: Collection[str], game: GameFiles
) -> list[Diagnostic]:
    """M141 in the place of the errors that lines of the game have because rows are gone.

    There is one for each row that its rules name, and one for each table that names rows of another;
    `own` are the files of the house rules.
    """
    kept: list[Diagnostic] = []
    by_rules: dict[str, list[Span]] = {}
    by_tables: dict[tuple[str, str], dict[str, Span]] = {}
    tables = {row.span.file: table.type for table in game.tables for row in table.rows}
    for problem in diagnostics:
        rows = () if problem.span is None or problem.span.file in own else _rows_of(problem, gone, game)
        if problem.severity != "error" or problem.span is None or not rows:
            kept.append(problem)
        elif problem.span.file in tables:
            named = by_tables.setdefault((tables[problem.span.file], gone[rows[0]][0]), {})
            named.setdefault(rows[0], problem.span)
        else:
            by_rules.setdefault(rows[0], []).append(problem.span)
    for row, places in by_rules.items():
        table, word = gone[row]
        note = problems.notes.named_here(row, len(places)).at(places[0])
        kept.append(problems.row_missing("rules", (row,), table).at(word.at, notes=(note,)))
    for (left, table), named in by_tables.items():
        row, place = next(iter(named.items()))
        note = problems.notes.named_here(row, 1).at(place)
        found = problems.row_missing("table", tuple(named), table, left)
        kept.append(found.at(gone[row][1].at, notes=(note,)))
    return kept


def _rows_of(problem: Diagnostic, gone: Mapping[str, object], game: GameFiles) -> list[str]:
    """The rows that are gone and that a problem is about, by its facts or by what stands at its place."""
    named = [name for name in problem.names if name in gone]
    if named or problem.span is None or problem.span.file not in game.sources:
        return named
    return sorted(words_in(text_at(problem.span, game)) & gone.keys())


def text_at(span: Span, game: GameFiles) -> str:
    """What stands at a place of one line."""
    line = game.sources[span.file].lines[span.line - 1]
    return line[span.column - 1 : span.end_column - 1] if span.end_line == span.line else ""


def without_idle(diagnostics: list[Diagnostic], own: Collection[str]) -> list[Diagnostic]:
    """Leave out what lines of the game come to nothing in, because the rows that they waited for are gone."""
    return [
        each for each in diagnostics if each.code not in IDLE or each.span is None or each.span.file in own
    ]
