"""The scenarios of a game read against it with house rules: those that still fit, and what hinders others."""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from regelwerk.meaning.book import placed
from regelwerk.meaning.game import Checked, understand
from regelwerk.meaning.trees import Tree, file_of
from regelwerk.rules.scenarios import Scenarios
from regelwerk.source.diagnostics import Diagnostic


def old_scenarios(checked: Checked) -> tuple[Scenarios, dict[str, Diagnostic]]:
    """Return the game's own scenarios as they read under house rules, and by title what hinders the others.

    `checked` is an amended game without errors.
    """
    assert checked.base is not None
    trees = [placed(file, tree) for file, tree in checked.base.files.blocks if tree.data == "scenario"]
    hindered: dict[str, Diagnostic] = {}
    while True:
        blocks = [(file, tree) for file, tree in checked.files.blocks if tree.data != "scenario"]
        blocks += [(checked.files.main, tree) for tree in trees]
        _, found, problems = understand(replace(checked.files, blocks=blocks), [], lint=False)
        wrong = {id(tree): problem for problem in problems if problem.severity == "error"
                 for tree in trees if _holds(tree, problem)}  # fmt: skip
        if not wrong:
            assert found is not None
            return found, hindered
        hindered.update({_title(tree): wrong[id(tree)] for tree in trees if id(tree) in wrong})
        trees = [tree for tree in trees if id(tree) not in wrong]


def _title(tree: Tree) -> str:
    return str(tree.children[0])[1:-1]


def _holds(tree: Tree, problem: Diagnostic) -> bool:
    if problem.span is None or file_of("", tree) != problem.span.file:
        return False
    lines = [token.line for token in tree.scan_values(lambda part: isinstance(part, Token)) if token.line]
    return bool(min(lines) <= problem.span.line <= max(lines))
