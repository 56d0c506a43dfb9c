"""JSON that programs have written and anybody may have changed: read fast, and no name twice."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from .characters import clipped, visible


class _Twice(Exception):
    """A name stands twice in an object: what it says is not said."""


def read_once(text: str | bytes) -> Any:
    """The data in a JSON text. Raises msgspec.DecodeError, UnicodeError or RecursionError if it is none, or
    if a name stands twice in one object."""
    data = msgspec.json.decode(text)
    try:
        json.loads(text, object_pairs_hook=_once, parse_int=_nothing, parse_float=_nothing)
    except (_Twice, json.JSONDecodeError) as error:
        raise msgspec.DecodeError(str(error)) from None
    return data


def _once(pairs: list[tuple[str, Any]]) -> None:
    names = {name for name, _ in pairs}
    for name, _ in pairs if len(names) < len(pairs) else ():
        if name not in names:
            raise _Twice(f"`{visible(clipped(name, 80))}` stands twice in one object")
        names.remove(name)


def _nothing(digits: str) -> None:
    """Numbers are not looked at."""
