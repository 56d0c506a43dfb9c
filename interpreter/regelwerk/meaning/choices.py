"""The choices of seats: choose, ask, secret choices, payments; and what chance picks."""

from __future__ import annotations

from regelwerk.meaning import problems, sets
from regelwerk.meaning.bodies import after_loop, inner, looped, may_find_nothing, otherwise
from regelwerk.meaning.context import Context, Env, Flow
from regelwerk.meaning.reading import holds, number, typed, value_of
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.types.scope import changed
from regelwerk.tree import statements as ts


def choose(ctx: Context, flow: Flow, tree: ts.Choose) -> s.Statement:
    env, rest = flow.env, tree.otherwise
    found = sets.understand_set(ctx, env, tree.over, need_binder=True)
    ctx.note_question(found.node, env)
    seat = value_of(ctx, env, tree.by, kinds.SEAT, "who chooses")
    amount = "one" if tree.amount is None else tree.amount.which
    count = None
    if tree.amount is not None and tree.amount.count is not None:
        count = number(ctx, env, tree.amount.count, "how many")
    others, ended = otherwise(ctx, env, rest)
    sure = amount in ("up_to", "any") or (
        ctx.types.never_empty(found.node, env) and (amount == "one" or _is_one(count))
    )
    if rest is not None and sure:
        ctx.report(problems.always_there("choice"), rest)
    kind = found.kind if amount == "one" else kinds.list_of(found.kind)
    if amount == "one" and rest is not None and not ended:
        kind = kinds.maybe(kind)
    if rest is None and not sure:
        kind = may_find_nothing(ctx, tree)
    flow.env = _bind_choice(ctx, env, found, kind)
    return s.Choose(found.node, seat, amount, count, others)


def may_choose(ctx: Context, flow: Flow, tree: ts.MayChoose) -> s.Statement:
    """A choice that may be declined: it leaves `none` behind then."""
    found = sets.understand_set(ctx, flow.env, tree.over, need_binder=True)
    ctx.note_question(found.node, flow.env)
    seat = value_of(ctx, flow.env, tree.by, kinds.SEAT, "who chooses")
    others, ended = otherwise(ctx, flow.env, tree.otherwise)
    kind = found.kind if tree.otherwise is not None and ended else kinds.maybe(found.kind)
    flow.env = _bind_choice(ctx, flow.env, found, kind)
    return s.Choose(found.node, seat, "maybe", None, others)


def _bind_choice(ctx: Context, env: Env, found: sets.UnderstoodSet, kind: ValueType) -> Env:
    name = found.node.binder
    # The binder was entered when the set was understood; after the choice it is an ordinary local.
    return env.bind(name, kinds.bare(kind))


def _is_one(count: x.Expression | None) -> bool:
    return isinstance(count, x.Number) and count.value <= 1


def pick(ctx: Context, flow: Flow, tree: ts.Pick) -> s.Statement:
    rest = tree.otherwise
    found = sets.understand_set(ctx, flow.env, tree.over, need_binder=True)
    others, ended = otherwise(ctx, flow.env, rest)
    kind = found.kind if rest is None or ended else kinds.maybe(found.kind)
    if rest is None and not ctx.types.never_empty(found.node, flow.env):
        kind = may_find_nothing(ctx, tree)
    flow.env = _bind_choice(ctx, flow.env, found, kind)
    return s.PickRandom(found.node, others)


def ask(ctx: Context, flow: Flow, tree: ts.Ask) -> s.Statement:
    seat = value_of(ctx, flow.env, tree.by, kinds.SEAT, "who is asked")
    ways: list[s.Way] = []
    always = False
    ended = True
    for way in tree.ways:
        name = way.name.text
        test = None
        env = flow.env
        if way.when is not None:
            test = holds(ctx, env, way.when)
            env = ctx.types.branches(test, env)[0]
        else:
            always = True
        if any(name == other.name for other in ways):
            ctx.report(problems.way_twice(name), way.name)
        nodes, way_ended = inner(ctx, env, way.body)
        ended = ended and way_ended
        ways.append(s.Way(name, nodes, test))
    if not always:
        ctx.report(problems.no_way_open(), tree)
    flow.env = after_loop(flow.env, tree)
    flow.ended = ended
    return s.Ask(seat, tuple(ways))


def secret_choice(ctx: Context, flow: Flow, tree: ts.SecretChoice) -> s.Statement:
    rest = tree.otherwise
    seats = sets.understand_set(ctx, flow.env, tree.seats)
    if seats.kind.kind not in ("seat", "unknown"):
        ctx.mismatch(tree.seats, kinds.SEAT, seats.kind, "who chooses")
    found = sets.understand_set(ctx, seats.env, tree.over, need_binder=True)
    ctx.note_question(found.node, flow.env)
    others, _ = otherwise(ctx, looped(seats.env, tree), rest)
    if rest is None and not ctx.types.never_empty(found.node, seats.env):
        may_find_nothing(ctx, tree)
    env = changed(looped(found.env, tree), in_loop=flow.env.in_loop)
    nodes, _ = inner(ctx, env, tree.body)
    flow.env = after_loop(flow.env, tree)
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
    mode = payer.mode
    by, by_kind = typed(ctx, env, payer.who)
    wanted = kinds.SEAT if mode == "one" else kinds.list_of(kinds.SEAT)
    if by_kind.kind != "unknown" and (
        by_kind.kind != "seat" or by_kind.many != wanted.many or by_kind.optional
    ):
        ctx.mismatch(payer.who, wanted, by_kind, "who pays")
    start = None
    if payer.start is not None:
        start = value_of(ctx, env, payer.start, kinds.SEAT, "the seat to begin with")
    needs = []
    for need in tree.needs:
        node = number(ctx, env, need.count, "how much is needed")
        of, of_node = need.of, None
        if of is not None and kind is not None:
            of_node = value_of(ctx, env, of, kind, "what is needed")
        elif of is not None:
            ctx.report(problems.wrong_units(text), of)
        elif kind is not None:
            ctx.report(problems.wrong_units(text, kind.name or kind.kind), need)
        needs.append(s.Need(node, of_node))
    nodes, ended = inner(ctx, env.settle(), tree.then.body) if tree.then is not None else (None, False)
    others, others_ended = otherwise(ctx, env.settle(), tree.otherwise)
    flow.env = after_loop(env, tree)
    flow.ended = ended and others_ended
    return s.Pay(text, mode, by, tuple(needs), start, tree.one_each, nodes, others)
