"""Loops, branches, and the statements at which somebody decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from regelwerk.rules import statements as st
from regelwerk.rules.expressions import Set

from . import payments
from .machine import AGAIN, DECIDE, ENTER, NEXT, Machine, Running
from .options import DONE, PASS, Option, amounts, ask_options, picked, the_seat
from .stages import end_body


def advance(m: Machine, frame: Running) -> None:
    """The statement at which the frame stands is done: go on to the next one, or out of its block."""
    place = frame.body.places[frame.place] if frame.place >= 0 else None
    if place is None:
        end_body(m, frame)
        return
    if place.next >= 0:
        frame.place, frame.mode = place.next, ENTER
        return
    if place.parent < 0:
        end_body(m, frame)
        return
    frame.place = place.parent
    parent = frame.body.places[place.parent].statement
    frame.mode = NEXT
    if isinstance(parent, st.ForEach | st.Repeat | st.SecretChoice):
        frame.mode = AGAIN
    elif isinstance(parent, st.Atomic):
        m.s.atomic.pop()
    elif place.slot == "otherwise":
        _leave_nothing(frame, parent)


def _leave_nothing(frame: Running, statement: st.Statement) -> None:
    """What a choice or draw that found nothing leaves behind."""
    if isinstance(statement, st.DrawOne):
        frame.env[statement.binder] = -1
    elif isinstance(statement, st.PickRandom):
        frame.env[statement.over.binder] = -1
    elif isinstance(statement, st.Choose):
        frame.env[statement.over.binder] = -1 if statement.amount in ("one", "maybe") else []


def enter_if(m: Machine, frame: Running, node: st.If) -> None:
    holds = m.evaluator.holds(m.s, frame.env, node.when)
    m.enter_block(frame, "then" if holds else "otherwise")


def enter_for_each(m: Machine, frame: Running, node: st.ForEach) -> None:
    elements = m.evaluator.elements(m.s, frame.env, node.over)
    if node.start is not None:
        start = m.evaluator.value(m.s, frame.env, node.start)
        elements.sort(key=lambda seat: (seat - start) % m.s.players)
    m.charge_round(frame, len(elements))
    frame.env[f"#{frame.place}"] = elements
    frame.env[f"#{frame.place}i"] = -1
    again_for_each(m, frame, node)


def again_for_each(m: Machine, frame: Running, node: st.ForEach) -> None:
    elements = frame.env[f"#{frame.place}"]
    for index in range(frame.env[f"#{frame.place}i"] + 1, len(elements)):
        if m.evaluator.fits(m.s, frame.env, node.over, elements[index]):
            frame.env[f"#{frame.place}i"] = index
            frame.env[node.over.binder] = elements[index]
            m.enter_block(frame, "body", empty=AGAIN)
            return
    frame.mode = NEXT


def enter_repeat(m: Machine, frame: Running, node: st.Repeat) -> None:
    if node.kind == "times" and node.expr is not None:
        frame.env[f"#{frame.place}"] = m.evaluator.value(m.s, frame.env, node.expr)
    again_repeat(m, frame, node)


def again_repeat(m: Machine, frame: Running, node: st.Repeat) -> None:
    if node.kind == "times":
        left = frame.env[f"#{frame.place}"]
        goes_on = left > 0
        frame.env[f"#{frame.place}"] = left - 1
    elif node.kind == "forever":
        goes_on = True
    else:
        goes_on = m.evaluator.holds(m.s, frame.env, node.expr)
    if goes_on:
        m.charge_round(frame)
        m.enter_block(frame, "body", empty=AGAIN)
    else:
        frame.mode = NEXT


def stop(m: Machine, frame: Running, node: st.Stop) -> None:
    """Leave the innermost loop."""
    places = frame.body.places
    loop = places[frame.place].parent
    while loop >= 0 and not isinstance(places[loop].statement, st.ForEach | st.Repeat):
        loop = places[loop].parent
    m.close_blocks(frame, upto=loop)
    frame.place, frame.mode = loop, NEXT
    if loop < 0:
        end_body(m, frame)


def enter_choose(m: Machine, frame: Running, node: st.Choose) -> None:
    the_seat(m.evaluator, m.s, frame.env, node.by)  # is asked for first: that may fail, and use up steps
    elements = m.evaluator.elements(m.s, frame.env, node.over)
    if node.amount in ("one", "maybe"):
        if elements:
            frame.mode = DECIDE
        else:
            _leave_nothing(frame, node)
            m.enter_block(frame, "otherwise")
        return
    low, high = amounts(m.evaluator, m.s, frame.env, node, len(elements))
    if len(elements) < low:
        _leave_nothing(frame, node)
        m.enter_block(frame, "otherwise")
    elif high == 0:
        bind_picks(m, frame, node.over, [])
    elif len(elements) == low:
        bind_picks(m, frame, node.over, elements)
    else:
        frame.mode = DECIDE


def bind_picks(m: Machine, frame: Running, over: Set, elements: list[int]) -> None:
    """A choice of several is made."""
    frame.env[over.binder] = sorted(elements)
    m.s.picks = []
    frame.mode = NEXT


def take_choose(m: Machine, frame: Running, node: st.Choose, seat: int, option: Option) -> None:
    if node.amount == "maybe" and option == PASS:
        _leave_nothing(frame, node)
        m.enter_block(frame, "otherwise")
        return
    if node.amount in ("one", "maybe"):
        frame.env[node.over.binder] = option[0]
        frame.mode = NEXT
        return
    taken = picked(m.s, seat)
    the_seat(m.evaluator, m.s, frame.env, node.by)  # each answer looks at all of it once more
    found = len(m.evaluator.elements(m.s, frame.env, node.over))
    _, high = amounts(m.evaluator, m.s, frame.env, node, found)
    if option == DONE:
        bind_picks(m, frame, node.over, taken)
        return
    taken = [*taken, option[0]]
    if len(taken) == high:
        bind_picks(m, frame, node.over, taken)
    else:
        m.s.picks = [[seat, *taken]]


def enter_ask(m: Machine, frame: Running, node: st.Ask) -> None:
    _, ways = ask_options(m.evaluator, m.s, frame.env, node)
    frame.mode = DECIDE if ways else NEXT


def take_ask(m: Machine, frame: Running, node: st.Ask, seat: int, option: Option) -> None:
    m.enter_block(frame, f"way{option[0]}")


def enter_secret(m: Machine, frame: Running, node: st.SecretChoice) -> None:
    seats = m.evaluator.elements(m.s, frame.env, node.seats)
    frame.env[f"#{frame.place}"] = seats
    frame.env[f"#{frame.place}i"] = -1
    frame.env[f"#{frame.place}c"] = [-1] * len(seats)
    _look(m, frame, node)
    frame.mode = DECIDE


def _look(m: Machine, frame: Running, node: st.SecretChoice) -> None:
    """Look at what every seat may choose."""
    for seat in frame.env[f"#{frame.place}"]:
        m.evaluator.elements(m.s, {**frame.env, node.seats.binder: seat}, node.over)


def take_secret(m: Machine, frame: Running, node: st.SecretChoice, seat: int, option: Option) -> None:
    _look(m, frame, node)
    choices = list(frame.env[f"#{frame.place}c"])
    choices[frame.env[f"#{frame.place}"].index(seat)] = option[0]
    frame.env[f"#{frame.place}c"] = choices


def again_secret(m: Machine, frame: Running, node: st.SecretChoice) -> None:
    """The next seat's choice takes effect."""
    seats, choices = frame.env[f"#{frame.place}"], frame.env[f"#{frame.place}c"]
    index = frame.env[f"#{frame.place}i"] = frame.env[f"#{frame.place}i"] + 1
    if index == len(seats):
        frame.mode = NEXT
        return
    frame.env[node.seats.binder] = seats[index]
    if choices[index] < 0:
        m.enter_block(frame, "otherwise", empty=AGAIN)
        return
    frame.env[node.over.binder] = choices[index]
    if m.listener is not None:
        m.listener.revealed(seats[index], frame.body.name, frame.place, choices[index])
    m.enter_block(frame, "body", empty=AGAIN)


Step = Callable[[Machine, Running, Any], None]

ENTERS: dict[type, Step] = {
    st.If: enter_if,
    st.ForEach: enter_for_each,
    st.Repeat: enter_repeat,
    st.Stop: stop,
    st.Choose: enter_choose,
    st.Ask: enter_ask,
    st.SecretChoice: enter_secret,
    st.Pay: payments.enter,
}
ROUNDS: dict[type, Step] = {
    st.ForEach: again_for_each,
    st.Repeat: again_repeat,
    st.SecretChoice: again_secret,
}
TAKES: dict[type, Callable[[Machine, Running, Any, int, Option], None]] = {
    st.Choose: take_choose,
    st.Ask: take_ask,
    st.SecretChoice: take_secret,
    st.Pay: payments.take,
}
