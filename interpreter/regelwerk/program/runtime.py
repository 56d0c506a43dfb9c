"""What generated programs call: moves, chance, knowledge and spans, made for one layout.

Written apart from the functions of the same purpose in `match/`, which the walker uses.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from .answers import aim, all_parts, answer_is, answer_row, cancel, one_part
from .bounds import (
    MAX_CALLS,
    MAX_HISTORY,
    MAX_ROWS,
    charge,
    placed,
    too_deep,
    too_deep_values,
    too_many_numbers,
    too_many_options,
    too_many_steps,
    too_much_history,
    whole,
)
from .builtins import FUNCTIONS
from .chance import die_functions, make_pick
from .errors import RuleError
from .layout import Layout
from .marks import fade, fade_next
from .passing import create, living, pass_away
from .records import digest, record, recorded
from .things import ZONE_ORDERED, ZONE_PILE, ZONE_SET


def fail(message: str) -> NoReturn:
    """Raise a RuleError from inside an expression."""
    raise RuleError(message)


def none_read() -> NoReturn:
    raise RuleError("an attribute of none is asked for")


def no_owner(*_: object) -> NoReturn:
    raise RuleError("a zone is asked for without an owner")


def nobody() -> NoReturn:
    raise RuleError("a seat is none")


def no_key() -> NoReturn:
    raise RuleError("a value is asked for under the key none")


def undecided() -> NoReturn:
    raise RuleError("nobody is there to decide: the seat is none")


def outside(value: object) -> NoReturn:
    raise RuleError(f"`{value}` is outside the range declared")


def too_many_rows(what: str) -> NoReturn:
    raise RuleError(f"more than {MAX_ROWS} {what}")


def plus(left: int, right: int) -> int:
    """A sum that may be too large."""
    return whole(left + right)


def minus(left: int, right: int) -> int:
    """A difference that may be too large."""
    return whole(left - right)


def times(left: int, right: int) -> int:
    """A product that may be too large."""
    return whole(left * right)


def not_running() -> NoReturn:
    raise RuleError("a happening that is not running is named")


def frozen(value: Any) -> Any:
    """A value that can be a key."""
    return tuple(value) if isinstance(value, list) else value


def from_start(seats: list[int], start: int, players: int) -> list[int]:
    """Seats in order, clockwise from one of them on."""
    if start < 0:
        nobody()
    return sorted(seats, key=lambda seat: (seat - start) % players)


def _moves(layout: Layout, pick: Callable[..., int]) -> dict[str, Callable[..., Any]]:
    tables = layout.tables
    order, seen_by = tables.zone_order, tables.zone_seen_by
    streams = [f"zone:{zone}" for zone in range(len(order))]
    most_steps = layout.game.bounds.steps

    def take(s: Any, thing: int, zone: int) -> None:
        """Take a thing out of the zone it is in."""
        things = s.zones[zone]
        if order[zone] == ZONE_SET:
            del things[bisect_left(things, thing)]
        elif order[zone] == ZONE_ORDERED:
            del things[-1 if things[-1] == thing else things.index(thing)]
        else:
            rest = len(things) - s.fixed[zone]
            index = bisect_left(things, thing, 0, rest)
            if index == rest or things[index] != thing:
                index = len(things) - 1 if things[-1] == thing else things.index(thing, rest)
                s.fixed[zone] -= 1
            del things[index]

    def move(s: Any, thing: int, zone: int, where: int) -> None:
        """`where`: 0 as the zone has it, 1 on top, -1 at the bottom."""
        if thing < 0:
            raise RuleError("what is to be moved is none")
        if where < 0 and order[zone] == ZONE_PILE:
            raise RuleError("nothing can be put at the bottom of a pile")
        before = s.at[thing]
        if before == zone and not where and order[zone] != ZONE_ORDERED and not s.fixed[zone]:
            if order[zone] == ZONE_PILE:
                s.known[thing] = 0
            s.known[thing] |= seen_by[zone]
            return
        if before >= 0:
            take(s, thing, before)
        place(s, thing, zone, where)

    def place(s: Any, thing: int, zone: int, where: int) -> None:
        """Lay down a thing that has been taken from where it was."""
        kind = order[zone]
        things = s.zones[zone]
        if kind == ZONE_SET:
            insort(things, thing)
        elif where < 0:
            things.insert(0, thing)
        elif kind == ZONE_PILE and not where:
            insort(things, thing, 0, len(things) - s.fixed[zone])
            s.known[thing] = 0
        else:
            things.append(thing)
            if kind == ZONE_PILE:
                s.fixed[zone] += 1
        s.known[thing] |= seen_by[zone]
        s.at[thing] = zone

    def move_all(s: Any, things: Sequence[int], zone: int, where: int) -> None:
        if where or order[zone] != ZONE_PILE or s.fixed[zone]:
            for thing in things:
                move(s, thing, zone, where)
            return
        pile, at, known, seen = s.zones[zone], s.at, s.known, seen_by[zone]
        for thing in things:
            if thing < 0:
                raise RuleError("what is to be moved is none")
            before = at[thing]
            if before != zone:
                if before >= 0:
                    take(s, thing, before)
                insort(pile, thing)
                at[thing] = zone
            known[thing] = seen

    def top(s: Any, zone: int, count: int) -> list[int]:
        """Top things of a zone, the top one first; of a pile they are fixed, of a set chance says which."""
        things = s.zones[zone]
        count = min(count, len(things))
        if order[zone] == ZONE_SET:
            rest = things[:]
            return [rest.pop(pick(s, streams[zone], rest, True)) for _ in range(count)]
        if order[zone] == ZONE_PILE:
            for _ in range(count - s.fixed[zone]):
                bound = len(things) - s.fixed[zone]
                index = pick(s, streams[zone], things, True, bound)
                things.insert(bound - 1, things.pop(index))
                s.fixed[zone] += 1
        found: list[int] = things[len(things) - count :][::-1]
        return found

    def draw(s: Any, source: int, target: int) -> int:
        if order[source] == ZONE_PILE and not s.fixed[source]:
            things = s.zones[source]
            count = len(things)
            if count < 2:
                if not count:
                    return -1
                thing: int = things.pop()
            else:
                thing = things.pop(pick(s, streams[source], things, True, count))
            if order[target] == ZONE_SET:
                insort(s.zones[target], thing)
                s.known[thing] |= seen_by[target]
                s.at[thing] = target
            else:
                place(s, thing, target, 0)
            return thing
        found = top(s, source, 1)
        if not found:
            return -1
        move(s, found[0], target, 0)
        return found[0]

    def draw_many(s: Any, count: int, source: int, target: int) -> None:
        count = min(count, len(s.zones[source]))
        charge(s, max(0, count - 1), most_steps)
        for _ in range(count):
            draw(s, source, target)

    def look(s: Any, zone: int, count: int, seat: int) -> list[int]:
        if seat < 0:
            nobody()
        found = top(s, zone, max(count, 0))
        for thing in found:
            s.known[thing] |= 1 << seat
        return found

    def shuffle(s: Any, zone: int) -> None:
        things = s.zones[zone]
        if order[zone] == ZONE_PILE:
            things.sort()
            s.fixed[zone] = 0
        elif order[zone] == ZONE_ORDERED:
            for last in range(len(things) - 1, 0, -1):
                index = pick(s, streams[zone], things, True, last + 1)
                things[index], things[last] = things[last], things[index]
        for thing in things:
            s.known[thing] = seen_by[zone]

    def rolled(s: Any, thing: int) -> None:
        """A die was rolled where it lies: what it shows is known to those who see into that zone."""
        zone = s.at[thing]
        if zone >= 0:
            s.known[thing] = seen_by[zone]

    return {
        "move": move,
        "move_all": move_all,
        "draw": draw,
        "draw_many": draw_many,
        "look": look,
        "rolled": rolled,
        "shuffle": shuffle,
    }


def show(s: Any, things: list[int], seats: list[int]) -> None:
    """Seats learn what things are."""
    bits = 0
    for seat in seats:
        if seat < 0:
            nobody()
        bits |= 1 << seat
    for thing in things:
        if thing < 0:
            raise RuleError("what is to be shown is none")
        s.known[thing] |= bits


def one_winner(seat: int) -> tuple[int, ...]:
    """The seat that wins, if any."""
    return (seat,) if seat >= 0 else ()


def best(scores: list[int]) -> tuple[int, ...]:
    """The seats with the greatest score."""
    return tuple([seat for seat, score in enumerate(scores) if score == max(scores)])


def close_rows(s: Any, span: int, level: int) -> None:
    """What is tied to a running of a span goes with it."""
    if s.alive:
        pass_away(s.layout, s, span, level)
    s.lasting = [row for row in s.lasting if row[2] != span or row[3] != level]
    s.queue = [row for row in s.queue if row[1] != span or row[2] != level]
    s.leaving = [row for row in s.leaving if row[0] != span or row[1] != level]


def declaring(seat: int) -> int:
    """The seat that is to declare an action."""
    if seat < 0:
        raise RuleError("nobody declares what is put off: the seat is none")
    return seat


def make_room_for_answer(s: Any) -> None:
    """Refuse an answer more where as many wait as may."""
    if len(s.answers) >= MAX_ROWS:
        too_many_rows("answers wait")


def declare_queued(s: Any, actions: dict[int, tuple[int, int]]) -> bool:
    """Declare what was put off until a window asks; `actions` has action and length of a row by event.

    Returns whether there was anything.
    """
    found = [row for row in s.queue if row[0] in actions]
    if not found:
        return False
    s.queue = [row for row in s.queue if row[0] not in actions]
    for row in found:
        action, length = actions[row[0]]
        make_room_for_answer(s)
        s.answers.append([action, 0, *row[3 : 3 + length]])
    return True


def next_queued(s: Any, span: int, events: tuple[int, ...]) -> list[Any] | None:
    """Take the first row put off until this span's innermost running carries it out."""
    level = s.levels[span]
    for index, row in enumerate(s.queue):
        if row[1] == span and row[2] == level and row[0] in events:
            del s.queue[index]
            return list(row)
    return None


