"""The files of a game or a book of house rules: manifest, rule files, tables, labels, list of clauses."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.cascades import words_in
from regelwerk.meaning.house_titles import HOUSE_MANIFEST, HOUSES
from regelwerk.meaning.written_lists import list_files, read_list_file
from regelwerk.rules.declarations import Bounds
from regelwerk.source.diagnostics import DataPath, Diagnostic, Edit, has_errors, near_names
from regelwerk.source.document import Document
from regelwerk.source.files import read_source
from regelwerk.source.kept_data import read_data
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax.grammar import EDITION
from regelwerk.tree import declarations as td
from regelwerk.tree import house_rules as th
from regelwerk.tree.nodes import Clause
from regelwerk.tree.read import FileTests, read_file
from regelwerk.tree.walk import of_kind

MANIFEST = "game.yaml"
MOST_FILES = 500
"""So many files a pattern of the manifest stands for at most."""
MOST_LETTERS = 400
"""So long is a label at most, as in `schemas/labels.schema.json`."""

MANIFEST_FORMATS = ("regelwerk-game/1", "regelwerk-house/1")
_LANGUAGE = re.compile("[a-z]{2}")


class TableRow(msgspec.Struct, frozen=True):
    """A row as it stands in a file."""

    name: str
    values: dict[str, Any]
    span: Span
    spans: Mapping[str, Span]


class _Places(Mapping[str, Span]):
    """Where the values of a row stand: worked out for those that somebody asks for."""

    def __init__(self, document: Document, path: DataPath, values: Mapping[str, Any]) -> None:
        self._document, self._path, self._values = document, path, values

    def __getitem__(self, key: str) -> Span:
        if key not in self._values:
            raise KeyError(key)
        return self._document.value_span((*self._path, key))

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class Table(msgspec.Struct, frozen=True):
    """A component table: the type of its rows, the rows, and where a file names the type."""

    type: str
    rows: tuple[TableRow, ...]
    span: Span | None = None


class GameFiles(msgspec.Struct):
    """Everything read for one game, before it is understood. `blocks` are its declarations, `tests` its
    scenarios by files.

    `unread` are the words of declarations that could not be read. House rules have files of the same
    kinds; `amends` is then the game they are written for, with its version, and where that stands, and
    `replaced` are tables that stand in the place of those of the game. Under house rules, `begun` are the
    events that only scenarios of the game begin with. `seals` tell the text of what was read from others,
    wherever it stands.
    """

    main: str
    version: str = "1"
    bounds: Bounds = msgspec.field(default_factory=Bounds)
    standing: tuple[str, Span] | None = None
    blocks: list[th.Block] = msgspec.field(default_factory=list)
    tests: list[FileTests] = msgspec.field(default_factory=list)
    tables: list[Table] = msgspec.field(default_factory=list)
    replaced: list[Table] = msgspec.field(default_factory=list)
    labels: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    label_spans: dict[str, dict[str, Span]] = msgspec.field(default_factory=dict)
    titles: dict[str, str] = msgspec.field(default_factory=dict)
    edition: dict[str, str] = msgspec.field(default_factory=dict)
    drawings: list[Document] = msgspec.field(default_factory=list)
    board: Document | None = None
    lists: list[Document] = msgspec.field(default_factory=list)
    clauses: dict[str, dict[str, str]] | None = None
    ambiguities: list[dict[str, Any]] = msgspec.field(default_factory=list)
    sources: dict[str, SourceFile] = msgspec.field(default_factory=dict)
    folder: Path | None = None
    unread: set[str] = msgspec.field(default_factory=set)
    amends: tuple[str, str, Span] | None = None
    begun: frozenset[str] = frozenset()
    seals: list[tuple[bytes, th.Block]] = msgspec.field(default_factory=list)

    def check_clauses(self, cited: Iterable[Clause]) -> list[Diagnostic]:
        """Report cited clauses that the game's list does not have."""
        if self.clauses is None:
            return []
        found = []
        for clause in cited:
            if clause.text not in self.clauses:
                near = near_names(clause.text, self.clauses)
                found.append(
                    problems.unknown_clause(clause.text).at(
                        clause.at, near=near, fix=Edit.to_nearest(clause.at, near)
                    )
                )
        return found


