"""YAML files that were in order are kept between runs: of the long ones what they say, and where."""

from __future__ import annotations

import functools
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from regelwerk.resources import data_path
from regelwerk.source import cache
from regelwerk.source.diagnostics import DataPath, Diagnostic, has_errors
from regelwerk.source.document import Document, Extent, Value
from regelwerk.source.schema_check import check_schema
from regelwerk.source.spans import SourceFile
from regelwerk.source.yaml_source import load_yaml

_IN_ORDER = b"in order"
"""What is kept of the other files: that they are as their schema says."""
_Text = str | int | bool | None


class _Table(msgspec.Struct):
    format: str
    type: str
    rows: dict[str, dict[str, _Text]]


class _Labels(msgspec.Struct):
    format: str
    language: str
    labels: dict[str, str]


class _Clauses(msgspec.Struct):
    format: str
    game: str
    clauses: dict[str, dict[str, str]]
    ambiguities: list[dict[str, str | list[str]]] = []


_SHAPES: dict[str, type[msgspec.Struct]] = {"table": _Table, "labels": _Labels, "clauses": _Clauses}
"""Schemas of files that are long, with as much of them as those count on who read such files."""


class _Kept(msgspec.Struct, array_like=True):
    value: Any
    keys: list[tuple[DataPath, Extent]]
    values: list[tuple[DataPath, Extent]]


_decode = msgspec.msgpack.Decoder(_Kept).decode


def read_data(source: SourceFile, schema: str) -> tuple[Document | None, list[Diagnostic]]:
    """Return the document of a YAML file, and what is wrong with it, by the schema of that name too."""
    key = _key(source, schema)
    kept = cache.read(key)
    if kept is not None and schema in _SHAPES:
        document = _document(kept, source, _SHAPES[schema])
        if document is not None:
            return document, []
    document, problems = load_yaml(source)
    judged = kept == _IN_ORDER and schema not in _SHAPES
    if document is not None and not has_errors(problems) and not judged:
        problems += check_schema(document.value, schema, document.key_span)
        if not problems:
            found = _Kept(document.value, list(document.keys.items()), list(document.values.items()))
            cache.write(key, msgspec.msgpack.encode(found) if schema in _SHAPES else _IN_ORDER)
    return document, problems


def _document(payload: bytes, source: SourceFile, shape: type[msgspec.Struct]) -> Document | None:
    try:
        found = _decode(payload)
        msgspec.convert(found.value, shape)
    except (msgspec.DecodeError, RecursionError):
        return None
    value: Value = found.value
    document = Document(source, value, dict(found.keys), dict(found.values))
    extents = chain(document.keys.values(), document.values.values())
    inside = all(0 <= start <= end <= len(source.text) for start, end in extents)
    return document if inside and () in document.values else None


def _key(source: SourceFile, schema: str) -> str:
    return cache.key_of("data", [_makers(schema), source.text.encode("utf-8", "surrogatepass")])


@functools.cache
def _makers(schema: str) -> bytes:
    """What decides what is said of such files, so that another version reads them anew."""
    paths = [*sorted(Path(__file__).parent.glob("*.py")), data_path("schemas") / f"{schema}.schema.json"]
    return b"\n".join(path.read_bytes() for path in paths)
