"""Which argument of a call each parameter gets: the first ones by their place, others by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name, Node

Given = list[tuple[str | None, tx.Expression]]
"""The values of a call in the order of the text, each with its parameter; `None` if it has none."""


def value_in(argument: tx.Argument) -> tx.Expression:
    """Return the value of an argument, without the name."""
    return argument.value if isinstance(argument, tx.Match) else argument


def named_by_colon(
    ctx: Context, args: Sequence[tx.Argument], parameters: Collection[str]
) -> list[tx.Argument]:
    """Return arguments as they were meant: `b = 1` names a parameter, if nothing else is called so."""
    meant: list[tx.Argument] = []
    for arg in args:
        if isinstance(arg, tx.Compare) and arg.sign == "=" and isinstance(arg.left, Name):
            name = arg.left
            if name.text in parameters and ctx.names.sort(name.text) is None:
                ctx.report(problems.wrong_arguments("sign", name.text), arg)
                arg = tx.Match(arg.at, name, arg.right)
        meant.append(arg)
    return meant


def given(
    ctx: Context,
    tree: Node,
    name: str,
    arguments: Sequence[tx.Argument],
    parameters: Sequence[str],
    optional: Collection[str] = (),
    of: Literal["call", "action"] = "call",
) -> Given:
    """Return the values of a call of `name`, each with the parameter that gets it.

    Reports names that are no parameters, what is given twice, and what is left out that is not `optional`.
    """
    found: Given = []
    wrong = len(ctx.diagnostics)
    by_place = [argument for argument in arguments if not isinstance(argument, tx.Match)]
    if len(by_place) > len(parameters) or (
        len(by_place) == len(arguments) < len(parameters) and not optional
    ):
        fewest = sum(parameter not in optional for parameter in parameters)
        ctx.report(problems.wrong_arguments(of, name, len(by_place), tuple(parameters), fewest), tree)
    seen: set[str] = set()
    named = False
    for place, argument in enumerate(arguments):
        parameter: str | None = None
        if isinstance(argument, tx.Match):
            named = True
            parameter = _named(ctx, argument, name, parameters, seen)
        elif named:
            ctx.report(problems.wrong_arguments("order", name), argument)
        elif place < len(parameters):
            parameter = parameters[place]
        if parameter is not None:
            seen.add(parameter)
        found.append((parameter, value_in(argument)))
    missing = tuple(each for each in parameters if each not in seen and each not in optional)
    if missing and len(ctx.diagnostics) == wrong:
        ctx.report(problems.wrong_arguments("left out", name, 0, missing), tree)
    return found


def _named(
    ctx: Context, argument: tx.Match, name: str, parameters: Sequence[str], seen: Collection[str]
) -> str | None:
    """Return the parameter that an argument names, if it has not been given before."""
    text = argument.name.text
    if text in seen:
        ctx.report(problems.given_twice("parameter", text), argument.name)
    elif text in parameters:
        return text
    else:
        near = ctx.names.near(text, parameters)
        ctx.report(problems.unknown("parameter", text, name), argument.name, near=near)
    return None
