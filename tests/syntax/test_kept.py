"""What the parser keeps between runs is what it would make anew, and is never believed when damaged."""

from pathlib import Path

import pytest
from lark import Token, Tree

from regelwerk.resources import data_path
from regelwerk.source import cache
from regelwerk.source.spans import SourceFile
from regelwerk.syntax import grammar, kept, parser

LARGE = [path for path in sorted(data_path("games").rglob("*.rules")) if path.stat().st_size > 9_000]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.SWITCH, str(tmp_path))
    return tmp_path


def places(part: object) -> object:
    """A tree with all its places, in a form that compares them."""
    if isinstance(part, Token):
        return part.type, str(part), part.line, part.column, part.end_line, part.end_column
    if isinstance(part, Tree):
        meta = part.meta
        place = None if meta.empty else (meta.line, meta.column, meta.end_line, meta.end_column)
        return str(part.data), place, [places(child) for child in part.children]
    return part


def read(path: Path) -> list[object]:
    blocks, problems = parser.parse(SourceFile("a.rules", path.read_text("utf-8")))
    assert problems == []
    return [(block.line, block.comments, block.text, places(block.tree)) for block in blocks]


@pytest.mark.parametrize("path", LARGE[:12], ids=lambda path: path.stem)
def test_kept_trees_are_those_of_the_file(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = read(path)
    assert len(list(folder.glob("trees-*"))) == 1
    monkeypatch.setattr(parser, "parse_block", None)  # whoever reads a block now fails
    assert read(path) == fresh


def test_a_changed_file_is_read_anew(folder: Path) -> None:
    path = folder / "a.rules"
    path.write_text("".join(f"test many_{n}() = {n} > 1\n" for n in range(200)), "utf-8")
    before = read(path)
    path.write_text(path.read_text("utf-8").replace("many_7(", "much_7("), "utf-8")
    after = read(path)
    assert [one == other for one, other in zip(before, after, strict=True)].count(False) == 1


@pytest.mark.parametrize("nonsense", [b"", b"[]", b'[["x"], [[0, 0, [5]]]]', b'[["x"], 3]', b"nonsense"])
def test_nonsense_in_the_cache_is_as_if_it_were_empty(nonsense: bytes, folder: Path) -> None:
    fresh = read(LARGE[0])
    for path in folder.glob("trees-*"):
        cache.write(path.stem, nonsense)
    assert read(LARGE[0]) == fresh


@pytest.mark.parametrize("nonsense", [b"", b"[]", b'{"data": {}, "memo": {}}', b"nonsense"])
def test_a_parser_is_built_where_its_tables_are_nonsense(nonsense: bytes, folder: Path) -> None:
    def make() -> Tree[Token]:
        hooks = grammar._hooks(strict=False)
        made = kept.kept_parser(grammar.grammar_text(), lambda: grammar.build_parser(False), **hooks)
        return made.parse("test good() = 1 > 0\n")

    first = make()
    (tables,) = folder.glob("tables-*")
    assert make() == first
    cache.write(tables.stem, nonsense)
    assert make() == first
    assert len(tables.read_bytes()) > 100_000
