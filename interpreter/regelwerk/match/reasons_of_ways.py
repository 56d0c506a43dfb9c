"""Why a way of an `ask` is not open to the seat that is asked."""

from __future__ import annotations

from regelwerk.program.ending import Decision
from regelwerk.rules import statements as st

from .evaluate import Evaluator
from .failing import Failing, Scope
from .machine import unpack_frame
from .match import Match
from .reasons import Reason, told


def explain_way(match: Match, decision: Decision, name: str) -> list[Reason] | None:
    """What keeps a way from the seat, as far as it may know: nothing if it is open.

    None if nothing that is asked now has a way of that name.
    """
    if decision.kind != "ask":
        return None
    layout, s = match.layout, match.state
    place = layout.body(decision.body).places[decision.place]
    assert isinstance(place.statement, st.Ask)
    way = next((way for way in place.statement.ways if way.name == name), None)
    if way is None:
        return None
    kinds = dict(place.seen)
    frame = unpack_frame(layout, s.stack[-1])
    if way.when is None or Evaluator(layout).holds(s, frame.env, way.when):
        return []
    failing = Failing(s, decision.seat)
    scope = Scope({local: value for local, value in frame.env.items() if local in kinds}, kinds, False)
    faults = [failing.of(way.when, scope)] if failing.may_know(scope) else []
    return told(Reason(name, "its condition does not hold", decision.body), faults)
