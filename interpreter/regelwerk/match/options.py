"""The options of choices, ways, secret choices and windows, computed from a state alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from regelwerk.program.answers import TAKES_EFFECT, things_of_answers, waits_with
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import EventInfo
from regelwerk.program.things import SEAT
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ActionDecl, WindowDecl
from regelwerk.rules.expressions import Expression, Set

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


def distinct(e: Evaluator, s: State, over: Set, elements: Sequence[int]) -> list[int]:
    """The elements without those that look like an earlier one: same row, zone and stored attributes."""
    tables = e.layout.tables
    if over.noun not in tables.types:
        return list(elements)
    lying = Counter((tables.row_of[thing], s.at[thing]) for thing in elements if thing >= 0)
    seen = set()
    result = []
    for thing in elements:
        if thing >= 0 and lying[tables.row_of[thing], s.at[thing]] == 1:
            result.append(thing)
            continue
        key = alike_key(s, thing)
        if key not in seen:
            seen.add(key)
            result.append(thing)
    return result


def alike_key(s: State, thing: int) -> tuple[int, ...]:
    """Two things look alike if their keys are equal."""
    tables = s.layout.tables
    if thing < 0 or tables.row_of[thing] < 0:
        return (-1, thing)
    key = [tables.row_of[thing], s.at[thing]]
    if _told_apart(s, thing):
        key.append(thing)
    for number, column in enumerate(tables.columns):
        if column.type in tables.types and column.first <= thing < column.first + column.count:
            start = (thing - column.first) * column.members
            key.extend(s.columns[number][start : start + column.members])
    return tuple(key)


def _told_apart(s: State, thing: int) -> bool:
    """Something lies in a zone of its own, an attribute of a seat or of a known lasting thing names it, or an
    answer about it waits and it is known."""
    tables, everyone = s.layout.tables, (1 << s.players) - 1
    if s.answers and s.known[thing] == everyone:
        parts = [things_of_answers(s.layout, number) for number in range(len(s.layout.actions))]
        if waits_with(s, thing, parts):
            return True
    for zone in tables.zones.values():
        number = thing - zone.first_owner
        if zone.owner in tables.types and 0 <= number < zone.count and s.zones[zone.first + number]:
            return True
    for number, column in enumerate(tables.columns):
        if column.type in tables.passing or column.kind.kind != "thing":
            continue
        named = tables.types[column.kind.name or ""]
        if not named.first <= thing < named.last:
            continue
        for place, value in enumerate(s.columns[number]):
            owner = column.first + place // column.members
            if value == thing and (column.type == SEAT or s.known[owner] == everyone):
                return True
    return False


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


def choose_options(e: Evaluator, s: State, env: Env, choose: st.Choose) -> tuple[int, list[Option]]:
    """The seat that chooses and its options."""
    seat = the_seat(e, s, env, choose.by)
    elements = e.elements(s, env, choose.over)
    if choose.amount in ("one", "maybe"):
        single: list[Option] = [(element,) for element in distinct(e, s, choose.over, elements)]
        return seat, [*single, PASS] if choose.amount == "maybe" else single
    taken = picked(s, seat)
    rest = [element for element in elements if element not in taken]
    options: list[Option] = [(element,) for element in distinct(e, s, choose.over, rest)]
    low, _ = amounts(e, s, env, choose, len(elements))
    if choose.amount != "exactly" and len(taken) >= low:
        options.append(DONE)
    return seat, options


def ask_options(e: Evaluator, s: State, env: Env, ask: st.Ask) -> tuple[int, list[Option]]:
    """The seat that is asked and the ways open to it."""
    options: list[Option] = [(n,) for n, way in enumerate(ask.ways) if e.holds(s, env, way.when)]
    return the_seat(e, s, env, ask.by), options


def secret_options(
    e: Evaluator, s: State, env: Env, secret: st.SecretChoice, place: int
) -> list[tuple[int, int, list[Option]]]:
    """For every seat that has not answered and has something to choose: its index, the seat, its options."""
    result: list[tuple[int, int, list[Option]]] = []
    for index, seat in enumerate(env[f"#{place}"]):
        if env[f"#{place}c"][index] >= 0:
            continue
        inner = {**env, secret.seats.binder: seat}
        elements = e.elements(s, inner, secret.over)
        if elements:
            result.append((index, seat, [(element,) for element in distinct(e, s, secret.over, elements)]))
    return result


def window_options(e: Evaluator, s: State, window: WindowDecl, env: Env, seat: int) -> list[Option]:
    """The actions a seat may declare in an open window, then `pass`."""
    options: list[Option] = []
    waits = bool(waiting_in(s, env))
    with e.remembering():
        for number in e.layout.window_actions[window.name]:
            if not stands_at(e.layout.actions[number], waits):
                continue
            if all(number in admitted for admitted in s.atomic):
                options.extend(_action_options(e, s, number, window, env, seat))
    asked = {} if window.asked is None else {window.asked: seat}
    if not options or e.holds(s, {**env, **asked}, window.passing):
        options.append(PASS)
    return options


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
    action = e.layout.actions[number]
    info = e.layout.events[e.layout.event_number[action.name]]
    bare = {p.name: window_env[p.name] for p in window.parameters}
    env = action_scope(e, number, bare, seat)
    if not e.holds(s, env, action.by_where) or used_up(e, s, number, seat):
        return
    for parts, full in _parts(e, s, action, env):
        if not all(e.holds(s, full, need) for need in action.needs):
            continue
        if forbidding(e, s, info, full) is None:
            yield (number, *parts)


def _parts(e: Evaluator, s: State, action: ActionDecl, env: Env) -> Iterator[tuple[list[int], Env]]:
    """Every way to fill the parts, the first part turning slowest."""
    if not action.parts:
        yield [], env
        return
    iterators = [iter(distinct(e, s, action.parts[0].over, e.elements(s, env, action.parts[0].over)))]
    chosen: list[int] = []
    scope = dict(env)
    while iterators:
        depth = len(iterators) - 1
        del chosen[depth:]
        for later in action.parts[depth:]:
            scope.pop(later.over.binder, None)
        element = next(iterators[-1], None)
        if element is None:
            iterators.pop()
            continue
        chosen.append(element)
        scope[action.parts[depth].over.binder] = element
        if len(iterators) == len(action.parts):
            yield list(chosen), dict(scope)
        else:
            over = action.parts[len(iterators)].over
            iterators.append(iter(distinct(e, s, over, e.elements(s, scope, over))))


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
        if part.target and env[part.over.binder] not in e.elements(s, env, part.over):
            return "target", part.over.binder
    for number, need in enumerate(action.needs, 1):
        if not e.holds(s, env, need):
            return "need", str(number)
    return "", ""
