"""Calls of values, tests and the functions of the language."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context, Env, Found
from regelwerk.meaning.names import Signature
from regelwerk.meaning.reading import absent, expression, value_of
from regelwerk.rules import expressions as x
from regelwerk.rules.builtins import BY_NAME as BUILTINS
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Node


def call(ctx: Context, env: Env, tree: tx.Call, wanted: ValueType | None) -> Found:
    text, args = tree.name.text, tree.arguments
    sort = ctx.names.sort(text)
    if text in BUILTINS and sort is None:
        return _builtin(ctx, env, tree, text, args)
    if sort == "map" and text in ctx.names.signatures and ctx.names.signatures[text].result is not None:
        ctx.names.use(text)
        signature = ctx.names.signatures[text]
        grid = x.Number(ctx.names.grids[text])
        return x.Builtin(
            "place", (grid, *arguments(ctx, env, tree, text, args, signature))
        ), signature.result or kinds.UNKNOWN
    if sort in ("value", "test"):
        ctx.names.use(text)
        ctx.use.calls.add(("value", text))
        signature = ctx.names.signatures[text]
        nodes = arguments(ctx, env, tree, text, args, signature)
        return x.Call(text, nodes), signature.result or kinds.UNKNOWN
    if sort == "event":
        ctx.names.use(text)
        ctx.report(problems.wrong_call("event in a value", text), tree)
    elif sort is None:
        near = ctx.names.near(text, [*ctx.names.named("value", "test"), *BUILTINS])
        ctx.report(problems.unknown("callable", text), tree, near=near, word=tree.name)
    else:
        ctx.names.use(text)
        ctx.report(problems.wrong_call("no arguments", text, sort), tree)
    for arg in args:
        expression(ctx, env, arg)
    return x.Number(0), kinds.UNKNOWN


def arguments(
    ctx: Context, env: Env, tree: Node, name: str, args: Sequence[tx.Expression], signature: Signature
) -> tuple[x.Expression, ...]:
    """Understand arguments against a signature."""
    if len(args) != len(signature.parameters):
        parameters = tuple(parameter for parameter, _ in signature.parameters)
        ctx.report(problems.wrong_arguments("call", name, len(args), parameters), tree)
    nodes = []
    for i, arg in enumerate(args):
        if i < len(signature.parameters):
            parameter, kind = signature.parameters[i]
            nodes.append(value_of(ctx, env, arg, kind, problems.part_of(parameter, name)))
        else:
            nodes.append(expression(ctx, env, arg)[0])
    return tuple(nodes)


def _builtin(ctx: Context, env: Env, tree: tx.Call, text: str, args: Sequence[tx.Expression]) -> Found:
    builtin = BUILTINS[text]
    if builtin.scenarios and not ctx.in_scenario:
        ctx.report(problems.impossible_line("asked in rules", text), tree)
    if len(args) != len(builtin.parameters):
        ctx.report(problems.wrong_arguments("call", text, len(args), builtin.parameters), tree)
        return x.Number(0), kinds.UNKNOWN
    nodes: list[x.Expression] = []
    found: list[ValueType] = []
    for arg, wanted_kind in zip(args, builtin.parameters, strict=True):
        node, kind = _builtin_argument(ctx, env, arg, wanted_kind, text)
        nodes.append(node)
        found.append(kind)
    if builtin.result == "links" and found[0].kind == "thing":
        return x.Builtin(text, tuple(nodes)), kinds.list_of(
            kinds.thing((ctx.names.graph_of(found[0].name or "") or ("", ""))[1])
        )
    if builtin.result == "holder" and found[0].kind == "thing":
        return x.Builtin(text, tuple(nodes)), _holder(ctx, tree, found[0])
    return x.Builtin(text, tuple(nodes)), _builtin_result(builtin.result, found)


def _holder(ctx: Context, tree: Node, kind: ValueType) -> ValueType:
    """The type whose things own the zones in which a thing of this kind may lie: there must be one."""
    owners = set()
    for name in ctx.names.named("zone"):
        signature = ctx.names.signatures[name]
        held = signature.result.name if signature.result else None
        if (
            signature.parameters
            and signature.parameters[0][1].kind == "thing"
            and ctx.names.below(kind.name or "", held or "")
        ):
            owners.add(signature.parameters[0][1].name or "")
    if len(owners) == 1:
        return kinds.maybe(kinds.thing(owners.pop()))
    word = "several" if owners else ""
    ctx.report(problems.wrong_kind("holder", name=kind.name or "", word=word), tree)
    return kinds.UNKNOWN


def may(ctx: Context, env: Env, tree: tx.May, wanted: ValueType | None) -> Found:
    """`may event(...)`: no rule forbids it."""
    name, text = tree.event, tree.event.text
    names = ctx.names
    if names.sort(text) != "event":
        near = names.near(text, names.named("event"))
        ctx.report(problems.unknown("awaited event", text), name, near=near)
        return x.Flag(True), kinds.FLAG
    names.use(text)
    ctx.use.calls.add(("may", text))
    return x.May(text, arguments(ctx, env, name, text, tree.arguments, names.signatures[text])), kinds.FLAG


def _builtin_argument(ctx: Context, env: Env, arg: tx.Expression, wanted: str, text: str) -> Found:
    simple = {
        "number": kinds.NUMBER,
        "flag": kinds.FLAG,
        "seat": kinds.SEAT,
        "direction": kinds.enum("direction"),
    }
    if wanted in simple:
        return value_of(ctx, env, arg, simple[wanted], problems.argument_of(text)), simple[wanted]
    node, kind = expression(ctx, env, arg)
    good = {
        "list": kind.many,
        "member": kind.kind == "enum",
        "thing": kind.kind == "thing",
        "any": True,
        "grid": kind.kind == "thing" and f"grid of {kind.name}" in ctx.names.signatures,
        "linked": kind.kind == "thing" and ctx.names.graph_of(kind.name or "") is not None,
    }[wanted]
    if kind.kind == "unknown":
        return node, kind
    if not good or (kind.many and wanted not in ("list", "any")):
        ctx.report(problems.wrong_kind("argument", kind, name=text, word=wanted), arg)
    elif kind.optional:
        absent(ctx, arg, problems.argument_of(text))
    return node, kind


def _builtin_result(result: str, found: list[ValueType]) -> ValueType:
    first = found[0] if found else kinds.UNKNOWN
    plain = {"number": kinds.NUMBER, "flag": kinds.FLAG, "seat": kinds.SEAT, "seat?": kinds.maybe(kinds.SEAT)}
    if result in plain:
        return plain[result]
    if first.kind == "unknown":
        return kinds.UNKNOWN
    return {
        "element?": kinds.maybe(kinds.element(first)),
        "grid?": kinds.maybe(kinds.present(first)),
        "things": kinds.list_of(first),
        "links": kinds.UNKNOWN,
    }[result]
