"""Calls of values and the functions of the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from regelwerk.meaning import problems
from regelwerk.meaning.arguments import given, named_by_colon, value_in
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.reading import expression
from regelwerk.rules import expressions as x
from regelwerk.rules.builtins import BY_NAME as BUILTINS
from regelwerk.rules.builtins import CALLED, DIRECTIONS
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types.parts import LIST, PLACES, WORDS
from regelwerk.source.diagnostics import Edit
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Node

Understand = Callable[[Context, Env, tx.Expression, ValueType | None], x.Expression]
"""What understands the value of a parameter of a kind."""


def call(ctx: Context, env: Env, tree: tx.Call, wanted: ValueType | None) -> x.Expression:
    text, args = tree.name.text, tree.arguments
    sort = ctx.names.sort(text)
    if text in CALLED and sort is None:
        return _builtin(ctx, env, tree, text, args)
    if sort == "map" and text in ctx.names.grids:
        ctx.names.use(text)
        grid = x.Number(ctx.names.grids[text])
        return x.Builtin("place", (grid, *arguments(ctx, env, tree, text, args)))
    if sort == "value":
        ctx.names.use(text)
        ctx.use.calls.add(("value", text))
        return x.Call(text, arguments(ctx, env, tree, text, args))
    if sort == "event":
        ctx.names.use(text)
        ctx.report(problems.wrong_call("event in a value", text), tree)
    elif sort is None:
        near = ctx.names.near(text, [*ctx.names.named("value"), *CALLED])
        ctx.report(problems.unknown("callable", text), tree, near=near, word=tree.name)
    else:
        ctx.names.use(text)
        fix = Edit.before(tree.at, "all ") if sort == "group" and wanted in (LIST, PLACES) else None
        ctx.report(
            problems.wrong_call("group" if sort == "group" else "no arguments", text, sort), tree, fix=fix
        )
    for arg in args:
        expression(ctx, env, value_in(arg))
    return ctx.unknown(x.Number(0))


def arguments(
    ctx: Context,
    env: Env,
    tree: Node,
    name: str,
    args: Sequence[tx.Argument],
    first: int = 0,
    understand: Understand = expression,
) -> tuple[x.Expression, ...]:
    """Understand arguments of something with a signature, from a parameter on.

    There is one for each parameter: what is left out is as declared.
    """
    signature = ctx.names.signatures[name]
    parameters = dict(signature.parameters[first : first + signature.parts if first else None])
    found: dict[str, x.Expression] = {}
    args = named_by_colon(ctx, args, parameters.keys() - env.locals.keys())
    for parameter, value in given(ctx, tree, name, args, tuple(parameters), signature.defaults):
        node = understand(ctx, env, value, None if parameter is None else parameters[parameter])
        if parameter is not None:
            found[parameter] = node
    for parameter in parameters.keys() - found.keys():
        found[parameter] = ctx.unknown(signature.defaults.get(parameter, x.Number(0)))
    return tuple(found[parameter] for parameter in parameters)


def _builtin(ctx: Context, env: Env, tree: tx.Call, text: str, args: Sequence[tx.Argument]) -> x.Expression:
    builtin = BUILTINS[text]
    if builtin.scenarios and not ctx.in_scenario:
        ctx.report(problems.impossible_line("asked in rules", text), tree)
    if len(args) != len(builtin.parameters):
        ctx.report(problems.wrong_arguments("call", text, len(args), builtin.parameters), tree)
        return ctx.unknown(x.Number(0))
    nodes = (
        expression(ctx, env, _nameless(ctx, arg, text), WORDS[word])
        for arg, word in zip(args, builtin.parameters, strict=True)
    )
    node = x.Builtin(text, tuple(nodes))
    if text in ("neighbour", "path"):
        _check_direction(ctx, env, node, tree)
    return node


def _check_direction(ctx: Context, env: Env, node: x.Builtin, tree: tx.Call) -> None:
    """Report a direction in which no place of the map has another."""
    kind, direction = ctx.types.kind(node.args[0], env), node.args[1]
    grids = [grid for grid in ctx.names.grids if ctx.names.result(grid).name == kind.name]
    if not isinstance(direction, x.Member) or kind.kind != "thing" or len(grids) != 1:
        return
    width, height = (wanted.high for _, wanted in ctx.names.signatures[grids[0]].parameters)
    lost = {"north", "south"} if ctx.names.adjacent.get(grids[0]) == "as_hexagons" else set()
    if width == 1:
        lost |= {each for each in DIRECTIONS if "east" in each or "west" in each}
    if height == 1:
        lost |= {each for each in DIRECTIONS if "north" in each or "south" in each}
    if direction.name in lost:
        others = tuple(each for each in DIRECTIONS if each not in lost)
        ctx.report(
            problems.leads_nowhere(direction.name, kind.name or "", others), value_in(tree.arguments[1])
        )


def _nameless(ctx: Context, arg: tx.Argument, function: str) -> tx.Expression:
    """Return the value of an argument of a function of the language, whose parameters have no names."""
    if isinstance(arg, tx.Match):
        ctx.report(problems.unknown("parameter", arg.name.text, function), arg.name)
    return value_in(arg)


def may(ctx: Context, env: Env, tree: tx.May, wanted: ValueType | None) -> x.Expression:
    """`may event(...)`: no rule forbids it."""
    args = _of_event(ctx, env, tree, "may")
    return x.Flag(True) if args is None else x.May(tree.event.text, args)


def supposing(ctx: Context, env: Env, tree: tx.Supposing, wanted: ValueType | None) -> x.Expression:
    """`supposing event(...) then (...)`: what is so in the position that an event would lead to."""
    args = _of_event(ctx, env, tree, "supposed")
    then = expression(ctx, env.settle(), tree.then)
    return ctx.unknown(x.Flag(True)) if args is None else x.Supposing(tree.event.text, then, args)


def _of_event(
    ctx: Context, env: Env, tree: tx.May | tx.Supposing, call: str
) -> tuple[x.Expression, ...] | None:
    """Understand the arguments of an event that is asked about; None if there is no such event."""
    name, text = tree.event, tree.event.text
    names = ctx.names
    if names.sort(text) != "event":
        if names.sort(text) is None:
            near = names.near(text, names.named("event"))
            what: Literal["awaited event", "supposed event"] = (
                "awaited event" if call == "may" else "supposed event"
            )
            ctx.report(problems.unknown(what, text), name, near=near)
        else:
            names.use(text)
            ctx.report(problems.wrong_call("no happening", text, names.sort(text) or ""), name)
        for arg in tree.arguments:
            expression(ctx, env, value_in(arg))
        return None
    names.use(text)
    ctx.use.calls.add((call, text))
    return arguments(ctx, env, name, text, tree.arguments)
