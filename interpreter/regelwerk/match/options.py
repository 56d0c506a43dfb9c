"""The options of choices, ways, secret choices and windows, computed from a state alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from regelwerk.program.answers import TAKES_EFFECT
from regelwerk.program.bounds import too_many_options
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import EventInfo
from regelwerk.program.points import Body
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ActionDecl, WindowDecl
from regelwerk.rules.expressions import Expression

from .alike import Eyes, distinct, eyes_at
from .evaluate import Env, Evaluator
from .inforce import forbidding
from .state import State

Option = tuple[int, ...]
PASS: Option = (-1,)
DONE: Option = (-2,)


def the_seat(e: Evaluator, s: State, env: Env, by: Expression) -> int:
    """The seat that decides. Raises RuleError if it is none."""
    seat: int = e.value(s, env, by)
    if seat < 0:
        raise RuleError("nobody is there to decide: the seat is none")
    return seat


def amounts(e: Evaluator, s: State, env: Env, choose: st.Choose, found: int) -> tuple[int, int]:
    """The least and the greatest number of elements a choice of several takes of `found` ones."""
    number = 0 if choose.number is None else max(0, e.value(s, env, choose.number))
    if choose.amount == "exactly":
        return number, number
    if choose.amount == "at_least":
        return number, max(found, number)
    return 0, min(found, number) if choose.amount == "up_to" else found


def picked(s: State, seat: int) -> list[int]:
    """What the seat has picked so far of its decision."""
    for row in s.picks:
        if row[0] == seat:
            return row[1:]
    return []


def options_of(found: Sequence[int], e: Evaluator) -> list[Option]:
    """An option for each thing that is offered. Raises TooMuch if they are too many."""
    refuse_many(e, len(found))
    return [(element,) for element in found]


def refuse_many(e: Evaluator, options: int) -> None:
    """Raise TooMuch if a seat is offered so many options and that is too many."""
    most = e.layout.game.bounds.options
    if options > most:
        too_many_options(most)


def choose_options(
    e: Evaluator, s: State, env: Env, choose: st.Choose, body: Body, place: int
) -> tuple[int, list[Option]]:
    """The seat that chooses at a place of a body, and its options."""
    seat = the_seat(e, s, env, choose.by)
    elements = e.elements(s, env, choose.over)
    noun, eyes = choose.over.noun, eyes_at(e.layout, body, place, env, seat)
    if choose.amount in ("one", "maybe"):
        single = options_of(distinct(e.layout, s, noun, elements, eyes), e)
        return seat, [*single, PASS] if choose.amount == "maybe" else single
    taken = picked(s, seat)
    gone = Counter(taken)
    rest = []
    for element in elements:
        if gone[element] > 0:
            gone[element] -= 1
        else:
            rest.append(element)
    options = options_of(distinct(e.layout, s, noun, rest, eyes), e)
    low, _ = amounts(e, s, env, choose, len(elements))
    if choose.amount != "exactly" and len(taken) >= low:
        options.append(DONE)
    return seat, options


def ask_options(e: Evaluator, s: State, env: Env, ask: st.Ask) -> tuple[int, list[Option]]:
    """The seat that is asked and the ways open to it."""
    seat = the_seat(e, s, env, ask.by)
    return seat, [(n,) for n, way in enumerate(ask.ways) if e.holds(s, env, way.when)]


def secret_options(
    e: Evaluator, s: State, env: Env, secret: st.SecretChoice, body: Body, place: int
) -> list[tuple[int, int, list[Option]]]:
    """For every seat that has not answered and has something to choose: its index, the seat, its options."""
    result: list[tuple[int, int, list[Option]]] = []
    seats = env[f"#{place}"]
    found = [e.elements(s, {**env, secret.seats.binder: seat}, secret.over) for seat in seats]
    counts = Counter(element for elements in found for element in set(elements))
    shared = [element for element, count in counts.items() if count > 1]
    for index, (seat, elements) in enumerate(zip(seats, found, strict=True)):
        if env[f"#{place}c"][index] < 0 and elements:
            # Whoever chooses what others may choose as well meets them there.
            eyes = eyes_at(e.layout, body, place, env, seat).also(shared)
            offered = distinct(e.layout, s, secret.over.noun, elements, eyes)
            result.append((index, seat, options_of(offered, e)))
    return result


def window_options(e: Evaluator, s: State, window: WindowDecl, env: Env, seat: int) -> list[Option]:
    """The actions a seat may declare in an open window, then `pass`."""
    options: list[Option] = []
    e.charge(s, e.counting.asks[window.name])
    waits = bool(waiting_in(s, env))
    with e.remembering():
        for number in e.layout.window_actions[window.name]:
            if not stands_at(e.layout.actions[number], waits):
                continue
            if all(number in admitted for admitted in s.atomic):
                with naming(e.layout.actions[number]):
                    for option in _action_options(e, s, number, window, env, seat):
                        options.append(option)
                        refuse_many(e, len(options))
    asked = {} if window.asked is None else {window.asked: seat}
    if not options or e.holds(s, {**env, **asked}, window.passing):
        options.append(PASS)
    return options


@contextmanager
def naming(action: ActionDecl) -> Iterator[None]:
    """Errors of the rules inside are those of an action that is looked at."""
    try:
        yield
    except RuleError as error:
        error.body = error.body or f"action:{action.name}"
        raise


def waiting_in(s: State, env: Env) -> list[int]:
    """The answers of a window (by its hidden locals) that have not taken effect, cancelled ones included."""
    return [n for n in range(env["#base"], len(s.answers)) if s.answers[n][1] != TAKES_EFFECT]


def stands_at(action: ActionDecl, waits: bool) -> bool:
    """Whether a seat may declare an action where an answer waits, or where none does."""
    return action.declared == "any" or action.declared == ("answering" if waits else "opening")


def action_scope(e: Evaluator, number: int, window_env: Env, seat: int) -> Env:
    """What an action sees before its parts are chosen: who declares it, and the window's parameters."""
    action = e.layout.actions[number]
    info = e.layout.events[e.layout.event_number[action.name]]
    own = {action.by, *(part.over.binder for part in action.parts)}
    env: Env = {name: window_env.get(name, -1) for name, _ in info.parameters if name not in own}
    env[action.by] = seat
    return env


