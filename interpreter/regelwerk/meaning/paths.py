"""Names and paths: what a name means, attributes, cells of rows of cells."""

from __future__ import annotations

import re

from msgspec import structs

from regelwerk.meaning import problems
from regelwerk.meaning.context import COPY, Context, Env
from regelwerk.meaning.misfits import BEFORE_THE_DOT, absent
from regelwerk.meaning.reading import expression, typed
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.source.diagnostics import Edit
from regelwerk.syntax.wording import FOREIGN_VALUES
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name, Node


def name(ctx: Context, env: Env, tree: Name, wanted: ValueType | None) -> x.Expression:
    text = tree.text
    if text == "this" and COPY in env.locals and "this" not in env.locals:
        text = COPY
    if text == "this" and env.this is not None and not _one_of_several(ctx, env):
        if env.this in env.locals:
            text = env.this
        else:
            if ctx.names.rows[env.this][1] != 1:
                ctx.report(
                    problems.this_without_a_thing("copies", (env.this,), ctx.names.rows[env.this][1]), tree
                )
            return x.Row(env.this)
    if text in env.locals:
        ctx.used_local(text)
        return x.Local(text)
    if text == "answers":
        ctx.use.reads.add(("answers",))
        return x.Zone("answers")
    sort = ctx.names.sort(text)
    if sort is None or (wanted is not None and wanted.kind == "enum" and _member_of(ctx, text, wanted)):
        found = _member(ctx, tree, text, wanted)
        if found is not None:
            return found
    if sort is None:
        if text == "this" and env.these:
            ctx.report(problems.this_without_a_thing("several rows", env.these), tree)
        elif text == "this":
            ctx.report(problems.this_without_a_thing("no text"), tree)
        else:
            near = _near_values(ctx, env, text)
            ctx.report(problems.unknown("value", text), tree, near=near, fix=Edit.to_nearest(tree.at, near))
        return ctx.unknown(x.Number(0))
    ctx.names.use(text)
    return _declared(ctx, env, tree, text, sort)


def _one_of_several(ctx: Context, env: Env) -> bool:
    """Say whether `this` is a local: the one of several copies of the row that a set is about."""
    several = env.this not in env.locals and ctx.names.rows.get(env.this or "", ("", 1))[1] != 1
    return several and "this" in env.locals


def _member_of(ctx: Context, text: str, wanted: ValueType) -> bool:
    return wanted.name in ctx.names.members.get(text, ())


def _member(ctx: Context, tree: Node, text: str, wanted: ValueType | None) -> x.Expression | None:
    owners = ctx.names.members.get(text)
    if not owners:
        return None
    owner = owners[0]
    if wanted is not None and wanted.kind == "enum" and wanted.name in owners:
        owner = wanted.name or owner
    elif len(owners) > 1:
        ctx.report(problems.meant_by_several(text, tuple(owners)), tree)
    ctx.names.use(owner)
    return x.Member(owner, text)


def numbered(ctx: Context, env: Env, tree: tx.Numbered, wanted: ValueType | None) -> x.Expression:
    """One of the things of a row by its number: `soldier#2`. Only scenarios tell alike things apart so."""
    written, text, number = tree.text, tree.row, tree.number
    if ctx.names.sort(text) != "row" or text in env.locals:
        near = ctx.names.near(text, ctx.names.named("row"))
        fix = Edit.to_nearest(tree.at, [f"{row}#{number}" for row in near])
        ctx.report(problems.no_such_copy("no row", written, text), tree, near=near, fix=fix)
        return ctx.unknown(x.Nothing())
    ctx.names.use(text)
    type_name, copies = ctx.names.rows[text]
    if not ctx.in_scenario:
        ctx.report(problems.no_such_copy("not in a scenario", written, text, type_name=type_name), tree)
    elif not 1 <= number <= copies:
        ctx.report(problems.no_such_copy("too few", written, text, copies), tree)
        number = 1
    return x.Row(text, number if copies > 1 else 0)


def _declared(ctx: Context, env: Env, tree: Node, text: str, sort: str) -> x.Expression:
    names = ctx.names
    if sort == "row":
        if names.rows[text][1] != 1:
            ctx.report(problems.not_one_thing(text, names.rows[text][1]), tree)
        return x.Row(text)
    if sort == "state":
        ctx.use.reads.add(("state", text))
        index = names.index(names.result(text))
        if index is not None:
            ctx.report(problems.row_of_cells(text, index), tree)
        return x.State(text)
    if sort == "option":
        return x.Option(text)
    if sort == "zone":
        signature = names.signatures[text]
        ctx.use.reads.add(("zone", text))
        if signature.parameters:
            owner = signature.parameters[0][1]
            ctx.report(problems.zone_without_owner(text, owner), tree)
        return x.Zone(text)
    if sort == "action":
        return x.Member("action", text)
    unnamed = sort == "type" and any(n[0] == "_" and k.name == text for n, k in env.locals.items())
    ctx.report(problems.wrong_kind("sort", name=text, word="unnamed" if unnamed else sort), tree)
    return ctx.unknown(x.Number(0))