def load_game(path: Path) -> tuple[GameFiles, list[Diagnostic]]:
    """Read a game folder (with `game.yaml`) or a single rule file."""
    files, manifest, problems = _load(path, MANIFEST, "manifest")
    if manifest is not None:
        value = cast("dict[str, Any]", manifest.value)
        files.version = value["version"]
        files.bounds = Bounds(**value.get("bounds", {}))
        files.edition = value.get("edition", {})
        if "standing" in value:
            files.standing = value["standing"], manifest.value_span(("standing",))
    return files, problems


def load_house(path: Path) -> tuple[GameFiles, list[Diagnostic]]:
    """Read a folder of house rules (with `house.yaml`) or a single file with them."""
    files, manifest, problems = _load(path, HOUSE_MANIFEST, "house")
    if manifest is not None:
        amends = cast("dict[str, Any]", manifest.value)["amends"]
        files.amends = amends["game"], amends["version"], manifest.value_span(("amends", "version"))
    return files, problems


def load_clauses(path: Path) -> GameFiles:
    """Read the list of clauses of a folder with a game or with house rules, and nothing else."""
    files = GameFiles(str(path))
    for name, schema in ((MANIFEST, "manifest"), (HOUSE_MANIFEST, "house")):
        manifest = _read_manifest(files, path, name, schema)[0] if (path / name).is_file() else None
        data: Any = None if manifest is None else manifest.value
        if isinstance(data, dict) and isinstance(data.get("clauses"), str):
            target = _inside(path, data["clauses"], Span.start_of(str(path / name)))
            if isinstance(target, Path):
                _read_clauses(files, target)
    return files


def load_titles(path: Path) -> GameFiles:
    """Read what a game and its edition are called, and nothing else; a single rule file says neither."""
    files = GameFiles(str(path))
    if (path / MANIFEST).is_file():
        manifest, found = _read_manifest(files, path, MANIFEST, "manifest")
        if manifest is not None and not has_errors(found):
            value = cast("dict[str, Any]", manifest.value)
            files.titles, files.edition = dict(value["title"]), value.get("edition", {})
    return files


def _load(path: Path, name: str, schema: str) -> tuple[GameFiles, Document | None, list[Diagnostic]]:
    """Read a rule file, or a folder: its manifest, if it is one, and what that names."""
    if not path.is_dir():
        files = GameFiles(str(path))
        return files, None, read_rule_file(files, path)
    files = GameFiles(str(path / name))
    manifest, problems = _read_manifest(files, path, name, schema)
    if manifest is None or has_errors(problems):
        return files, None, problems
    return files, manifest, problems + _read_named(files, path, manifest)


def _read_manifest(
    files: GameFiles, folder: Path, name: str, schema: str
) -> tuple[Document | None, list[Diagnostic]]:
    """Read the manifest of a folder; like all that it names, it must lie inside."""
    if (folder / name).is_symlink():
        target = _inside(folder, name, Span.start_of(str(folder / name)))
        if isinstance(target, Diagnostic):
            return None, [target]
    document, found = _read_data(files, folder / name, schema)
    value = None if document is None else document.value
    if document is not None and isinstance(value, dict) and str(value.get("format")) in MANIFEST_FORMATS:
        edition = value.get("language")
        if edition is None or (type(edition) is int and edition != EDITION):
            when: Literal["earlier", "later"] = "later" if (edition or 0) > EDITION else "earlier"
            at = document.key_span(("format",) if edition is None else ("language",))
            return None, [problems.other_edition(when, EDITION).at(at)]
    return document, found


