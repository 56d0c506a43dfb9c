"""The tables that the parser keeps between runs are never believed when damaged."""

from pathlib import Path

import pytest
from lark import Token, Tree

from regelwerk.source import cache
from regelwerk.syntax import grammar, kept


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.SWITCH, str(tmp_path))
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("nonsense", [b"", b"[]", b'{"data": {}, "memo": {}}', b"nonsense"])
def test_a_parser_is_built_where_its_tables_are_nonsense(nonsense: bytes, folder: Path) -> None:
    def make() -> Tree[Token]:
        hooks = grammar._hooks(strict=False)
        made = kept.kept_parser(grammar.grammar_text(), lambda: grammar.build_parser(False), **hooks)
        return made.parse("value good() = 1 > 0\n")

    first = make()
    (tables,) = folder.glob("tables-*")
    assert make() == first
    cache.write(tables.stem, nonsense)
    assert make() == first
    assert len(tables.read_bytes()) > 100_000
