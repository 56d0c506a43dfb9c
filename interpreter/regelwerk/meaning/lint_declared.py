"""Actions that can never be declared: nothing waits where they answer, or no rule puts them off."""

from __future__ import annotations

from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic


def never_declared(game: Whole) -> list[Diagnostic]:
    """M086: answering where nothing waits, and what only rules declare but none does."""
    waiting = {window.name for window in game.rules.windows if window.answers != "at_once"}
    actions = {action.name: action for action in game.rules.actions}
    laters = [node for node in nodes(game.rules) if isinstance(node, s.Later) and node.by is not None]
    put_off = {node.event for node in laters}
    problems = []
    for action in actions.values():
        if action.declared == "answering" and not waiting.intersection(action.at):
            message = f"`{action.name}` answers nothing: {_at_once(action)}"
            fix = "let the answers of its window wait: `answers last first`"
            problems.append(Diagnostic("M086", message, game.span(action.name), help=fix))
        elif action.declared == "by_rules" and action.name not in put_off:
            message = f"only rules declare `{action.name}`, and none does"
            fix = f"write `later {action.name}(...) by SEAT during ...`"
            problems.append(Diagnostic("M086", message, game.span(action.name), help=fix))
    for node in laters:
        action = actions[node.event]
        if not waiting.intersection(action.at):
            message = f"`{node.event}` is never declared: {_at_once(action)}"
            fix = "put off an event, or let the answers of its window wait: `answers last first`"
            problems.append(Diagnostic("M086", message, game.ctx.findings.word_of(node), help=fix))
    return problems


def _at_once(action: d.ActionDecl) -> str:
    windows = ", ".join(f"`{name}`" for name in action.at)
    return f"in {windows} nothing waits, answers take effect at once"
