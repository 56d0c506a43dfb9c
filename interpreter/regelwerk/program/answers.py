"""Declared answers that wait: what they are and aim at, what may be done to them; for both builds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regelwerk.rules.declarations import ValueType

from .errors import RuleError
from .layout import Layout

WAITS, CANCELLED, TAKES_EFFECT = 0, 1, 2
"""Second element of a row of `answers` in a state."""
_FIRST_PART = 3


def answer_row(s: Any, answer: int) -> list[int]:
    """The row of a declared answer. Raises RuleError for none and for one that is gone."""
    if not 0 <= answer < len(s.answers):
        raise RuleError(
            "an answer is none" if answer < 0 else "an answer that is no longer there is asked for"
        )
    row: list[int] = s.answers[answer]
    return row


def answer_is(s: Any, answer: int, action: int, *given: tuple[int, int]) -> int:
    """Whether an answer is of an action, with these values at these positions of its row."""
    row = answer_row(s, answer)
    return int(row[0] == action and all(row[position] == value for position, value in given))


def position_of(layout: Layout, action: str, name: str) -> int:
    """Where the row of an answer holds a parameter of its action: who declares it, or one of its parts."""
    names = [name for name, _ in layout.events[layout.event_number[action]].parameters]
    return names.index(name) + 2


def part_positions(layout: Layout, action: int, target: bool) -> list[int]:
    """Where the row of an answer holds the things its action aims at, or those it uses."""
    parts = layout.actions[action].parts
    types = layout.tables.types
    return [_FIRST_PART + n for n, p in enumerate(parts) if p.target == target and p.over.noun in types]


def things_of_answers(layout: Layout, action: int) -> list[int]:
    """Where the row of an answer holds things, whether its action aims at them or uses them."""
    return sorted(part_positions(layout, action, True) + part_positions(layout, action, False))


def waits_with(s: Any, thing: int, positions: Sequence[Sequence[int]]) -> bool:
    """Whether an answer about this thing waits; `positions` as `things_of_answers` has them, by action."""
    return any(
        row[1] != TAKES_EFFECT and any(row[position] == thing for position in positions[row[0]])
        for row in s.answers
    )


def one_part(s: Any, answer: int, positions: Sequence[Sequence[int]]) -> int:
    """The first of the parts at these positions (by action) of an answer's row; none if it has none."""
    row = answer_row(s, answer)
    found = positions[row[0]]
    return row[found[0]] if found else -1


def all_parts(s: Any, answer: int, positions: Sequence[Sequence[int]]) -> list[int]:
    """The parts at these positions (by action) of an answer's row."""
    row = answer_row(s, answer)
    return [row[position] for position in positions[row[0]]]


def attribute_of_answer(layout: Layout, s: Any, answer: int, name: str) -> Any:
    """What is read of an answer: who declares it, what it is and aims at."""
    row = answer_row(s, answer)
    action, status, by = row[:3]
    if name in ("by", "action", "cancelled"):
        return {"by": by, "action": action, "cancelled": int(status == CANCELLED)}[name]
    found = [row[position] for position in part_positions(layout, action, name == "targets")]
    return found if name == "targets" else (*found, -1)[0]


def cancel(s: Any, answer: int) -> bool:
    """A waiting answer will not take effect; returns whether it waited."""
    row = answer_row(s, answer)
    if row[1] != WAITS:
        return False
    s.answers[answer] = [row[0], CANCELLED, *row[2:]]
    return True


def aim(layout: Layout, s: Any, answer: int, kind: str, noun: str | None, target: int) -> bool:
    """The first target of this kind (of a waiting answer) is now another one; returns whether it waited.

    `noun` is the enum of a member. Raises RuleError if the action aims at nothing of the kind.
    """
    row = answer_row(s, answer)
    if row[1] != WAITS:
        return False
    action = layout.actions[row[0]]
    parameters = layout.events[layout.event_number[action.name]].parameters[1:]
    for number, (part, (_, sort)) in enumerate(zip(action.parts, parameters, strict=False)):
        if part.target and _fits(layout, sort, kind, noun, target):
            position = _FIRST_PART + number
            s.answers[answer] = [*row[:position], target, *row[position + 1 :]]
            return True
    raise RuleError(f"`{action.name}` aims at nothing of the kind it is aimed at now")


def _fits(layout: Layout, sort: ValueType, kind: str, noun: str | None, target: int) -> bool:
    if sort.kind != kind:
        return False
    if kind == "thing":
        info = layout.tables.types.get(sort.name or "")
        return info is None or info.first <= target < info.last
    return kind != "enum" or sort.name == noun
