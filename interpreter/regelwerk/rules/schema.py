"""The published JSON Schemas of the rules form and of scenarios, made from their definitions."""

from __future__ import annotations

import json
from inspect import cleandoc
from typing import Any

import msgspec

from .declarations import Rules
from .expressions import Expression
from .scenarios import Scenarios, Step
from .statements import Statement

DRAFT = "https://json-schema.org/draft/2020-12/schema"
UNIONS = {"Expression": Expression, "Statement": Statement, "Step": Step}
TITLES = {"rules": ("Rules of a game", Rules), "scenarios": ("Scenarios of a game", Scenarios)}


def schema_of(name: str) -> dict[str, Any]:
    """Return the closed schema of `rules` or `scenarios`.

    A field that is absent is left out, never null; which node of a union an object is, its `node` says.
    """
    title, root = TITLES[name]
    schema = msgspec.json.schema(root)
    shared: dict[str, Any] = {}
    for each, union in UNIONS.items():
        shared[each] = {key: value for key, value in msgspec.json.schema(union).items() if key != "$defs"}
    hoisted = _hoist(schema, shared)
    hoisted["$defs"].update(shared)
    return {"$schema": DRAFT, "title": title, **_tidy(hoisted)}


def _hoist(value: Any, shared: dict[str, Any]) -> Any:
    """Say a union once: wherever it stands, alone or with null, a reference takes its place."""
    if isinstance(value, list):
        return [_hoist(each, shared) for each in value]
    if not isinstance(value, dict):
        return value
    choices = value.get("anyOf")
    if choices:
        for name, union in shared.items():
            rest = [choice for choice in choices if choice not in union["anyOf"]]
            if len(choices) - len(rest) == len(union["anyOf"]):
                reference = {"$ref": f"#/$defs/{name}"}
                kept = {key: each for key, each in value.items() if key not in ("anyOf", "discriminator")}
                return {**kept, "anyOf": [*rest, reference]} if rest else {**kept, **reference}
    return {key: _hoist(each, shared) for key, each in value.items()}


def _tidy(value: Any) -> Any:
    """Take null from fields that may be left out, choose among nodes by their tag, one by one, and tell all
    of it without indentation."""
    if isinstance(value, list):
        return [_tidy(each) for each in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("description"), str):  # versions of msgspec differ in how it is indented
        value = {**value, "description": cleandoc(value["description"])}
    if "default" in value and value["default"] is None:
        rest = [choice for choice in value["anyOf"] if choice != {"type": "null"}]
        kept = {key: each for key, each in value.items() if key not in ("anyOf", "default")}
        value = {**kept, **rest[0]} if len(rest) == 1 else {**kept, "anyOf": rest}
    if "discriminator" in value:
        tags = value["discriminator"]["mapping"]
        kept = {key: each for key, each in value.items() if key not in ("anyOf", "discriminator")}
        value = {**kept, **_by_tag(value["discriminator"]["propertyName"], tags)}
    return {key: _tidy(each) for key, each in value.items()}


def _by_tag(field: str, tags: dict[str, str]) -> dict[str, Any]:
    choices = [
        {"if": {"properties": {field: {"const": tag}}}, "then": {"$ref": reference}}
        for tag, reference in tags.items()
    ]
    return {
        "type": "object",
        "properties": {field: {"enum": list(tags)}},
        "required": [field],
        "allOf": choices,
    }


def schema_text(name: str) -> str:
    """Return a schema as it stands in `schemas/`."""
    return json.dumps(schema_of(name), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    from pathlib import Path

    from regelwerk.resources import data_path

    for each in TITLES:
        Path(data_path("schemas"), f"{each}.schema.json").write_text(schema_text(each), encoding="utf-8")
