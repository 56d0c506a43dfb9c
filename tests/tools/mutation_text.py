"""The texts of a game as mutations see them: the tokens, trees and logical lines of every declaration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from lark import Token

from regelwerk.source.document import Document
from regelwerk.source.spans import SourceFile
from regelwerk.source.yaml_source import load_yaml
from regelwerk.syntax.layout import RawBlock, split_blocks
from regelwerk.syntax.parser import read_block
from regelwerk.syntax.reduction import ParseTree

MANIFEST = "game.yaml"
MARKS = frozenset({"_NL", "_INDENT", "_DEDENT"})


@dataclass(frozen=True)
class Site:
    """One possible mutation: what stands from `start` to `end` (characters of a file) becomes `text`.

    `word` is the name that is made wrong, if it is one.
    """

    mutator: str
    game: str
    file: str
    start: int
    end: int
    text: str
    word: str = ""

    def apply(self, source: str) -> str:
        """The text of the file with the mutation."""
        return source[: self.start] + self.text + source[self.end :]


@dataclass(frozen=True)
class Line:
    """A logical line of a declaration: offsets in the file (with its line end), indentation, first token."""

    start: int
    end: int
    indent: int
    first: Token


@dataclass
class Declaration:
    """A declaration of a rule file. Offsets are characters of the whole file, from 0."""

    file: str
    source: str
    raw: RawBlock
    tree: ParseTree
    tokens: list[Token]
    starts: list[int]

    @property
    def sort(self) -> str:
        """The name of its form in the grammar."""
        return self.tree.data

    def start(self, part: Any) -> int:
        """Where a token or tree begins."""
        place = part if isinstance(part, Token) else part.place[0]
        return self.starts[place.line - 1] + place.column - 1

    def end(self, part: Any) -> int:
        """Where a token or an expression ends."""
        if isinstance(part, Token):
            return self.start(part) + len(part)
        return self.starts[part.place[1].end_line - 1] + part.place[1].end_column - 1

    def extent(self, part: Any) -> tuple[int, int]:
        """Both."""
        return self.start(part), self.end(part)

    def text(self, part: Any) -> str:
        """What is written there."""
        start, end = self.extent(part)
        return self.source[start:end]

    @cached_property
    def position(self) -> dict[int, int]:
        """The number of each token that begins at an offset."""
        return {self.start(token): number for number, token in enumerate(self.tokens)}

    @cached_property
    def whole(self) -> tuple[int, int]:
        """The extent of its lines."""
        last = self.raw.line + len(self.raw.lines) - 1
        return self.starts[self.raw.line - 1], min(self.starts[last], len(self.source))

    @cached_property
    def lines(self) -> list[Line]:
        """Its logical lines: what stands in brackets or after a comma belongs to the line above."""
        found: list[Line] = []
        first: Token | None = None
        depth, comma = 0, False
        for token in self.tokens:
            if token.type in ("_INDENT", "_DEDENT"):
                continue
            if token.type != "_NL":
                first = first or token
                depth += (token.type in ("LPAR", "LSQB")) - (token.type in ("RPAR", "RSQB"))
                comma = token.type == "COMMA"
            elif first is not None and not depth and not comma:
                begin = self.starts[first.line - 1]
                end = self.source.find("\n", self.start(token)) + 1
                found.append(Line(begin, end or len(self.source), first.column - 1, first))
                first = None
        return found

    def lines_under(self, part: Any) -> tuple[int, int]:
        """The extent of the logical line in which a part begins, with what is indented below it.

        `otherwise` and `then` at the same depth belong to the statement above them.
        """
        begin = self.start(part)
        numbers = range(len(self.lines))
        number = next(n for n in numbers if self.lines[n].start <= begin < self.lines[n].end)
        line, end = self.lines[number], self.lines[number].end
        for below in self.lines[number + 1 :]:
            goes_on = below.indent == line.indent and below.first.type in ("OTHERWISE", "THEN")
            if below.indent <= line.indent and not goes_on:
                break
            end = below.end
        return line.start, end

    def trees(self, *sorts: str) -> Iterator[ParseTree]:
        """The trees of these forms."""
        return (tree for tree in self.tree.trees() if tree.data in sorts)


@dataclass
class GameText:
    """All files of a game that are mutated: the declarations of its rule files, and its data."""

    name: str
    path: Path
    declarations: list[Declaration] = field(default_factory=list)
    documents: dict[str, Document] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    shown_in: set[str] = field(default_factory=set)
    has_clauses: bool = False
    words: dict[str, int] = field(default_factory=dict)

    @property
    def rules(self) -> list[Declaration]:
        """The declarations without scenarios, and without what is there for them alone.

        `shown_in` are the files of scenarios: events that these begin with stand there, too.
        """
        return [
            each
            for each in self.declarations
            if each.sort not in ("scenario", "position") and each.file not in self.shown_in
        ]


def read_game(path: Path) -> GameText:
    """Read a game folder or a single rule file that has no errors."""
    game = GameText(path.stem, path)
    if path.is_file():
        _read_rules(game, path)
        return game
    manifest = _read_data(game, path / MANIFEST)
    scenarios = [*_files(path, manifest, "scenarios")]
    game.shown_in = {str(file) for file in scenarios}
    for file in (*_files(path, manifest, "rules"), *scenarios):
        _read_rules(game, file)
    for file in _files(path, manifest, "tables"):
        _read_data(game, file)
    game.has_clauses = "clauses" in manifest
    for name in manifest.get("labels", {}).values():
        document = load_yaml(SourceFile(name, (path / name).read_text("utf-8")))[0]
        assert document is not None
        labels: Any = document.value
        for key in labels["labels"]:
            _count(game, key)
    return game


def _files(folder: Path, manifest: Any, key: str) -> Iterator[Path]:
    """The files that a list of the manifest names, itself or by patterns."""
    for name in manifest.get(key, []):
        yield from sorted(folder.glob(name)) if "*" in name else [folder / name]


def _read_rules(game: GameText, path: Path) -> None:
    source = SourceFile(str(path), path.read_text("utf-8"))
    game.sources[source.path] = source.text
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)
    for raw in split_blocks(source)[0].blocks:
        tree, tokens, problems = read_block(source, raw)
        assert tree is not None, problems
        game.declarations.append(Declaration(source.path, source.text, raw, tree, tokens, starts))
        for token in tokens:
            if token.type == "NAME":
                _count(game, str(token))


def _read_data(game: GameText, path: Path) -> Any:
    source = SourceFile(str(path), path.read_text("utf-8"))
    document = load_yaml(source)[0]
    assert document is not None
    game.sources[source.path] = source.text
    game.documents[source.path] = document
    for key in document.keys:
        for word in str(key[-1]).split("."):
            _count(game, word)
    for extent in document.values.values():
        _count(game, source.text[slice(*extent)])
    return document.value


def _count(game: GameText, word: str) -> None:
    game.words[word] = game.words.get(word, 0) + 1
