"""What is to be decided, computed from the state alone. Programs list it themselves."""

from __future__ import annotations

from regelwerk.program.ending import Decision, Option
from regelwerk.program.errors import body_text
from regelwerk.program.layout import Layout
from regelwerk.program.points import Body
from regelwerk.rules import statements as st

from .errors import MatchError
from .evaluate import Env, Evaluator
from .machine import unpack_frame
from .options import amounts, ask_options, choose_options, secret_options, the_seat, window_options
from .paying import pay_options
from .state import State


def pending(layout: Layout, s: State) -> list[Decision]:
    """The decisions the match waits for; none if it is over or has not begun."""
    if s.over is not None or not s.stack:
        return []
    frame = unpack_frame(layout, s.stack[-1])
    e = Evaluator(layout)
    with e.free(s):
        return decisions_at(e, s, frame.body, frame.place, frame.env)


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
            seat, options = choose_options(e, s, env, statement, body, place)
            return [_decision(seat, kind, body, place, options)]
        case st.Ask():
            seat, options = ask_options(e, s, env, statement)
            return [_decision(seat, "ask", body, place, options)]
        case st.SecretChoice():
            found = secret_options(e, s, env, statement, body, place)
            return [_decision(seat, "secret", body, place, options) for _, seat, options in found]
        case st.Pay():
            seat, options = pay_options(e, s, env, statement, body, place)
            return [_decision(seat, "pay", body, place, options)]
    raise MatchError(f"nothing is decided in {body_text(body.name)}")


def _decision(seat: int, kind: str, body: Body, place: int, options: list[Option]) -> Decision:
    key = body.name if place < 0 else f"{body.name}/{place}"
    return Decision(seat, kind, body.name, place, key, tuple(options))


def fault_so_far(layout: Layout, s: State) -> str | None:
    """What is wrong with what has been picked, chosen or laid down in the decisions the match waits for.

    None if all of it was offered.
    """
    frame = unpack_frame(layout, s.stack[-1])
    if frame.body.kind == "window":
        return None
    e, env, place = Evaluator(layout), frame.env, frame.place
    statement = frame.body.places[place].statement
    match statement:
        case st.Choose() if s.picks:
            seat, *taken = s.picks[0]
            elements = e.elements(s, env, statement.over)
            most = amounts(e, s, env, statement, len(elements))[1]
            if seat != the_seat(e, s, env, statement.by):
                return "another seat picks now"
            if len({*taken}) != len(taken) or not {*taken} <= {*elements} or len(taken) >= most:
                return "what is picked was not offered"
        case st.SecretChoice():
            for seat, chosen in zip(env[f"#{place}"], env[f"#{place}c"], strict=True):
                offered = e.elements(s, {**env, statement.seats.binder: seat}, statement.over)
                if chosen >= 0 and chosen not in offered:
                    return "what is chosen was not offered"
        case st.Pay():
            order, laid = env[f"#{place}"], env[f"#{place}l"]
            for start in range(0, len(laid), 3):
                then = {**env, f"#{place}i": order.index(laid[start]), f"#{place}l": laid[:start]}
                payable = pay_options(e, s, then, statement, frame.body, place)[1]
                if tuple(laid[start + 1 : start + 3]) not in payable:
                    return "what is laid down was not offered"
    return None


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
