"""Moving things, and who knows what they are. Programs do it in `program/runtime.py`, written apart."""

from __future__ import annotations

from bisect import bisect_left, insort

from regelwerk.program.errors import RuleError
from regelwerk.program.things import ZONE_ORDERED, ZONE_PILE, ZONE_SET

from .chance import pick_index
from .state import State


def zone_number(s: State, name: str, owner: int | None) -> int:
    """The number of a zone; `owner` is None for a zone without owners."""
    info = s.layout.tables.zones[name]
    if info.owner is None:
        return info.first
    if owner is None or owner < info.first_owner or owner >= info.first_owner + info.count:
        raise RuleError(f"the zone `{name}` is asked for without an owner")
    return info.first + owner - info.first_owner


def knows(s: State, seat: int | None, thing: int) -> bool:
    """Whether a seat knows which thing this is."""
    if thing < 0:
        return True
    if seat is None:
        return s.known[thing] == (1 << s.players) - 1
    return bool(s.known[thing] >> seat & 1)


def take_out(s: State, thing: int) -> None:
    """Take a thing out of the zone it lies in, if any; what is known of it stays known."""
    zone = s.at[thing]
    if zone < 0:
        return
    things = s.zones[zone]
    if s.layout.tables.zone_order[zone] == ZONE_SET:
        del things[bisect_left(things, thing)]
    else:
        index = things.index(thing)
        if index >= len(things) - s.fixed[zone]:
            s.fixed[zone] -= 1
        del things[index]
    s.at[thing] = -1


def move(s: State, thing: int, zone: int, where: str | None = None) -> None:
    """Move a thing to a zone. `where`: `top`, `bottom` or None: piles mix it in, ordered zones put it on top.

    Raises RuleError for `none` and for the bottom of a pile.
    """
    if thing < 0:
        raise RuleError("what is to be moved is none")
    order = s.layout.tables.zone_order[zone]
    if order == ZONE_PILE and where == "bottom":
        raise RuleError("nothing can be put at the bottom of a pile")
    take_out(s, thing)
    things = s.zones[zone]
    seen_by = s.layout.tables.zone_seen_by[zone]
    if order == ZONE_SET:
        insort(things, thing)
    elif order == ZONE_PILE and where is None:
        insort(things, thing, hi=len(things) - s.fixed[zone])
        s.known[thing] = 0
    elif where == "bottom":
        things.insert(0, thing)
    else:
        things.append(thing)
        if order == ZONE_PILE:
            s.fixed[zone] += 1
    s.known[thing] |= seen_by
    s.at[thing] = zone


def fix_top(s: State, zone: int, count: int) -> list[int]:
    """Fix the order of the top `count` things of a pile by chance, as far as it is open.

    Returns the top `count` things of any zone (as many as there are), the top one first; of a zone
    without order chance says which.
    """
    things = s.zones[zone]
    count = min(count, len(things))
    order = s.layout.tables.zone_order[zone]
    if order == ZONE_SET:
        return _sample(s, zone, count)
    if order == ZONE_PILE:
        while s.fixed[zone] < count:
            rest = things[: len(things) - s.fixed[zone]]
            thing = rest[pick_index(s, f"zone:{zone}", rest, True)]
            things.remove(thing)
            things.insert(len(things) - s.fixed[zone], thing)
            s.fixed[zone] += 1
    return things[len(things) - count :][::-1]


def _sample(s: State, zone: int, count: int) -> list[int]:
    """Things of a zone without order, one after the other by chance."""
    rest = list(s.zones[zone])
    result = []
    for _ in range(count):
        thing = rest.pop(pick_index(s, f"zone:{zone}", rest, True))
        result.append(thing)
    return result


def draw_top(s: State, source: int, target: int) -> int:
    """Move the top thing of a zone to another; returns it, or -1 if the zone is empty."""
    top = fix_top(s, source, 1)
    if not top:
        return -1
    move(s, top[0], target)
    return top[0]


def look(s: State, zone: int, count: int, seat: int) -> list[int]:
    """A seat sees the top `count` things of a zone; returns them, the top one first."""
    top = fix_top(s, zone, max(count, 0))
    for thing in top:
        s.known[thing] |= 1 << seat
    return top


def shuffle(s: State, zone: int) -> None:
    """Mix a zone: nobody knows its things any more, except where everybody (or the owner) sees them."""
    tables = s.layout.tables
    things = s.zones[zone]
    if tables.zone_order[zone] == ZONE_PILE:
        things.sort()
        s.fixed[zone] = 0
    elif tables.zone_order[zone] == ZONE_ORDERED:
        for last in range(len(things) - 1, 0, -1):
            index = pick_index(s, f"zone:{zone}", things[: last + 1], True)
            things[index], things[last] = things[last], things[index]
    for thing in things:
        s.known[thing] = tables.zone_seen_by[zone]


def roll(s: State, thing: int) -> None:
    """A die that is a thing has been rolled where it lies: only who sees into the zone knows it now."""
    if s.at[thing] >= 0:
        s.known[thing] = s.layout.tables.zone_seen_by[s.at[thing]]


def show(s: State, things: list[int], seats: list[int]) -> None:
    """Seats learn what things are."""
    bits = sum(1 << seat for seat in set(seats))
    for thing in things:
        if thing < 0:
            raise RuleError("what is to be shown is none")
        s.known[thing] |= bits
