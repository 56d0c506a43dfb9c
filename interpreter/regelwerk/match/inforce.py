"""Which rules apply to an event now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from regelwerk.program.layout import EventInfo

from .state import RULE_ROW, State

if TYPE_CHECKING:
    from .evaluate import Env, Evaluator


def in_force(
    evaluator: Evaluator, s: State, info: EventInfo, kind: str, env: Env, after: tuple[int, int] = (-1, -1)
) -> Iterator[tuple[int, int, Env]]:
    """The rules of a kind whose condition holds: (rule, its row in `lasting` or -1, what it sees).

    Declared rules in order, then lasting ones in the order in which they came into force; `after`
    (rule, row) begins behind that one. Conditions are tested one at a time, as the caller goes on.
    """
    declared = info.rules.get(kind, [])
    rule, row = after
    if row < 0:
        start = declared.index(rule) + 1 if rule >= 0 else 0
        for number in declared[start:]:
            if evaluator.holds(s, env, evaluator.layout.rules[number].where):
                yield number, -1, env
    lasting = info.lasting.get(kind, [])
    if not lasting:
        return
    position = row
    while (position := position + 1) < len(s.lasting):
        entry = s.lasting[position]
        if entry[0] != RULE_ROW or entry[1] not in lasting:
            continue
        declaration = evaluator.layout.rules[entry[1]]
        names = (parameter.name for parameter in declaration.captured or ())
        inner = {**env, **dict(zip(names, entry[4:], strict=True))}
        if evaluator.holds(s, inner, declaration.where):
            yield entry[1], position, inner


def forbidding(evaluator: Evaluator, s: State, info: EventInfo, env: Env) -> int:
    """The number of the rule that forbids the event, -1 if it may happen."""
    for number, _, _ in in_force(evaluator, s, info, "forbid", env):
        name = evaluator.layout.rules[number].name
        permissions = in_force(evaluator, s, info, "allow", env)
        if not any(evaluator.layout.rules[rule].despite == name for rule, _, _ in permissions):
            return number
    return -1