def _read_named(files: GameFiles, folder: Path, document: Document) -> list[Diagnostic]:
    """Read everything that a manifest names."""
    manifest: Any = document.value
    problems: list[Diagnostic] = []
    files.titles = dict(manifest["title"])
    files.folder = folder
    files.sources[document.source.path] = document.source
    listed: set[str] = set()
    for key in ("rules", "tables", "replaces", "scenarios"):
        for name, span in _names(folder, document, key):
            target = span if isinstance(span, Diagnostic) else _inside(folder, name, span)
            listed.add(str(Path(name)))
            if isinstance(target, Diagnostic):
                problems.append(target)
            elif key == "tables":
                problems += _read_table(files, target, files.tables)
            elif key == "replaces":
                problems += _read_table(files, target, files.replaced)
            else:
                problems += read_rule_file(files, target)
    for language, name in manifest.get("labels", {}).items():
        target = _inside(folder, name, document.value_span(("labels", language)))
        problems += _read_labels(files, language, target) if isinstance(target, Path) else [target]
    for index, name in enumerate(manifest.get("drawings", [])):
        target = _inside(folder, name, document.value_span(("drawings", index)))
        problems += read_drawing(files, target) if isinstance(target, Path) else [target]
    if "board" in manifest:
        target = _inside(folder, manifest["board"], document.value_span(("board",)))
        problems += _read_board(files, target) if isinstance(target, Path) else [target]
    for file in list_files(folder):
        target = _inside(folder, str(file.relative_to(folder)), Span.start_of(str(file)))
        if isinstance(target, Diagnostic):
            problems.append(target)
            continue
        read, source, more = read_list_file(target)
        problems += more
        files.lists += [read] if read is not None else []
        files.sources |= {source.path: source} if source is not None else {}
    if "clauses" in manifest:
        target = _inside(folder, manifest["clauses"], document.value_span(("clauses",)))
        problems += _read_clauses(files, target) if isinstance(target, Path) else [target]
    problems += _unlisted(folder, Path(document.source.path).name, listed)
    return problems


def _names(folder: Path, document: Document, key: str) -> Iterator[tuple[str, Span | Diagnostic]]:
    """Each file that a list of the manifest names, with its place there, or with what is wrong with that.

    A name with `*` is a pattern: it stands for the files of that form that are not named otherwise, by the
    alphabet. House rules in their folder are none of them.
    """
    names: list[str] = cast("dict[str, Any]", document.value).get(key, [])
    taken = {name for name in names if "*" not in name}
    for index, name in enumerate(names):
        span = document.value_span((key, index))
        if "*" not in name or ".." in Path(name).parts:
            yield name, span
            continue
        files = (path.relative_to(folder) for path in folder.glob(name) if path.is_file())
        found = sorted({path.as_posix() for path in files if path.parts[0] != HOUSES} - taken)
        if not 0 < len(found) <= MOST_FILES:
            why: Literal["many", "nothing"] = "many" if found else "nothing"
            yield name, problems.file_of_the_manifest(why, name, most=MOST_FILES).at(span)
            continue
        taken |= {*found}
        yield from ((each, span) for each in found)


def _inside(folder: Path, name: str, span: Span) -> Path | Diagnostic:
    """Return a file of the folder; a path that leads out of it is refused."""
    target = folder / name
    if ".." in Path(name).parts:
        return problems.file_of_the_manifest("outside", name).at(span)
    inside = os.path.realpath(folder) + os.sep
    if not (os.path.realpath(target) + os.sep).startswith(inside):
        return problems.file_of_the_manifest("link", name).at(span)
    if not target.is_file():
        near = near_names(name, [str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()][:2000])
        return problems.file_of_the_manifest("missing", name).at(
            span, near=near, fix=Edit.to_nearest(span, near)
        )
    return target


def _unlisted(folder: Path, where: str, listed: Set[str]) -> list[Diagnostic]:
    """Report rule files that the manifest does not name: they would silently do nothing.

    House rules do nothing until they are chosen, so those in their folder are none of its business.
    """
    found = []
    for path in sorted(folder.rglob("*.rules")):
        name = str(path.relative_to(folder))
        if name not in listed and path.relative_to(folder).parts[0] != HOUSES:
            problem = problems.file_of_the_manifest("unlisted", name, where)
            found.append(problem.at(Span.start_of(str(path))))
    return found


