"""What follows from the whole: order of values, stored attributes, when limits are judged, what is unused."""

from __future__ import annotations

from collections.abc import Callable, Set

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.collect import Collection, Place
from regelwerk.meaning.context import Context
from regelwerk.meaning.effects import Cell, effects_of, modified_cell, touches
from regelwerk.meaning.graph import Graph
from regelwerk.rules import declarations as d
from regelwerk.tree.nodes import Named


def in_order(
    ctx: Context,
    places: dict[str, list[Place[Named]]],
    calls: Callable[[Named], Set[str]],
    visit: Callable[[str], None],
    recursive: bool = False,
) -> None:
    """Visit names after what they call; a circle is reported with the way round.

    `recursive`: a name may call itself.
    """
    needs = {name: _called_by(name, group, places, calls, recursive) for name, group in places.items()}
    done: set[str] = set()
    for first in places:
        # Names that wait for what they call, each with what it still has to wait for.
        waiting: dict[str, list[str]] = {} if first in done else {first: list(needs[first])}
        while waiting:
            name = next(reversed(waiting))
            if not waiting[name]:
                del waiting[name]
                if name not in done:
                    done.add(name)
                    visit(name)
                continue
            other = waiting[name].pop(0)
            if other in waiting:
                _report_circle(ctx, places[other][0], [*list(waiting)[list(waiting).index(other) :], other])
            elif other not in done:
                waiting[other] = list(needs[other])


def _called_by(
    name: str,
    group: list[Place[Named]],
    places: dict[str, list[Place[Named]]],
    calls: Callable[[Named], Set[str]],
    recursive: bool,
) -> list[str]:
    wanted = frozenset[str]().union(*(calls(place.tree) for place in group)) & places.keys()
    return sorted(wanted - {name} if recursive else wanted)


def _report_circle(ctx: Context, place: Place[Named], circle: list[str]) -> None:
    notes = tuple(
        problems.notes.declared_here(name).at(ctx.names.declared[name].span) for name in circle[:-1]
    )
    ctx.report(problems.circle(tuple(circle)), place.tree.name, notes=notes)


def store(
    types: tuple[d.TypeDecl, ...], stored: set[tuple[str, str]], rowless: set[str]
) -> tuple[d.TypeDecl, ...]:
    """Mark the attributes that are state; what has no table (seats, grids) is state too."""
    marked = []
    for declared in types:
        attributes = tuple(
            msgspec.structs.replace(
                a,
                stored=(declared.name, a.name) in stored or declared.name in rowless,
            )
            for a in declared.attributes
        )
        marked.append(msgspec.structs.replace(declared, attributes=attributes))
    return tuple(marked)


def limits_after(ctx: Context, rules: d.Rules, graph: Graph) -> d.Rules:
    """Give every limit the happenings after which it is judged: those that write what it reads.

    What a breach writes counts for the limits behind it: they are judged after the same happenings.
    """
    writing = written(graph)
    order = [*(event.name for event in rules.events), *(action.name for action in rules.actions)]
    limits: list[d.LimitDecl] = []
    for limit in rules.limits:
        read = graph.all_reads((limit.holds, limit.over))
        after = set(limit.after)
        if not after:
            after = {name for name, cells in writing.items() if touches(cells, read)}
            for earlier in limits:
                if touches(effects_of(earlier.breach).writes, read):
                    after |= set(earlier.after)
        if not after:
            span = ctx.names.declared[limit.name].span
            ctx.diagnostics.append(problems.limit_never_broken(limit.name).at(span))
        # A span in which something is in force may be an event that could not be read.
        named = limit.after or tuple(name for name in order if name in after)
        limits.append(msgspec.structs.replace(limit, after=named))
    return msgspec.structs.replace(rules, limits=tuple(limits))


def written(graph: Graph) -> dict[str, set[Cell]]:
    """Return what each event and each action writes, with the rules hooked on it."""
    events = {rule.name: rule.event for rule in graph.rules.rules}
    modified = {modifier.name: modified_cell(modifier) for modifier in graph.rules.modifiers}
    found: dict[str, set[Cell]] = {}
    for key, effects in graph.effects.items():
        sort, name, *_ = key.split(":")
        if sort not in ("event", "told", "action", "rule"):
            continue
        event = events[name] if sort == "rule" else name
        cells = found.setdefault(event, {("happened", event)})
        cells |= effects.writes
        for span, modifier in effects.lasting:
            # What is in force changes values when it begins, and again when its span ends.
            cells.add(modified[modifier])
            found.setdefault(span, {("happened", span)}).add(modified[modifier])
    return found


def missing_defaults(
    ctx: Context, found: Collection, types: tuple[d.TypeDecl, ...], rowless: set[str]
) -> None:
    """Report attributes of seats and grids that have nothing to begin with."""
    for declared in types:
        if declared.name not in rowless or declared.lives_until is not None:
            continue
        for attribute in declared.attributes:
            if attribute.default is None:
                span = ctx.names.types[declared.name].attribute_spans[attribute.name]
                ctx.diagnostics.append(problems.no_default(attribute.name).at(span))
