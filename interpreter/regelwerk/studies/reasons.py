"""Why an action is offered in an open window, and why not: the rules and needs that decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regelwerk.match.evaluate import Env, Evaluator
from regelwerk.match.inforce import forbidding
from regelwerk.match.machine import unpack_frame
from regelwerk.match.options import action_scope, used_up
from regelwerk.match.state import State
from regelwerk.match.text import seat_text
from regelwerk.rules.declarations import ActionDecl, WindowDecl

Wanted = Sequence[set[int] | None]
"""For each part of an action the elements that are meant; None for any. Shorter than the parts: any."""

_TRIES = 500


class Reason(NamedTuple):
    """`name` is the rule or action that stands in the way, `text` says how."""

    name: str
    text: str


def why_not(s: State, seat: int, action: str, wanted: Wanted = ()) -> list[Reason]:
    """Everything that keeps a seat from declaring an action now; empty if it may.

    Where parts can be chosen in several ways, the reasons of each way are given, each once.
    """
    e = Evaluator(s.layout)
    number = s.layout.action_number[action]
    declared = s.layout.actions[number]
    if s.over is not None:
        return [Reason(action, f"the game has ended as `{s.over.name}`")]
    if not s.stack:
        return [Reason(action, "the match has not begun")]
    frame = unpack_frame(s.layout, s.stack[-1])
    if frame.body.kind != "window":
        return [Reason(action, f"no window is open: `{frame.body.name}` waits for another decision")]
    window = s.layout.windows[frame.body.subject]
    reasons = []
    asked = frame.env["#order"][frame.env["#turn"]]
    if asked != seat:
        reasons.append(
            Reason(action, f"{seat_text(asked)} is asked in `{window.name}`, not {seat_text(seat)}")
        )
    if window.name not in declared.at:
        listed = ", ".join(f"`{name}`" for name in declared.at)
        return [*reasons, Reason(action, f"the open window is `{window.name}`, it is declared at {listed}")]
    if not all(number in admitted for admitted in s.atomic):
        reasons.append(Reason(action, "an atomic block that is running does not admit it"))
    env = action_scope(e, number, _window_env(window, frame.env), seat)
    if not e.holds(s, env, declared.by_where):
        reasons.append(Reason(action, f"{seat_text(seat)} does not fit its `by ... where`"))
    if used_up(e, s, number, seat):
        reasons.append(Reason(action, f"it has been declared once per `{declared.once_per}`"))
    return reasons or _of_parts(e, s, declared, env, wanted)


def _window_env(window: WindowDecl, env: Env) -> Env:
    return {parameter.name: env[parameter.name] for parameter in window.parameters}


def _of_parts(e: Evaluator, s: State, action: ActionDecl, env: Env, wanted: Wanted) -> list[Reason]:
    info = s.layout.events[s.layout.event_number[action.name]]
    reasons: list[Reason] = []
    for tries, (missing, full) in enumerate(_fillings(e, s, action, env, wanted, 0)):
        if tries == _TRIES:
            break
        if missing is not None:
            reasons.append(missing)
            continue
        found = [
            Reason(
                action.name,
                f"its need {number} does not hold" if len(action.needs) > 1 else "its need does not hold",
            )
            for number, need in enumerate(action.needs, 1)
            if not e.holds(s, full, need)
        ]
        rule = forbidding(e, s, info, full)
        if rule >= 0:
            name = s.layout.rules[rule].name
            found.append(Reason(name, f"the rule `{name}` forbids it"))
        if not found:
            return []
        reasons += found
    return list(dict.fromkeys(reasons))


def _fillings(
    e: Evaluator, s: State, action: ActionDecl, env: Env, wanted: Wanted, position: int
) -> Iterator[tuple[Reason | None, Env]]:
    """Every way to choose the parts from `position` on, or the reason why there is none."""
    if position == len(action.parts):
        yield None, env
        return
    part = action.parts[position]
    meant = wanted[position] if position < len(wanted) else None
    elements = [x for x in e.elements(s, env, part.over) if meant is None or x in meant]
    if not elements:
        what = "what is named is not" if meant is not None else f"no {part.over.noun} is"
        yield Reason(action.name, f"{what} in what it {'targets' if part.target else 'uses'}"), env
    for element in elements:
        yield from _fillings(e, s, action, {**env, part.over.binder: element}, wanted, position + 1)
