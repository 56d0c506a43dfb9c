"""Statements that hold other statements: branches, loops, atomic and lasting blocks."""

from __future__ import annotations

from regelwerk.meaning import kinds, sets
from regelwerk.meaning.bodies import Body, after_loop, body, branch, inner, looped
from regelwerk.meaning.context import Context, Flow, changed
from regelwerk.meaning.reading import holds, number, value_of
from regelwerk.meaning.trees import Tree
from regelwerk.rules import statements as s


def if_(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    when, then, rest = tree.children
    node, flow.ended, flow.env = branch(ctx, flow.env, when, then, rest)
    return node


def for_each(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    over, start, block = tree.children
    found = sets.understand_set(ctx, flow.env, over)
    first = (
        value_of(ctx, flow.env, start, kinds.SEAT, "the seat to begin with") if start is not None else None
    )
    if start is not None and found.kind.kind not in ("seat", "unknown"):
        ctx.error("M005", "`from` puts seats in order, these are not seats", start, help="leave `from` out")
    nodes, _ = inner(ctx, looped(found.env, block), block)
    flow.env = after_loop(flow.env, tree)
    return s.ForEach(found.node, nodes, first)


def repeat(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    nodes, _ = inner(ctx, looped(flow.env, tree), tree.children[0])
    flow.env = after_loop(flow.env, tree)
    if not _can_stop(nodes):
        flow.ended = True
        if not _can_end(nodes):
            ctx.error(
                "M059",
                "nothing in this loop can end it",
                tree,
                help="end it with `stop`, `done`, `leave ...` or `end game`, or repeat `while ...`",
            )
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


def repeat_times(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    count = number(ctx, flow.env, tree.children[0], "how often")
    nodes, _ = inner(ctx, looped(flow.env, tree), tree.children[1])
    flow.env = after_loop(flow.env, tree)
    return s.Repeat("times", nodes, count)


def repeat_while(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    env = looped(flow.env, tree)
    test, _, yes, _ = holds(ctx, env, tree.children[0])
    env = env.narrow({k: v for k, v in yes.items() if k in env.locals})
    env = changed(env, facts=env.facts | sets.facts_of(test))
    nodes, _ = inner(ctx, env, tree.children[1])
    flow.env = after_loop(flow.env, tree)
    return s.Repeat("while", nodes, test)


def repeat_until(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    env = looped(flow.env, tree)
    nodes, last = body(ctx, env, list(tree.children[1].children))
    test, _, _, _ = holds(ctx, flow.env, tree.children[0])
    flow.env = after_loop(flow.env, tree)
    if last.ended and not _can_stop(nodes):
        flow.ended = True
    return s.Repeat("until", nodes, test)


def atomic(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    *admitted, block = (child for child in tree.children if child is not None)
    for name in admitted:
        if ctx.names.sort(str(name)) != "action":
            near = ctx.names.near(str(name), ctx.names.named("action"))
            ctx.error(
                "M001",
                f"there is no action `{name}`",
                name,
                near=near,
                help="name the actions that may interrupt",
            )
        ctx.names.use(str(name))
    nodes, after = body(ctx, flow.env, list(block.children))
    flow.env, flow.ended = after_loop(flow.env, tree), after.ended
    return s.Atomic(nodes, tuple(str(name) for name in admitted))


def lasting(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    span = sets.check_span(ctx, tree.children[0])
    return ctx.lasting(flow.env, span, tree) if ctx.lasting is not None else None
