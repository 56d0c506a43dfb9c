"""What a build tells of a match: what is to be decided, and how it ended."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

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
