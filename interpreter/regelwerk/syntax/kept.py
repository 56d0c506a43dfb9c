"""The tables of the parser, kept between runs.

They are plain data. What does not fit, from another version or damaged, is made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import lark
import msgspec
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

from regelwerk.source import cache as kept

_FORM = b"3"
_WRONG = (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, RecursionError)
"""What reading raises where the data are not what they should be."""

_LARGEST = 2**63 - 1
_TABLE: Any = IntParseTable


class _Table(msgspec.Struct, array_like=True):
    """The table of the parser: by state and token what to do next.

    A number says which state comes next; a negative one, counted from -1, which of the rules is complete.
    """

    tokens: list[str]
    rules: list[Any]
    rows: dict[int, dict[int, int]]
    start: dict[str, int]
    end: dict[str, int]


class _Kept(msgspec.Struct, array_like=True):
    """What lark wants to see again, and the table."""

    data: dict[str, Any]
    memo: Any
    table: _Table


_DECODER = msgspec.msgpack.Decoder(_Kept)


def kept_parser(grammar: str, build: Callable[[], Lark], **hooks: Any) -> Lark:
    """Return the parser of a grammar, from its kept tables if there are any.

    `hooks` are the options of `Lark` that are code and are never kept.
    """
    key = kept.key_of("tables", [_FORM, lark.__version__.encode(), grammar.encode()])
    payload = kept.read(key)
    if payload is not None:
        try:
            found = _DECODER.decode(payload)
            found.data["parser"]["parser"] = found.table
            parts = {**hooks, "_plugins": {**hooks["_plugins"], "LALR_Parser": _Reader}}
            return Lark._load_from_dict(found.data, found.memo, **parts)  # type: ignore[no-untyped-call,no-any-return]
        except _WRONG:
            pass
    made = build()
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name not in hooks}
    table = _table(data["parser"].pop("parser"))
    kept.write(key, msgspec.msgpack.encode(_Kept(_fitting(data), _fitting(memo), table)))
    return made


def _table(written: Mapping[str, Any]) -> _Table:
    """Return the table as it is kept, from how lark writes it."""
    rules: dict[str, int] = {}
    complete: list[Any] = []
    rows: dict[int, dict[int, int]] = {}
    for state, actions in written["states"].items():
        row = rows[state] = {}
        for token, (reduces, argument) in actions.items():
            if reduces:
                number = rules.setdefault(repr(argument), len(complete))
                if number == len(complete):
                    complete.append(argument)
                argument = ~number
            row[token] = argument
    tokens = written["tokens"]
    names = [tokens[number] for number in range(len(tokens))]
    return _Table(names, complete, rows, written["start_states"], written["end_states"])


class _Rows(dict[int, dict[str, Any]]):
    """The rows of a table by their states, each read when the parser comes there."""

    def __init__(self, table: _Table, rules: list[Rule]) -> None:
        super().__init__()
        self._table = table
        self._rules = rules
        rows = table.rows.values()
        targets = {*table.start.values(), *table.end.values()}.union(*(row.values() for row in rows))
        known = table.rows.keys() | set(range(-len(rules), 0))
        if not (targets <= known and set[int]().union(*rows) <= set(range(len(table.tokens)))):
            raise ValueError("a row names what there is not")

    def __missing__(self, state: int) -> dict[str, Any]:
        tokens, rules = self._table.tokens, self._rules
        self[state] = {
            tokens[token]: (Shift, what) if what >= 0 else (Reduce, rules[~what])
            for token, what in self._table.rows[state].items()
        }
        return self[state]

    def values(self) -> Any:
        """Return all rows."""
        return [self[state] for state in self._table.rows]


class _Reader(LALR_Parser):
    """A parser whose table is read bit by bit."""

    @classmethod
    def deserialize(cls, data: Any, memo: Any, callbacks: Any = None, debug: bool = False) -> Self:
        """Return the parser of a kept table."""
        table: _Table = data
        tokens = table.tokens
        # Lexers are made from this one, which needs to have no more than the tokens of each state.
        names = {state: dict.fromkeys(tokens[token] for token in row) for state, row in table.rows.items()}
        rows = _Rows(table, [Rule.deserialize(rule, memo) for rule in table.rules])
        made = cls.__new__(cls)
        made._parse_table = _TABLE(names, table.start, table.end)
        made.parser = _Parser(_TABLE(rows, table.start, table.end), callbacks, debug)
        return made


def _fitting(value: Any) -> Any:
    """Data with numbers that MessagePack can hold: a word without end may be as wide as the largest."""
    if isinstance(value, dict):
        return {key: _fitting(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_fitting(inner) for inner in value]
    return min(value, _LARGEST) if isinstance(value, int) else value