def _passing(layout: Layout) -> dict[str, Callable[..., Any]]:
    is_passing = layout.tables.is_passing

    def alive(s: Any, thing: int) -> int:
        if is_passing[thing] and all(row[0] != thing for row in s.alive):
            raise RuleError("a thing is read that is gone")
        return thing

    return {
        "alive": alive,
        "create": lambda s, name: create(layout, s, name),
        "living": lambda s, first, last: living(layout, s, first, last),
    }


def _bounds(layout: Layout) -> dict[str, Callable[..., Any]]:
    """What watches over the bounds of the game."""
    bounds = layout.game.bounds
    most_steps, most_numbers = bounds.steps, bounds.elements

    def numbers(low: int, high: int) -> range:
        """All numbers from one to the other."""
        if high - low >= most_numbers:
            too_many_numbers(most_numbers)
        return range(low, high + 1)

    def charge_inside(s: Any, steps: int) -> int:
        """Use up steps inside a condition, which goes on."""
        charge(s, steps, most_steps)
        return 1

    def enter_value(s: Any) -> None:
        """A value that may be inside itself is worked out."""
        if s.calls >= MAX_CALLS:
            too_deep_values()
        s.calls += 1

    def remember(happenings: dict[tuple[Any, ...], int], key: tuple[Any, ...]) -> None:
        """History counts a happening whose arguments may be anything."""
        if key not in happenings and len(happenings) >= MAX_HISTORY:
            too_much_history()
        happenings[key] = happenings.get(key, 0) + 1

    return {
        "tired": lambda: too_many_steps(most_steps),
        "too_many_options": lambda: too_many_options(bounds.options),
        "numbers": numbers,
        "charge": charge_inside,
        "too_deep": lambda: too_deep(bounds.nesting),
        "enter_value": enter_value,
        "remember": remember,
    }