def _near_values(ctx: Context, env: Env, text: str) -> tuple[str, ...]:
    if text in FOREIGN_VALUES:
        return (FOREIGN_VALUES[text],)
    seat = _SEAT.fullmatch(text)
    if seat is not None:
        return (f"seat {seat[1]}",)
    of = _of_something(ctx, env, text)
    if of:
        return of
    sorts = ("row", "state", "option", "zone")
    written = (name for name in env.locals if not name.startswith("_"))
    return ctx.names.near(text, [*written, *ctx.names.members, *ctx.names.named(*sorts)])


_SEAT = re.compile("(?:seat|player|p)_?([1-9][0-9]?)")


def _of_something(ctx: Context, env: Env, text: str) -> tuple[str, ...]:
    """Return the attributes of this name that things and seats in scope have, the innermost first."""
    this = ctx.names.rows.get(env.this or "", ("", 0))[0]
    known = {name: kind for name, kind in env.locals.items() if name.isidentifier() and name[0] != "_"}
    owners = [
        ("this" if name == env.this else name, kind.name or "seat")
        for name, kind in reversed(known.items())
        if kind.kind in ("thing", "seat") and not kind.many
    ]
    owners += [("this", this)] if this else []
    return tuple(f"{name}.{text}" for name, owner in owners if ctx.names.attribute(owner, text) is not None)[
        :3
    ]


def attribute(
    ctx: Context, env: Env, tree: tx.Attribute, wanted: ValueType | None, printed: bool = False
) -> x.Expression:
    inner, name = tree.of, tree.name
    node, kind = typed(ctx, env, inner)
    text = name.text
    if kind.kind == "unknown":
        return ctx.unknown(node)
    if kind.many or kind.kind not in ("thing", "seat", "answer"):
        ctx.report(problems.no_attribute("kind", kind=kind), name)
        return ctx.unknown(node)
    if kind.kind == "answer":
        return _answer_attribute(ctx, name, node)
    owner = kind.name if kind.kind == "thing" else "seat"
    zone = ctx.names.signatures.get(text)
    if ctx.names.sort(text) == "zone" and zone is not None and zone.parameters:
        needed = zone.parameters[0][1]
        if needed.kind == kind.kind and (
            needed.kind == "seat" or ctx.names.below(owner or "", needed.name or "")
        ):
            ctx.names.use(text)
            ctx.use.reads.add(("zone", text))
            return x.Zone(text, node)
    found = ctx.names.attribute(owner or "", text)
    if found is None:
        zones = [
            name
            for name in ctx.names.named("zone")
            if ctx.names.signatures[name].parameters
            and ctx.names.signatures[name].parameters[0][1].kind == kind.kind
        ]
        near = ctx.names.near(text, [*ctx.names.attributes_of(owner or ""), *zones])
        ctx.report(problems.no_attribute("read", text, owner or ""), name, near=near)
        if kind.optional:
            absent(ctx, inner, BEFORE_THE_DOT)
        return ctx.unknown(node)
    declaring, cell = found
    ctx.use.reads.add(("attribute", declaring, text))
    index = ctx.names.index(cell)
    if index is not None:
        ctx.report(problems.row_of_cells(text, index), name)
    return x.Attribute(node, declaring, text, printed=printed)


def _answer_attribute(ctx: Context, name: Name, node: x.Expression) -> x.Expression:
    text = name.text
    if text not in kinds.OF_ANSWERS:
        near = ctx.names.near(text, kinds.OF_ANSWERS)
        ctx.report(problems.no_attribute("answer", text), name, near=near)
        return ctx.unknown(node)
    return x.Attribute(node, "answer", text)


def printed(ctx: Context, env: Env, tree: tx.Printed, wanted: ValueType | None) -> x.Expression:
    inner = tree.of
    if not isinstance(inner, tx.Attribute):
        ctx.report(problems.not_a_cell("printed"), inner)
        return expression(ctx, env, inner)
    return attribute(ctx, env, inner, wanted, printed=True)


def cell(ctx: Context, env: Env, tree: tx.Cell, wanted: ValueType | None) -> x.Expression:
    inner, index = tree.of, tree.index
    before = len(ctx.diagnostics)
    node, kind = typed(ctx, env, inner)
    # The complaint that an index is missing is what the index answers.
    complaints = [d for d in ctx.diagnostics[before:] if d.code != "M073"]
    indexed = len(complaints) < len(ctx.diagnostics) - before
    ctx.diagnostics[before:] = complaints
    by = ctx.names.index(ctx.types.cell(node)) if isinstance(node, x.State | x.Attribute) else None
    if kind.many:
        place = expression(ctx, env, index, kinds.NUMBER)
        return x.Builtin("nth", (node, place))
    if by is None or not indexed:
        if kind.kind != "unknown":
            ctx.report(problems.row_of_cells(), inner)
        expression(ctx, env, index)
        return ctx.unknown(node)
    return structs.replace(node, key=expression(ctx, env, index, by))
