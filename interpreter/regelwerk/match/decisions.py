"""What is to be decided, computed from the state alone; shared by both builds."""

from __future__ import annotations

from regelwerk.program.ending import Decision, Option
from regelwerk.program.layout import Layout
from regelwerk.program.points import Body
from regelwerk.rules import statements as st

from .errors import MatchError
from .evaluate import Env, Evaluator
from .machine import unpack_frame
from .options import ask_options, choose_options, secret_options, window_options
from .paying import pay_options
from .state import State


def pending(layout: Layout, s: State) -> list[Decision]:
    """The decisions the match waits for; none if it is over or has not begun."""
    if s.over is not None or not s.stack:
        return []
    frame = unpack_frame(layout, s.stack[-1])
    steps = s.steps
    result = decisions_at(Evaluator(layout), s, frame.body, frame.place, frame.env)
    s.steps = steps
    return result


def decisions_at(e: Evaluator, s: State, body: Body, place: int, env: Env) -> list[Decision]:
    """The decisions at a place of a body (-1: the window that the body is)."""
    if body.kind == "window":
        window = e.layout.windows[body.subject]
        seat = env["#order"][env["#turn"]]
        return [_decision(seat, "window", body, -1, window_options(e, s, window, env, seat))]
    statement = body.places[place].statement
    match statement:
        case st.Choose():
            kind = "choose" if statement.amount in ("one", "maybe") else "several"
            seat, options = choose_options(e, s, env, statement)
            return [_decision(seat, kind, body, place, options)]
        case st.Ask():
            seat, options = ask_options(e, s, env, statement)
            return [_decision(seat, "ask", body, place, options)]
        case st.SecretChoice():
            found = secret_options(e, s, env, statement, place)
            return [_decision(seat, "secret", body, place, options) for _, seat, options in found]
        case st.Pay():
            seat, options = pay_options(e, s, env, statement, place)
            return [_decision(seat, "pay", body, place, options)]
    raise MatchError(f"nothing is decided at `{body.name}`, statement {place}")


def _decision(seat: int, kind: str, body: Body, place: int, options: list[Option]) -> Decision:
    key = body.name if place < 0 else f"{body.name}/{place}"
    return Decision(seat, kind, body.name, place, key, tuple(options))


def take_back(layout: Layout, s: State, seat: int) -> bool:
    """Take back the seat's last pick of the decision it is making; False if it has picked nothing.

    Picks that were made for it, because nothing else was possible, are taken back with it.
    """
    if not _drop_pick(layout, s, seat):
        return False
    while any(d.seat == seat and len(d.options) == 1 for d in pending(layout, s)):
        if not _drop_pick(layout, s, seat):
            break
    return True


def _drop_pick(layout: Layout, s: State, seat: int) -> bool:
    for number, row in enumerate(s.picks):
        if row[0] == seat:
            s.picks = s.picks[:number] + ([row[:-1]] if len(row) > 2 else []) + s.picks[number + 1 :]
            return True
    if not s.stack:
        return False
    body_number, point, values = s.stack[-1]
    names = layout.bodies[body_number].points[point].names
    for index, name in enumerate(names):
        laid = values[index]
        if name == f"#{point}l" and isinstance(laid, list) and len(laid) >= 3 and laid[-3] == seat:
            changed = (*values[:index], laid[:-3], *values[index + 1 :])
            s.stack = [*s.stack[:-1], (body_number, point, changed)]
            return True
    return False
