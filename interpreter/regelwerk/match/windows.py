"""Windows: who is asked, when a window closes, and how its answers take effect."""

from __future__ import annotations

from typing import Any

from regelwerk.program.answers import CANCELLED, TAKES_EFFECT, WAITS
from regelwerk.program.bounds import MAX_ROWS
from regelwerk.program.errors import RuleError
from regelwerk.rules.declarations import WindowDecl

from .machine import BACK, DECIDE, NEXT, PLACE, Machine, Running
from .options import PASS, Option, action_scope, naming, waiting_in, what_fails


def carry_on(m: Machine, frame: Running) -> None:
    """Take a window's frame one step further."""
    window = m.layout.windows[frame.body.subject]
    if frame.stage == "asks":
        _open(m, frame, window)
    elif frame.stage == "declares":
        _declared(m, frame, window)
    else:
        _resolved(m, frame, window)


def _open(m: Machine, frame: Running, window: WindowDecl) -> None:
    frame.env.update({"#base": len(m.s.answers), "#resolving": -1, "#leaves": len(m.s.leaving)})
    if m.listener is not None and window.answers != "at_once":
        m.listener.opened(window.name)
    _ask_all(m, frame, window)


def _ask_all(m: Machine, frame: Running, window: WindowDecl) -> None:
    """Begin to ask the seats, from the first one on."""
    seats = list(m.evaluator.seats(m.s, frame.env, window.asks))
    if window.start is not None:
        start = m.evaluator.value(m.s, frame.env, window.start)
        seats.sort(key=lambda seat: (seat - start) % m.s.players)
    frame.env.update({"#order": seats, "#turn": 0, "#passes": 0})
    _ask(m, frame, window)


def _ask(m: Machine, frame: Running, window: WindowDecl) -> None:
    """Declare what was put off until this window asks; then the seat whose turn it is is asked."""
    frame.stage, frame.mode = "asks", DECIDE
    if window.answers != "at_once":
        _declare_queued(m, frame, window)
    if not frame.env["#order"]:
        _close(m, frame, window)


def _declare_queued(m: Machine, frame: Running, window: WindowDecl) -> None:
    kept: list[list[Any]] = []
    for row in m.s.queue:
        info = m.layout.events[row[0]]
        if info.action < 0 or window.name not in m.layout.actions[info.action].at:
            kept.append(row)
            continue
        parts = len(m.layout.actions[info.action].parts)
        _make_room(m)
        m.s.answers.append([info.action, WAITS, *row[3 : 4 + parts]])
        frame.env["#passes"] = 0
        if m.listener is not None:
            m.listener.declared(len(m.s.answers) - 1)
    m.s.queue = kept


def _make_room(m: Machine) -> None:
    """Refuse an answer more where as many wait as may."""
    if len(m.s.answers) >= MAX_ROWS:
        raise RuleError(f"more than {MAX_ROWS} answers wait")


def take(m: Machine, frame: Running, seat: int, option: Option) -> None:
    """A seat passes or declares an action."""
    window = m.layout.windows[frame.body.subject]
    env = frame.env
    if option == PASS:
        _pass(m, frame, window)
        return
    env["#passes"] = 0
    _make_room(m)
    m.s.answers.append([option[0], WAITS, seat, *option[1:]])
    frame.stage = "declares"
    body = m.layout.body(f"action:{m.layout.actions[option[0]].name}")
    if body.cost < 0:
        frame.mode = NEXT
        return
    frame.mode = BACK
    cost_env = dict(
        zip((name for name, _ in body.parameters), _args(m, frame, len(m.s.answers) - 1), strict=True)
    )
    m.push(Running(body, cost_env, stage=PLACE, place=body.cost))


def _pass(m: Machine, frame: Running, window: WindowDecl) -> None:
    env = frame.env
    if window.closes == "each_passes":
        order = env["#order"]
        env["#order"] = order[: env["#turn"]] + order[env["#turn"] + 1 :]
        closed = not env["#order"]
        env["#turn"] = 0 if closed else env["#turn"] % len(env["#order"])
    else:
        env["#passes"] += 1
        env["#turn"] = (env["#turn"] + 1) % len(env["#order"])
        closed = env["#passes"] == len(env["#order"])
    if closed:
        _close(m, frame, window)
    else:
        frame.mode = DECIDE


def _declared(m: Machine, frame: Running, window: WindowDecl) -> None:
    """The cost of the last answer has been paid."""
    if window.answers == "at_once":
        _resolve(m, frame, len(m.s.answers) - 1)
        return
    if m.listener is not None:
        m.listener.waits(len(m.s.answers) - 1)
    if window.closes == "one_answer" or len(m.s.leaving) > frame.env["#leaves"]:
        _close(m, frame, window)
    else:
        _ask_next(m, frame, window)


def _ask_next(m: Machine, frame: Running, window: WindowDecl) -> None:
    frame.env["#turn"] = (frame.env["#turn"] + 1) % len(frame.env["#order"])
    _ask(m, frame, window)


def _close(m: Machine, frame: Running, window: WindowDecl) -> None:
    """Nobody is asked any more: the answers take effect, if they have not."""
    waiting = waiting_in(m.s, frame.env)
    if not waiting:
        del m.s.answers[frame.env["#base"] :]
        if m.listener is not None and window.answers != "at_once":
            m.listener.closed(window.name)
        m.finish()
    else:
        _resolve(m, frame, waiting[-1 if window.answers == "last_first" else 0])


def _resolve(m: Machine, frame: Running, answer: int) -> None:
    """An answer takes effect, unless it is cancelled or its targets or needs no longer hold."""
    window = m.layout.windows[frame.body.subject]
    row = m.s.answers[answer]
    m.s.answers[answer] = [row[0], TAKES_EFFECT, *row[2:]]
    frame.stage, frame.env["#resolving"] = "resolves", answer
    event = m.layout.event_number[m.layout.actions[row[0]].name]
    args = _args(m, frame, answer)
    waited = window.answers != "at_once"
    reason, part = ("cancelled", "") if row[1] == CANCELLED else ("", "")
    if waited and not reason:
        with naming(m.layout.actions[row[0]]):
            reason, part = what_fails(m.evaluator, m.s, m.layout.events[event], args)
    if reason:
        if m.listener is not None:
            m.listener.fizzled(answer, reason, part)
        frame.mode = NEXT
        return
    if waited and m.listener is not None:
        m.listener.takes_effect(answer)
    frame.mode = BACK
    m.call_event(event, args)


def _resolved(m: Machine, frame: Running, window: WindowDecl) -> None:
    env = frame.env
    answer = env["#resolving"]
    env["#resolving"] = -1
    if window.answers == "at_once":
        del m.s.answers[answer:]
        if window.closes == "one_answer" or len(m.s.leaving) > env["#leaves"]:
            m.finish()
        else:
            _ask_next(m, frame, window)
        return
    if window.answers == "last_first":
        del m.s.answers[answer:]
    if window.one_at_a_time and len(m.s.leaving) <= env["#leaves"]:
        _ask_all(m, frame, window)
    else:
        _close(m, frame, window)


def _args(m: Machine, frame: Running, answer: int) -> list[int]:
    """The values of the parameters of a declared action."""
    action, _, by, *parts = m.s.answers[answer]
    env = action_scope(m.evaluator, action, frame.env, by)
    declared = m.layout.actions[action]
    env.update(zip((part.over.binder for part in declared.parts), parts, strict=True))
    info = m.layout.events[m.layout.event_number[declared.name]]
    return [env[name] for name, _ in info.parameters]
