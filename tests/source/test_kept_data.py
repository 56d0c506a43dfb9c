"""What is kept of YAML files is what they say, and is never believed when damaged or forged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from regelwerk.source import cache
from regelwerk.source.kept_data import read_data
from regelwerk.source.spans import SourceFile

TABLE = SourceFile("a.yaml", "format: regelwerk-table/1\ntype: card\nrows:\n  ace: {worth: 9}\n")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.SWITCH, str(tmp_path))
    return tmp_path


def forge(folder: Path, part: int, value: Any) -> None:
    (path,) = folder.glob("data-*")
    kept = msgspec.msgpack.decode(cache.read(path.stem) or b"")
    kept[part] = value
    cache.write(path.stem, msgspec.msgpack.encode(kept))


def deep(depth: int) -> Any:
    value: Any = "end"
    for _ in range(depth):
        value = [value]
    return value


def test_what_is_kept_is_what_the_file_says(folder: Path) -> None:
    fresh = read_data(TABLE, "table")
    forge(folder, 0, {"format": "regelwerk-table/1", "type": "forged", "rows": {}})
    document, problems = read_data(TABLE, "table")
    assert problems == fresh[1] == []
    assert document is not None
    assert document.value == {"format": "regelwerk-table/1", "type": "forged", "rows": {}}


@pytest.mark.parametrize(
    "part,value",
    [
        (0, None),
        (0, {"format": 3, "type": "card", "rows": {}}),
        (0, {"format": "f", "type": "card", "rows": {"ace": {"worth": [9]}}}),
        (0, {"format": "f", "type": "card", "rows": {"ace": {"worth": deep(200)}}}),
        (1, [[["rows", "ace"], [10**12, 10**12]]]),
        (1, [[["rows", "ace"], [-9, -3]]]),
        (1, [[["rows", {}], [1, 2]]]),
        (2, []),
        (2, [[[], [0, 10**12]]]),
        (2, [[[], [5, 3]]]),
        (2, "values"),
    ],
)
def test_what_cannot_be_is_read_anew(part: int, value: Any, folder: Path) -> None:
    fresh = read_data(TABLE, "table")
    forge(folder, part, value)
    assert read_data(TABLE, "table") == fresh


@pytest.mark.parametrize("nonsense", [b"", b"\x90", b"in order", b"\x93" * 100_000, b"\xdd\xff\xff\xff\xff"])
def test_nonsense_is_as_if_there_were_nothing(nonsense: bytes, folder: Path) -> None:
    fresh = read_data(TABLE, "table")
    (path,) = folder.glob("data-*")
    cache.write(path.stem, nonsense)
    assert read_data(TABLE, "table") == fresh
