"""Statements that hold other statements: branches, loops, atomic and lasting blocks."""

from __future__ import annotations

from regelwerk.meaning import problems, sets
from regelwerk.meaning.bodies import branch, inner, looped
from regelwerk.meaning.context import Context, Flow
from regelwerk.meaning.reading import expression
from regelwerk.rules import statements as s
from regelwerk.rules.types.statements import Block, blocks, can_stop
from regelwerk.tree import statements as ts


def if_(ctx: Context, flow: Flow, tree: ts.If) -> s.Statement:
    return branch(ctx, flow.env, tree)


def for_each(ctx: Context, flow: Flow, tree: ts.ForEach) -> s.Statement:
    found = sets.understand_set(ctx, flow.env, tree.over)
    start = None if tree.start is None else expression(ctx, flow.env, tree.start)
    nodes, _ = inner(ctx, looped(found.env, tree.body), tree.body)
    return s.ForEach(found.node, nodes, start)


def repeat(ctx: Context, flow: Flow, tree: ts.Repeat) -> s.Statement:
    nodes, _ = inner(ctx, looped(flow.env, tree), tree.body)
    if not can_stop(nodes) and not _can_end(nodes):
        ctx.report(problems.loop_without_end(), tree)
    return s.Repeat("forever", nodes)


def _can_end(nodes: Block) -> bool:
    """Say whether something in a loop could end it: a way out here, or any happening that may leave it."""
    ways_out = (s.Result, s.Done, s.Leave, s.EndGame, s.Happen, s.Open, s.CarryOut, s.Pay)
    return any(isinstance(node, ways_out) or any(_can_end(part) for part in blocks(node)) for node in nodes)


def repeat_times(ctx: Context, flow: Flow, tree: ts.RepeatTimes) -> s.Statement:
    count = expression(ctx, flow.env, tree.count)
    nodes, _ = inner(ctx, looped(flow.env, tree), tree.body)
    return s.Repeat("times", nodes, count)


def repeat_while(ctx: Context, flow: Flow, tree: ts.RepeatWhile) -> s.Statement:
    env = looped(flow.env, tree)
    test = expression(ctx, env, tree.test)
    nodes, _ = inner(ctx, ctx.types.branches(test, env)[0], tree.body)
    return s.Repeat("while", nodes, test)


def atomic(ctx: Context, flow: Flow, tree: ts.Atomic) -> s.Statement:
    for name in tree.admitted:
        if ctx.names.sort(name.text) != "action":
            near = ctx.names.near(name.text, ctx.names.named("action"))
            ctx.report(problems.unknown("interrupting", name.text), name, near=near)
        ctx.names.use(name.text)
    nodes, _ = inner(ctx, flow.env, tree.body)
    return s.Atomic(nodes, tuple(name.text for name in tree.admitted))
