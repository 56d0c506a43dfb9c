"""The tables of the parser, kept between runs.

They are plain data. What does not fit, from another version or damaged, is made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lark
import msgspec
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from regelwerk.source import cache as kept

_FORM = b"2"
_WRONG = (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, RecursionError)
"""What reading raises where the data are not what they should be."""

_LARGEST = 2**63 - 1


def kept_parser(grammar: str, build: Callable[[], Lark], **hooks: Any) -> Lark:
    """Return the parser of a grammar, from its kept tables if there are any.

    `hooks` are the options of `Lark` that are code and are never kept.
    """
    key = kept.key_of("tables", [_FORM, lark.__version__.encode(), grammar.encode()])
    payload = kept.read(key)
    if payload is not None:
        try:
            found = msgspec.msgpack.decode(payload)
            return Lark._load_from_dict(found["data"], found["memo"], **hooks)  # type: ignore[no-untyped-call,no-any-return]
        except _WRONG:
            pass
    made = build()
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name not in hooks}
    kept.write(key, msgspec.msgpack.encode(_fitting({"data": data, "memo": memo})))
    return made


def _fitting(value: Any) -> Any:
    """Data with numbers that MessagePack can hold: a word without end may be as wide as the largest."""
    if isinstance(value, dict):
        return {key: _fitting(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_fitting(inner) for inner in value]
    return min(value, _LARGEST) if isinstance(value, int) else value
