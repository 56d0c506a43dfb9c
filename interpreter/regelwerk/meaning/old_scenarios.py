"""The scenarios of a game read against it with house rules: those that still fit, and what hinders others."""

from __future__ import annotations

from msgspec.structs import replace

from regelwerk.meaning.game import Checked, understand
from regelwerk.rules.scenarios import Scenarios
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree.read import FileTests
from regelwerk.tree.scenarios import InPosition, Position, Scenario, Tested
from regelwerk.tree.walk import of_kind, walk


def old_scenarios(checked: Checked) -> tuple[Scenarios, dict[str, Diagnostic]]:
    """Return the game's own scenarios as they read under house rules, and by title what hinders the others.

    `checked` is an amended game without errors.
    """
    assert checked.base is not None
    trees = [tree for tests in checked.base.files.tests for tree in tests.scenarios]
    positions = of_kind(checked.base.files.blocks, Position)
    hindered: dict[str, Diagnostic] = {}
    while True:
        declarations = [tree for tree in checked.files.blocks if not isinstance(tree, Tested)]
        files = replace(checked.files, blocks=[*declarations, *positions], tests=[FileTests.of(trees)])
        whole, problems = understand(files, [], lint=False, kept=checked.kept)
        errors = [problem for problem in problems if problem.severity == "error"]
        wrong = {id(tree): problem for problem in errors for tree in trees
                 if any(_holds(each, problem) for each in _with(tree, positions))}  # fmt: skip
        if not wrong:
            return whole.tested.read, hindered
        hindered.update({tree.title.text: wrong[id(tree)] for tree in trees if id(tree) in wrong})
        trees = [tree for tree in trees if id(tree) not in wrong]


def _with(tree: Scenario, positions: list[Position]) -> list[Tested]:
    """A scenario, and the positions that it uses."""
    found: list[Tested] = [tree]
    for each in found:
        used = {node.name.text for node in walk(each) if isinstance(node, InPosition)}
        found += [one for one in positions if one.name.text in used and one not in found]
    return found


def _holds(tree: Tested, problem: Diagnostic) -> bool:
    if problem.span is None or tree.at.file != problem.span.file:
        return False
    lines = [node.at.line for node in walk(tree)]
    return min(lines) <= problem.span.line <= max(lines)
