"""Pieces of the rules form on one short line, for the pages of tools."""

from __future__ import annotations

from typing import Any, get_args

from regelwerk.match.written import written
from regelwerk.rules import expressions as ex
from regelwerk.rules.expressions import Node

LONGEST = 90
_EXPRESSIONS = get_args(ex.Expression)


def short(value: Any) -> str:
    """A piece, cut off where it is long."""
    text = _text(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4].rstrip()} ..."


def _text(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, ex.Choice):
        cases = ", ".join(f"when {_text(each.when)}: {_text(each.then)}" for each in value.cases)
        return f"{cases}, otherwise: {_text(value.otherwise)}"
    if isinstance(value, _EXPRESSIONS):
        return written(value, {})
    if isinstance(value, ex.Set):
        return written(ex.All(value), {})
    if isinstance(value, Node):
        tag = str(value.__struct_config__.tag or type(value).__name__).replace("_", " ")
        parts = (getattr(value, name) for name in value.__struct_fields__)
        return f"{tag} {', '.join(_text(part) for part in parts if part not in (None, (), False))}"
    if isinstance(value, tuple | list):
        return "; ".join(map(_text, value)) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(each)}" for key, each in value.items())
    return str(value)