def read_rule_file(files: GameFiles, path: Path) -> list[Diagnostic]:
    """Read the declarations of a rule file; those that can be read are added to `files`."""
    source, problems = read_source(path)
    if source is None:
        return problems
    files.sources[source.path] = source
    if has_errors(problems):
        return problems
    read = read_file(source)
    more = read.problems
    files.seals += read.blocks
    if read.tests is not None:
        files.tests.append(read.tests)
    blocks = [tree for _, tree in read.blocks]
    files.blocks += [tree for tree in blocks if not isinstance(tree, td.Labels)]
    files.unread |= words_in(read.lost)
    written = [part for tree in blocks for part in (tree.lines if isinstance(tree, th.House) else (tree,))]
    for tree in of_kind(written, td.Labels):
        more += enter_labels(files, tree)
    return [*problems, *more]


def enter_labels(files: GameFiles, tree: td.Labels) -> list[Diagnostic]:
    """Enter what is written below `labels LANGUAGE:` among the labels of the language."""
    language = tree.language.text
    if not _LANGUAGE.fullmatch(language):
        return [problems.unfit_label("language", language).at(tree.language.at)]
    found: list[Diagnostic] = []
    texts, spans = files.labels.setdefault(language, {}), files.label_spans.setdefault(language, {})
    for label in tree.labels:
        key, text = label.key, label.text.text
        if not 1 <= len(text) <= MOST_LETTERS:
            found.append(problems.unfit_label("length", key, most=MOST_LETTERS).at(label.text.at))
        elif key in texts:
            note = problems.notes.other_here().at(spans[key])
            found.append(problems.unfit_label("twice", key, language).at(label.name.at, notes=(note,)))
        else:
            texts[key], spans[key] = text, label.name.at
    return found


def _read_data(files: GameFiles, path: Path, schema: str) -> tuple[Document | None, list[Diagnostic]]:
    source, problems = read_source(path)
    if source is None:
        return None, problems
    files.sources[source.path] = source
    if has_errors(problems):
        from regelwerk.source.yaml_source import load_yaml

        document, more = load_yaml(source)
    else:
        document, more = read_data(source, schema)
    return document, [*problems, *more]


def _read_table(files: GameFiles, path: Path, among: list[Table]) -> list[Diagnostic]:
    document, problems = _read_data(files, path, "table")
    if document is None or has_errors(problems):
        return problems
    data: Any = document.value
    rows = []
    for name, values in data["rows"].items():
        where = ("rows", name)
        rows.append(TableRow(name, values, document.key_span(where), _Places(document, where, values)))
    among.append(Table(data["type"], tuple(rows), document.value_span(("type",))))
    return problems


def _read_labels(files: GameFiles, language: str, path: Path) -> list[Diagnostic]:
    document, found = _read_data(files, path, "labels")
    if document is None or has_errors(found):
        return found
    data: Any = document.value
    if data["language"] != language:
        span = document.value_span(("language",))
        found.append(problems.labels_of_another_language(data["language"], language).at(span))
    texts, spans = files.labels.setdefault(language, {}), files.label_spans.setdefault(language, {})
    for key, text in data["labels"].items():
        place = document.key_span(("labels", key))
        if key in texts:
            note = problems.notes.other_here().at(spans[key])
            found.append(problems.unfit_label("twice", key, language).at(place, notes=(note,)))
        texts[key], spans[key] = text, place
    return found


def read_drawing(files: GameFiles, path: Path) -> list[Diagnostic]:
    """Read how a map is drawn; it stands in the place of what was read before for the same map."""
    document, problems = _read_data(files, path, "drawing")
    if document is None or has_errors(problems):
        return problems
    files.drawings = drawn_anew(files.drawings, [document])
    return problems


def _read_board(files: GameFiles, path: Path) -> list[Diagnostic]:
    document, problems = _read_data(files, path, "board")
    if document is not None and not has_errors(problems):
        files.board = document
    return problems


def drawn_anew(drawings: list[Document], further: list[Document]) -> list[Document]:
    """Return drawings of which each stands in the place of an earlier one of the same map."""
    by_map = {cast(Any, document.value)["map"]: document for document in [*drawings, *further]}
    return list(by_map.values())


def _read_clauses(files: GameFiles, path: Path) -> list[Diagnostic]:
    document, problems = _read_data(files, path, "clauses")
    if document is None or has_errors(problems):
        return problems
    data: Any = document.value
    files.clauses = data["clauses"]
    files.ambiguities = data.get("ambiguities", [])
    return problems
