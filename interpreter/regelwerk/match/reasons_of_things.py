"""What keeps a seat from choosing a thing, or from doing something with it."""

from __future__ import annotations

from msgspec.structs import replace

from regelwerk.program.ending import Decision
from regelwerk.program.layout import Layout
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType

from .failing import Failing, Scope
from .machine import unpack_frame
from .match import Match
from .options import picked
from .reasons import Reason, explain_not, part_kinds, told
from .text import option_kinds


def explain_thing(match: Match, decision: Decision, thing: int) -> dict[str, list[Reason]]:
    """What keeps the seat that decides from a thing it knows: by action in a window, and elsewhere, under an
    empty name, from choosing it. Nothing is said of what has nothing to do with the thing."""
    if decision.kind == "window":
        return _of_actions(match, decision, thing)
    reasons = _of_choice(match, decision, thing)
    return {"": reasons} if reasons else {}


def _of_actions(match: Match, decision: Decision, thing: int) -> dict[str, list[Reason]]:
    layout = match.layout
    window = layout.body(decision.body).subject
    found = {}
    for number in layout.window_actions[window]:
        action = layout.actions[number]
        kinds = part_kinds(layout, action.name)
        places = [
            n
            for n, (kind, part) in enumerate(zip(kinds, action.parts, strict=True))
            if _may_be(layout, kind, part.over, thing)
        ]
        offered = any(option[0] == number and thing in option[1:] for option in decision.options)
        if places and not offered:
            wanted = [*[None] * places[0], {thing}]
            reasons = explain_not(match, decision.seat, action.name, wanted)
            if reasons:
                found[action.name] = reasons
    return found


def _may_be(layout: Layout, kind: ValueType, over: ex.Set, thing: int) -> bool:
    """Whether a thing is of the type, and made from the row, that a part of an action asks for."""
    if not _is_a(layout, kind.name if kind.kind == "thing" else None, thing):
        return False
    where = over.where.of if isinstance(over.where, ex.And) else (over.where,)
    row = layout.tables.row_of[thing]
    name = layout.tables.row_names[row] if row >= 0 else ""
    for part in where:
        match part:
            case ex.IsRow(of=ex.Local(name=of), row=wanted) if of == over.binder and wanted != name:
                return False
            case ex.IsType(of=ex.Local(name=of), type=wanted) if of == over.binder:
                if not _is_a(layout, wanted, thing):
                    return False
    return True


def _is_a(layout: Layout, kind: str | None, thing: int) -> bool:
    info = layout.tables.types.get(kind or "")
    return info is not None and info.first <= thing < info.last


def _of_choice(match: Match, decision: Decision, thing: int) -> list[Reason]:
    layout, s = match.layout, match.state
    if decision.kind not in ("choose", "several", "secret") or decision.place < 0:
        return []
    place = layout.body(decision.body).places[decision.place]
    assert isinstance(place.statement, st.Choose | st.SecretChoice)
    over = place.statement.over
    if not _may_be(layout, layout.types.noun(over), over, thing):
        return []
    if any(thing in option for option in decision.options if option_kinds(layout, decision, option)):
        return []
    reason = Reason(over.noun, "it is not among what can be chosen", decision.body, sort="not_choice")
    if thing in picked(s, decision.seat):
        return [reason._replace(sort="picked")]
    kinds = dict(place.seen)
    env = {name: value for name, value in unpack_frame(layout, s.stack[-1]).env.items() if name in kinds}
    if isinstance(place.statement, st.SecretChoice):
        binder = place.statement.seats.binder
        env, kinds = {**env, binder: decision.seat}, {**kinds, binder: ValueType("seat")}
    failing, scope = Failing(s, decision.seat), Scope(env, kinds, True)
    if thing in (failing.elements(over, env) or ()):
        return []  # one that is alike is offered for it
    if not failing.may_know(scope):
        return [reason]
    there = failing.elements(replace(over, where=None, sort=()), env)
    if there is not None and thing not in there:
        return [reason._replace(sort="not_there")]
    return told(reason, failing.of_part(over, scope, {thing}))
