"""Where in the course of a game a declaration stands: what leads to it, from `main` on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from regelwerk.rules import statements as s
from regelwerk.rules.declarations import Rules
from regelwerk.rules.walk import nodes

MAIN = "main"
Course = dict[str, tuple[str, ...]]
"""For the names of events, windows, actions and rules, what leads there, the outermost first."""


def course(rules: Rules) -> Course:
    """Return the shortest way to everything that `main` leads to; of equal ways the first in the text."""
    leads = {name: list(dict.fromkeys(there)) for name, there in _leads(rules)}
    found: Course = {MAIN: ()}
    waiting = deque([MAIN])
    while waiting:
        name = waiting.popleft()
        for there in leads.get(name, ()):
            if there not in found:
                found[there] = (*found[name], name)
                waiting.append(there)
    return found


def _leads(rules: Rules) -> Iterator[tuple[str, list[str]]]:
    """Return what each declaration leads to, in the order of its text."""
    hooked: dict[str, list[str]] = {}
    for rule in rules.rules:
        hooked.setdefault(rule.event, []).append(rule.name)
    for event in rules.events:
        yield event.name, [*_happenings((event.body, event.told)), *hooked.get(event.name, ())]
    for window in rules.windows:
        yield window.name, [action.name for action in rules.actions if window.name in action.at]
    for action in rules.actions:
        yield action.name, [*_happenings((action.cost, action.body)), *hooked.get(action.name, ())]
    for rule in rules.rules:
        yield rule.name, list(_happenings(rule.body))


def _happenings(part: object) -> Iterable[str]:
    for node in nodes(part):
        if isinstance(node, s.Happen | s.Later):
            yield node.event
        elif isinstance(node, s.Open):
            yield node.window
