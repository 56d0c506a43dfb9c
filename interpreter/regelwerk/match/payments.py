"""Carrying out a payment: who is asked, when it is covered, and what happens on payment."""

from __future__ import annotations

from regelwerk.program.errors import RuleError
from regelwerk.rules import statements as st

from . import knowledge
from .machine import BACK, DECIDE, NEXT, Machine, Running
from .options import PASS, Option
from .paying import flow, laid_sources, needs_of, supplies_of, together

PAID = -1
"""The passes of a payment that is covered: what was laid down is being paid."""


def enter(m: Machine, frame: Running, node: st.Pay) -> None:
    """Begin a payment, or go on after something was paid."""
    if frame.mode == BACK:
        _pay_next(m, frame)
        return
    seats = m.evaluator.seats(m.s, frame.env, node.by)
    if node.start is not None:
        start = m.evaluator.value(m.s, frame.env, node.start)
        seats = sorted(seats, key=lambda seat: (seat - start) % m.s.players)
    if not seats:
        raise RuleError("nobody is there to pay")
    place = frame.place
    frame.env.update({f"#{place}": list(seats), f"#{place}i": 0, f"#{place}p": 0, f"#{place}l": []})
    if needs_of(m.evaluator, m.s, frame.env, node).total == 0:
        _covered(m, frame, node)
    else:
        frame.mode = DECIDE


def take(m: Machine, frame: Running, node: st.Pay, seat: int, option: Option) -> None:
    """A seat lays something down, declines or passes."""
    place, env = frame.place, frame.env
    order = env[f"#{place}"]
    if option != PASS:
        env[f"#{place}l"] = [*env[f"#{place}l"], seat, *option]
        env[f"#{place}p"] = 0
        if node.mode == "group" and m.layout.payments[node.payment].means[option[0]].over is not None:
            knowledge.show(m.s, [option[1]], list(range(m.s.players)))
        needs = needs_of(m.evaluator, m.s, env, node)
        seats = order if node.mode == "group" else [seat]
        supplies = supplies_of(m.evaluator, m.s, needs, seats)
        if flow(laid_sources(supplies, env[f"#{place}l"]), needs.demands) == needs.total:
            _covered(m, frame, node)
        return
    if node.mode == "group":
        env[f"#{place}p"] += 1
        env[f"#{place}i"] = (env[f"#{place}i"] + 1) % len(order)
        failed = env[f"#{place}p"] == len(order)
    else:
        env[f"#{place}i"] += 1
        failed = node.mode == "one" or env[f"#{place}i"] == len(order)
    if failed:
        m.enter_block(frame, "otherwise")


def _covered(m: Machine, frame: Running, node: st.Pay) -> None:
    place = frame.place
    needs = needs_of(m.evaluator, m.s, frame.env, node)
    frame.env[f"#{place}p"] = PAID
    frame.env[f"#{place}l"] = together(needs, frame.env[f"#{place}l"])
    _pay_next(m, frame)


def _pay_next(m: Machine, frame: Running) -> None:
    """Pay the next thing laid down; after the last one the statement's `then` happens."""
    node = frame.body.places[frame.place].statement
    assert isinstance(node, st.Pay)
    payment = m.layout.payments[node.payment]
    laid = frame.env[f"#{frame.place}l"]
    while laid:
        (seat, number, what), laid = laid[:3], laid[3:]
        frame.env[f"#{frame.place}l"] = laid
        means = payment.means[number]
        if means.then is None:
            continue
        env = {payment.payer: seat}
        binder = means.over.binder if means.over is not None else means.amount
        if binder is not None:
            env[binder] = what
        frame.mode = BACK
        m.call_body(m.layout.body(f"payment:{payment.name}:{number}"), env)
        return
    frame.mode = NEXT
    m.enter_block(frame, "then")
