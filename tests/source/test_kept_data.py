"""What is kept of YAML files is what they say, and is never believed when damaged or forged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from regelwerk.resources import data_path
from regelwerk.source import cache, yaml_source
from regelwerk.source.files import read_source
from regelwerk.source.kept_data import read_data
from regelwerk.source.shapes import SHAPES
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


MANIFEST = SourceFile(
    "game.yaml",
    'format: regelwerk-game/1\nlanguage: 2\nid: duel\ntitle: {en: Duel}\nversion: "1"\nrules: [a.rules]\n',
)
FILES = {
    "manifest": "mele/game.yaml", "board": "mele/board.yaml", "list": "mele/lists/*.yaml",
    "house": "risiko/houses/*/house.yaml", "drawing": "risiko/map.yaml",
}  # fmt: skip


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


@pytest.mark.parametrize("schema,pattern", FILES.items())
def test_files_that_are_kept_are_not_read_again(
    schema: str, pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [read_source(path)[0] for path in sorted(data_path("games").glob(pattern))]
    assert sources
    for source in sources:
        assert source is not None
        fresh = read_data(source, schema)
        with monkeypatch.context() as patch:
            patch.delattr(yaml_source, "load_yaml")
            assert read_data(source, schema) == fresh


@pytest.mark.parametrize(
    "field,value",
    [
        ("format", "regelwerk-house/1"),
        ("language", 3),
        ("title", {}),
        ("rules", "a.rules"),
        ("rules", ["a\0b"]),
        ("board", None),
        ("bounds", {"steps": 10**12}),
        ("bounds", {"no such bound": 1}),
        ("no such field", 1),
    ],
)
def test_a_manifest_that_cannot_be_is_read_anew(field: str, value: Any, folder: Path) -> None:
    fresh = read_data(MANIFEST, "manifest")
    assert fresh[0] is not None
    told: Any = fresh[0].value
    forge(folder, 0, {**told, field: value})
    assert read_data(MANIFEST, "manifest") == fresh


def parts_of(schema: Any, within: Any) -> Any:
    """The fields of a JSON schema, those that must be there, and the same of what is inside them."""
    while "$ref" in schema:
        schema = within["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    for inner in ("items", "additionalProperties"):
        if isinstance(schema.get(inner), dict):
            return parts_of(schema[inner], within)
    if "anyOf" in schema:
        return parts_of(schema["anyOf"][0], within)
    fields = {name: parts_of(part, within) for name, part in schema.get("properties", {}).items()}
    return fields and (fields, sorted(schema.get("required", [])))


@pytest.mark.parametrize("schema", SHAPES)
def test_a_shape_has_what_its_schema_has(schema: str) -> None:
    written = json.loads((data_path("schemas") / f"{schema}.schema.json").read_text("utf-8"))
    shape = msgspec.json.schema(SHAPES[schema])
    assert parts_of(shape, shape)[1] == parts_of(written, written)[1]
    assert parts_of(shape, shape)[0].keys() == parts_of(written, written)[0].keys()
    if schema not in ("table", "labels", "clauses"):  # these are long, and their shapes say less
        assert parts_of(shape, shape) == parts_of(written, written)
