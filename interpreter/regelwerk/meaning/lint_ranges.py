"""Numbers that go through a range, and ask for a cell or a place that is not there."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.whole import Whole
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import Numbers
from regelwerk.rules.types.parts import Part
from regelwerk.rules.types.scope import Scope
from regelwerk.rules.types.statements import Types
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic

_SEARCHES = (x.Sum, x.Extreme, x.Every, s.ForEach)
_DECIDES = (x.And, x.Or, x.Choice, x.Set, s.If, s.Ask, s.Repeat, s.ForEach, s.SecretChoice, s.Pay)
"""What lets its parts be only sometimes: how it decides, may keep a number within its range."""


def cells_beyond(game: Whole) -> list[Diagnostic]:
    """M026: `sum of track[n] over number n in 1..6` where the track ends at 5, and nothing tests `n`."""
    rules = game.rules
    cells = [state.type for state in rules.states] + [a.type for t in rules.types for a in t.attributes]
    if not rules.maps and not any(isinstance(cell.per, Numbers) for cell in cells):
        return []
    types = Types(game.names)
    return [problem for part in game.graph.parts.values() for problem in _beyond(game, types, part)]


def _beyond(game: Whole, types: Types, part: object) -> list[Diagnostic]:
    found = []
    for node in nodes(part):
        if not isinstance(node, _SEARCHES):
            continue
        over = node.of if isinstance(node, x.Every) else node.over
        if over.noun != "number" or over.where is not None or over.source is not None:
            continue
        around = types.within(over, Scope())
        low, high = types.bounds(x.Local(over.binder), around)
        if low is None or high is None or low > high:
            continue
        for asked in _always_asked(node):
            for each in _read(types, asked, around):
                wanted = each.wanted
                if each.node != x.Local(over.binder) or wanted.low is None or wanted.high is None:
                    continue
                if low < wanted.low or high > wanted.high:
                    problem = problems.goes_beyond(over.binder, low, high, wanted.low, wanted.high)
                    found.append(problem.at(game.understood.place_of(each.node)))
    return found


def _always_asked(node: x.Node) -> Iterator[x.Node]:
    """What is asked or done for every number, whatever is so; nothing behind what may end the round."""
    match node:
        case x.Sum(value=value) | x.Extreme(value=value) | x.Every(has=value):
            yield value
        case s.ForEach(body=body):
            for statement in body:
                if isinstance(statement, _DECIDES) or not isinstance(statement, s.Assign | s.Change | s.Let):
                    return
                yield statement


def _read(types: Types, node: x.Node, scope: Scope) -> Iterator[Part]:
    """The parts of a node, and of what is surely asked inside it, that must be of a range."""
    if isinstance(node, _DECIDES):
        return
    for name in node.__struct_fields__:
        value = getattr(node, name)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, msgspec.Struct):
                yield from _read(types, inner, scope)  # type: ignore[arg-type]
    if isinstance(node, x.State | x.Attribute | x.Builtin):
        yield from (part for part in types.parts(node, scope) if part.wanted.low is not None)
