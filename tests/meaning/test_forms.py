"""Every statement and every expression is understood, by a function for nodes of its class."""

from __future__ import annotations

import sys
from typing import get_args, get_type_hints

import pytest

from regelwerk.meaning.forms import EXPRESSIONS, STATEMENTS
from regelwerk.tree import expressions, statements
from regelwerk.tree.nodes import Node

FORMS = [(node, form) for table in (EXPRESSIONS, STATEMENTS) for node, form in table.items()]


def test_every_class_stands_in_one_table() -> None:
    assert set(get_args(statements.Statement)) == STATEMENTS.keys()
    assert set(get_args(expressions.Expression)) == EXPRESSIONS.keys()


@pytest.mark.parametrize(("node", "form"), FORMS, ids=[node.__name__ for node, _ in FORMS])
def test_a_function_takes_nodes_of_its_class(node: type[Node], form: object) -> None:
    hints = get_type_hints(form, vars(sys.modules[form.__module__]))
    assert hints["tree"] is node
