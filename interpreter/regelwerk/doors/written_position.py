"""Positions and courses of matches as lines of scenarios: all of them, whichever are needed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from regelwerk.match.state import State
from regelwerk.match.text import NONE, seat_text, thing_text
from regelwerk.program.layout import Layout
from regelwerk.program.sources import source_of
from regelwerk.program.things import AttributeInfo
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.statements import PickRandom
from regelwerk.studies.recalled import Began, Course

_NAMES = ("anna", "ben", "carl", "dora", "emil", "fanny", "georg", "hanna", "ida", "jan", "karla", "leo")


@dataclass
class Written:
    """The lines of a scenario by their parts; `steps` are the lines below `start`."""

    options: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    start: str = ""
    within: list[str] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)
    chance: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def copy(self) -> Written:
        """The same lines, to be changed."""
        return Written(
            self.options, [*self.given], self.start, [*self.within], [*self.idle], [*self.chance],
            [*self.steps], [*self.expected],
        )  # fmt: skip


class Words:
    """How scenarios of a game write things, zones, seats and values."""

    def __init__(self, layout: Layout, taken: set[str]) -> None:
        self.layout = layout
        self.tables = layout.tables
        free = [name for name in _NAMES if name not in taken]
        few = layout.players > len(free)
        self.seats = [seat_text(n) if few else free[n] for n in range(layout.players)]

    def value(self, kind: ValueType, value: int) -> str:
        """A value as an expression."""
        if kind.kind == "seat":
            return NONE if value < 0 else self.seats[value]
        if kind.kind == "thing":
            return self.thing(value)
        if kind.kind == "flag":
            return "yes" if value else "no"
        if kind.kind == "enum":
            return NONE if value < 0 else self.tables.enums[kind.name or ""][value]
        return str(value)

    def thing(self, thing: int) -> str:
        """A thing as an expression, with its number where its row has several."""
        tables = self.tables
        if thing < 0:
            return NONE
        return thing_text(self.layout, thing, tables.row_of[thing] >= 0 and not self.is_single(thing))

    def is_single(self, thing: int) -> bool:
        """Whether a thing is the only one of its row."""
        row = self.tables.row_of[thing]
        return row >= 0 and len(self.tables.row_things[row]) == 1

    def zone(self, zone: int) -> str:
        """A zone as an expression."""
        info, owner = self.tables.zone_decl[zone], self.tables.zone_owner[zone]
        if info.owner is None:
            return info.name
        return f"{self.seats[owner] if info.owner == 'seat' else self.thing(owner)}.{info.name}"

    def happening(self, begun: Began) -> str:
        """An event or a window with its parameters."""
        if begun.event in self.layout.windows:
            parameters = self.layout.body(f"window:{begun.event}").parameters
        else:
            parameters = self.layout.events[self.layout.event_number[begun.event]].parameters
        kinds = [kind for _, kind in parameters]
        return f"{begun.event}({', '.join(map(self.value, kinds, begun.args))})"

    def owner(self, info: AttributeInfo, number: int) -> str:
        """What a stored attribute belongs to."""
        return self.seats[number] if info.type == "seat" else self.thing(info.first + number)

    def chance(self, stream: str, result: int) -> tuple[str, str]:
        """A source of chance, and a result of it."""
        layout = self.layout
        kind, _, rest = stream.partition(":")
        of, _, number = rest.rpartition(":")
        if kind == "zone":
            return self.zone(int(rest)), self._row(result)
        if kind == "die":
            enum = layout.dice[of].enum
            return of, str(result) if enum is None else layout.tables.enums[enum][result]
        statement = layout.body(of).places[int(number)].statement
        assert isinstance(statement, PickRandom)
        noun = layout.types.noun(statement.over)
        shown = self._row(result) if noun.kind == "thing" else self.value(noun, result)
        return source_of(layout, stream).partition(":")[2], shown

    def _row(self, thing: int) -> str:
        return thing_text(self.layout, thing)


def position_lines(words: Words, base: State, state: State) -> Iterator[str]:
    """What makes one position of the other, as lines of `given`: things brought to zones."""
    tables = words.tables
    rows = tables.row_of
    for zone, things in enumerate(state.zones):
        there = Counter(rows[thing] for thing in base.zones[zone])
        for row, count in Counter(rows[thing] for thing in things).items():
            missing = count - there[row]
            if missing > 0 and row >= 0:
                many = f"{missing} " if missing > 1 else ""
                yield f"put {many}{tables.row_names[row]} in {words.zone(zone)}"


def matched(layout: Layout, base: State, state: State) -> dict[int, int]:
    """The things of one position by those of the other, by rows and zones: copies are alike."""
    rows = layout.tables.row_of
    free: dict[tuple[int, int], list[int]] = {}
    for thing in range(len(rows)):
        free.setdefault((rows[thing] if rows[thing] >= 0 else -1 - thing, base.at[thing]), []).append(thing)
    found: dict[int, int] = {}
    for thing in range(len(rows)):
        alike = free.get((rows[thing] if rows[thing] >= 0 else -1 - thing, state.at[thing]), [])
        if alike:
            found[thing] = thing if thing in alike else alike[0]
            alike.remove(found[thing])
    return found


def value_lines(words: Words, base: State, state: State, things: dict[int, int]) -> Iterator[tuple[str, str]]:
    """Stored values that differ: where they are stored, and what is there."""
    layout, tables = words.layout, words.tables

    def own(kind: ValueType, value: int) -> int:
        return things.get(value, value) if kind.kind == "thing" else value

    for cell in layout.cells.values():
        before, now = base.cells[cell.number], state.cells[cell.number]
        for n, (a, b) in enumerate(
            zip(before, now, strict=True) if isinstance(before, list) else [(before, now)]
        ):
            b = own(cell.kind, b)
            if a != b:
                index = _index(words, cell.kind, cell.index, n) if isinstance(before, list) else ""
                yield f"{cell.name}{index}", words.value(cell.kind, b)
    for info in tables.columns:
        for n, value in enumerate(state.columns[info.column]):
            number, member = divmod(n, info.members)
            thing = info.first + number
            at = thing if info.type == "seat" else things.get(thing, thing)
            n_there = (at - info.first) * info.members + member
            value = own(info.kind, value)
            if base.columns[info.column][n_there] != value:
                index = _index(words, info.kind, info.index, member) if info.members > 1 else ""
                yield (
                    f"{words.owner(info, at - info.first)}.{info.name}{index}",
                    words.value(info.kind, value),
                )


def _index(words: Words, kind: ValueType, index: range, number: int) -> str:
    by = words.layout.types.declared.index(kind)
    shown = index[number] if number < len(index) else number
    return f"[{words.value(by, shown) if by is not None else shown}]"


def course_lines(words: Words, course: Course) -> tuple[list[str], list[str]]:
    """Chance by its sources, and the choices, as lines."""
    given: dict[str, list[str]] = {}
    for stream, result in (*course.chance, *(each for chosen in course.choices for each in chosen.chance)):
        source, shown = words.chance(stream, result)
        given.setdefault(source, []).append(shown)
    chance = [f"chance {source}: {', '.join(results)}" for source, results in given.items()]
    return chance, [f"{words.seats[chosen.seat]}: {chosen.text}" for chosen in course.choices]


def came_lines(words: Words, before: State, after: State) -> list[str]:
    """What has come of a course: values that changed, and where things are now."""
    same = {thing: thing for thing in range(len(words.tables.row_of))}
    lines = [f"expect {where} = {value}" for where, value in value_lines(words, before, after, same)]
    sizes = []
    for zone, things in enumerate(after.zones):
        arrived = [thing for thing in things if before.at[thing] != zone]
        single = [thing for thing in arrived if words.is_single(thing)]
        lines += [f"expect {words.thing(thing)} inside {words.zone(zone)}" for thing in single]
        if len(single) < len(arrived) and len(things) != len(before.zones[zone]):
            sizes.append(f"expect size({words.zone(zone)}) = {len(things)}")
    lines += sizes
    if after.over is not None:
        lines.append(f"ends as {after.over.name}")
    return lines


def seats_of(words: Words, lines: list[str]) -> list[str]:
    """Names for the seats that some lines name."""
    text = " ".join(lines)
    return [
        f"let {name} be seat {number}"
        for number, name in enumerate(words.seats, 1)
        if not name.startswith("seat ") and _names(text, name)
    ]


def _names(text: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", text) is not None
