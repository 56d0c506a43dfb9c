"""Happenings: events with bodies of their own, events told by the texts of rows."""

from __future__ import annotations

from lark import Token

from regelwerk.meaning import kinds
from regelwerk.meaning.bodies import Body, body
from regelwerk.meaning.collect import Place, parts_of
from regelwerk.meaning.context import Env
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import (
    Understanding,
    declared_parameters,
    scope_of,
    statements_of,
)
from regelwerk.rules import declarations as d
from regelwerk.rules.declarations import ValueType
from regelwerk.source.diagnostics import Diagnostic


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
    """An event whose body the texts of rows tell."""
    name = str(place.tree.children[0])
    ctx = u.begin(place, f"event:{name}")
    signature = ctx.names.signatures[name]
    if not signature.parameters or signature.parameters[0][1].kind != "thing":
        ctx.error(
            "M036",
            f"the first parameter of `{name}` must be the thing whose text tells it",
            place.tree,
            help="write `event x(card c) told by its text`",
        )
        return
    bodies: dict[str, Body] = {}
    result: ValueType | None = None
    for row, (told, text_place) in told_by(u, name).items():
        key = f"told:{name}:{row}"
        u.cite(key, told.children[1])
        for cites in parts_of(text_place.tree, "cites"):
            u.cite(key, Tree("text", [cites]))
        ctx = u.begin(Place(text_place.file, told), key, result=True)
        env = scope_of(ctx, None, signature)
        inner = Env(env.locals, env.present, env.facts, env.fixed, this=signature.parameters[0][0])
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
    signature.result = _left(u, name, result)
    u.events[name] = d.EventDecl(name, declared_parameters(signature), (), signature.result, bodies)


def told_by(u: Understanding, event: str) -> dict[str, tuple[Tree, Place]]:
    """Return the texts that tell an event, by row in table order, with problems reported once."""
    ctx = u.ctx
    wanted = ctx.names.signatures[event].parameters[0][1].name or ""
    told: dict[str, tuple[Tree, Place]] = {}
    for place in u.found.of("text"):
        for part in parts_of(place.tree, "tells"):
            if str(part.children[0]) != event:
                continue
            for row in place.rows:
                if row in told:
                    ctx.file = place.file
                    ctx.error(
                        "M035",
                        f"`{row}` tells `{event}` twice",
                        part.children[0],
                        help="keep one of the two texts",
                    )
                told[row] = (part, place)
    rows = [row for row, (type_name, _) in ctx.names.rows.items() if ctx.names.below(type_name, wanted)]
    texted = {row for place in u.found.of("text") for row in place.rows}
    for row in rows:
        needs = any(info.needs_text for info in ctx.names.line(ctx.names.rows[row][0]))
        if row not in told and (row in texted or not needs):
            span = ctx.names.declared[row].span
            ctx.diagnostics.append(
                Diagnostic(
                    "M033",
                    f"`{row}` has no text that tells `{event}`",
                    span,
                    help=f"write `text of {row}:` with `{event}:` in it",
                )
            )
    for row, (part, place) in told.items():
        if row not in rows and ctx.names.sort(row) == "row":
            ctx.file = place.file
            ctx.error(
                "M034",
                f"`{row}` is not a `{wanted}`, so it does not tell `{event}`",
                part.children[0],
                help="remove this text",
            )
    return {row: told[row] for row in rows if row in told}


def check_texts(u: Understanding) -> None:
    """Report texts of nothing, texts that tell no told event, and rows without a text they need."""
    ctx = u.ctx
    texted: set[str] = set()
    for place in u.found.of("text"):
        ctx.file = place.file
        for token in place.tree.children:
            if not isinstance(token, Token):
                continue
            if ctx.names.sort(str(token)) != "row":
                near = ctx.names.near(str(token), ctx.names.named("row"))
                ctx.error(
                    "M034",
                    f"there is no table row `{token}`",
                    token,
                    near=near,
                    help="a text belongs to a row of a table",
                )
            texted.add(str(token))
            ctx.names.use(str(token))
        for part in parts_of(place.tree, "tells"):
            event = str(part.children[0])
            entry = ctx.names.declared.get(event)
            if entry is None or entry.tree is None or entry.tree.data != "told_event":
                told = [
                    n
                    for n in ctx.names.named("event")
                    if ctx.names.declared[n].tree is not None
                    and str(getattr(ctx.names.declared[n].tree, "data", "")) == "told_event"
                ]
                ctx.error(
                    "M036",
                    f"`{event}` is not an event told by its text",
                    part.children[0],
                    near=ctx.names.near(event, told),
                    help="declare it with `event x(...) told by its text`",
                )
    for row, (type_name, _) in ctx.names.rows.items():
        if row not in texted and any(info.needs_text for info in ctx.names.line(type_name)):
            span = ctx.names.declared[row].span
            ctx.diagnostics.append(
                Diagnostic("M033", f"`{row}` has no text", span, help=f"write `text of {row}:`")
            )
