"""Actions that can never be declared: nothing waits where they answer, or no rule puts them off."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.whole import Whole
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic


def never_declared(game: Whole) -> list[Diagnostic]:
    """M086: answering where nothing waits, and what only rules declare but none does."""
    waiting = {window.name for window in game.rules.windows if window.answers != "at_once"}
    actions = {action.name: action for action in game.rules.actions}
    laters = [node for node in nodes(game.rules) if isinstance(node, s.Later) and node.by is not None]
    put_off = {node.event for node in laters}
    found = []
    for action in actions.values():
        if action.declared == "answering" and not waiting.intersection(action.at):
            problem = problems.never_declared("answering", action.name, action.at)
            found.append(problem.at(game.span(action.name)))
        elif action.declared == "by_rules" and action.name not in put_off:
            found.append(problems.never_declared("by rules", action.name).at(game.span(action.name)))
    for node in laters:
        action = actions[node.event]
        if not waiting.intersection(action.at):
            problem = problems.never_declared("later", node.event, action.at)
            found.append(problem.at(game.understood.word_of(node)))
    return found
