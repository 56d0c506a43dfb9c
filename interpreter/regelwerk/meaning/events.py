"""Happenings: events with bodies of their own, events told by the texts of rows."""

from __future__ import annotations

from regelwerk.meaning import kinds
from regelwerk.meaning.bodies import Body, body
from regelwerk.meaning.collect import Place, parts_of
from regelwerk.meaning.context import Env
from regelwerk.meaning.texts import has_default, thing_told, told_by
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import (
    Understanding,
    declared_parameters,
    scope_of,
    statements_of,
)
from regelwerk.rules import declarations as d
from regelwerk.rules.declarations import ValueType


def event(u: Understanding, place: Place) -> None:
    """An event with a body of its own."""
    name, _, block = place.tree.children
    key = f"event:{name}"
    u.cite(key, block)
    ctx = u.begin(place, key, result=True)
    signature = ctx.names.signatures[str(name)]
    env = scope_of(ctx, None, signature)
    nodes, flow = body(ctx, env, statements_of(block))
    signature.result = _left(u, str(name), ctx.result)
    if ctx.result is not None and not flow.ended:
        ctx.error(
            "M021", f"`{name}` may end without a result", name, help="end it with `result ...` on every way"
        )
    ctx.unused_locals()
    u.events[str(name)] = d.EventDecl(str(name), declared_parameters(signature), nodes, signature.result)


def _left(u: Understanding, name: str, result: ValueType | None) -> ValueType | None:
    """The result of an event that something leaves may be absent."""
    if result is None or result.kind in ("number", "flag"):
        return result
    if u.leaves is None:
        u.leaves = set()
        for places in u.found.places.values():
            for place in places:
                for sort in ("leave", "leave_afterwards"):
                    u.leaves |= {str(leave.children[0]) for leave in place.tree.find_data(sort)}
    return kinds.maybe(result) if name in u.leaves else result


def told_event(u: Understanding, place: Place) -> None:
    """An event whose body the texts of rows tell; where none does and none need, the default happens."""
    name = str(place.tree.children[0])
    ctx = u.begin(place, f"event:{name}")
    found = thing_told(ctx, place)
    if found is None:
        return
    this, signature = found
    bodies: dict[str, Body] = {}
    result: ValueType | None = None
    for row, (told, text_place) in told_by(u, place).items():
        key = f"told:{name}:{row}"
        u.cite(key, told.children[1])
        for cites in parts_of(text_place.tree, "cites"):
            u.cite(key, Tree("text", [cites]))
        ctx = u.begin(Place(text_place.file, told), key, result=True)
        env = scope_of(ctx, None, signature)
        inner = Env(env.locals, env.present, env.facts, env.fixed, this=this)
        ctx.result = result
        bodies[row], flow = body(ctx, inner, statements_of(told.children[1]))
        result = ctx.result
        if result is not None and not flow.ended:
            ctx.error(
                "M021",
                f"the text of `{row}` may end without a result",
                told.children[0],
                help="end it with `result ...` on every way",
            )
        ctx.unused_locals()
    default: Body = ()
    if has_default(place.tree):
        ctx = u.begin(place, f"event:{name}", result=True)
        ctx.result = result
        default, flow = body(ctx, scope_of(ctx, None, signature), [place.tree.children[-2]])
        if ctx.result is not None and (not flow.ended or (bodies and result is None)):
            ctx.error(
                "M021",
                f"`{name}` has a result in some cases and none in others",
                place.tree.children[0],
                help="give it one in every text and behind `otherwise`, or nowhere",
            )
        result = ctx.result
    signature.result = _left(u, name, result)
    u.events[name] = d.EventDecl(name, declared_parameters(signature), default, signature.result, bodies)