def _action_options(
    e: Evaluator, s: State, number: int, window: WindowDecl, window_env: Env, seat: int
) -> Iterator[Option]:
    """The ways in which a seat may declare an action."""
    action = e.layout.actions[number]
    info = e.layout.events[e.layout.event_number[action.name]]
    bare = {p.name: window_env[p.name] for p in window.parameters}
    env = action_scope(e, number, bare, seat)
    window_body = e.layout.body(f"window:{window.name}")
    eyes = eyes_at(e.layout, window_body, -1, bare, seat)
    with e.free_unless(s, e.layout.prospects[number].is_open(s.at)):
        if not e.holds(s, env, action.by_where) or used_up(e, s, number, seat):
            return
        for parts, full in _parts(e, s, info, env, eyes):
            needed = all(e.holds(s, full, need) for need in action.needs)
            if needed and forbidding(e, s, info, full) is None:
                yield (number, *parts)


def _parts(
    e: Evaluator, s: State, info: EventInfo, env: Env, eyes: Eyes, chosen: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Env]]:
    """Every way to fill the parts, the first part turning slowest, and what is seen then."""
    action = e.layout.actions[info.action]
    part = len(chosen)
    if part == len(action.parts):
        yield chosen, env
        return
    over, costly = action.parts[part].over, e.layout.prospects[info.action].parts[part]
    kinds = [kind for _, kind in info.parameters[1:]]
    before = [value for value, kind in zip(chosen, kinds, strict=False) if kind.kind == "thing"]
    # Told apart from what the parts before it are.
    elements = distinct(e.layout, s, over.noun, e.elements(s, env, over, costly), eyes.also(before))
    counted = [element for element in elements if costly is None or element in costly]
    e.charge(s, len(counted) * e.counting.parts[info.action][part])
    for element in elements:
        with e.free_unless(s, costly is None or element in costly):
            yield from _parts(e, s, info, {**env, over.binder: element}, eyes, (*chosen, element))


def used_up(e: Evaluator, s: State, number: int, seat: int) -> bool:
    """Whether the seat has used an action of which there is one in a span, or it waits to take effect."""
    action = e.layout.actions[number]
    if action.once_per is None:
        return False
    if any(row[0] == number and row[2] == seat and row[1] != TAKES_EFFECT for row in s.answers):
        return True
    span = e.layout.span_of(action.once_per)
    event = e.layout.event_number[action.name]
    query = e.layout.query_number[event, span, (action.by,)]
    return s.levels[span] > 0 and s.counts[query].get((seat,), 0) > 0


def what_fails(e: Evaluator, s: State, info: EventInfo, args: Sequence[Any]) -> tuple[str, str]:
    """What no longer holds of a declared action that is to take effect; two empty texts if all does.

    `target` with the binder of a part that is not possible any more, or `need` with its number.
    """
    action = e.layout.actions[info.action]
    env = {name: value for (name, _), value in zip(info.parameters, args, strict=True)}
    for part in action.parts:
        if part.target and not e.holds_element(s, env, part.over, env[part.over.binder]):
            return "target", part.over.binder
    for number, need in enumerate(action.needs, 1):
        if not e.holds(s, env, need):
            return "need", str(number)
    return "", ""
