"""What is written, without what is counted; and which changes are those of house rules."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from regelwerk.rules.declarations import Rules

from .small_changes import SORTS, Change

_COUNTED = re.compile(rb'"_\d+"')
"""Names that nobody wrote are counted through the whole game."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class OfHouse:
    """Says whether a change is one of house rules, or of the game below them, where there is one."""

    def __init__(self, rules: Rules, base: Rules | None) -> None:
        self._rules = {(table, each.name): each for table in SORTS for each in getattr(rules, table)}
        self._base = base and {(table, each.name): each for table in SORTS for each in getattr(base, table)}

    def __call__(self, change: Change) -> bool:
        if self._base is None:
            return True
        old, new = self._base.get((change.table, change.name)), self._rules[change.table, change.name]
        return old is None or of_change(old, change) != of_change(new, change)


def written(part: Any) -> bytes:
    """A part of the rules form or a scenario, the same however much is written elsewhere."""
    return _COUNTED.sub(b'"_"', _encode(part))


def of_change(declared: Any, change: Change) -> bytes:
    """What is written of what a change is about: the declaration, or the text of a card in it."""
    sort, _, card = change.key.rpartition(":")
    held = declared
    for step in change.path if sort.startswith("told:") else ():
        if step in ("told", "rows"):
            return written((getattr(held, step, None) or {}).get(card))
        held = getattr(held, step, None) if isinstance(held, msgspec.Struct) else held[step]
    return written(declared)
