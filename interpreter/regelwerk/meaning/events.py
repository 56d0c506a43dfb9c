"""Happenings: events with bodies of their own, events told by the texts of rows."""

from __future__ import annotations

from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.bodies import Body, body
from regelwerk.meaning.collect import Place
from regelwerk.meaning.texts import thing_told, told_by, told_scope
from regelwerk.meaning.understanding import (
    Understanding,
    declared_parameters,
    scope_of,
)
from regelwerk.rules import declarations as d
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import declarations as td


def event(u: Understanding, place: Place[td.Event]) -> None:
    """An event with a body of its own."""
    tree, name = place.tree, place.tree.name.text
    ctx = u.begin(place, f"event:{name}", result=True)
    signature = ctx.names.signatures[name]
    nodes, flow = body(ctx, scope_of(ctx, (), signature), tree.body)
    signature = replace(signature, result=_left(u, name, ctx.result))
    ctx.names.sign(name, signature)
    if ctx.result is not None and not flow.ended:
        ctx.report(problems.result_missing("event", name), tree.name)
    ctx.unused_locals()
    u.events.append(d.EventDecl(name, declared_parameters(signature), nodes, signature.result))


def _left(u: Understanding, name: str, result: ValueType | None) -> ValueType | None:
    """The result of an event that something leaves may be absent."""
    if result is None or result.kind in ("number", "flag"):
        return result
    return kinds.maybe(result) if name in u.outlook.mentions.left else result


def told_event(u: Understanding, place: Place[td.ToldEvent]) -> None:
    """An event whose body the texts of rows tell; where none does and none need, the default happens."""
    tree, name = place.tree, place.tree.name.text
    ctx = u.begin(place, f"event:{name}")
    found = thing_told(ctx, place)
    if found is None:
        return
    this, signature = found
    bodies: dict[str, Body] = {}
    result: ValueType | None = None
    for row, (told, text) in told_by(ctx, u.outlook.mentions, place).items():
        if not isinstance(told, td.Tells):
            continue
        key = f"told:{name}:{row}"
        ctx = u.begin(Place(told), key, result=True)
        u.cite(key, text)
        inner = told_scope(ctx, scope_of(ctx, (), signature), this, text)
        ctx.result = result
        bodies[row], flow = body(ctx, inner, told.body)
        result = ctx.result
        if result is not None and not flow.ended:
            ctx.report(problems.result_missing("text", row), told.name)
        ctx.unused_locals()
    default: Body = ()
    if tree.otherwise is not None:
        ctx = u.begin(place, f"event:{name}", result=True)
        ctx.result = result
        default, flow = body(ctx, scope_of(ctx, (), signature), (tree.otherwise,))
        if ctx.result is not None and (not flow.ended or (bodies and result is None)):
            ctx.report(problems.result_missing("some cases", name), tree.name)
        result = ctx.result
    signature = replace(signature, result=_left(u, name, result))
    ctx.names.sign(name, signature)
    u.events.append(d.EventDecl(name, declared_parameters(signature), default, signature.result, bodies))
