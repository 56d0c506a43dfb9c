"""The life of an event: before, forbidden, instead, happens, after, limits."""

from __future__ import annotations

from typing import Any

from regelwerk.program.points import Body

from .inforce import Applying, forbidding, in_force
from .listener import Element
from .machine import BACK, ENTER, NEXT, PLACE, Machine, Running


def carry_on(m: Machine, frame: Running) -> None:
    """Take an event's frame that stands at a stage (not at a statement) one step further."""
    if frame.stage == "before":
        if not _run_rule(m, frame, "before"):
            _begin(m, frame)
    elif frame.stage == "instead":
        m.s.active.pop()
        info = m.info(frame)
        if info.result is not None:
            frame.env["result"] = info.nothing() if frame.value is None else frame.value
        frame.stage, frame.number = "limit", -1
    elif frame.stage == "after":
        if not _run_rule(m, frame, "after"):
            frame.stage, frame.number = "limit", -1
    elif frame.stage == "limit":
        _limits(m, frame)
    else:
        m.close_event(m.info(frame))
        m.finish(m.info(frame).nothing())


def end_body(m: Machine, frame: Running, value: Any = None) -> None:
    """The body of the top frame has ended, with a result or None."""
    m.close_blocks(frame)
    cost = m.is_cost(frame)
    if frame.body.event < 0 or cost:
        m.finish(value)
        return
    info = m.info(frame)
    m.close_event(info)
    if info.result is not None:
        frame.env["result"] = info.nothing() if value is None else value
    frame.stage, frame.number, frame.mode = "after", -1, NEXT


def _body(m: Machine, number: int) -> Body:
    return m.layout.body(f"rule:{m.layout.rules[number].name}")


def _run_rule(m: Machine, frame: Running, kind: str) -> bool:
    scope, after = _scope(m, frame), None
    if frame.number >= 0:
        things, index = frame.env.get("#things"), frame.env.get("#index", -1)
        after = Applying(frame.number, frame.env["#row"], scope, things, index)
    for found in in_force(m.evaluator, m.s, m.info(frame), kind, scope, after):
        frame.number, frame.env["#row"] = found.rule, found.row
        frame.env.pop("#things", None)
        if found.things is not None:
            frame.env["#things"], frame.env["#index"] = found.things, found.at
        if m.listener is not None:
            name, of = m.layout.rules[found.rule].name, _element(m, found)
            m.listener.triggered(name, m.info(frame).name, kind, of)
        m.call_body(_body(m, found.rule), dict(found.env))
        return True
    return False


def _element(m: Machine, found: Applying) -> Element | None:
    """What a rule that counts for each of a set counts for: its kind and the element."""
    over = m.layout.rules[found.rule].over
    if over is None or found.things is None:
        return None
    return m.layout.types.noun(over), found.things[found.at]


def _scope(m: Machine, frame: Running) -> dict[str, Any]:
    names = [name for name, _ in frame.body.parameters]
    if frame.stage == "after" and m.info(frame).result is not None:
        names.append("result")
    return {name: frame.env[name] for name in names}


def _begin(m: Machine, frame: Running) -> None:
    """Stages 2 to 4."""
    info, scope = m.info(frame), _scope(m, frame)
    forbids = forbidding(m.evaluator, m.s, info, scope)
    if forbids is not None:
        if m.listener is not None:
            m.listener.forbidden(m.layout.rules[forbids.rule].name, info.name, _element(m, forbids))
        m.finish(info.nothing())
        return
    for found in in_force(m.evaluator, m.s, info, "instead", scope):
        if found.active() in m.s.active:
            continue
        m.s.active.append(found.active())
        frame.stage, frame.number, frame.env["#row"] = "instead", found.rule, found.row
        if m.listener is not None:
            m.listener.replaced(m.layout.rules[found.rule].name, info.name, _element(m, found))
        m.call_body(_body(m, found.rule), dict(found.env))
        return
    m.open_event(info, m.args(frame))
    if m.listener is not None:
        m.listener.happened(info.name, m.args(frame))
    frame.stage, frame.number, frame.place = PLACE, -1, frame.body.first
    frame.mode = ENTER
    if frame.place < 0:
        end_body(m, frame)


def _limits(m: Machine, frame: Running) -> None:
    """Judge the limits after the event, from where the frame stands; ends the frame after the last."""
    info, s = m.info(frame), m.s
    number = frame.number
    while True:
        if number >= 0:
            limit = m.layout.limits[number]
            things = frame.env["#things"]
            for index in range(frame.env["#index"] + 1, len(things)):
                env = {} if limit.over is None else {limit.over.binder: things[index]}
                if limit.over is not None and not m.evaluator.fits(s, {}, limit.over, things[index]):
                    continue
                if m.evaluator.holds(s, env, limit.holds):
                    continue
                frame.number, frame.env["#index"], frame.mode = number, index, BACK
                if m.listener is not None:
                    of = None if limit.over is None else m.layout.types.noun(limit.over)
                    m.listener.breached(limit.name, None if of is None else (of, things[index]))
                m.call_body(m.layout.body(f"limit:{limit.name}"), env)
                return
        following = info.limits.index(number) + 1 if number >= 0 else 0
        if following == len(info.limits):
            break
        number = info.limits[following]
        over = m.layout.limits[number].over
        frame.env["#things"] = [0] if over is None else m.evaluator.elements(s, {}, over)
        if over is not None:
            each = m.evaluator.counting.limits.get(m.layout.limits[number].name, 0)
            m.evaluator.charge(s, len(frame.env["#things"]) * each)
        frame.env["#index"] = -1
    m.finish(frame.env.get("result", info.nothing()) if info.result is not None else info.nothing())
