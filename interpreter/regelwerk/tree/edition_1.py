"""The first edition of the language: what makes of its forms the nodes of this one."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax.layout import RawBlock
from regelwerk.syntax.parser import read_block
from regelwerk.syntax.problems import old_form
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


class _Unsayable(Exception):
    """What has to be said by the author: `word` at a place."""

    def __init__(self, word: str, at: Span) -> None:
        super().__init__(word)
        self.word = word
        self.at = at


def _chance(at: Span, *outcomes: object) -> object:
    """`chance 4, ruby` did not say which source gives what, and only playing tells."""
    raise _Unsayable("chance", at)


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
    "chance_in_turn": _chance,
    "sort": _sort,
    "test": lambda at, name, parameters, *rest: FORMS["value"](at, name, parameters, None, *rest),
    "test_cases": lambda at, name, parameters, cases: td.ValueCases(at, name, parameters, None, cases),
    "told_test": _told,
    "tells_test": td.TellsCases,
    "repeat_until": _repeat_until,
}
"""What makes a node of each form of the first edition."""


def read_old(
    source: SourceFile, raw: RawBlock, declared: Container[str] = ()
) -> tuple[Block | None, list[Diagnostic]]:
    """Return a declaration of the first edition as a node of this one, or what is wrong with it.

    A call of what the game has `declared` itself is none of a function that the first edition had.
    """
    tree, _, problems = read_block(source, raw, 1)
    if problems:
        return None, problems
    if tree is not None:
        own = any(name in declared for name in _AMONG)
        forms = {**OLD_FORMS, "call": FORMS["call"]} if own else OLD_FORMS
        try:
            return build(source.path, tree, asides(raw), forms), []
        except TooDeep:
            pass
        except _Unsayable as part:
            return None, [old_form(part.word).at(part.at)]
    block, _, problems = read_once(source, raw)
    return block, problems
