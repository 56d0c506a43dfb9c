"""Circles: values that need themselves, happenings without end, limits whose breach keeps them broken."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from regelwerk.meaning import problems
from regelwerk.meaning.effects import (
    Cell,
    Effects,
    effects_of,
    modified_cell,
    sure_calls,
    target_cell,
    touches,
)
from regelwerk.meaning.graph import bodies_of_event
from regelwerk.meaning.names import Names
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.wording import Problem

LONGEST_SHOWN = 12
"""How many happenings of a circle a message names."""

# ---------------------------------------------------------------- values and modifiers


def circular_values(game: Whole) -> list[Diagnostic]:
    """M054: a modifier reads, through values and other modifiers, what it modifies; `printed` cuts."""
    needs: dict[Cell, set[Cell]] = {}
    for value in game.rules.values:
        needs.setdefault(("value", value.name), set()).update(
            _derived(game.graph.effects[f"value:{value.name}"])
        )
    for modifier in game.rules.modifiers:
        effects = game.graph.effects[f"modifier:{modifier.name}"]
        needs.setdefault(modified_cell(modifier), set()).update(_derived(effects))
    found = []
    reported: set[frozenset[Cell]] = set()
    for modifier in game.rules.modifiers:
        cell = modified_cell(modifier)
        circle = _way_back(needs, cell, _derived(game.graph.effects[f"modifier:{modifier.name}"]))
        if circle is None or frozenset(circle) in reported:
            continue
        reported.add(frozenset(circle))
        way = tuple(cell[-1] for cell in circle)
        found.append(problems.circle_of_modifiers(way).at(game.understood.word_of(modifier)))
    return found


def _derived(effects: Effects) -> set[Cell]:
    """Return the values and the attributes, modifiers included, that an expression reads."""
    called = {cell for cell in effects.reads if cell[0] == "value"}
    return called | {("attribute", *attribute) for attribute in effects.derived}


def _way_back(needs: dict[Cell, set[Cell]], goal: Cell, first: set[Cell]) -> list[Cell] | None:
    """Return the shortest way from a cell over `first` back to it."""
    ways: list[list[Cell]] = [[goal, cell] for cell in sorted(first)]
    seen: set[Cell] = set()
    for way in ways:
        if way[-1] == goal:
            return way
        if way[-1] in seen:
            continue
        seen.add(way[-1])
        ways.extend([*way, cell] for cell in sorted(needs.get(way[-1], ())))
    return None


# ---------------------------------------------------------------- happenings


def endless_happenings(game: Whole) -> list[Diagnostic]:
    """M056: happenings that surely lead to each other, by calls or rules without a condition.

    Nothing is said where something they lead to may leave, end the game, forbid or replace.
    """
    all_tell = _telling(game.names)
    sure = {event.name: _surely(game, event, all_tell) for event in game.rules.events}
    found = []
    done: set[str] = set()
    for name in _in_circles(sure):
        circle = None if name in done else _circle(sure, name)
        if circle is None or done & set(circle):
            continue
        if game.graph.ends(game.graph.reach(*(f"happens:{on_it}" for on_it in circle))):
            done |= set(circle)
            continue
        hooked = (rule for on_it in circle for rule in game.graph.hooks.get(on_it, ()))
        if any(rule.kind in ("forbid", "instead") for rule in hooked):
            continue
        done |= set(circle)
        left_out = max(0, len(circle) - LONGEST_SHOWN)
        shown = [*circle[: LONGEST_SHOWN - 1], circle[-1]] if left_out else circle
        found.append(problems.endless(tuple(shown), left_out).at(game.span(name)))
    return found


def _surely(game: Whole, event: d.EventDecl, all_tell: Callable[[d.EventDecl], bool]) -> set[str]:
    """Return the events that happen whenever this one happens."""
    effects = game.graph.effects
    bodies = list(bodies_of_event(event))
    if event.told is not None and all_tell(event):
        bodies = bodies[1:]
    found = set[str]().union(effects[bodies[0]].surely) if bodies else set[str]()
    found = found.intersection(*(effects[body].surely for body in bodies))
    for rule in game.graph.hooks.get(event.name, ()):
        unconditional = rule.where is None and rule.only is None and rule.captured is None
        if rule.kind in ("before", "after") and unconditional:
            found |= effects[f"rule:{rule.name}"].surely
    return found


def _telling(names: Names) -> Callable[[d.EventDecl], bool]:
    """Return a test whether the text of every thing that an event may be about tells it."""

    @cache
    def rows_of(type_name: str) -> frozenset[str]:
        return frozenset(names.rows_below(type_name))

    def all_tell(event: d.EventDecl) -> bool:
        kind = event.parameters[0].type
        return not kind.optional and rows_of(kind.name or "") <= (event.told or {}).keys()

    return all_tell


def _in_circles(sure: dict[str, set[str]]) -> list[str]:
    """Return the events that may lie on a circle: without what leads nowhere or is led to by nothing."""
    left = dict(sure)
    for leads_to in (sure, _turned(sure)):
        follows = _turned(leads_to)
        open_ways = {name: sum(other in left for other in leads_to.get(name, ())) for name in left}
        waiting = [name for name, count in open_ways.items() if not count]
        while waiting:
            gone = waiting.pop()
            del left[gone]
            for name in follows.get(gone, ()):
                if name in left:
                    open_ways[name] -= 1
                    if not open_ways[name]:
                        waiting.append(name)
    return list(left)


def _turned(sure: dict[str, set[str]]) -> dict[str, set[str]]:
    turned: dict[str, set[str]] = {}
    for name, following in sure.items():
        for other in following:
            turned.setdefault(other, set()).add(name)
    return turned


def _circle(sure: dict[str, set[str]], start: str) -> list[str] | None:
    """Return the shortest way from an event back to it."""
    before = {start: start}
    waiting = [start]
    for last in waiting:
        for name in sorted(sure.get(last, ())):
            if name == start:
                way = [last, start]
                while way[0] != start:
                    way.insert(0, before[way[0]])
                return way
            if name not in before:
                before[name] = last
                waiting.append(name)
    return None


# ---------------------------------------------------------------- limits


def worsening_breaches(game: Whole) -> list[Diagnostic]:
    """M057: a breach does nothing to what its limit reads but break it further, or never ends."""
    found = []
    for limit in game.rules.limits:
        problem = _worsened(game, limit)
        if problem is not None:
            found.append(problem.at(game.span(limit.name)))
    return found


def _worsened(game: Whole, limit: d.LimitDecl) -> Problem | None:
    breach = effects_of(limit.breach)
    events = [*breach.happens, *(event for _, event, declared in breach.put_off if not declared)]
    keys = game.graph.reach(*(f"happens:{event}" for event in events))
    if breach.ends or game.graph.ends(keys):
        return None
    read = game.graph.all_reads((limit.holds, limit.over))
    effects = game.graph.effects
    touching = (key for key in keys if key in effects and touches(effects[key].writes, read))
    parts = (limit.breach, *(game.graph.parts[key] for key in touching))
    changing = [
        node
        for node in nodes(parts)
        if isinstance(node, Writing)
        and touches(effects_of(node).writes, read)
        and not isinstance(node, Holding)
    ]
    if changing:
        if all(_makes_worse(node, limit.holds) for node in changing):
            return problems.breach_that_does_not_mend(limit.name)
        return None
    judged_again = [event for event in sure_calls(limit.breach) if event in limit.after]
    if judged_again:
        return problems.breach_that_does_not_mend(limit.name, judged_again[0])
    return None


Writing = s.Assign | s.Change | s.RollDie | s.Move | s.DrawOne | s.DrawMany | s.Shuffle | s.Cancel | s.Aim
Holding = s.DrawOne
"""A statement that writes and holds others: these are looked at by themselves."""


def _makes_worse(node: object, holds: x.Expression) -> bool:
    if not isinstance(node, s.Change) or not isinstance(holds, x.Compare):
        return False
    sides = [(holds.left, holds.op in ("<", "<=")), (holds.right, holds.op in (">", ">="))]
    if holds.op in ("=", "!="):
        return False
    cell = target_cell(node.target)
    wrong = [
        up for side, up in sides if isinstance(side, x.State | x.Attribute) and target_cell(side) == cell
    ]
    return len(wrong) == 1 and node.up == wrong[0]
