"""YAML files that were in order are kept between runs: what they say, and where.

What reads and judges them is imported for those that are not kept.
"""

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
from regelwerk.source.shapes import SHAPES
from regelwerk.source.spans import SourceFile


class _Kept(msgspec.Struct, array_like=True):
    value: Any
    keys: list[tuple[DataPath, Extent]]
    values: list[tuple[DataPath, Extent]]


_decode = msgspec.msgpack.Decoder(_Kept).decode


def read_data(source: SourceFile, schema: str) -> tuple[Document | None, list[Diagnostic]]:
    """Return the document of a YAML file, and what is wrong with it, by the schema of that name too."""
    key = _key(source, schema)
    kept = cache.read(key)
    known = None if kept is None else _document(kept, source, SHAPES[schema])
    if known is not None:
        return known, []
    from regelwerk.source.schema_check import check_schema
    from regelwerk.source.yaml_source import load_yaml

    document, problems = load_yaml(source)
    if document is not None and not has_errors(problems):
        problems += check_schema(document.value, schema, document.key_span)
        if not problems:
            found = _Kept(document.value, list(document.keys.items()), list(document.values.items()))
            cache.write(key, msgspec.msgpack.encode(found))
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
