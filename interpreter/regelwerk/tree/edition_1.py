"""The first edition of the language: what makes of its forms the nodes of this one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax.layout import RawBlock, check_layout
from regelwerk.syntax.parser import read_as
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import statements as ts
from regelwerk.tree.build import FORMS, Form, TooDeep, build
from regelwerk.tree.comments import asides
from regelwerk.tree.house_rules import Block
from regelwerk.tree.nodes import Name
from regelwerk.tree.read import read_once

_AMONG = {"greater": "greatest", "smaller": "smallest"}


def _call(at: Span, name: Name, arguments: tuple[tx.Expression, ...]) -> tx.Call | tx.Among:
    """`greater(a, b)` was a function."""
    if name.text in _AMONG and len(arguments) == 2:
        return FORMS[f"{_AMONG[name.text]}_among"](at, *arguments)  # type: ignore[return-value]
    return tx.Call(at, name, arguments)


def _sort(at: Span, word: Name) -> Name:
    return Name(word.at, "value") if word.text == "test" else word


def _told(at: Span, name: Name, parameters: Any, *rest: Any) -> object:
    return FORMS["told_value"](at, name, parameters, None, *rest)


def _repeat_until(at: Span, test: tx.Expression, body: ts.Body) -> ts.Repeat:
    last = ts.If(test.at, test, (ts.Stop(test.at),), None)
    return ts.Repeat(at, (*body, last))


OLD_FORMS: Mapping[str, Form] = {
    **FORMS,
    "call": _call,
    "sort": _sort,
    "test": lambda at, name, parameters, *rest: FORMS["value"](at, name, parameters, None, *rest),
    "test_cases": lambda at, name, parameters, cases: td.ValueCases(at, name, parameters, None, cases),
    "told_test": _told,
    "tells_test": td.TellsCases,
    "repeat_until": _repeat_until,
}
"""What makes a node of each form of the first edition."""


def read_old(source: SourceFile, raw: RawBlock) -> tuple[Block | None, list[Diagnostic]]:
    """Return a declaration of the first edition as a node of this one, or what is wrong with it."""
    tree = None if check_layout(source, raw) else read_as(raw, 1)
    if tree is not None:
        try:
            return build(source.path, tree, asides(raw), OLD_FORMS), []
        except TooDeep:
            pass
    block, _, problems = read_once(source, raw)
    return block, problems
