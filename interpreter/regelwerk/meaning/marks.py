"""Marks: until when an attribute or a state is what was set."""

from __future__ import annotations

from typing import Literal

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context
from regelwerk.rules import declarations as d
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import declarations as td
from regelwerk.tree.nodes import Name


def times_of_mark(
    ctx: Context, tree: td.AttributeLine | td.State, kind: ValueType, this: ValueType | None = None
) -> tuple[str | None, d.Coming | None]:
    """The event whose end, and the one whose beginning gives a mark of a kind the value it began with.

    `this` is the kind of what has the mark, None for a state.
    """
    until, coming = None, None
    for part in tree.until:
        if isinstance(part, td.Coming):
            coming = _coming(ctx, part, (tree.name.text, kind), this)
        else:
            until = _event(ctx, part)
    return until, coming


def _event(ctx: Context, name: Name) -> str | None:
    text = name.text
    sort = ctx.names.sort(text)
    if sort != "event":
        near = ctx.names.near(text, ctx.names.named("event"))
        ctx.report(problems.unknown("event of a mark", text, sort or ""), name, near=near)
        return None
    ctx.names.use(text)
    return text


def _coming(
    ctx: Context, tree: td.Coming, mark: tuple[str, ValueType], this: ValueType | None
) -> d.Coming | None:
    event = _event(ctx, tree.event)
    if event is None or tree.parameter is None or tree.which is None:
        return None if event is None else d.Coming(event)
    parameter, which = tree.parameter.text, tree.which.text
    parameters = dict(ctx.names.signatures[event].parameters)
    if parameter not in parameters:
        near = ctx.names.near(parameter, parameters)
        ctx.report(problems.unknown("parameter", parameter, event), tree.parameter, near=near)
        return None
    name, kind = mark
    of_this = which == "this" and this is not None
    if which != name and not of_this:
        what: Literal["mark", "mark of what"] = "mark" if this is None else "mark of what"
        near = ctx.names.near(which, (name,) if this is None else (name, "this"))
        ctx.report(problems.unknown(what, which, name), tree.which, near=near)
        return None
    found = this if of_this and this is not None else kinds.present(kind)
    if not ctx.types.comparable(found, kinds.present(parameters[parameter])):
        ctx.mismatch(tree.which, parameters[parameter], found, problems.part_of(parameter, event))
        return None
    return d.Coming(event, parameter, of_this)
