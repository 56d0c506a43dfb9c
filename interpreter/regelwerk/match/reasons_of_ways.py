"""Why a way of an `ask` is not open to the seat that is asked."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.program.ending import Decision
from regelwerk.rules import statements as st

from .evaluate import Evaluator
from .failing import Failing, Scope
from .machine import unpack_frame
from .match import Match
from .reasons import Reason, told


def ways_of(match: Match, decision: Decision) -> list[str]:
    """The ways of an `ask`, open or not; nothing for other decisions."""
    return [way.name for way in _ways(match, decision)]


def _ways(match: Match, decision: Decision) -> Sequence[st.Way]:
    if decision.kind != "ask":
        return ()
    statement = match.layout.body(decision.body).places[decision.place].statement
    assert isinstance(statement, st.Ask)
    return statement.ways


def explain_way(match: Match, decision: Decision, name: str) -> list[Reason] | None:
    """What keeps a way from the seat, as far as it may know: nothing if it is open.

    None if nothing that is asked now has a way of that name.
    """
    way = next((way for way in _ways(match, decision) if way.name == name), None)
    if way is None:
        return None
    layout, s = match.layout, match.state
    place = layout.body(decision.body).places[decision.place]
    kinds = dict(place.seen)
    frame = unpack_frame(layout, s.stack[-1])
    if way.when is None or Evaluator(layout).holds(s, frame.env, way.when):
        return []
    failing = Failing(s, decision.seat)
    scope = Scope({local: value for local, value in frame.env.items() if local in kinds}, kinds, False)
    faults = [failing.of(way.when, scope)] if failing.may_know(scope) else []
    return told(Reason(name, "its condition does not hold", decision.body, sort="way"), faults)
