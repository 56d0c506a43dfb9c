"""Which rules apply to an event now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from regelwerk.program.layout import EventInfo

from .state import RULE_ROW, State

if TYPE_CHECKING:
    from .evaluate import Env, Evaluator


class Applying(NamedTuple):
    """A rule that applies: its number, its row in `lasting` or -1, what it sees.

    For a rule that counts for each of a set: the elements, and which of them it counts for.
    """

    rule: int
    row: int
    env: Env
    things: list[int] | None = None
    at: int = -1

    def active(self) -> int | tuple[int, int]:
        """What stands in `active` while this replaces an event."""
        return self.rule if self.things is None else (self.rule, self.things[self.at])


def in_force(
    evaluator: Evaluator,
    s: State,
    info: EventInfo,
    kind: str,
    env: Env,
    after: Applying | None = None,
    despite: str | None = None,
) -> Iterator[Applying]:
    """The rules of a kind whose condition holds.

    Declared rules in order, each for its elements in order, then lasting ones in the order in which they
    came into force; `after` is the one to begin behind. Of those that allow, only what allows `despite` a
    rule is looked at. Conditions are tested one at a time, as the caller goes on.
    """
    declared = info.rules.get(kind, [])
    if after is None or after.row < 0:
        start = 0
        if after is not None:
            start = declared.index(after.rule) + 1
            if after.things is not None:
                yield from _for_each(evaluator, s, after.rule, env, after.things, after.at + 1)
        for number in declared[start:]:
            rule = evaluator.layout.rules[number]
            if rule.despite != despite:
                continue
            if rule.over is not None:
                things = evaluator.elements(s, env, rule.over)
                evaluator.charge(s, len(things) * evaluator.counting.rules.get(rule.name, 0))
                yield from _for_each(evaluator, s, number, env, things, 0)
            elif evaluator.holds(s, env, rule.where):
                yield Applying(number, -1, env)
    lasting = info.lasting.get(kind, [])
    if not lasting:
        return
    position = -1 if after is None else after.row
    while (position := position + 1) < len(s.lasting):
        entry = s.lasting[position]
        if entry[0] != RULE_ROW or entry[1] not in lasting:
            continue
        declaration = evaluator.layout.rules[entry[1]]
        if declaration.despite != despite:
            continue
        names = (parameter.name for parameter in declaration.captured or ())
        inner = {**env, **dict(zip(names, entry[4:], strict=True))}
        if evaluator.holds(s, inner, declaration.where):
            yield Applying(entry[1], position, inner)


def _for_each(
    evaluator: Evaluator, s: State, number: int, env: Env, things: list[int], start: int
) -> Iterator[Applying]:
    """A rule for the elements of its set from `start` on, each tested when its turn comes."""
    rule = evaluator.layout.rules[number]
    assert rule.over is not None
    for index in range(start, len(things)):
        inner = {**env, rule.over.binder: things[index]}
        if evaluator.fits(s, env, rule.over, things[index]) and evaluator.holds(s, inner, rule.where):
            yield Applying(number, -1, inner, things, index)


def forbidding(evaluator: Evaluator, s: State, info: EventInfo, env: Env) -> Applying | None:
    """The rule that forbids the event; None if it may happen."""
    for found in in_force(evaluator, s, info, "forbid", env):
        name = evaluator.layout.rules[found.rule].name
        if next(in_force(evaluator, s, info, "allow", env, despite=name), None) is None:
            return found
    return None
