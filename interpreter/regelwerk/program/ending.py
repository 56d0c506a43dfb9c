"""What a build tells of a match: what is to be decided, and how it ended."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from regelwerk.rules import statements as st
from regelwerk.rules.builtins import OWN_END
from regelwerk.rules.declarations import Rules
from regelwerk.rules.walk import nodes

from .bounds import MAX_NUMBER

Option = tuple[int, ...]


class Decision(NamedTuple):
    """What one seat has to decide.

    `kind`: `choose`, `several`, `ask`, `window`, `secret` or `pay`. `body` and `place` name the statement
    (-1 in windows), `prompt_key` is the two as text. Options are tuples of numbers, see match.md.
    """

    seat: int
    kind: str
    body: str
    place: int
    prompt_key: str
    options: tuple[Option, ...]


class Ending(msgspec.Struct, frozen=True):
    """How a match ended: the name of the ending, the seats that won, and a score for each seat."""

    name: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


def endings(game: Rules) -> dict[str, int]:
    """The names under which a match can end, with the most lines of scores an ending of that name has."""
    found = {OWN_END: 0}
    for node in nodes(game):
        if isinstance(node, st.EndGame):
            found[node.name] = max(found.get(node.name, 0), len(node.scores))
    return found


def fault(found: Ending, named: dict[str, int], players: int) -> tuple[str, str] | None:
    """What is wrong with how a match is said to have ended: the field, and what was expected there.

    `named` are the endings of the game.
    """
    if found.name not in named:
        return "name", "the game has no such ending"
    if list(found.winners) != sorted({*found.winners} & {*range(players)}):
        return "winners", f"expected seats from 0 to {players - 1}, once each, in ascending order"
    if len(found.scores) != players:
        return "scores", f"expected {players} elements, found {len(found.scores)}"
    most = named[found.name] * MAX_NUMBER
    if any(not -most <= score <= most for score in found.scores):
        return "scores", f"expected whole numbers from {-most} to {most}"
    return None
