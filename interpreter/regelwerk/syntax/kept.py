"""What the parser made, kept between runs: its own tables, and the trees of files that have not changed.

Both are plain data. What does not fit, from another version or damaged, is made anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.tree import Meta

from regelwerk.source import cache as kept
from regelwerk.source.spans import SourceFile

_FORM = b"1"
_SMALL = 2_000
"""Characters: the trees of a smaller file are made faster than found."""
_WRONG = (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, RecursionError)
"""What reading raises where the data are not what they should be."""

Written = Any  # what JSON can hold


def kept_parser(grammar: str, build: Callable[[], Lark], **hooks: Any) -> Lark:
    """Return the parser of a grammar, from its kept tables if there are any.

    `hooks` are the options of `Lark` that are code and are never kept.
    """
    key = _key("tables", grammar)
    payload = kept.read(key)
    if payload is not None:
        try:
            found = _plain(json.loads(payload))
            return Lark._load_from_dict(found["data"], found["memo"], **hooks)  # type: ignore[no-untyped-call,no-any-return]
        except _WRONG:
            pass
    made = build()
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name not in hooks}
    kept.write(key, json.dumps(_written({"data": data, "memo": memo})).encode())
    return made


def kept_trees(source: SourceFile, grammar: str) -> list[Tree[Token]] | None:
    """Return the trees of a file as `keep_trees` was told them, None if it was not."""
    if len(source.text) < _SMALL:
        return None
    payload = kept.read(_key("trees", grammar, source.text))
    if payload is None:
        return None
    try:
        names, trees = json.loads(payload)
        return [_tree(names, tree) for tree in trees]
    except _WRONG:
        return None


def keep_trees(source: SourceFile, grammar: str, trees: list[Tree[Token]]) -> None:
    """Keep the trees of a file that has no errors."""
    if len(source.text) < _SMALL:
        return
    names: dict[str, int] = {}
    written = [_of_tree(names, tree) for tree in trees]
    payload = json.dumps([list(names), written], separators=(",", ":"))
    kept.write(_key("trees", grammar, source.text), payload.encode())


def _key(sort: str, *texts: str) -> str:
    parts = (text.encode("utf-8", "surrogatepass") for text in texts)
    return kept.key_of(sort, [_FORM, lark.__version__.encode(), *parts])


def _of_tree(names: dict[str, int], tree: Tree[Token]) -> Written:
    """A tree as `[name, place or 0, child ...]`, a token as `[type, text, place]`; names by their numbers."""
    meta = tree.meta
    place = 0 if meta.empty else [meta.line, meta.column, meta.end_line, meta.end_column]
    children = [
        None
        if child is None
        else [
            -1 - names.setdefault(child.type, len(names)),
            str(child),
            child.line,
            child.column,
            child.end_line,
            child.end_column,
        ]
        if isinstance(child, Token)
        else _of_tree(names, child)
        for child in tree.children
    ]
    return [names.setdefault(str(tree.data), len(names)), place, *children]


def _tree(names: list[str], written: Written) -> Tree[Token]:
    children: list[Any] = []
    for child in written[2:]:
        if child is None:
            children.append(None)
        elif child[0] < 0:
            kind, text, line, column, end_line, end_column = child
            children.append(Token(names[-1 - kind], text, None, line, column, end_line, end_column))
        else:
            children.append(_tree(names, child))
    meta = Meta()  # type: ignore[no-untyped-call]
    if written[1]:
        meta.line, meta.column, meta.end_line, meta.end_column = written[1]
        meta.empty = False
    return Tree(names[written[0]], children, meta)


def _written(value: Any) -> Written:
    """Data as JSON holds them: tables whose keys are no texts become lists of pairs."""
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _written(inner) for key, inner in value.items()}
        return {"pairs": [[key, _written(inner)] for key, inner in value.items()]}
    if isinstance(value, list | tuple | set | frozenset):
        return [_written(inner) for inner in value]
    return value


def _plain(value: Written) -> Any:
    if isinstance(value, dict):
        if list(value) == ["pairs"]:
            return {key: _plain(inner) for key, inner in value["pairs"]}
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value
