"""Reading one scenario more against a game that was checked, without checking the game again."""

from __future__ import annotations

from regelwerk.meaning.game import Checked, scenario_alone
from regelwerk.rules.scenarios import Scenario
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.layout import split_blocks
from regelwerk.tree import scenarios as tc
from regelwerk.tree.read import read_declaration

NAMELESS = "the scenario"
"""What its lines are named by."""


def read_scenario(checked: Checked, text: str) -> tuple[Scenario | None, list[Diagnostic]]:
    """Return the scenario that a text is, and what is wrong with it; `checked` has no errors."""
    file, problems = split_blocks(SourceFile(NAMELESS, text))
    if problems:
        return None, problems
    tree, problems = read_declaration(SourceFile(NAMELESS, text), file.blocks[0])
    if not isinstance(tree, tc.Scenario):
        return None, problems
    return scenario_alone(checked, tree)