def names_for(layout: Layout) -> dict[str, Any]:
    """The names under which generated programs find all of this."""
    pick = make_pick(layout)
    given: dict[str, Any] = {
        "RuleError": RuleError,
        "T": layout.tables,
        "NP": layout.players,
        "pick": pick,
    }
    for function in (
        fail, none_read, no_owner, nobody, no_key, placed, undecided, outside, too_many_rows,
        not_running, plus, minus, times, whole, frozen, from_start, show, close_rows, cancel, aim,
        answer_row, answer_is, one_part, all_parts,
        next_queued, declaring, declare_queued, make_room_for_answer, one_winner, best,
    ):  # fmt: skip
        given[function.__name__] = function
    given.update({f"B_{name}": function for name, function in FUNCTIONS.items()})
    given.update(_moves(layout, pick))
    given.update(_bounds(layout))
    given.update(_passing(layout))
    given["digest"], given["ORIGINALS"] = digest, layout.originals
    given["record"] = lambda s, position: record(layout, s, position)
    given["recorded"] = lambda s, span, position: recorded(layout, s, span, position)
    given["fade"] = lambda s, event: fade(layout, s, event)
    given["fade_next"] = lambda s, event, args: fade_next(layout, s, event, args)
    given.update(die_functions(layout, pick, charge))
    return given
