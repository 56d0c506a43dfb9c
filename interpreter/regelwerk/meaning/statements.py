"""Statements of one line: cells, happenings, ways out."""

from __future__ import annotations

from typing import Literal

from regelwerk.meaning import problems, sets
from regelwerk.meaning.arguments import value_in
from regelwerk.meaning.bodies import after_loop, otherwise
from regelwerk.meaning.calls import arguments
from regelwerk.meaning.context import Context, Env, Flow
from regelwerk.meaning.reading import expression, number, typed
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.types.declared import Signature
from regelwerk.tree import expressions as tx
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Name, Node

AIMED_AT: tuple[Literal["thing", "seat", "enum", "number", "answer"], ...] = (
    "thing", "seat", "enum", "number", "answer",
)  # fmt: skip
"""The kinds of what an answer may be aimed at."""


def event_call(
    ctx: Context, env: Env, name: Name, args: tuple[tx.Argument, ...]
) -> tuple[str, tuple[x.Expression, ...], Signature | None]:
    """Understand the call of an event."""
    names, text = ctx.names, name.text
    if names.sort(text) != "event":
        if names.sort(text) is None:
            near = names.near(text, names.named("event"))
            ctx.report(problems.unknown("event", text), name, near=near)
        else:
            names.use(text)
            ctx.report(problems.wrong_call("no event", text, names.sort(text) or ""), name)
        return text, tuple(ctx.unknown(expression(ctx, env, value_in(arg))) for arg in args), None
    names.use(text)
    ctx.use.calls.add(("event", text))
    signature = names.signatures[text]
    return text, arguments(ctx, env, name, text, args), signature


def happen(ctx: Context, flow: Flow, tree: ts.Happen) -> s.Statement:
    text, nodes, _ = event_call(ctx, flow.env, tree.event, tree.arguments)
    return s.Happen(text, nodes)


def nothing(ctx: Context, flow: Flow, tree: ts.Pass) -> s.Statement | None:
    """`nothing`."""
    return None


def let(ctx: Context, flow: Flow, tree: ts.Let) -> s.Statement:
    name, value = tree.name.text, tree.value
    node: s.Statement
    if isinstance(value, tx.Call) and ctx.names.sort(value.name.text) == "event":
        event, nodes, signature = event_call(ctx, flow.env, value.name, value.arguments)
        kind = signature.result if signature else kinds.UNKNOWN
        if kind is None:
            ctx.report(problems.result_missing("used", event), value)
            kind = kinds.UNKNOWN
        flow.env = flow.env.settle()
        node = s.Happen(event, nodes, name)
    else:
        found, kind = typed(ctx, flow.env, value)
        if kind.kind == "nothing":
            ctx.report(problems.wrong_kind("local", kinds.NOTHING), value)
        elif kind.kind == "position":
            ctx.report(problems.wrong_kind("position kept"), value)
        node = s.Let(name, found)
    if tree.otherwise is not None:
        kind = _if_absent(ctx, flow, name, tree.otherwise, kind)
    flow.env = ctx.new_local(flow.env, tree.name, kinds.bare(kind))
    return node


def _if_absent(ctx: Context, flow: Flow, name: str, rest: ts.Else, kind: ValueType) -> ValueType:
    """What happens if the value of a `let` is `none`; return the kind that is left behind it."""
    others, ended = otherwise(ctx, flow.env, rest)
    if not kind.optional and kind.kind != "unknown":
        ctx.report(problems.always_there("value"), rest)
    flow.following.append(s.If(x.Compare("=", x.Local(name), x.Nothing()), others or (), None))
    if not ended:
        flow.env = after_loop(flow.env, rest)
        return kind
    return kinds.present(kind)


def assign(ctx: Context, flow: Flow, tree: ts.Assign) -> s.Statement | None:
    target, value = tree.target, tree.value
    name = local_target(ctx, flow.env, target)
    if name is not None:
        kind = flow.env.locals[name]
        return s.Let(name, expression(ctx, flow.env, value, kind))
    cell = cell_of(ctx, flow.env, target)
    if cell is None:
        expression(ctx, flow.env, value)
        return None
    place, kind, _ = cell
    return s.Assign(place, expression(ctx, flow.env, value, kinds.bare(kind)))


def local_target(ctx: Context, env: Env, target: tx.Expression) -> str | None:
    """The local that a statement sets, if it sets one."""
    if not isinstance(target, Name) or target.text not in env.locals:
        return None
    text = target.text
    ctx.used_local(text)
    if text in env.fixed:
        ctx.report(problems.given_value_changed(text), target)
    return text


def cell_of(
    ctx: Context, env: Env, target: tx.Expression
) -> tuple[x.State | x.Attribute, ValueType, str] | None:
    """The cell that a statement changes, with its kind and name; reports what is none."""
    node, kind = typed(ctx, env, target)
    if isinstance(node, x.State):
        declared = ctx.names.signatures[node.name].result or kinds.UNKNOWN
        ctx.use.writes.add(("state", node.name))
        return node, declared, node.name
    if isinstance(node, x.Attribute) and not node.printed and node.type in ctx.names.types:
        declared = ctx.names.types[node.type].attributes[node.name]
        ctx.use.writes.add(("attribute", node.type, node.name))
        return node, declared, node.name
    if kind.kind != "unknown":
        ctx.report(problems.not_a_cell(), target)
    return None


