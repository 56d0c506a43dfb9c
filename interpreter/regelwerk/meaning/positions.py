"""Positions with names: their lines stand where a scenario uses them, with arguments for parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import structs

from regelwerk.meaning import problems
from regelwerk.meaning.arguments import given
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.reading import fits, value_of
from regelwerk.meaning.scenario_picks import Picks
from regelwerk.meaning.signatures import defaults_of, parameters_of
from regelwerk.rules.types import kinds
from regelwerk.tree import expressions as tx
from regelwerk.tree import scenarios as tc
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Name, Node
from regelwerk.tree.walk import fields, walk

MOST_LINES = 500
"""So many lines positions may add to one scenario."""
_ROWS = {(ts.Put, "row"), (tx.IsKind, "name")}
"""Where the name of a row stands, which may be what an argument names."""


class Positions:
    """The positions that one scenario uses; `inside` are those whose lines are being read."""

    def __init__(self, ctx: Context, picks: Picks) -> None:
        self.ctx, self.picks = ctx, picks
        self.inside: list[str] = []
        self.lines = 0

    def lines_of(self, env: Env, use: tc.InPosition, own: frozenset[str]) -> tuple[tc.PositionLine, ...]:
        """Return the lines that stand in the place of a use; only the scenario has the names `own`."""
        ctx, text = self.ctx, use.name.text
        tree = ctx.names.declared[text].tree if ctx.names.sort(text) == "position" else None
        if not isinstance(tree, tc.Position):
            near = ctx.names.near(text, ctx.names.named("position"))
            ctx.report(problems.unknown("position", text), use.name, near=near)
            return ()
        ctx.names.use(text)
        self.lines += len(tree.lines)
        if text in self.inside or self.lines > MOST_LINES:
            ctx.report(problems.endless_position(text, MOST_LINES, text not in self.inside), use.name)
            return ()
        parameters = dict(parameters_of(ctx, tree.parameters))
        defaults_of(ctx, tree.parameters, parameters)
        values = {each.name.text: each.default for each in tree.parameters if each.default is not None}
        found = given(ctx, use, text, use.arguments, tuple(parameters), values)
        wrong = parameters.keys() - values.keys() - {name for name, _ in found}
        for name, argument in found:
            if name is None:
                continue
            before = len(ctx.diagnostics)
            kind, where = parameters[name], f"`{name}` of `{text}`"
            values[name] = argument
            row = self.picks.row(env, argument)
            if row is None:
                value_of(ctx, env, argument, kind, where)
            else:
                fits(ctx, argument, kind, kinds.thing(ctx.names.rows[row.name][0]), where)
            if len(ctx.diagnostics) > before:
                wrong |= {name}
        self._unused(tree, list(parameters))
        self._foreign(tree, own.difference(parameters))
        lines = _without(tree.lines, wrong) if wrong else tree.lines
        return tuple(replaced(line, values) for line in lines)

    def _unused(self, tree: tc.Position, parameters: list[str]) -> None:
        """Warn of parameters that no line names."""
        named = _named(tree.lines) if parameters else set()
        for parameter in tree.parameters:
            if parameter.name.text not in named:
                self.ctx.report(problems.unused_in_scenario(parameter.name.text), parameter.name)

    def _foreign(self, tree: tc.Position, own: frozenset[str]) -> None:
        """Report names of the scenario in the lines of a position."""
        foreign = own - {node.name.text for node in tree.lines if isinstance(node, tc.ScenarioLet)}
        for node in names_in(tree.lines) if foreign else ():
            if node.text in foreign:
                self.ctx.report(problems.impossible_line("name of the scenario", node.text), node)


def _without(lines: Iterable[tc.PositionLine], wrong: set[str]) -> Iterator[tc.PositionLine]:
    """The lines of a position that do not name an argument with a mistake, nor what is named by it."""
    for line in lines:
        if not _named(line) & wrong:
            yield line
        elif isinstance(line, tc.ScenarioLet):
            wrong = wrong | {line.name.text}


def _named(part: tuple[Node, ...] | Node) -> set[str]:
    """All names in a part of a tree."""
    parts = part if isinstance(part, tuple) else (part,)
    return {node.text for each in parts for node in walk(each) if isinstance(node, Name)}


def names_in(part: object) -> list[Name]:
    """Return the names that stand where a value may stand."""
    found: list[Name] = []
    if isinstance(part, tuple):
        for each in part:
            found += [each] if isinstance(each, Name) else names_in(each)
    elif isinstance(part, Node):
        values = _values(type(part))
        for name, value in zip(part.__struct_fields__[1:-1], fields(part), strict=True):
            if name in values or not isinstance(value, Name | tuple):
                found += names_in((value,))
            elif isinstance(value, tuple):
                found += names_in(tuple(each for each in value if not isinstance(each, Name)))
    return found


def replaced(part: Any, given: Mapping[str, tx.Expression]) -> Any:
    """Return a part of a tree in which names that stand for values are other expressions."""
    if isinstance(part, tuple):
        return tuple(replaced(each, given) for each in part)
    if not isinstance(part, Node) or not given:
        return part
    changes: dict[str, object] = {}
    for name in part.__struct_fields__[1:-1]:
        value: Any = getattr(part, name)
        if name in _values(type(part)):
            changes[name] = _value(value, given)
        elif (type(part), name) in _ROWS:
            argument = given.get(value.text)
            changes[name] = argument if isinstance(argument, Name) else value
        elif not isinstance(value, Name):
            changes[name] = replaced(value, given)
    return structs.replace(part, **changes)


def _value(value: Any, given: Mapping[str, tx.Expression]) -> Any:
    if isinstance(value, Name):
        return given.get(value.text, value)
    if isinstance(value, tuple):
        return tuple(_value(each, given) for each in value)
    return replaced(value, given)


@cache
def _values(kind: type[Node]) -> frozenset[str]:
    """The fields of a class of nodes in which a value stands, or a list of values."""
    hints = get_type_hints(kind)
    return frozenset(name for name, hint in hints.items() if tx.Number in _classes(hint))


def _classes(hint: Any) -> set[Any]:
    """The classes that a field may hold, those in its lists included."""
    if get_origin(hint) in (Union, UnionType, tuple) or hasattr(hint, "__metadata__"):
        return set[Any]().union(*(_classes(each) for each in get_args(hint)))
    return {hint}
