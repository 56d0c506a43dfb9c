"""Hidden things dealt anew: what a seat cannot tell apart may change places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from regelwerk.program.ending import Option
from regelwerk.program.layout import Layout
from regelwerk.program.things import ZONE_ORDERED, ZONE_PILE, ZONE_SET
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType

from .evaluate import Evaluator
from .faces import hidden_faces, lay_flat, roll_anew, turn_one
from .match import Match
from .options import secret_options
from .state import RULE_ROW, Frame, State, frozen
from .text import option_kinds

MIXED = 20
"""So many deals, at most, are tried in which no order is left."""

TURNED = 0.7
"""How often, where hidden dice lie, one of them is turned instead of two things being exchanged."""

DEALS = 20
"""How often hidden things are dealt until those who are asked have something to choose."""


def back_key(s: State, thing: int) -> tuple[Any, ...]:
    """What everybody sees of a hidden thing: the attributes on its back, by type and name."""
    tables = s.layout.tables
    result: list[Any] = []
    for info in tables.attributes.values():
        if info.on_back and info.type in tables.types and info.first <= thing < info.first + info.count:
            start = (thing - info.first) * info.members
            values = info.values if info.column < 0 else s.columns[info.column]
            result.append((info.type, info.name, *values[start : start + info.members]))
    return tuple(result)


def classes(s: State, seat: int) -> list[list[int]]:
    """The things a seat does not know; together those that it cannot tell apart and may change places."""
    tables = s.layout.tables
    found: dict[tuple[Any, ...], list[int]] = {}
    zone_types = [tables.types[zone.type] for zone in tables.zones.values() if zone.type in tables.types]
    for thing, bits in enumerate(s.known):
        if bits >> seat & 1 or s.at[thing] < 0:
            continue
        columns = tuple(
            info.first <= thing < info.first + info.count
            for info in tables.columns
            if info.type in tables.types
        )
        places = tuple(kind.first <= thing < kind.last for kind in zone_types)
        found.setdefault((back_key(s, thing), columns, places), []).append(thing)
    return [things for things in found.values() if len(things) > 1]


def rename(s: State, names: Mapping[int, int]) -> None:
    """Exchange things: what was said of a thing is now said of `names[thing]`.

    `names` is a permutation. That is said of a thing: where it lies, who knows it, its stored
    attributes, and every mention of it in frames, rows and cells.
    """
    layout = s.layout
    tables = layout.tables

    def one(value: int) -> int:
        return names.get(value, value)

    def mapped(kind: ValueType, value: Any) -> Any:
        if kind.kind != "thing":
            return value
        return [one(v) for v in value] if isinstance(value, list | tuple) else one(value)

    for number, info in enumerate(tables.columns):
        column = s.columns[number]
        if info.type in tables.types:
            old = column[:]
            for thing, name in names.items():
                if info.first <= thing < info.first + info.count:
                    start, target = ((t - info.first) * info.members for t in (thing, name))
                    column[target : target + info.members] = old[start : start + info.members]
        if info.kind.kind == "thing":
            column[:] = [one(value) for value in column]
    for cell in layout.cells.values():
        s.cells[cell.number] = mapped(cell.kind, s.cells[cell.number])
    for zone, things in enumerate(s.zones):
        things[:] = [one(thing) for thing in things]
        if tables.zone_order[zone] in (ZONE_SET, ZONE_PILE):
            rest = len(things) - s.fixed[zone]
            things[:rest] = sorted(things[:rest])
        for thing in things:
            s.at[thing] = zone
    known = s.known[:]
    for thing, name in names.items():
        s.known[name] = known[thing]
    for number, query in enumerate(layout.queries):
        kinds = [kind for name, kind in layout.events[query.event].parameters if name in query.names]
        s.counts[number] = {
            tuple(frozen(mapped(kind, value)) for kind, value in zip(kinds, key, strict=True)): count
            for key, count in s.counts[number].items()
        }
    s.lasting = [
        [*row[:4], *(mapped(p.type, v) for p, v in zip(_captured(layout, row), row[4:], strict=True))]
        for row in s.lasting
    ]
    s.queue = [
        [
            *row[:3],
            *(mapped(k, v) for (_, k), v in zip(layout.events[row[0]].parameters, row[3:], strict=True)),
        ]
        for row in s.queue
    ]
    s.answers = [_answer(layout, row, mapped) for row in s.answers]
    if s.picks and _picks_things(layout, s):
        s.picks = [[row[0], *(one(value) for value in row[1:])] for row in s.picks]
    s.stack = [_frame(layout, frame, mapped, one) for frame in s.stack]


def _frame(layout: Layout, frame: Frame, mapped: Any, one: Callable[[int], int]) -> Frame:
    body, point, values = frame
    result = []
    for kind, value in zip(layout.bodies[body].points[point].kinds, values, strict=True):
        if kind.kind == "laid" and isinstance(value, list):
            pay = layout.bodies[body].places[point].statement
            assert isinstance(pay, st.Pay)
            means = layout.payments[pay.payment].means
            things = [n % 3 == 2 and means[value[n - 1]].over is not None for n in range(len(value))]
            result.append([one(what) if thing else what for what, thing in zip(value, things, strict=True)])
        else:
            result.append(mapped(kind, value))
    return body, point, tuple(result)


def _captured(layout: Layout, row: list[Any]) -> Any:
    declared = layout.rules[row[1]] if row[0] == RULE_ROW else layout.modifiers[row[1]]
    return declared.captured or ()


def _answer(layout: Layout, row: list[int], mapped: Any) -> list[int]:
    info = layout.events[layout.event_number[layout.actions[row[0]].name]]
    kinds = [kind for _, kind in info.parameters[1:]]
    return [*row[:3], *(mapped(kind, value) for kind, value in zip(kinds, row[3:], strict=False))]


def _picks_things(layout: Layout, s: State) -> bool:
    body = layout.bodies[s.stack[-1][0]]
    statement = body.places[s.stack[-1][1]].statement
    return isinstance(statement, st.Choose) and statement.over.noun in layout.tables.types


def permute_hidden(s: State, seat: int, rng: Random) -> tuple[int, int] | None:
    """Exchange two things the seat cannot tell apart, so that the state changes; returns them.

    Or turn a die that it does not see: that one is returned twice. None if there are no such things: two in
    the unordered rest of one pile are where they are.
    """
    if s.layout.rolled and rng.random() < TURNED and (die := turn_one(s, seat, rng)) is not None:
        return die, die
    for things in rng.sample(found := classes(s, seat), len(found)):
        for a in rng.sample(things, len(things)):
            others = [b for b in things if b != a and _apart(s, a, b)]
            if others:
                b = rng.choice(others)
                rename(s, {a: b, b: a})
                return a, b
    return None


def _apart(s: State, a: int, b: int) -> bool:
    """Whether two things lie so that exchanging them makes a difference."""
    zone = s.at[a]
    if zone != s.at[b] or s.known[a] != s.known[b]:
        return True
    rest = s.zones[zone][: len(s.zones[zone]) - s.fixed[zone]]
    return s.layout.tables.zone_order[zone] == ZONE_ORDERED or a not in rest or b not in rest


def determinise(match: Match, seat: int, rng: Random) -> Match:
    """A match that could be this one for all the seat knows, with chance to come drawn anew.

    What other seats have picked so far is left out, and what they have chosen in secret is open again,
    or chosen anew at random if it waits to take effect: whether they have chosen is nothing the seat may
    know. A deal in which a seat that is asked now would
    have nothing to choose is dealt again; if none is found in several tries, what the seats that are
    asked know stays as it is.
    """
    asked = {decision.seat for decision in match.decisions}
    if seat in asked:
        # Beside it others are asked in secret choices only. Who they are may tell what they hold.
        asked = {seat}
    for _ in range(DEALS):
        result = _dealt(match, seat, {seat}, rng)
        if asked <= {decision.seat for decision in result.decisions if decision.options}:
            break
    else:
        result = _dealt(match, seat, {seat, *asked}, rng)
    _choose_anew(result.state, seat, Random(rng.getrandbits(64)))
    return result


def _dealt(match: Match, seat: int, keep: set[int], rng: Random) -> Match:
    """A copy in which things none of the seats of `keep` knows are dealt anew.

    They are dealt to places in an order that does not depend on which of them lies where, so that the same
    random numbers give the same deal whatever lies hidden there now.
    """
    result = match.copy()
    result.log = None
    result._listen()
    s = result.state
    s.seed = rng.getrandbits(64)
    _open_secrets(s, seat)
    bits = sum(1 << other for other in keep)
    lay_flat(s, bits)
    found = [[thing for thing in things if not s.known[thing] & bits] for things in classes(s, seat)]
    mentioned = _mentions(s, {thing for things in found for thing in things})
    names: dict[int, int] = {}
    for things in found:
        places = sorted(things, key=lambda thing: _place(s, thing, mentioned))
        names.update(zip(places, rng.sample(things, len(things)), strict=True))
    rename(s, names)
    roll_anew(s, bits, rng)
    s.picks = [row for row in s.picks if row[0] == seat]
    return result


def dealt_otherwise(
    match: Match, seat: int, number: int, option: Option, most: int
) -> Iterator[tuple[Match, Option]]:
    """The match with what the seat does not know in other places, at most so often, each time with an option.

    In the first deals every hidden thing comes to the place of another of its like, each time of one farther
    on: what depends on one of them alone shows there, if there are not more of them than deals. The last
    ones, half of them at most, are mixed. Hidden dice are rolled in each deal. The option is that of decision
    `number`, with other names for hidden things.
    """
    found = classes(match.state, seat)
    turns = range(1, max(map(len, found), default=1))
    rng = Random(match.state.seed)
    seats = 1 << seat
    dice = any(hidden_faces(match.state, seats))
    mixed = min(most // 2, MIXED) if turns or dice else 0
    for shift in [*turns[:: max(1, -(-len(turns) // (most - mixed)))], *[0] * mixed]:
        names: dict[int, int] = {}
        for things in found:
            by = shift % len(things)
            dealt = [*things[by:], *things[:by]] if shift else rng.sample(things, len(things))
            names.update(zip(things, dealt, strict=True))
        other = match.copy()
        rename(other.state, names)
        roll_anew(other.state, seats, rng)
        yield other, _renamed(match, number, option, names)


def _renamed(match: Match, number: int, option: Option, names: Mapping[int, int]) -> Option:
    kinds = option_kinds(match.layout, match.decisions[number], option)
    head = option[: len(option) - len(kinds)]
    parts = zip(kinds, option[len(head) :], strict=True)
    return (*head, *(names.get(value, value) if kind.kind == "thing" else value for kind, value in parts))


def _place(s: State, thing: int, mentioned: Mapping[int, list[int]]) -> tuple[Any, ...]:
    """All that is said of a hidden thing but which it is; things with the same place are exchangeable."""
    tables = s.layout.tables
    zone = s.at[thing]
    things = s.zones[zone]
    position = things.index(thing)
    if tables.zone_order[zone] != ZONE_ORDERED and position < len(things) - s.fixed[zone]:
        position = -1
    stored = tuple(
        tuple(s.columns[number][start : start + info.members])
        for number, info in enumerate(tables.columns)
        if info.type in tables.types
        and info.kind.kind != "thing"
        and info.first <= thing < info.first + info.count
        for start in ((thing - info.first) * info.members,)
    )
    return zone, position, s.known[thing], stored, mentioned.get(thing, [])


def _mentions(s: State, things: set[int]) -> dict[int, list[int]]:
    """For each of the things that cells, frames, rows and picks mention, where they do, as numbers."""
    layout = s.layout
    found: dict[int, list[int]] = {}
    count = 0

    def note(kind: ValueType, value: Any) -> Any:
        nonlocal count
        for one in value if isinstance(value, list | tuple) else (value,):
            count += 1
            if kind.kind == "thing" and one in things:
                found.setdefault(one, []).append(count)
        return value

    for cell in layout.cells.values():
        note(cell.kind, s.cells[cell.number])
    for frame in s.stack:
        _frame(layout, frame, note, lambda thing: int(note(ValueType("thing"), thing)))
    for row in s.lasting:
        for declared, value in zip(_captured(layout, row), row[4:], strict=True):
            note(declared.type, value)
    for row in s.queue:
        for (_, kind), value in zip(layout.events[row[0]].parameters, row[3:], strict=True):
            note(kind, value)
    for row in s.answers:
        _answer(layout, row, note)
    if s.picks and _picks_things(layout, s):
        for row in s.picks:
            note(ValueType("thing"), row[1:])
    return found


def _open_secrets(s: State, seat: int) -> None:
    """Secret choices other seats have made, while somebody may still choose, are open again."""
    for place, env, write in _secrets(s):
        if env[f"#{place}i"] < 0:
            pairs = zip(env[f"#{place}"], env[f"#{place}c"], strict=True)
            write(f"#{place}c", [choice if who == seat else -1 for who, choice in pairs])


def _choose_anew(s: State, seat: int, rng: Random) -> None:
    """Secret choices of other seats that wait for their turn to take effect are made anew."""
    e = Evaluator(s.layout)
    for place, env, write in _secrets(s):
        index, seats, choices = env[f"#{place}i"], env[f"#{place}"], list(env[f"#{place}c"])
        waiting = [n for n in range(index + 1, len(seats)) if seats[n] != seat and choices[n] >= 0]
        if index < 0 or not waiting:
            continue
        for n in waiting:
            choices[n] = -1
        body = s.layout.bodies[env["#body"]]
        statement = body.places[place].statement
        assert isinstance(statement, st.SecretChoice)
        open_now = {**env, f"#{place}c": choices}
        found = {n: options for n, _, options in secret_options(e, s, open_now, statement, body, place)}
        for n in waiting:
            choices[n] = rng.choice(found[n])[0] if n in found else env[f"#{place}c"][n]
        write(f"#{place}c", choices)


def _secrets(s: State) -> Iterator[tuple[int, dict[str, Any], Callable[[str, Any], None]]]:
    """Every secret choice that is running: its place, what its frame sees, and what changes that.

    `#body` is the number of the body.
    """
    for level, (body, point, values) in enumerate(s.stack):
        names = s.layout.bodies[body].points[point].names
        env = {"#body": body, **dict(zip(names, values, strict=True))}

        def write(name: str, value: Any, level: int = level, names: Sequence[str] = names) -> None:
            body, point, values = s.stack[level]
            changed = tuple(value if own == name else old for own, old in zip(names, values, strict=True))
            s.stack = [*s.stack[:level], (body, point, changed), *s.stack[level + 1 :]]

        for place in s.layout.bodies[body].places:
            if isinstance(place.statement, st.SecretChoice) and f"#{place.number}c" in env:
                yield place.number, env, write
