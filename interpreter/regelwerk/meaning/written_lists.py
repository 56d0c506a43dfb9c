"""Lists that somebody has written: read from a file, and compared with what the rules declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from regelwerk.meaning import problems
from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import BroughtList, ListDecl
from regelwerk.source.diagnostics import Diagnostic, Edit, has_errors, near_names
from regelwerk.source.document import Document
from regelwerk.source.files import read_source
from regelwerk.source.kept_data import read_data
from regelwerk.source.refused import check_characters
from regelwerk.source.spans import SourceFile

LISTS = "lists"
"""The folder in a game's folder where its lists lie."""
MOST_LISTS = 500


def list_files(folder: Path) -> list[Path]:
    """The files of lists that come with a game."""
    return sorted(path for path in (folder / LISTS).glob("*.yaml") if path.is_file())[:MOST_LISTS]


def read_list_file(path: Path) -> tuple[Document | None, SourceFile | None, list[Diagnostic]]:
    """Read a file with a list; the document is None if it is none."""
    source, problems = read_source(path)
    if source is None or has_errors(problems):
        return None, source, problems
    document, more = read_data(source, "list")
    problems = [*problems, *more]
    return (None if has_errors(problems) else document), source, problems


def read_list_text(source: SourceFile) -> tuple[Document | None, list[Diagnostic]]:
    """Read a list that lies in no file; it is not kept, whoever may have written it."""
    from regelwerk.source.schema_check import check_schema
    from regelwerk.source.yaml_source import load_yaml

    problems = check_characters(source, allow_tabs=False)
    if has_errors(problems):
        return None, problems
    document, more = load_yaml(source)
    problems += more
    if document is not None and not has_errors(problems):
        problems += check_schema(document.value, "list", document.key_span)
    return (None if has_errors(problems) else document), problems


def brought_lists(
    documents: Iterable[Document], rules: Rules
) -> tuple[tuple[BroughtList, ...], list[Diagnostic]]:
    """The lists that come with a game, and what is wrong with them or with the defaults."""
    unfit: list[Diagnostic] = []
    found: dict[str, BroughtList] = {}
    for document in documents:
        brought, wrong = brought_list(document, rules)
        unfit += wrong
        if brought is None:
            continue
        if brought.id in found:
            problem = problems.list_of_something_else("same id", brought.id)
            unfit.append(problem.at(document.value_span(("id",))))
        found.setdefault(brought.id, brought)
    return tuple(found.values()), unfit


def brought_list(document: Document, rules: Rules) -> tuple[BroughtList | None, list[Diagnostic]]:
    """A list in the rules form, and everything in it that the game does not have."""
    data: Any = document.value
    declared = next((each for each in rules.lists if each.name == data["list"]), None)
    if data.get("game", rules.game) != rules.game:
        problem = problems.list_of_something_else("other game", data["game"], rules.game)
        return None, [problem.at(document.value_span(("game",)))]
    if declared is None:
        names = [each.name for each in rules.lists]
        name, near = data["list"], near_names(data["list"], names)
        problem = problems.list_of_something_else("no such list", name, rules.game, known=tuple(names))
        span = document.value_span(("list",))
        return None, [problem.at(span, near=near, fix=Edit.to_nearest(span, near))]
    found = list(_unknown(document, data["parts"], declared, rules))
    copies = {row.name: row.copies for row in rules.rows}
    counts: dict[str, int] = {}
    for part, rows in data["parts"].items():
        for row, count in rows.items():
            before = counts.get(row, 0)
            counts[row] = before + count
            if row in copies and before <= copies[row] < counts[row]:
                span = document.value_span(("parts", part, row))
                found.append(problems.too_many_in_list(row, copies[row], counts[row]).at(span))
    if found:
        return None, found
    title = dict(data.get("title", {}))
    return BroughtList(declared.name, data["id"], title, {p: dict(r) for p, r in data["parts"].items()}), []


def _unknown(document: Document, parts: Any, declared: ListDecl, rules: Rules) -> Iterator[Diagnostic]:
    """Parts and rows that there are none of, and rows in a part for other things."""
    types = {part.name: part.type for part in declared.parts}
    parents = {each.name: each.parent for each in rules.types}
    rows = {row.name: row.type for row in rules.rows}
    for part, listed in parts.items():
        if part not in types:
            known = tuple(types)
            problem = problems.list_of_something_else("part", part, declared.name, known=known)
            span, near = document.key_span(("parts", part)), near_names(part, types)
            yield problem.at(span, near=near, fix=Edit.to_nearest(span, near))
            continue
        for row in listed:
            span = document.key_span(("parts", part, row))
            if row not in rows:
                fitting = [name for name, kind in rows.items() if types[part] in _line(kind, parents)]
                near = near_names(row, fitting) or near_names(row, rows)
                yield problems.list_of_something_else("row", row).at(
                    span, near=near, fix=Edit.to_nearest(span, near)
                )
            elif types[part] not in _line(rows[row], parents):
                yield problems.list_of_something_else(
                    "type", row, rows[row], part=part, type_name=types[part]
                ).at(span)


def _line(kind: str, parents: dict[str, str | None]) -> Iterator[str]:
    """A type and those above it."""
    above: str | None = kind
    while above is not None:
        yield above
        above = parents.get(above)


def defaults_short_of(rules: Rules, brought: Iterable[BroughtList]) -> tuple[str, int, int, int] | None:
    """A row of which defaults want too many: its name, its copies, how many are wanted by how many seats."""
    written = {each.id: each for each in brought}
    copies = {row.name: row.copies for row in rules.rows}
    wanted: dict[str, int] = {}
    for seat in range(rules.players[1]):
        for declared in rules.lists:
            if not declared.defaults:
                continue
            for part in written[declared.defaults[seat % len(declared.defaults)]].parts.values():
                for row, count in part.items():
                    wanted[row] = wanted.get(row, 0) + count
        short = next((row for row, count in wanted.items() if count > copies[row]), None)
        if short is not None:
            return short, copies[short], wanted[short], seat + 1
    return None


def check_defaults(
    rules: Rules, brought: Iterable[BroughtList]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Declared lists whose defaults nobody has written: the list, the default, the nearest ids."""
    for declared in rules.lists:
        ids = [each.id for each in brought if each.list == declared.name]
        for name in declared.defaults:
            if name not in ids:
                yield declared.name, name, near_names(name, ids)
