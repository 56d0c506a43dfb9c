"""Checking data against the published schemas, with every violation in the author's words.

The library that judges is imported where it is needed: many games have no data beside their rules.
"""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from regelwerk.resources import data_path
from regelwerk.source.diagnostics import Diagnostic, sort_diagnostics
from regelwerk.source.document import Value
from regelwerk.source.schema_wording import Locate, explain


def check_schema(value: Value, schema_name: str, locate: Locate) -> list[Diagnostic]:
    """Return all violations by `value` of the schema `schemas/SCHEMA_NAME.schema.json`.

    `locate` gives the span for a data path, such as `Document.key_span`.
    Raises FileNotFoundError for a schema that is not published, ValueError for one that is no schema.
    """
    return check_against(value, load_schema(schema_name), locate)


def check_against(value: Value, schema: Any, locate: Locate) -> list[Diagnostic]:
    """Return all violations by `value` of a loaded JSON schema (draft 2020-12), in reading order."""
    from jsonschema import Draft202012Validator
    from referencing import Registry

    validator = Draft202012Validator(schema, registry=Registry())
    found = [found for error in validator.iter_errors(value) for found in explain(error, locate)]
    return sort_diagnostics(dict.fromkeys(found))


@cache
def load_schema(schema_name: str) -> Any:
    """Return the published schema of that name; see `check_schema` for errors."""
    from jsonschema import Draft202012Validator

    schema = json.loads((data_path("schemas") / f"{schema_name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    outside = [reference for reference in _references(schema) if not reference.startswith("#")]
    if outside:
        raise ValueError(f"schema `{schema_name}` refers to another file: {', '.join(outside)}")
    return schema


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from _references(part)