def change(ctx: Context, flow: Flow, tree: ts.Change) -> s.Statement | None:
    target = tree.target
    name = local_target(ctx, flow.env, target)
    if name is not None:
        amount = number(ctx, flow.env, tree.by, "the amount")
        node = s.Let(name, x.Arithmetic("+" if tree.up else "-", x.Local(name), amount))
        if flow.env.locals[name].kind in ("number", "unknown"):
            return node
        ctx.mismatch(target, kinds.NUMBER, flow.env.locals[name], "what is raised or lowered")
        return ctx.unknown(node)
    amount = expression(ctx, flow.env, tree.by)
    cell = cell_of(ctx, flow.env, target)
    return None if cell is None else s.Change(cell[0], amount, tree.up)


def leave(ctx: Context, flow: Flow, tree: ts.Leave) -> s.Statement:
    span = sets.check_span(ctx, tree.span)
    ctx.use.calls.add(("leave", span))
    node = s.Leave(span, tree.afterwards)
    ctx.point_out(node, tree.span)
    return node


def stop(ctx: Context, flow: Flow, tree: ts.Stop) -> s.Statement:
    if not flow.env.in_loop:
        ctx.report(problems.no_loop_to_stop(), tree)
    return s.Stop()


def result(ctx: Context, flow: Flow, tree: ts.Result) -> s.Statement:
    node, kind = typed(ctx, flow.env, tree.value, ctx.result)
    if not ctx.may_result:
        ctx.report(problems.result_missing("misplaced"), tree)
    elif kind.kind == "position":
        ctx.report(problems.wrong_kind("position kept"), tree.value)
    ctx.result = merge_result(ctx, tree, ctx.result, kind)
    return s.Result(node)


def merge_result(ctx: Context, tree: Node, first: ValueType | None, kind: ValueType) -> ValueType:
    """Return the kind that both results have."""
    both = ctx.types.merged(first, kind)
    if first is None or both is not None:
        return both or kind
    if first.kind == kind.kind == "thing" and first.many == kind.many:
        first, kind = kind, first
    ctx.report(problems.results_differ(first, kind), tree)
    return kinds.maybe(first) if kind.optional else first


def done(ctx: Context, flow: Flow, tree: ts.Done) -> s.Statement:
    return s.Done()


def open_window(ctx: Context, flow: Flow, tree: ts.Open) -> s.Statement:
    name, text = tree.window, tree.window.text
    if ctx.names.sort(text) != "window":
        near = ctx.names.near(text, ctx.names.named("window"))
        ctx.report(problems.unknown("opened window", text), name, near=near)
        return s.Open(text)
    ctx.names.use(text)
    ctx.use.calls.add(("window", text))
    return s.Open(text, arguments(ctx, flow.env, name, text, tree.arguments))


def later(ctx: Context, flow: Flow, tree: ts.Later) -> s.Statement:
    seat = None
    if ctx.names.sort(tree.event.text) == "action":
        event, nodes, seat = _declaration(ctx, flow.env, tree)
    else:
        event, nodes, _ = event_call(ctx, flow.env, tree.event, tree.arguments)
        if tree.by is not None:
            ctx.report(problems.wrong_call("event declared", event), tree.by)
    text = sets.check_span(ctx, tree.span)
    ctx.use.calls.add(("later", text))
    node = s.Later(event, text, nodes, seat)
    ctx.point_out(node, tree.span)
    return node


def _declaration(
    ctx: Context, env: Env, tree: ts.Later
) -> tuple[str, tuple[x.Expression, ...], x.Expression]:
    """Understand an action that a rule lets a seat declare: its parts stand as arguments."""
    name, text = tree.event, tree.event.text
    ctx.names.use(text)
    nodes = arguments(ctx, env, name, text, tree.arguments, 1)
    if tree.by is None:
        ctx.report(problems.wrong_call("action put off", text), name)
        return text, nodes, ctx.unknown(x.Nothing())
    return text, nodes, expression(ctx, env, tree.by)


def carry_out(ctx: Context, flow: Flow, tree: ts.CarryOut) -> s.Statement:
    span = sets.check_span(ctx, tree.span)
    ctx.use.calls.add(("carry out", span))
    node = s.CarryOut(span)
    ctx.point_out(node, tree.span)
    return node


def record(ctx: Context, flow: Flow, tree: ts.Record) -> s.Statement:
    node = s.Record(expression(ctx, flow.env, tree.of))
    ctx.point_out(node, tree)
    return node


def cancel(ctx: Context, flow: Flow, tree: ts.Cancel) -> s.Statement:
    return s.Cancel(expression(ctx, flow.env, tree.answer))


def aim(ctx: Context, flow: Flow, tree: ts.Aim) -> s.Statement:
    answer = expression(ctx, flow.env, tree.answer)
    target, kind = typed(ctx, flow.env, tree.target)
    sort = next((sort for sort in AIMED_AT if sort == kind.kind and not kind.many), None)
    return s.Aim(answer, target, sort or "thing", kind.name if sort == "enum" else None)


def end_game(ctx: Context, flow: Flow, tree: ts.EndGame) -> s.Statement:
    winners: x.Expression | None = None
    many = False
    scores: list[s.Score] = []
    for ending in tree.endings:
        if isinstance(ending, ts.Winners):
            node, kind = typed(ctx, flow.env, ending.who)
            if winners is not None:
                ctx.report(problems.given_twice("winners"), ending)
            winners, many = node, kind.many
        else:
            found = sets.understand_set(ctx, flow.env, ending.over)
            scores.append(s.Score(expression(ctx, found.env, ending.value), found.node))
    ctx.endings.add(tree.name.text)
    return s.EndGame(tree.name.text, winners, many, tuple(scores))
