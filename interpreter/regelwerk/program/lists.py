"""Which things the lists of the seats name: set aside for them before a match begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import BroughtList, ListDecl

from .errors import RuleError
from .things import Tables

Lists = Mapping[str, Sequence[BroughtList | None]]
"""For each declared list what the seats bring, None for the default."""
Listed = dict[tuple[str, str], list[list[int]]]
"""By list and part, for each seat, the things."""


def brought_by(rules: Rules, players: int, given: Lists | None) -> dict[str, list[BroughtList]]:
    """What each seat brings, for each declared list. Raises RuleError where nothing is known of it."""
    written = {each.id: each for each in rules.brought}
    result: dict[str, list[BroughtList]] = {}
    for name in given or ():
        if all(declared.name != name for declared in rules.lists):
            raise RuleError(f"`{rules.game}` has no list `{name}`")
    for declared in rules.lists:
        chosen = list((given or {}).get(declared.name, ()))[:players]
        chosen += [None] * (players - len(chosen))
        result[declared.name] = [
            default_list(declared, seat, written) if each is None else each
            for seat, each in enumerate(chosen)
        ]
    return result


def default_list(declared: ListDecl, seat: int, written: Mapping[str, BroughtList]) -> BroughtList:
    """The list of a seat that names none. Raises RuleError if there is none."""
    if not declared.defaults:
        raise RuleError(f"seat {seat + 1} brings no `{declared.name}`")
    name = declared.defaults[seat % len(declared.defaults)]
    if name not in written:
        raise RuleError(f"there is no list `{name}`, which seat {seat + 1} would bring as `{declared.name}`")
    return written[name]


def set_aside(rules: Rules, tables: Tables, lists: Mapping[str, Sequence[BroughtList]]) -> Listed:
    """The things of each list, copies with low numbers first, the seats in order.

    Raises RuleError for what the game does not have, and if there are not enough copies for all seats.
    """
    taken: dict[int, int] = {}
    listed: Listed = {}
    for declared in rules.lists:
        for declared_part in declared.parts:
            listed[declared.name, declared_part.name] = [[] for _ in range(tables.players)]
    for seat in range(tables.players):
        for declared in rules.lists:
            brought = lists[declared.name][seat]
            for part, row, count in rows_of(declared, brought, tables):
                number = tables.row_number.get(row)
                if number is None:
                    raise RuleError(f"the list `{brought.id}` names `{row}`, which the game does not have")
                things = tables.row_things[number]
                info = tables.types[next(p.type for p in declared.parts if p.name == part)]
                if len(things) and not info.first <= things.start < info.last:
                    raise RuleError(f"`{row}` is no `{info.name}`, as `{part}` of `{brought.id}` has them")
                first = taken.get(number, 0)
                if first + count > len(things):
                    raise RuleError(_too_few(row, len(things), number, tables, lists))
                taken[number] = first + count
                mine = things[first : first + count]
                listed[declared.name, part][seat] += mine
                for thing in mine:
                    tables.starts_in[thing] = -1
    return listed


def rows_of(declared: ListDecl, brought: BroughtList, tables: Tables) -> Iterator[tuple[str, str, int]]:
    """Part, row and number, in the order of the tables. Raises RuleError for another list."""
    names = [part.name for part in declared.parts]
    if brought.list != declared.name or any(part not in names for part in brought.parts):
        raise RuleError(f"the list `{brought.id}` is no `{declared.name}` of this game")
    for part in names:
        counts = brought.parts.get(part, {})
        for row in sorted(counts, key=lambda row: tables.row_number.get(row, -1)):
            yield part, row, counts[row]


def _too_few(
    row: str, copies: int, number: int, tables: Tables, lists: Mapping[str, Sequence[BroughtList]]
) -> str:
    wanted = [
        sum(part.get(row, 0) for brought in lists.values() for part in brought[seat].parts.values())
        for seat in range(tables.players)
    ]
    seats = " and ".join(f"seat {seat + 1} brings {count}" for seat, count in enumerate(wanted) if count)
    return f"there are only {copies} of `{row}`: {seats}"
