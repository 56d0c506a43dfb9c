"""Windows: who is asked, when a window closes, and how its answers take effect."""

from __future__ import annotations

from regelwerk.rules.declarations import WindowDecl

from .machine import BACK, DECIDE, NEXT, PLACE, Machine, Running
from .options import PASS, Option, action_scope, still_valid
from .state import CANCELLED, TAKES_EFFECT, WAITING


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
    seats = list(m.evaluator.seats(m.s, frame.env, window.asks))
    if window.start is not None:
        start = m.evaluator.value(m.s, frame.env, window.start)
        seats.sort(key=lambda seat: (seat - start) % m.s.players)
    base = len(m.s.answers)
    frame.env.update({"#order": seats, "#turn": 0, "#passes": 0, "#base": base, "#resolving": -1})
    frame.env["#leaves"] = len(m.s.leaving)
    frame.mode = DECIDE
    if not seats:
        m.finish()


def take(m: Machine, frame: Running, seat: int, option: Option) -> None:
    """A seat passes or declares an action."""
    window = m.layout.windows[frame.body.subject]
    env = frame.env
    if option == PASS:
        _pass(m, frame, window)
        return
    env["#passes"] = 0
    m.s.answers.append([option[0], WAITING, seat, *option[1:]])
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


def _declared(m: Machine, frame: Running, window: WindowDecl) -> None:
    """The cost of the last answer has been paid."""
    if window.answers == "at_once":
        _resolve(m, frame, len(m.s.answers) - 1)
    elif window.closes == "one_answer" or len(m.s.leaving) > frame.env["#leaves"]:
        _close(m, frame, window)
    else:
        _ask_next(frame)


def _ask_next(frame: Running) -> None:
    frame.env["#turn"] = (frame.env["#turn"] + 1) % len(frame.env["#order"])
    frame.stage, frame.mode = "asks", DECIDE


def _close(m: Machine, frame: Running, window: WindowDecl) -> None:
    """Nobody is asked any more: the answers take effect, if they have not."""
    base, count = frame.env["#base"], len(m.s.answers)
    if count == base:
        m.finish()
    else:
        _resolve(m, frame, count - 1 if window.answers == "last_first" else base)


def _resolve(m: Machine, frame: Running, answer: int) -> None:
    """An answer takes effect, unless it is cancelled or its targets or needs no longer hold."""
    window = m.layout.windows[frame.body.subject]
    row = m.s.answers[answer]
    m.s.answers[answer] = [row[0], TAKES_EFFECT, *row[2:]]
    frame.stage, frame.env["#resolving"] = "resolves", answer
    event = m.layout.event_number[m.layout.actions[row[0]].name]
    args = _args(m, frame, answer)
    if row[1] == CANCELLED or (
        window.answers != "at_once" and not still_valid(m.evaluator, m.s, m.layout.events[event], args)
    ):
        frame.mode = NEXT
        return
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
            _ask_next(frame)
    elif window.answers == "last_first":
        del m.s.answers[answer:]
        _close(m, frame, window)
    elif answer + 1 < len(m.s.answers):
        _resolve(m, frame, answer + 1)
    else:
        del m.s.answers[env["#base"] :]
        m.finish()


def _args(m: Machine, frame: Running, answer: int) -> list[int]:
    """The values of the parameters of a declared action."""
    action, _, by, *parts = m.s.answers[answer]
    env = action_scope(m.evaluator, action, frame.env, by)
    declared = m.layout.actions[action]
    env.update(zip((part.over.binder for part in declared.parts), parts, strict=True))
    info = m.layout.events[m.layout.event_number[declared.name]]
    return [env[name] for name, _ in info.parameters]
