"""The scenarios of a game read against it with house rules: those that still fit, and what hinders others."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.meaning.game import Checked, understand
from regelwerk.rules.scenarios import Scenarios
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree.scenarios import Scenario
from regelwerk.tree.walk import of_kind, walk


def old_scenarios(checked: Checked) -> tuple[Scenarios, dict[str, Diagnostic]]:
    """Return the game's own scenarios as they read under house rules, and by title what hinders the others.

    `checked` is an amended game without errors.
    """
    assert checked.base is not None
    trees = of_kind(checked.base.files.blocks, Scenario)
    hindered: dict[str, Diagnostic] = {}
    while True:
        declarations = [tree for tree in checked.files.blocks if not isinstance(tree, Scenario)]
        files = replace(checked.files, blocks=[*declarations, *trees])
        whole, problems = understand(files, [], lint=False, kept=checked.kept)
        wrong = {id(tree): problem for problem in problems if problem.severity == "error"
                 for tree in trees if _holds(tree, problem)}  # fmt: skip
        if not wrong:
            return whole.tested, hindered
        hindered.update({tree.title.text: wrong[id(tree)] for tree in trees if id(tree) in wrong})
        trees = [tree for tree in trees if id(tree) not in wrong]


def _holds(tree: Scenario, problem: Diagnostic) -> bool:
    if problem.span is None or tree.at.file != problem.span.file:
        return False
    lines = [node.at.line for node in walk(tree)]
    return min(lines) <= problem.span.line <= max(lines)
