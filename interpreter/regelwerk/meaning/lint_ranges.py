"""Numbers of a range, gone through or chosen, that ask for a cell or a place that is not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.showing import inner_bodies
from regelwerk.meaning.whole import Whole
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import Numbers, ValueType
from regelwerk.rules.types.numbers import bounds_of
from regelwerk.rules.types.parts import Part
from regelwerk.rules.types.scope import Scope
from regelwerk.rules.types.statements import Types
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.wording import Problem

_GOES_ON = (
    s.Let, s.Assign, s.Change, s.Move, s.Put, s.Create, s.DrawOne, s.DrawMany, s.Shuffle, s.Look, s.Show,
    s.Roll, s.RollDie, s.Record, s.PickRandom, s.Choose, s.Ask, s.If, s.ForEach,
)  # fmt: skip
"""Statements with which nothing ends that runs around them, if they hold no others than these."""
_ASKED_OF_SOME = (
    x.Choice,
    x.Set,
    x.Sum,
    x.Extreme,
    x.Every,
    x.Any,
    x.All,
    x.The,
    x.Count,
    x.Supposing,
    x.Told,
)
"""What asks for its parts only in some cases, or once for every element: there may be none."""


class _Search(NamedTuple):
    """A set of numbers, what is surely asked of the first, and if all others are as surely gone through."""

    over: x.Set
    asked: tuple[x.Node, ...]
    all: bool


def cells_beyond(game: Whole) -> list[Diagnostic]:
    """M138: `sum of track[n] over number n in 1..6` where the track ends at 5, and nothing tests `n`."""
    rules = game.rules
    cells = [state.type for state in rules.states] + [a.type for t in rules.types for a in t.attributes]
    if not rules.maps and not any(isinstance(cell.per, Numbers) for cell in cells):
        return []
    types = Types(game.names)
    return [problem for part in game.graph.parts.values() for problem in _beyond(game, types, part)]


def _beyond(game: Whole, types: Types, part: object) -> Iterator[Diagnostic]:
    for search in _searches(part):
        over = search.over
        if over.noun != "number" or over.source is not None or over.low is None or over.high is None:
            continue
        low, high = types.bounds(over.low, Scope()).high, types.bounds(over.high, Scope()).low
        if low is None or high is None or low > high:
            continue
        kind = ValueType("number", low=low, high=high)
        for asked in search.asked:
            for each in _read(types, asked, Scope().bind(over.binder, kind)):
                if x.Local(over.binder) not in nodes(each.node):
                    continue
                for number in (low, high) if search.all else (low,):
                    if (problem := _missing(types, over.binder, number, (low, high), each)) is not None:
                        yield problem.at(game.understood.place_of(each.node))
                        break


def _missing(types: Types, binder: x.Name, number: int, goes: tuple[int, int], part: Part) -> Problem | None:
    """What is to be said if a part that has to be of a range is outside of it with this number."""
    found = types.bounds(part.node, Scope().bind(binder, ValueType("number", low=number, high=number)))
    least, most = bounds_of(part.wanted)
    if found.low is None or found.low != found.high or least is None or most is None:
        return None
    return None if least <= found.low <= most else problems.goes_beyond(binder, *goes, found.low, least, most)


def _searches(part: object) -> Iterator[_Search]:
    """Where numbers are gone through or chosen from, and what is then asked of them."""
    if isinstance(part, tuple):
        yield from _chosen(part)
    for node in (*([part] if isinstance(part, msgspec.Struct) else ()), *nodes(part)):
        for body in inner_bodies(node):
            yield from _chosen(body)
        match node:
            case x.Count(of=over) | x.All(of=over):
                yield _Search(over, _tests(over), True)
            case x.Sum(over=over, value=value) | x.Extreme(over=over, value=value):
                yield _Search(over, _tests(over) or (value,), True)
            case x.Any(of=over) | x.The(of=over):
                yield _Search(over, _tests(over), False)
            case x.Every(of=over, has=has):
                yield _Search(over, _tests(over) or (has,), False)
            case s.ForEach(over=over, body=body):
                goes_on = all(
                    isinstance(each, _GOES_ON) for each in nodes(body) if isinstance(each, s.Statement)
                )
                if over.where is not None:
                    yield _Search(over, _tests(over), True)
                else:
                    yield _Search(over, tuple(_always_asked(over.binder, body)), goes_on)


def _tests(over: x.Set) -> tuple[x.Expression, ...]:
    return () if over.where is None else (over.where,)


def _chosen(body: Sequence[s.Statement]) -> Iterator[_Search]:
    """What is asked of a number behind the line that chooses it: whichever it is, it may be chosen."""
    for place, statement in enumerate(body):
        if isinstance(statement, s.PickRandom) or (
            isinstance(statement, s.Choose) and statement.amount == "one"
        ):
            over = statement.over
            behind = () if over.where is not None else _always_asked(over.binder, body[place + 1 :])
            yield _Search(over, _tests(over) or tuple(behind), True)


def _always_asked(number: x.Name, body: Sequence[s.Statement]) -> Iterator[x.Node]:
    """What is asked or done for every number, whatever is so; nothing behind what may end the round."""
    for statement in body:
        match statement:
            case s.Assign() | s.Change():
                yield statement
            case s.Let(name=name, value=value):
                yield value
                if name == number:
                    return
            case s.Happen(args=args):
                yield from args
                return
            case s.If(when=when):
                yield when
                return
            case _:
                return


def _read(types: Types, node: x.Node, scope: Scope) -> Iterator[Part]:
    """The parts of a node, and of what is surely asked inside it, that must be of a range."""
    if isinstance(node, x.And | x.Or):
        yield from _read(types, node.of[0], scope)
        return
    if isinstance(node, _ASKED_OF_SOME):
        return
    for name in node.__struct_fields__:
        value = getattr(node, name)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, x.Node):
                yield from _read(types, inner, scope)
    if isinstance(node, x.State | x.Attribute | x.Builtin):
        wanted = (part for part in types.parts(node, scope) if part.wanted.kind == "number")
        yield from (part for part in wanted if part.wanted.low is not None and part.wanted.high is not None)
