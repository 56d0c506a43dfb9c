"""Why an action is not offered in an open window: the rules and lines that stand in the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regelwerk.program.errors import body_text
from regelwerk.program.layout import Layout
from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import ActionDecl, ValueType, WindowDecl
from regelwerk.source.numbers import whole_number

from .errors import MatchError
from .evaluate import Env, Evaluator
from .failing import Failing, Fault, Scope
from .inforce import forbidding
from .machine import unpack_frame
from .match import Match
from .options import action_scope, stands_at, used_up, waiting_in
from .state import State
from .text import answer_text, seat_text, thing_text, value_text

Wanted = Sequence[set[int] | None]
"""For each part of an action the elements that are meant; None for any. Shorter than the parts: any."""

_TRIES = 500
_WAYS = 3
"""In so many ways it is told how the same need fails."""
_DECLARED = {
    "opening": "it may only open a chain, and an answer waits here already",
    "answering": "it may only answer, and no answer waits here",
    "by_rules": "only rules declare it",
}
_QUESTION = re.compile(r"\s*(\w+)\s*(?:\((.*)\))?\s*")


class Reason(NamedTuple):
    """`name` is the rule or action that stands in the way, `text` says how, `key` is the line it is about.

    The key is one of `Rules.places`: `rule:NAME`, `need:ACTION.N`, `action:NAME`, or that of the innermost
    test that fails. `names` are the tests that do not hold, and everything that is named where one fails.
    `sort` says in one word what `text` says, and `chain` what fails in it, from the outside in.
    """

    name: str
    text: str
    key: str
    names: tuple[str, ...] = ()
    sort: str = ""
    chain: tuple[str, ...] = ()


def explain_not(match: Match, seat: int, action: str, parts: Wanted = ()) -> list[Reason]:
    """Everything that keeps a seat from declaring an action now, as far as the seat may know.

    Empty if it is offered. A seat that is not asked is told that and no more: neither who is asked nor
    what would keep it then. Raises MatchError if there is no such action.
    """
    if action not in match.layout.action_number:
        raise MatchError(f"there is no action `{action}`")
    s = match.state
    if s.over is None and not any(d.seat == seat for d in match.decisions):
        text = f"{seat_text(seat)} is not asked now"
        return [Reason(action, text, f"action:{action}", sort="not_asked")]
    wanted: list[set[int] | None] = []
    for meant, kind in zip(parts, part_kinds(match.layout, action), strict=False):
        if meant is not None and kind.kind == "thing":
            meant = {thing for thing in meant if s.known[thing] >> seat & 1}
        wanted.append(meant)
    return _found(s, seat, action, wanted, Failing(s, seat))


def why_not(s: State, seat: int, action: str, wanted: Wanted = ()) -> list[Reason]:
    """Everything that keeps a seat from declaring an action now, whoever may know it; empty if it may.

    Where parts can be chosen in several ways, the reasons of each way are given, each once.
    """
    return _found(s, seat, action, wanted, Failing(s))


def _found(s: State, seat: int, action: str, wanted: Wanted, failing: Failing) -> list[Reason]:
    e = Evaluator(s.layout)
    number = s.layout.action_number[action]
    declared = s.layout.actions[number]

    def because(sort: str, text: str) -> Reason:
        return Reason(action, text, f"action:{action}", sort=sort)

    if s.over is not None:
        return [because("ended", f"the game has ended as `{s.over.name}`")]
    if not s.stack:
        return [because("no_window", "the match has not begun")]
    frame = unpack_frame(s.layout, s.stack[-1])
    if frame.body.kind != "window":
        return [
            because(
                "no_window", f"no window is open: {body_text(frame.body.name)} waits for another decision"
            )
        ]
    window = s.layout.windows[frame.body.subject]
    reasons = []
    asked = frame.env["#order"][frame.env["#turn"]]
    if asked != seat:
        reasons.append(
            because("not_asked", f"{seat_text(asked)} is asked in `{window.name}`, not {seat_text(seat)}")
        )
    if window.name not in declared.at:
        listed = ", ".join(f"`{name}`" for name in declared.at)
        return [
            *reasons,
            because("elsewhere", f"the open window is `{window.name}`, it is declared at {listed}"),
        ]
    if not stands_at(declared, bool(waiting_in(s, frame.env))):
        reasons.append(because(declared.declared, _DECLARED[declared.declared]))
    if not all(number in admitted for admitted in s.atomic):
        reasons.append(because("atomic", "an atomic block that is running does not admit it"))
    env = action_scope(e, number, _window_env(window, frame.env), seat)
    ways = _Ways(e, s, declared, wanted, failing)
    if declared.by_where is not None and not e.holds(s, env, declared.by_where):
        misfit = because("by", f"{seat_text(seat)} does not fit its `by ... where`")
        reasons += told(misfit, ways.faults(declared.by_where, env))
    if used_up(e, s, number, seat):
        reasons.append(because("once", f"it has been declared once per `{declared.once_per}`"))
    return reasons or ways.reasons(env)


def _window_env(window: WindowDecl, env: Env) -> Env:
    return {parameter.name: env[parameter.name] for parameter in window.parameters}


class _Ways:
    """The ways to choose the parts of an action, and what stands in the way of each.

    `open` turns false where a seat may not know which ways there are: it is told no more of any then. Of
    a `single` way, with one element named for each part, it is told in any case how far it leads.
    """

    def __init__(self, e: Evaluator, s: State, action: ActionDecl, wanted: Wanted, failing: Failing) -> None:
        self.e, self.s, self.action, self.wanted, self.failing = e, s, action, wanted, failing
        self.info = s.layout.events[s.layout.event_number[action.name]]
        self.kinds = dict(self.info.parameters)
        self.named = len(wanted) >= len(action.parts) and None not in wanted
        self.single = self.named and all(meant is not None and len(meant) < 2 for meant in wanted)
        self.open = True

    def reasons(self, env: Env) -> list[Reason]:
        """Each reason once; empty if there is a way in which nothing stands."""
        found: dict[Reason, list[Fault]] = {}
        for tries, (missing, full, faults) in enumerate(self._fillings(env, 0)):
            if tries == _TRIES:
                break
            if missing is not None:
                found.setdefault(missing, []).extend(faults)
                continue
            against = self._against(full)
            if not against:
                return []
            for reason, more in against:
                found.setdefault(reason, []).extend(more)
        return [
            each for reason, faults in found.items() for each in told(reason, faults if self.open else [])
        ]

    def faults(self, condition: ex.Expression, env: Env) -> list[Fault]:
        """What fails in a condition that does not hold, if that may be told."""
        scope = Scope(env, self.kinds, self.named)
        return [self.failing.of(condition, scope)] if self.failing.may_know(scope) else []

    def _against(self, env: Env) -> list[tuple[Reason, list[Fault]]]:
        """What stands in the way when all parts are chosen."""
        name = self.action.name
        found = [
            (
                Reason(name, _need(self.action, number), f"need:{name}.{number}", sort="need"),
                self.faults(need, env),
            )
            for number, need in enumerate(self.action.needs, 1)
            if not self.e.holds(self.s, env, need)
        ]
        rule = forbidding(self.e, self.s, self.info, env)
        if rule is not None:
            name = self.s.layout.rules[rule.rule].name
            found.append(
                (Reason(name, f"the rule `{name}` forbids it", f"rule:{name}", sort="forbidden"), [])
            )
        return found

    def _fillings(self, env: Env, position: int) -> Iterator[tuple[Reason | None, Env, list[Fault]]]:
        """Every way to choose the parts from `position` on, or the reason why there is none."""
        if position == len(self.action.parts):
            yield None, env, []
            return
        part = self.action.parts[position]
        meant = self.wanted[position] if position < len(self.wanted) else None
        if not (self.single or self.failing.sees_all):
            self.open = self.open and self.failing.elements(part.over, env) is not None
        elements = [x for x in self.e.elements(self.s, env, part.over) if meant is None or x in meant]
        if not elements:
            what = "what is named is not" if meant is not None else f"no {part.over.noun} is"
            text = f"{what} in what it {'targets' if part.target else 'uses'}"
            scope = Scope(env, self.kinds, self.named)
            faults = self.failing.of_part(part.over, scope, meant) if self.failing.may_know(scope) else []
            sort = f"{'not' if meant is not None else 'no'}_{'target' if part.target else 'use'}"
            yield Reason(self.action.name, text, f"action:{self.action.name}", sort=sort), env, faults
        for element in elements:
            yield from self._fillings({**env, part.over.binder: element}, position + 1)


def _need(action: ActionDecl, number: int) -> str:
    return f"its need {number} does not hold" if len(action.needs) > 1 else "its need does not hold"


def told(reason: Reason, faults: Sequence[Fault]) -> list[Reason]:
    """A reason with what fails in it, in each way in which it does; alone where nothing more can be told."""
    names = tuple(dict.fromkeys(name for fault in faults for name in fault.names))
    telling = {fault.chain: fault for fault in faults if fault.chain}
    if not telling:
        return [reason._replace(names=names)]
    found = [
        reason._replace(
            text=f"{reason.text}: {fault.text()}", key=fault.key or reason.key, names=names, chain=fault.chain
        )
        for fault in telling.values()
    ]
    return found[:_WAYS]


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
        parts = "1 part" if len(kinds) == 1 else f"{len(kinds) or 'no'} parts"
        raise MatchError(f"`{found[1]}` has {parts}, not {len(inside)}")
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
        number = whole_number(text)
        found = set() if number is None else {number}
        found |= {n for n in (0, 1) if kind.kind == "flag" and text == value_text(layout, kind, n)}
    if not found:
        raise MatchError(f"`{text}` is nothing that could stand there")
    return found
