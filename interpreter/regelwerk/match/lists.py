"""Whether lists are what the rules say that they must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from regelwerk.program.errors import RuleError
from regelwerk.program.layout import Layout, make_layout
from regelwerk.program.lists import rows_of, set_aside
from regelwerk.program.start import make_start
from regelwerk.program.things import first_zones
from regelwerk.rules.declarations import Rules
from regelwerk.rules.excerpt import excerpt
from regelwerk.rules.lists import BroughtList, ListDecl, Must

from .evaluate import Evaluator
from .knowledge import move
from .state import State


@dataclass(frozen=True)
class Broken:
    """A `must` that a list breaks; if it says `for each`, `rows` are those of the things that do."""

    must: str
    rows: tuple[str, ...] = ()


def broken_musts(
    rules: Rules,
    lists: Sequence[BroughtList],
    players: int | None = None,
    options: Mapping[str, int] | None = None,
) -> list[list[Broken]]:
    """For each list what it breaks, judged as the list of seat 1, with these options.

    The supply is not looked at. Raises RuleError for a list of another game.
    """
    if not lists:
        return []
    layout = _layout(rules, lists, rules.players[0] if players is None else players, options)
    declared = {each.name: each for each in rules.lists}
    return [list(_broken(layout, declared.get(each.list), each)) for each in lists]


def _layout(
    rules: Rules, lists: Iterable[BroughtList], players: int, options: Mapping[str, int] | None
) -> Layout:
    """A layout in which nobody brings anything, with so many copies that every list can be laid out."""
    most: dict[str, int] = {}
    for brought in lists:
        counts: dict[str, int] = {}
        for part in brought.parts.values():
            for row, count in part.items():
                counts[row] = counts.get(row, 0) + count
        for row, count in counts.items():
            most[row] = max(most.get(row, 0), count)
    rows = tuple(
        msgspec.structs.replace(row, copies=max(row.copies, most.get(row.name, 0))) for row in rules.rows
    )
    asked = excerpt(msgspec.structs.replace(rules, rows=rows), rules.lists)
    return make_layout(asked, players, options, _nothing(rules, players))


def _broken(layout: Layout, declared: ListDecl | None, brought: BroughtList) -> Iterator[Broken]:
    if declared is None:
        raise RuleError(f"`{layout.game.game}` has no list `{brought.list}`")
    state = State(layout)
    zones = {part.name: layout.tables.zones[part.zone] for part in declared.parts}
    free = {
        name: list(things)
        for name, things in zip(layout.tables.row_names, layout.tables.row_things, strict=True)
    }
    for part, row, count in rows_of(declared, brought, layout.tables):
        if row not in free:
            raise RuleError(f"the list `{brought.id}` names `{row}`, which the game does not have")
        for _ in range(count):
            move(state, free[row].pop(0), zones[part].first)
    evaluator = Evaluator(layout)
    for must in declared.musts:
        found = _judged(evaluator, state, declared.seat, must)
        if found is not None:
            yield found


def _judged(evaluator: Evaluator, state: State, seat: str, must: Must) -> Broken | None:
    env = {seat: 0}
    evaluator.counting.learn(must.over, must.holds)
    state.steps = 0
    if must.over is None:
        return None if evaluator.holds(state, env, must.holds) else Broken(must.name)
    tables = evaluator.layout.tables
    rows: dict[str, None] = {}
    broken = False
    for element in evaluator.elements(state, env, must.over):
        if not evaluator.holds(state, {**env, must.over.binder: element}, must.holds):
            broken = True
            if must.over.noun in tables.types and tables.row_of[element] >= 0:
                rows[tables.row_names[tables.row_of[element]]] = None
    return Broken(must.name, tuple(rows)) if broken else None


def refuse_broken(layout: Layout) -> None:
    """Raise RuleError, naming everything, if a seat brings a list that is not as it must be."""
    if not layout.brought:
        return
    empty = _nobody_brings(layout)
    for declared in layout.game.lists:
        for seat, brought in enumerate(layout.brought[declared.name]):
            broken = list(_broken(empty, declared, brought))
            if broken:
                names = ", ".join(f"`{each.must}`" for each in broken)
                raise RuleError(f"the list `{brought.id}` of seat {seat + 1} breaks {names}")


def _nobody_brings(layout: Layout) -> Layout:
    """The layout without the lists of seats; the rest of it is the same, and need not be made again."""
    rules, tables = layout.game, layout.tables
    tables = replace(tables, starts_in=first_zones(rules, tables))
    nothing = _nothing(rules, layout.players)
    empty = replace(layout, tables=tables, brought=nothing, listed=set_aside(rules, tables, nothing))
    empty.start = make_start(empty)
    return empty


def _nothing(rules: Rules, players: int) -> dict[str, list[BroughtList]]:
    return {each.name: [BroughtList(each.name, "nothing")] * players for each in rules.lists}
