"""Statements that hold other statements: branches, loops, atomic and lasting blocks."""

from __future__ import annotations

from regelwerk.meaning import problems, sets
from regelwerk.meaning.bodies import Body, after_loop, body, branch, inner, looped
from regelwerk.meaning.context import Context, Flow
from regelwerk.meaning.reading import holds, number, value_of
from regelwerk.rules import statements as s
from regelwerk.rules.types import kinds
from regelwerk.tree import statements as ts


def if_(ctx: Context, flow: Flow, tree: ts.If) -> s.Statement:
    node, flow.ended, flow.env = branch(ctx, flow.env, tree.test, tree.then, tree.otherwise)
    return node


def for_each(ctx: Context, flow: Flow, tree: ts.ForEach) -> s.Statement:
    start = tree.start
    found = sets.understand_set(ctx, flow.env, tree.over)
    first = (
        value_of(ctx, flow.env, start, kinds.SEAT, "the seat to begin with") if start is not None else None
    )
    if start is not None and found.kind.kind not in ("seat", "unknown"):
        ctx.report(problems.wrong_kind("order of seats", name="from"), start)
    nodes, _ = inner(ctx, looped(found.env, tree.body), tree.body)
    flow.env = after_loop(flow.env, tree)
    return s.ForEach(found.node, nodes, first)


def repeat(ctx: Context, flow: Flow, tree: ts.Repeat) -> s.Statement:
    nodes, _ = inner(ctx, looped(flow.env, tree), tree.body)
    flow.env = after_loop(flow.env, tree)
    if not _can_stop(nodes):
        flow.ended = True
        if not _can_end(nodes):
            ctx.report(problems.loop_without_end(), tree)
    return s.Repeat("forever", nodes)


def _inside(node: s.Statement) -> list[Body]:
    bodies: list[Body] = []
    for name in ("then", "otherwise", "body"):
        value = getattr(node, name, None)
        if isinstance(value, tuple):
            bodies.append(value)
    if isinstance(node, s.Ask):
        bodies.extend(way.body for way in node.ways)
    return bodies


def _can_stop(nodes: Body) -> bool:
    """Say whether a `stop` of this loop stands in its body (one inside another loop belongs to that one)."""
    for node in nodes:
        if isinstance(node, s.Stop):
            return True
        if isinstance(node, (s.Repeat, s.ForEach)):
            continue
        if any(_can_stop(part) for part in _inside(node)):
            return True
    return False


def _can_end(nodes: Body) -> bool:
    """Say whether something in a loop could end it: a way out here, or any happening that may leave it."""
    ways_out = (s.Result, s.Done, s.Leave, s.EndGame, s.Happen, s.Open, s.CarryOut, s.Pay)
    return any(isinstance(node, ways_out) or any(_can_end(part) for part in _inside(node)) for node in nodes)


def repeat_times(ctx: Context, flow: Flow, tree: ts.RepeatTimes) -> s.Statement:
    count = number(ctx, flow.env, tree.count, "how often")
    nodes, _ = inner(ctx, looped(flow.env, tree), tree.body)
    flow.env = after_loop(flow.env, tree)
    return s.Repeat("times", nodes, count)


def repeat_while(ctx: Context, flow: Flow, tree: ts.RepeatWhile) -> s.Statement:
    env = looped(flow.env, tree)
    test = holds(ctx, env, tree.test)
    nodes, _ = inner(ctx, ctx.types.branches(test, env)[0], tree.body)
    flow.env = after_loop(flow.env, tree)
    return s.Repeat("while", nodes, test)


def repeat_until(ctx: Context, flow: Flow, tree: ts.RepeatUntil) -> s.Statement:
    env = looped(flow.env, tree)
    nodes, last = body(ctx, env, tree.body)
    test = holds(ctx, flow.env, tree.test)
    flow.env = after_loop(flow.env, tree)
    if last.ended and not _can_stop(nodes):
        flow.ended = True
    return s.Repeat("until", nodes, test)


def atomic(ctx: Context, flow: Flow, tree: ts.Atomic) -> s.Statement:
    for name in tree.admitted:
        if ctx.names.sort(name.text) != "action":
            near = ctx.names.near(name.text, ctx.names.named("action"))
            ctx.report(problems.unknown("interrupting", name.text), name, near=near)
        ctx.names.use(name.text)
    nodes, after = body(ctx, flow.env, tree.body)
    flow.env, flow.ended = after_loop(flow.env, tree), after.ended
    return s.Atomic(nodes, tuple(name.text for name in tree.admitted))
