"""Where in the course of a game a declaration stands: what leads to it, from `main` on."""

from __future__ import annotations

from collections import deque

from regelwerk.rules.declarations import Rules
from regelwerk.studies.leads import leads

MAIN = "main"
Course = dict[str, tuple[str, ...]]
"""For the names of declarations that `main` leads to, what leads there, the outermost first."""


def course(rules: Rules) -> Course:
    """Return the shortest way to everything that `main` leads to; of equal ways the first in the text."""
    known = leads(rules)
    found: Course = {MAIN: ()}
    waiting = deque([MAIN])
    while waiting:
        name = waiting.popleft()
        for there in (*known[name].inside, *known[name].around) if name in known else ():
            if there not in found:
                found[there] = (*found[name], name)
                waiting.append(there)
    return found
