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
    put_off: dict[str, list[str]] = {name: [] for name in actions}
    for key, effects in game.graph.effects.items():
        for _, event, declared in effects.put_off:
            if declared:
                put_off[event].append(key)
    found = []
    for action in actions.values():
        if action.declared == "answering" and not waiting.intersection(action.at):
            problem = problems.never_declared("answering", action.name, action.at)
            found.append(problem.at(game.span(action.name)))
        elif action.declared == "by_rules" and not put_off[action.name]:
            found.append(problems.never_declared("by rules", action.name).at(game.span(action.name)))
        if waiting.intersection(action.at):
            continue
        for node in nodes(tuple(game.graph.parts[key] for key in put_off[action.name])):
            if isinstance(node, s.Later) and node.event == action.name:
                problem = problems.never_declared("later", action.name, action.at)
                found.append(problem.at(game.understood.word_of(node)))
    return found
