"""Carrying out a payment: who is asked, when it is covered, and what happens on payment."""

from __future__ import annotations

from regelwerk.rules import statements as st

from . import knowledge
from .machine import BACK, DECIDE, NEXT, Machine, Running
from .options import PASS, Option
from .paying import flow, laid_sources, needs_of, supplies_of, together

PAID = -1
"""The passes of a payment that is covered: what was laid down is spent, and what it leads to happens."""
SPENDING = -2
"""This less three for each thing or number of units already spent are the passes of a payment that is
covered and being spent. Nobody decides meanwhile, so no save has them."""


def enter(m: Machine, frame: Running, node: st.Pay) -> None:
    """Begin a payment, or go on after something was paid."""
    if frame.mode == BACK:
        _go_on(m, frame)
        return
    seats = m.evaluator.seats(m.s, frame.env, node.by)
    if node.start is not None:
        start = m.evaluator.value(m.s, frame.env, node.start)
        seats = sorted(seats, key=lambda seat: (seat - start) % m.s.players)
    place = frame.place
    frame.env.update({f"#{place}": list(seats), f"#{place}i": 0, f"#{place}p": 0, f"#{place}l": []})
    if needs_of(m.evaluator, m.s, frame.env, node).total == 0:
        _covered(m, frame, node)
    elif seats:
        frame.mode = DECIDE
    else:
        m.enter_block(frame, "otherwise")


def take(m: Machine, frame: Running, node: st.Pay, seat: int, option: Option) -> None:
    """A seat lays something down, declines or passes."""
    place, env = frame.place, frame.env
    order = env[f"#{place}"]
    if option != PASS:
        env[f"#{place}l"] = [*env[f"#{place}l"], seat, *option]
        env[f"#{place}p"] = 0
        if node.mode == "group" and m.layout.payments[node.payment].means[option[0]].over is not None:
            knowledge.show(m.s, [option[1]], list(range(m.s.players)))
        seats = order if node.mode == "group" else [seat]
        with m.evaluator.free(m.s):
            needs = needs_of(m.evaluator, m.s, env, node)
        with m.evaluator.free(m.s):
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
    with m.evaluator.free(m.s):
        needs = needs_of(m.evaluator, m.s, frame.env, node)
    frame.env[f"#{place}p"] = SPENDING
    frame.env[f"#{place}l"] = together(needs, frame.env[f"#{place}l"])
    _go_on(m, frame)


def _go_on(m: Machine, frame: Running) -> None:
    """Spend all that was laid down, one after the other; only then does what it leads to happen, in the
    same order, and at last the statement's `then`."""
    node = frame.body.places[frame.place].statement
    assert isinstance(node, st.Pay)
    laid, env, p = frame.env[f"#{frame.place}l"], frame.env, frame.place
    if env[f"#{p}p"] <= SPENDING:
        start = SPENDING - env[f"#{p}p"]
        if start < len(laid):
            m.charge_round(frame)
            env[f"#{p}p"] -= 3
            _run(m, frame, "spent", node.payment, laid[start : start + 3])
            return
        env[f"#{p}p"] = PAID
    if laid:
        m.charge_round(frame)
        env[f"#{p}l"] = laid[3:]
        _run(m, frame, "payment", node.payment, laid[:3])
        return
    frame.mode = NEXT
    m.enter_block(frame, "then")


def _run(m: Machine, frame: Running, kind: str, name: str, laid: list[int]) -> None:
    """Begin a body of the means with which something was laid down (seat, means, thing or units)."""
    seat, number, what = laid
    payment = m.layout.payments[name]
    means = payment.means[number]
    env = {payment.payer: seat}
    binder = means.over.binder if means.over is not None else means.amount
    if binder is not None:
        env[binder] = what
    frame.mode = BACK
    m.call_body(m.layout.body(f"{kind}:{name}:{number}"), env)
