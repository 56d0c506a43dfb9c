"""Names and paths: what a name means, attributes, cells of rows of cells."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.context import COPY, Context, Env, Found
from regelwerk.meaning.reading import absent, expression, value_of
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.source.diagnostics import Edit
from regelwerk.syntax.wording import FOREIGN_VALUES
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name, Node


def path_key(node: x.Expression) -> str | None:
    """Name the path of a value, so that a test of it can be remembered."""
    if isinstance(node, x.Local):
        return node.name
    if isinstance(node, x.State) and node.key is None:
        return f".{node.name}"
    if isinstance(node, x.Attribute) and node.key is None:
        inner = path_key(node.of)
        return None if inner is None else f"{inner}.{node.name}"
    return None


def name(ctx: Context, env: Env, tree: Name, wanted: ValueType | None) -> Found:
    text = tree.text
    if text == "this" and COPY in env.locals and "this" not in env.locals:
        text = COPY
    if text == "this" and env.this is not None and not _one_of_several(ctx, env):
        if env.this in env.locals:
            text = env.this
        else:
            kind = kinds.thing(ctx.names.rows[env.this][0])
            if ctx.names.rows[env.this][1] != 1:
                ctx.report(
                    problems.this_without_a_thing("copies", (env.this,), ctx.names.rows[env.this][1]), tree
                )
            return x.Row(env.this), kind
    if text in env.locals:
        ctx.used_local(text)
        return x.Local(text), env.present.get(text, env.locals[text])
    if text == "answers":
        ctx.use.reads.add(("answers",))
        return x.Zone("answers"), kinds.list_of(kinds.ANSWER)
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
            ctx.report(problems.unknown("value", text), tree, near=_near_values(ctx, env, text))
        return x.Number(0), kinds.UNKNOWN
    ctx.names.use(text)
    return _declared(ctx, env, tree, text, sort)


def _one_of_several(ctx: Context, env: Env) -> bool:
    """Say whether `this` is a local: the one of several copies of the row that a set is about."""
    several = env.this not in env.locals and ctx.names.rows.get(env.this or "", ("", 1))[1] != 1
    return several and "this" in env.locals


def _member_of(ctx: Context, text: str, wanted: ValueType) -> bool:
    return wanted.name in ctx.names.members.get(text, ())


def _member(ctx: Context, tree: Node, text: str, wanted: ValueType | None) -> Found | None:
    owners = ctx.names.members.get(text)
    if not owners:
        return None
    owner = owners[0]
    if wanted is not None and wanted.kind == "enum" and wanted.name in owners:
        owner = wanted.name or owner
    elif len(owners) > 1:
        ctx.report(problems.meant_by_several(text, tuple(owners)), tree)
    ctx.names.use(owner)
    return x.Member(owner, text), kinds.enum(owner)


def numbered(ctx: Context, env: Env, tree: tx.Numbered, wanted: ValueType | None) -> Found:
    """One of the things of a row by its number: `soldier#2`. Only scenarios tell alike things apart so."""
    written, text, number = tree.text, tree.row, tree.number
    if ctx.names.sort(text) != "row" or text in env.locals:
        near = ctx.names.near(text, ctx.names.named("row"))
        fix = Edit.to_nearest(tree.at, [f"{row}#{number}" for row in near])
        ctx.report(problems.no_such_copy("no row", written, text), tree, near=near, fix=fix)
        return x.Nothing(), kinds.UNKNOWN
    ctx.names.use(text)
    type_name, copies = ctx.names.rows[text]
    if not ctx.in_scenario:
        ctx.report(problems.no_such_copy("not in a scenario", written, text, type_name=type_name), tree)
    elif not 1 <= number <= copies:
        ctx.report(problems.no_such_copy("too few", written, text, copies), tree)
        number = 1
    return x.Row(text, number if copies > 1 else 0), kinds.thing(type_name)


def _declared(ctx: Context, env: Env, tree: Node, text: str, sort: str) -> Found:
    names = ctx.names
    if sort == "row":
        type_name, copies = names.rows[text]
        if copies != 1:
            ctx.report(problems.not_one_thing(text, copies), tree)
        return x.Row(text), kinds.thing(type_name)
    if sort == "state":
        kind = names.signatures[text].result or kinds.UNKNOWN
        ctx.use.reads.add(("state", text))
        if kind.per is not None:
            ctx.report(problems.row_of_cells(text, kind.per), tree)
        node = x.State(text)
        return node, env.present.get(f".{text}", _cell(kind))
    if sort == "option":
        return x.Option(text), names.signatures[text].result or kinds.UNKNOWN
    if sort == "zone":
        signature = names.signatures[text]
        ctx.use.reads.add(("zone", text))
        if signature.parameters:
            owner = signature.parameters[0][1]
            ctx.report(problems.zone_without_owner(text, owner), tree)
        return x.Zone(text), signature.result or kinds.UNKNOWN
    if sort == "action":
        return x.Member("action", text), kinds.enum("action")
    ctx.report(problems.wrong_kind("sort", name=text, word=sort), tree)
    return x.Number(0), kinds.UNKNOWN


def _cell(kind: ValueType) -> ValueType:
    """The kind of what is read from a cell; its range stays known for comparisons."""
    return ValueType(kind.kind, kind.name, kind.low, kind.high, kind.optional, kind.many)


def _near_values(ctx: Context, env: Env, text: str) -> tuple[str, ...]:
    if text in FOREIGN_VALUES:
        return (FOREIGN_VALUES[text],)
    sorts = ("row", "state", "option", "zone")
    written = (name for name in env.locals if not name.startswith("_"))
    return ctx.names.near(text, [*written, *ctx.names.members, *ctx.names.named(*sorts)])


def attribute(
    ctx: Context, env: Env, tree: tx.Attribute, wanted: ValueType | None, printed: bool = False
) -> Found:
    inner, name = tree.of, tree.name
    node, kind = expression(ctx, env, inner)
    text = name.text
    if kind.kind == "unknown":
        return node, kinds.UNKNOWN
    if kind.many or kind.kind not in ("thing", "seat", "answer"):
        ctx.report(problems.no_attribute("kind", kind=kind), name)
        return node, kinds.UNKNOWN
    if kind.optional:
        absent(ctx, inner, "what stands before the dot")
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
            return x.Zone(text, node), zone.result or kinds.UNKNOWN
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
        return node, kinds.UNKNOWN
    declaring, cell = found
    ctx.use.reads.add(("attribute", declaring, text))
    if cell.per is not None:
        ctx.report(problems.row_of_cells(text, cell.per), name)
    result = x.Attribute(node, declaring, text, printed=printed)
    key = path_key(result)
    return result, env.present.get(key, _cell(cell)) if key else _cell(cell)


def _answer_attribute(ctx: Context, name: Name, node: x.Expression) -> Found:
    answer_attributes = {
        "by": kinds.SEAT,
        "action": kinds.enum("action"),
        "cancelled": kinds.FLAG,
        "used": kinds.maybe(kinds.thing("thing")),
        "targets": kinds.list_of(kinds.thing("thing")),
    }
    text = name.text
    if text not in answer_attributes:
        near = ctx.names.near(text, answer_attributes)
        ctx.report(problems.no_attribute("answer", text), name, near=near)
        return node, kinds.UNKNOWN
    return x.Attribute(node, "answer", text), answer_attributes[text]


def printed(ctx: Context, env: Env, tree: tx.Printed, wanted: ValueType | None) -> Found:
    inner = tree.of
    if not isinstance(inner, tx.Attribute):
        ctx.report(problems.not_a_cell(printed=True), inner)
        return expression(ctx, env, inner)
    return attribute(ctx, env, inner, wanted, printed=True)


def cell(ctx: Context, env: Env, tree: tx.Cell, wanted: ValueType | None) -> Found:
    inner, index = tree.of, tree.index
    before = len(ctx.diagnostics)
    node, kind = expression(ctx, env, inner)
    # The complaint that an index is missing is what the index answers.
    complaints = [d for d in ctx.diagnostics[before:] if d.code != "M073"]
    indexed = len(complaints) < len(ctx.diagnostics) - before
    ctx.diagnostics[before:] = complaints
    cell = _cell_kind(ctx, node)
    if cell is None or cell.per is None or not indexed:
        if kind.kind != "unknown":
            ctx.report(problems.row_of_cells(), inner)
        expression(ctx, env, index)
        return node, kinds.UNKNOWN
    key = value_of(ctx, env, index, kinds.enum(cell.per), "the index")
    if isinstance(node, x.State):
        return x.State(node.name, key), _cell(cell)
    if isinstance(node, x.Attribute):
        return x.Attribute(node.of, node.type, node.name, key, node.printed), _cell(cell)
    return node, kinds.UNKNOWN


def _cell_kind(ctx: Context, node: x.Expression) -> ValueType | None:
    if isinstance(node, x.State):
        return ctx.names.signatures[node.name].result
    if isinstance(node, x.Attribute) and node.type in ctx.names.types:
        return ctx.names.types[node.type].attributes[node.name]
    return None
