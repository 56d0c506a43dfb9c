"""Which things are offered as one: those of which nothing that rules may ask says different things.

A thing is judged with the eyes of the seat that decides; what this seat does not know tells nothing apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from regelwerk.program.answers import things_of_answers, waits_with
from regelwerk.program.ending import Decision, Option
from regelwerk.program.layout import Layout
from regelwerk.program.points import Body
from regelwerk.program.things import SEAT, ZONE_ORDERED
from regelwerk.program.told_apart import (
    Positions,
    captured_things,
    cells_naming,
    columns_naming,
    history_of_things,
    put_off_things,
    spoken_of,
    spoken_of_at,
)

from .state import State


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks at things: the seat that decides, and the things of which its question still speaks."""

    seat: int
    spoken_of: frozenset[int] = frozenset()

    def also(self, things: Iterable[int]) -> Eyes:
        """The same seat, when it has named these things too."""
        return Eyes(self.seat, self.spoken_of.union(things))


def eyes_at(layout: Layout, body: Body, place: int, env: Mapping[str, Any], seat: int) -> Eyes:
    """The eyes of a seat at a choice (or, at the place -1, in the window that the body is)."""
    named = (
        spoken_of(layout, body, place) if place >= 0 else spoken_of_at(layout, layout.windows[body.subject])
    )
    return Eyes(seat, frozenset(thing for name in named for thing in _spoken(env, name)))


def _spoken(env: Mapping[str, Any], name: str) -> Sequence[int]:
    """The things that a name stands for; of a loop those whose turn is still to come."""
    if name.startswith("#"):
        rest: Sequence[int] = env[name][env[f"{name}i"] + 1 :]
        return rest
    return _each(env[name])


def eyes_of(s: State, decision: Decision, chosen: Option = ()) -> Eyes:
    """The eyes of the seat that decides now, after it has chosen the first parts of an action."""
    body = s.layout.body(decision.body)
    number, point, values = s.stack[-1]
    names = s.layout.bodies[number].points[point].names
    eyes = eyes_at(s.layout, body, decision.place, dict(zip(names, values, strict=True)), decision.seat)
    if decision.kind == "secret":
        # What others may choose as well is offered apart, though nothing else tells it apart.
        offered = [option[0] for option in decision.options]
        counts = Counter(alike_key(s, thing, eyes) for thing in offered if thing >= 0)
        return eyes.also(thing for thing in offered if thing >= 0 and counts[alike_key(s, thing, eyes)] > 1)
    if decision.kind != "window" or len(chosen) < 2:
        return eyes
    action = s.layout.actions[chosen[0]]
    kinds = [kind for _, kind in s.layout.events[s.layout.event_number[action.name]].parameters[1:]]
    return eyes.also(part for part, kind in zip(chosen[1:], kinds, strict=False) if kind.kind == "thing")


def distinct(layout: Layout, s: State, noun: str, elements: Sequence[int], eyes: Eyes) -> list[int]:
    """The elements of a kind without those that are like an earlier one, or the same."""
    tables = layout.tables
    if noun not in tables.types:
        return list(dict.fromkeys(elements))
    lying = Counter((tables.row_of[thing], s.at[thing]) for thing in elements if thing >= 0)
    seen = set()
    result = []
    for thing in elements:
        if thing >= 0 and lying[tables.row_of[thing], s.at[thing]] == 1:
            result.append(thing)
            continue
        key = alike_key(s, thing, eyes)
        if key not in seen:
            seen.add(key)
            result.append(thing)
    return result


def alike_key(s: State, thing: int, eyes: Eyes) -> tuple[Any, ...]:
    """Two things are alike if their keys are equal."""
    tables = s.layout.tables
    if thing < 0 or tables.row_of[thing] < 0:
        return (-1, thing)
    key: list[Any] = [tables.row_of[thing], s.at[thing], s.known[thing]]
    if _like_no_other(s, thing, eyes):
        key.append(thing)
    for number, column in enumerate(tables.columns):
        if column.type in tables.types and column.first <= thing < column.first + column.count:
            start = (thing - column.first) * column.members
            key.extend(s.columns[number][start : start + column.members])
    if s.known[thing] >> eyes.seat & 1:
        key.append(tuple(sorted(map(repr, _said_of(s, thing, eyes)))))
    return tuple(key)


def _like_no_other(s: State, thing: int, eyes: Eyes) -> bool:
    """It has a place in an order, or something in a zone of its own, or is named where the seat may look."""
    tables, zone = s.layout.tables, s.at[thing]
    if thing in eyes.spoken_of:
        return True
    if zone >= 0:
        loose = 0 if tables.zone_order[zone] == ZONE_ORDERED else len(s.zones[zone]) - s.fixed[zone]
        if thing in s.zones[zone][loose:]:
            return True
    for info in tables.zones.values():
        number = thing - info.first_owner
        if info.owner in tables.types and 0 <= number < info.count and s.zones[info.first + number]:
            return True
    return bool(s.known[thing] >> eyes.seat & 1) and _named(s, thing, eyes)


def _named(s: State, thing: int, eyes: Eyes) -> bool:
    tables = s.layout.tables
    if s.answers:
        parts = [things_of_answers(s.layout, number) for number in range(len(s.layout.actions))]
        if waits_with(s, thing, parts):
            return True
    alive = {row[0] for row in s.alive}
    for number in columns_naming(s.layout, tables.type_of[thing]):
        column = tables.columns[number]
        for place, value in enumerate(s.columns[number]):
            owner = column.first + place // column.members
            if value != thing or (column.type in tables.passing and owner not in alive):
                continue
            if column.type == SEAT or s.known[owner] >> eyes.seat & 1:
                return True
    return any(thing in _each(s.cells[number]) for number in cells_naming(s.layout, tables.type_of[thing]))


def _said_of(s: State, thing: int, eyes: Eyes) -> Iterator[list[Any]]:
    """Every line of the history that rules ask, lasting row and event put off that is about a thing.

    The thing itself, and things hidden from the seat, stand in them without their names.
    """
    for query, positions in history_of_things(s.layout):
        for key, count in s.counts[query].items():
            if about := _about(s, thing, eyes, key, positions):
                yield ["history", query, count, about]
    rules, modifiers = captured_things(s.layout) if s.lasting else ([], [])
    for row in s.lasting:
        if about := _about(s, thing, eyes, row[4:], (modifiers if row[0] else rules)[row[1]]):
            yield ["lasting", row[:4], about]
    put_off = put_off_things(s.layout) if s.queue else []
    for row in s.queue:
        if about := _about(s, thing, eyes, row[3:], put_off[row[0]]):
            yield ["later", row[:3], about]


def _about(s: State, thing: int, eyes: Eyes, values: Sequence[Any], positions: Positions) -> list[Any]:
    """What some values say of a thing; nothing if they do not name it."""
    if all(thing not in _each(values[n]) for n in positions):
        return []

    def shown(other: int) -> str | int:
        if other == thing:
            return "itself"
        return other if other < 0 or s.known[other] >> eyes.seat & 1 else "hidden"

    return [[shown(v) for v in _each(value)] if n in positions else value for n, value in enumerate(values)]


def _each(value: Any) -> Sequence[int]:
    return value if isinstance(value, list | tuple) else (value,)
