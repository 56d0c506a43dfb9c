"""What the functions of the language do, for both builds.

Every function takes the tables of the game and the zone of each thing, then its arguments as run-time
values. The table of names and kinds is `rules/builtins.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from regelwerk.rules.builtins import DIRECTIONS

from .errors import RuleError
from .things import SEAT, GridInfo, Tables, next_on

UNREACHED = 1000
"""The distance to what no steps lead to, and the greatest that is told."""

REMEMBERED = 500_000
"""So many things are named at most in the distances that are kept: each names all that it leads through, and
that may be another set in every state."""


def next_seat(tables: Tables, at: Sequence[int], seat: int) -> int:
    return (_seat(seat) + 1) % tables.players


def next_in(tables: Tables, at: Sequence[int], seat: int, seats: list[int]) -> int:
    start = _seat(seat)
    others = [other for other in seats if other != start]
    return min(others, key=lambda other: (other - start) % tables.players, default=start)


def place(tables: Tables, at: Sequence[int], grid: int, across: int, down: int) -> int:
    info = tables.grids[grid]
    if not (1 <= across <= info.width and 1 <= down <= info.height):
        raise RuleError(f"`{info.name}` has no place {across}, {down}")
    return info.first + (down - 1) * info.width + across - 1


def neighbours(tables: Tables, at: Sequence[int], thing: int) -> list[int]:
    return list(tables.neighbours.get(_thing(thing), ()))


def links(tables: Tables, at: Sequence[int], start: int, end: int) -> list[int]:
    return list(tables.links.get((_thing(start), _thing(end)), ()))


def distance(tables: Tables, at: Sequence[int], start: int, end: int, through: list[int]) -> int:
    key = (_thing(start), _thing(end), *through)
    known = tables.distances
    found = known.get(key)
    if found is None:
        tables.remembered += len(key)
        if tables.remembered > REMEMBERED:
            known.clear()
            tables.remembered = len(key)
        waves = islice(_waves(tables, [start], through), UNREACHED)
        found = known[key] = next((steps for steps, wave in enumerate(waves) if end in wave), UNREACHED)
    return found


def reach(tables: Tables, at: Sequence[int], start: int | list[int], through: list[int]) -> list[int]:
    starts = start if isinstance(start, list) else [_thing(start)]
    return sorted(set().union(*_waves(tables, starts, through)))


def _waves(tables: Tables, starts: Iterable[int], through: Iterable[int]) -> Iterator[set[int]]:
    """The starts, then again and again what is adjacent to the last of these and was not there before."""
    wave = set(starts)
    left = set(through) - wave
    while wave:
        yield wave
        wave = {b for a in wave for b in tables.neighbours.get(a, ()) if b in left}
        left -= wave


def size(tables: Tables, at: Sequence[int], items: list[int]) -> int:
    return len(items)


def quotient(tables: Tables, at: Sequence[int], a: int, b: int) -> int:
    return a // _divisor(b)


def row(tables: Tables, at: Sequence[int], thing: int) -> int:
    grid = _grid(tables, thing)
    return (thing - grid.first) // grid.width + 1


def column(tables: Tables, at: Sequence[int], thing: int) -> int:
    grid = _grid(tables, thing)
    return (thing - grid.first) % grid.width + 1


def neighbour(tables: Tables, at: Sequence[int], thing: int, direction: int) -> int:
    grid = _grid(tables, thing)
    if not 0 <= direction < len(DIRECTIONS):
        raise RuleError("a direction is none")
    return next_on(grid, thing, direction)


def path(tables: Tables, at: Sequence[int], thing: int, direction: int, count: int) -> list[int]:
    result: list[int] = []
    while thing >= 0 and len(result) < count:
        result.append(thing)
        thing = neighbour(tables, at, thing, direction)
    return result


def holder(tables: Tables, at: Sequence[int], thing: int) -> int:
    if thing < 0:
        raise RuleError("the holder of none is asked for")
    zone = at[thing]
    if zone < 0 or tables.zone_decl[zone].owner in (None, SEAT):
        return -1
    return tables.zone_owner[zone]


def owner(tables: Tables, at: Sequence[int], thing: int) -> int:
    if thing < 0:
        raise RuleError("the owner of none is asked for")
    zone = at[thing]
    return tables.zone_owner[zone] if zone >= 0 and tables.zone_decl[zone].owner == SEAT else -1


def same(tables: Tables, at: Sequence[int], a: int, b: int) -> int:
    if a < 0 or b < 0:
        return 0
    return int(a == b or (tables.row_of[a] >= 0 and tables.row_of[a] == tables.row_of[b]))


def first(tables: Tables, at: Sequence[int], items: list[int]) -> int:
    return items[0] if items else -1


def last(tables: Tables, at: Sequence[int], items: list[int]) -> int:
    return items[-1] if items else -1


def nth(tables: Tables, at: Sequence[int], items: list[int], number: int) -> int:
    return items[number - 1] if 0 < number <= len(items) else -1


def _seat(seat: int) -> int:
    if seat < 0:
        raise RuleError("a seat is none")
    return seat


def _thing(thing: int) -> int:
    if thing < 0:
        raise RuleError("the links of none are asked for")
    return thing


def _divisor(number: int) -> int:
    if number == 0:
        raise RuleError("a number is divided by 0")
    return number


def _grid(tables: Tables, thing: int) -> GridInfo:
    if thing < 0 or tables.grid_of[thing] < 0:
        raise RuleError("a thing that is not part of a grid has no row, column or neighbour")
    return tables.grids[tables.grid_of[thing]]


FUNCTIONS: dict[str, Callable[..., int | list[int]]] = {
    "next": next_seat,
    "next_in": next_in,
    "place": place,
    "neighbours": neighbours,
    "links": links,
    "distance": distance,
    "reach": reach,
    "size": size,
    "quotient": quotient,
    "row": row,
    "column": column,
    "neighbour": neighbour,
    "path": path,
    "holder": holder,
    "owner": owner,
    "same": same,
    "first": first,
    "last": last,
    "nth": nth,
}
