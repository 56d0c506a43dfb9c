"""The choices of seats: choose, ask, secret choices, payments; and what chance picks."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from regelwerk.meaning import problems, sets
from regelwerk.meaning.bodies import inner, looped, may_find_nothing, otherwise
from regelwerk.meaning.context import Context, Flow
from regelwerk.meaning.reading import expression
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.tree import statements as ts


def choose(ctx: Context, flow: Flow, tree: ts.Choose) -> s.Statement:
    env, rest = flow.env, tree.otherwise
    found = sets.understand_set(ctx, env, tree.over, need_binder=True)
    ctx.note_question(found.node, env)
    seat = expression(ctx, env, tree.by)
    amount = "one" if tree.amount is None else tree.amount.which
    count = None
    if tree.amount is not None and tree.amount.count is not None:
        count = expression(ctx, env, tree.amount.count)
    others, _ = otherwise(ctx, env, rest)
    sure = amount in ("up_to", "any") or (
        ctx.types.never_empty(found.node, env) and (amount == "one" or _is_one(count))
    )
    if rest is not None and sure:
        ctx.report(problems.always_there("choice"), rest)
    if rest is None and not sure:
        several: Literal["choice", "several"] = "choice" if amount == "one" else "several"
        flow.env = env.bind(found.node.binder, may_find_nothing(ctx, tree, several, tree.by))
    return s.Choose(found.node, seat, amount, count, others)


def may_choose(ctx: Context, flow: Flow, tree: ts.MayChoose) -> s.Statement:
    """A choice that may be declined: it leaves `none` behind then."""
    found = sets.understand_set(ctx, flow.env, tree.over, need_binder=True)
    ctx.note_question(found.node, flow.env)
    seat = expression(ctx, flow.env, tree.by)
    others, _ = otherwise(ctx, flow.env, tree.otherwise)
    return s.Choose(found.node, seat, "maybe", None, others)


def _is_one(count: x.Expression | None) -> bool:
    return isinstance(count, x.Number) and count.value <= 1


def pick(ctx: Context, flow: Flow, tree: ts.Pick) -> s.Statement:
    rest = tree.otherwise
    found = sets.understand_set(ctx, flow.env, tree.over, need_binder=True)
    others, _ = otherwise(ctx, flow.env, rest)
    if rest is None and not ctx.types.never_empty(found.node, flow.env):
        flow.env = flow.env.bind(found.node.binder, may_find_nothing(ctx, tree))
    return s.PickRandom(found.node, others)


def ask(ctx: Context, flow: Flow, tree: ts.Ask) -> s.Statement:
    seat = expression(ctx, flow.env, tree.by)
    ways: list[s.Way] = []
    for way in tree.ways:
        name = way.name.text
        test = None
        env = flow.env
        if way.when is not None:
            test = expression(ctx, env, way.when)
            env = ctx.types.branches(test, env)[0]
        if any(name == other.name for other in ways):
            ctx.report(problems.way_twice(name), way.name)
        ways.append(s.Way(name, inner(ctx, env, way.body)[0], test))
    if all(way.when is not None for way in ways):
        ctx.report(problems.no_way_open(), tree)
    asked = s.Ask(seat, tuple(ways))
    ctx.note_question(asked, flow.env)
    return asked


def secret_choice(ctx: Context, flow: Flow, tree: ts.SecretChoice) -> s.Statement:
    rest = tree.otherwise
    seats = sets.understand_set(ctx, flow.env, tree.seats)
    found = sets.understand_set(ctx, seats.env, tree.over, need_binder=True)
    ctx.note_question(found.node, flow.env)
    others, _ = otherwise(ctx, looped(seats.env, tree), rest)
    if rest is None and not ctx.types.never_empty(found.node, seats.env):
        may_find_nothing(ctx, tree, "secret")
    env = replace(looped(found.env, tree), in_loop=flow.env.in_loop)
    nodes, _ = inner(ctx, env, tree.body)
    return s.SecretChoice(seats.node, found.node, nodes, others)


def pay(ctx: Context, flow: Flow, tree: ts.Pay) -> s.Statement | None:
    name, payer, env = tree.payment, tree.by, flow.env
    text = name.text
    kind = None
    if ctx.names.sort(text) != "payment":
        near = ctx.names.near(text, ctx.names.named("payment"))
        ctx.report(problems.unknown("payment", text), name, near=near)
    else:
        ctx.names.use(text)
        ctx.use.calls.add(("payment", text))
        kind = ctx.names.signatures[text].result
    by = expression(ctx, env, payer.who)
    start = None if payer.start is None else expression(ctx, env, payer.start)
    needs = []
    for need in tree.needs:
        node = expression(ctx, env, need.count)
        of, of_node = need.of, None
        if of is not None and kind is not None:
            of_node = expression(ctx, env, of, kind)
        elif of is not None:
            ctx.report(problems.wrong_units(text), of)
        elif kind is not None:
            ctx.report(problems.wrong_units(text, kind.name or kind.kind), need)
        needs.append(s.Need(node, of_node))
    nodes = None if tree.then is None else inner(ctx, env.settle(), tree.then.body)[0]
    others, _ = otherwise(ctx, env.settle(), tree.otherwise)
    return s.Pay(text, payer.mode, by, tuple(needs), start, tree.one_each, nodes, others)
