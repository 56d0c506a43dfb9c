"""How many elements a choice of several takes, and what has been picked of it."""

from __future__ import annotations

from typing import NamedTuple

from regelwerk.program.ending import Decision
from regelwerk.rules import statements as st

from .figures import UNKNOWN
from .knowledge import knows
from .machine import unpack_frame
from .match import Match
from .options import amounts, picked
from .sighted import Hidden, Sighted
from .text import element_text


class Several(NamedTuple):
    """The least and the greatest number that is to be picked, None where the seat may not know them, and what
    it has picked so far, as options are written."""

    least: int | None
    most: int | None
    picked: tuple[str, ...]


def several(match: Match, decision: Decision) -> Several | None:
    """What a choice of several asks for; None for other decisions."""
    if decision.kind != "several":
        return None
    layout, s = match.layout, match.state
    frame = unpack_frame(layout, s.stack[-1])
    statement = layout.body(decision.body).places[decision.place].statement
    assert isinstance(statement, st.Choose)
    kind = layout.types.noun(statement.over)
    seat = decision.seat
    so_far = tuple(
        element_text(s, kind, element) if kind.kind != "thing" or knows(s, seat, element) else UNKNOWN
        for element in picked(s, seat)
    )
    eyes = Sighted(layout, seat)
    steps, s.steps = s.steps, 0
    try:
        found = eyes.elements(s, frame.env, statement.over)
        return Several(*amounts(eyes, s, frame.env, statement, len(found)), so_far)
    except Hidden:
        return Several(None, None, so_far)
    finally:
        s.steps = steps  # nothing is played here
