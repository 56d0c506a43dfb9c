"""Why an action is not offered in an open window: the rules and lines that stand in the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regelwerk.program.layout import Layout
from regelwerk.rules.declarations import ActionDecl, ValueType, WindowDecl

from .errors import MatchError
from .evaluate import Env, Evaluator
from .inforce import forbidding
from .machine import unpack_frame
from .match import Match
from .options import action_scope, stands_at, used_up, waiting_in
from .state import State
from .text import answer_text, seat_text, thing_text, value_text

Wanted = Sequence[set[int] | None]
"""For each part of an action the elements that are meant; None for any. Shorter than the parts: any."""

_TRIES = 500
_DECLARED = {
    "opening": "it may only open a chain, and an answer waits here already",
    "answering": "it may only answer, and no answer waits here",
    "by_rules": "only rules declare it",
}
_QUESTION = re.compile(r"\s*(\w+)\s*(?:\((.*)\))?\s*")


class Reason(NamedTuple):
    """`name` is the rule or action that stands in the way, `text` says how, `key` is the line it is about.

    The key is one of `Rules.places`: `rule:NAME`, `need:ACTION.N` or `action:NAME`.
    """

    name: str
    text: str
    key: str


def explain_not(match: Match, seat: int, action: str, parts: Wanted = ()) -> list[Reason]:
    """Everything that keeps a seat from declaring an action now, as far as the seat may know.

    Empty if it is offered. A seat that is not asked is told that and no more: neither who is asked nor
    what would keep it then. Raises MatchError if there is no such action.
    """
    if action not in match.layout.action_number:
        raise MatchError(f"there is no action `{action}`")
    s = match.state
    if s.over is None and not any(d.seat == seat for d in match.decisions):
        return [Reason(action, f"{seat_text(seat)} is not asked now", f"action:{action}")]
    wanted: list[set[int] | None] = []
    for meant, kind in zip(parts, part_kinds(match.layout, action), strict=False):
        if meant is not None and kind.kind == "thing":
            meant = {thing for thing in meant if s.known[thing] >> seat & 1}
        wanted.append(meant)
    return why_not(s, seat, action, wanted)


def why_not(s: State, seat: int, action: str, wanted: Wanted = ()) -> list[Reason]:
    """Everything that keeps a seat from declaring an action now, whoever may know it; empty if it may.

    Where parts can be chosen in several ways, the reasons of each way are given, each once.
    """
    e = Evaluator(s.layout)
    number = s.layout.action_number[action]
    declared = s.layout.actions[number]

    def because(text: str) -> Reason:
        return Reason(action, text, f"action:{action}")

    if s.over is not None:
        return [because(f"the game has ended as `{s.over.name}`")]
    if not s.stack:
        return [because("the match has not begun")]
    frame = unpack_frame(s.layout, s.stack[-1])
    if frame.body.kind != "window":
        return [because(f"no window is open: `{frame.body.name}` waits for another decision")]
    window = s.layout.windows[frame.body.subject]
    reasons = []
    asked = frame.env["#order"][frame.env["#turn"]]
    if asked != seat:
        reasons.append(because(f"{seat_text(asked)} is asked in `{window.name}`, not {seat_text(seat)}"))
    if window.name not in declared.at:
        listed = ", ".join(f"`{name}`" for name in declared.at)
        return [*reasons, because(f"the open window is `{window.name}`, it is declared at {listed}")]
    if not stands_at(declared, bool(waiting_in(s, frame.env))):
        reasons.append(because(_DECLARED[declared.declared]))
    if not all(number in admitted for admitted in s.atomic):
        reasons.append(because("an atomic block that is running does not admit it"))
    env = action_scope(e, number, _window_env(window, frame.env), seat)
    if not e.holds(s, env, declared.by_where):
        reasons.append(because(f"{seat_text(seat)} does not fit its `by ... where`"))
    if used_up(e, s, number, seat):
        reasons.append(because(f"it has been declared once per `{declared.once_per}`"))
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
            Reason(action.name, _need(action, number), f"need:{action.name}.{number}")
            for number, need in enumerate(action.needs, 1)
            if not e.holds(s, full, need)
        ]
        rule = forbidding(e, s, info, full)
        if rule is not None:
            name = s.layout.rules[rule.rule].name
            found.append(Reason(name, f"the rule `{name}` forbids it", f"rule:{name}"))
        if not found:
            return []
        reasons += found
    return list(dict.fromkeys(reasons))


def _need(action: ActionDecl, number: int) -> str:
    return f"its need {number} does not hold" if len(action.needs) > 1 else "its need does not hold"


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
        text = f"{what} in what it {'targets' if part.target else 'uses'}"
        yield Reason(action.name, text, f"action:{action.name}"), env
    for element in elements:
        yield from _fillings(e, s, action, {**env, part.over.binder: element}, wanted, position + 1)


def part_kinds(layout: Layout, action: str) -> list[ValueType]:
    """The kinds of the parts of an action."""
    declared = layout.actions[layout.action_number[action]]
    info = layout.events[layout.event_number[action]]
    return [kind for _, kind in info.parameters[1 : len(declared.parts) + 1]]


def asked_about(match: Match, text: str) -> tuple[str, list[set[int]]]:
    """The action and the parts that `cast(bolt)` asks about: what may be meant by each part.

    A thing is named by its row, as in options. Raises MatchError for what is no action, or no part.
    """
    layout = match.layout
    found = _QUESTION.fullmatch(text)
    if found is None or found[1] not in layout.action_number:
        raise MatchError(f"there is no action `{text if found is None else found[1]}`")
    inside = found[2].split(",") if found[2] and found[2].strip() else []
    kinds = part_kinds(layout, found[1])
    if len(inside) > len(kinds):
        raise MatchError(f"`{found[1]}` has {len(kinds)} parts, not {len(inside)}")
    return found[1], [_elements(match, kind, part.strip()) for kind, part in zip(kinds, inside, strict=False)]


def _elements(match: Match, kind: ValueType, text: str) -> set[int]:
    layout = match.layout
    if kind.kind == "thing":
        things = range(len(layout.tables.row_of))
        found = {t for t in things if text in (thing_text(layout, t), thing_text(layout, t, True))}
    elif kind.kind == "seat":
        found = {seat for seat in range(layout.players) if text == seat_text(seat)}
    elif kind.kind == "enum":
        members = layout.tables.enums[kind.name or ""]
        found = {members.index(text)} if text in members else set()
    elif kind.kind == "answer":
        names = [layout.actions[row[0]].name for row in match.state.answers]
        found = {n for n, name in enumerate(names) if text in (name, answer_text(match.state, n))}
    else:
        found = {int(text)} if text.lstrip("-").isdigit() and len(text) < 12 else set()
        found |= {n for n in (0, 1) if kind.kind == "flag" and text == value_text(layout, kind, n)}
    if not found:
        raise MatchError(f"`{text}` is nothing that could stand there")
    return found
