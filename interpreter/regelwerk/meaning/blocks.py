"""Statements that hold other statements, and the choices."""

from __future__ import annotations

from lark import Tree

from regelwerk.meaning import kinds, sets
from regelwerk.meaning.context import Context, Env, msgspec_replace
from regelwerk.meaning.expressions import expression, holds, number, value_of
from regelwerk.meaning.statements import HANDLERS, Body, Flow, _branch, _may_find_nothing, _otherwise, body, inner
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s


def _if(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    when, then, rest = tree.children
    node, flow.ended, flow.env = _branch(ctx, flow.env, when, then, rest)
    return node


def _looped(env: Env) -> Env:
    """The scope of a loop's body: what was known before may have changed in an earlier round."""
    kept = {key: kind for key, kind in env.present.items() if key in env.fixed}
    return msgspec_replace(env, in_loop=True, present=kept, facts=frozenset())


def _for_each(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    over, start, sorting, block = tree.children
    found = sets.understand_set(ctx, flow.env, over)
    first = value_of(ctx, flow.env, start, kinds.SEAT, "the seat to begin with") if start is not None else None
    if start is not None and found.kind.kind not in ("seat", "unknown"):
        ctx.error("M005", "`from` puts seats in order, these are not seats", start, help="leave `from` out")
    sort = tuple(number(ctx, found.env, child, "what puts them in order") for child in sorting.children) if sorting is not None else ()
    env = msgspec_replace(_looped(found.env), present=found.env.present)
    env = msgspec_replace(env, present={k: v for k, v in env.present.items() if k in env.fixed})
    nodes, _ = inner(ctx, env, block)
    flow.env = _after_loop(flow.env)
    return s.ForEach(found.node, nodes, first, sort)


def _after_loop(env: Env) -> Env:
    return msgspec_replace(env.settle(), present={k: v for k, v in env.present.items() if k in env.fixed})


def _repeat(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    nodes, ended = inner(ctx, _looped(flow.env), tree.children[0])
    flow.env = _after_loop(flow.env)
    if not _can_stop(nodes):
        flow.ended = True
        if not _can_end(nodes):
            ctx.error("M059", "nothing in this loop can end it", tree, help="end it with `stop`, `done`, `leave ...` or `end game`, or repeat `while ...`")
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


def _repeat_times(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    count = number(ctx, flow.env, tree.children[0], "how often")
    nodes, _ = inner(ctx, _looped(flow.env), tree.children[1])
    flow.env = _after_loop(flow.env)
    return s.Repeat("times", nodes, count)


def _repeat_while(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    env = _looped(flow.env)
    test, _, yes, _ = holds(ctx, env, tree.children[0])
    env = env.narrow({k: v for k, v in yes.items() if k in env.locals})
    env = msgspec_replace(env, facts=env.facts | sets.facts_of(test))
    nodes, _ = inner(ctx, env, tree.children[1])
    flow.env = _after_loop(flow.env)
    return s.Repeat("while", nodes, test)


def _repeat_until(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    env = _looped(flow.env)
    nodes, last = body(ctx, env, list(tree.children[1].children))
    test, _, _, _ = holds(ctx, flow.env, tree.children[0])
    flow.env = _after_loop(flow.env)
    if last.ended and not _can_stop(nodes):
        flow.ended = True
    return s.Repeat("until", nodes, test)


def _choose(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    amount_tree, over, by, rest = tree.children
    env = flow.env
    found = sets.understand_set(ctx, env, over, need_binder=True)
    seat = value_of(ctx, env, by, kinds.SEAT, "who chooses")
    amount, count = _amount(ctx, env, amount_tree)
    others, ended = _otherwise(ctx, env, rest)
    sure = amount in ("up_to", "any") or (
        sets.never_empty(ctx, env, found.node) and (amount == "one" or _is_one(count))
    )
    if rest is None and not sure:
        _may_find_nothing(ctx, tree)
    if rest is not None and sure:
        ctx.error("M050", "this choice always finds something, so this never happens", rest, help="remove the `otherwise`")
    kind = found.kind if amount == "one" else kinds.list_of(found.kind)
    if amount == "one" and rest is not None and not ended:
        kind = kinds.maybe(kind)
    flow.env = _bind_choice(ctx, env, found, kind)
    return s.Choose(found.node, seat, amount, count, others)


def _bind_choice(ctx: Context, env: Env, found: sets.UnderstoodSet, kind: kinds.ValueType) -> Env:
    name = found.node.binder
    # The binder was entered when the set was understood; after the choice it is an ordinary local.
    return env.bind(name, kinds.bare(kind))


def _is_one(count: x.Expression | None) -> bool:
    return isinstance(count, x.Number) and count.value <= 1


def _amount(ctx: Context, env: Env, tree: Tree | None) -> tuple[str, x.Expression | None]:
    if tree is None:
        return "one", None
    if tree.data == "any_number":
        return "any", None
    return str(tree.data), number(ctx, env, tree.children[0], "how many")


def _pick(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    over, rest = tree.children
    found = sets.understand_set(ctx, flow.env, over, need_binder=True)
    others, ended = _otherwise(ctx, flow.env, rest)
    if rest is None and not sets.never_empty(ctx, flow.env, found.node):
        _may_find_nothing(ctx, tree)
    kind = found.kind if rest is None or ended else kinds.maybe(found.kind)
    flow.env = _bind_choice(ctx, flow.env, found, kind)
    return s.PickRandom(found.node, others)


def _ask(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    by, *way_trees = tree.children
    seat = value_of(ctx, flow.env, by, kinds.SEAT, "who is asked")
    ways: list[s.Way] = []
    always = False
    ended = True
    for way in way_trees:
        name, when, block = way.children
        test = None
        env = flow.env
        if when is not None:
            test, _, yes, _ = holds(ctx, env, when)
            env = env.narrow({k: v for k, v in yes.items() if k in env.locals})
            env = msgspec_replace(env, facts=env.facts | sets.facts_of(test))
        else:
            always = True
        if any(str(name) == other.name for other in ways):
            ctx.error("M047", f"the way `{name}` stands here twice", name, help="give every way a name of its own")
        nodes, way_ended = inner(ctx, env, block)
        ended = ended and way_ended
        ways.append(s.Way(str(name), nodes, test))
    if not always:
        ctx.error("M046", "it may be that no way is open here", tree, help="leave `when` out of one of the ways")
    flow.env = _after_loop(flow.env)
    flow.ended = ended
    return s.Ask(seat, tuple(ways))


def _secret_choice(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    seats_tree, over, block, rest = tree.children
    seats = sets.understand_set(ctx, flow.env, seats_tree)
    if seats.kind.kind not in ("seat", "unknown"):
        ctx.mismatch(seats_tree, kinds.SEAT, seats.kind, "who chooses")
    found = sets.understand_set(ctx, seats.env, over, need_binder=True)
    others, _ = _otherwise(ctx, _looped(seats.env), rest)
    if rest is None and not sets.never_empty(ctx, seats.env, found.node):
        _may_find_nothing(ctx, tree)
    env = msgspec_replace(_looped(found.env), in_loop=flow.env.in_loop)
    nodes, _ = inner(ctx, env, block)
    flow.env = _after_loop(flow.env)
    return s.SecretChoice(seats.node, found.node, nodes, others)


def _pay(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    name, one_each, payer, *rest = tree.children
    then = rest[-2]
    otherwise = rest[-1]
    need_trees = rest[:-2]
    env = flow.env
    text = str(name)
    kind = None
    if ctx.names.sort(text) != "payment":
        ctx.error("M001", f"there is no payment `{text}`", name, near=ctx.names.near(text, ctx.names.named("payment")), help=f"declare it with `payment {text} by payer:`")
    else:
        ctx.names.use(text)
        ctx.use.calls.add(("payment", text))
        kind = ctx.names.signatures[text].result
    mode = {"one_payer": "one", "some_payer": "some", "group_payer": "group"}[payer.data]
    by, by_kind = expression(ctx, env, payer.children[0])
    wanted = kinds.SEAT if mode == "one" else kinds.list_of(kinds.SEAT)
    if by_kind.kind != "unknown" and (by_kind.kind != "seat" or by_kind.many != wanted.many or by_kind.optional):
        ctx.mismatch(payer.children[0], wanted, by_kind, "who pays")
    start = None
    if mode != "one" and payer.children[1] is not None:
        start = value_of(ctx, env, payer.children[1], kinds.SEAT, "the seat to begin with")
    needs = []
    for need in need_trees:
        count, of = need.children
        node = number(ctx, env, count, "how much is needed")
        of_node = None
        if of is not None and kind is not None:
            of_node = value_of(ctx, env, of, kind, "what is needed")
        elif of is not None:
            ctx.error("M068", f"`{text}` is paid in units of one kind", of, help="leave `of ...` out")
        elif kind is not None:
            ctx.error("M068", f"`{text}` is paid in units of several kinds", need, help=f"say which: `2 of ...`, a {kind.name}")
        needs.append(s.Need(node, of_node))
    nodes, ended = inner(ctx, env.settle(), then.children[0]) if then is not None else (None, False)
    others, others_ended = _otherwise(ctx, env.settle(), otherwise)
    flow.env = _after_loop(env)
    flow.ended = ended and others_ended
    return s.Pay(text, mode, by, tuple(needs), start, one_each is not None, nodes, others)


def _atomic(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    *admitted, block = (child for child in tree.children if child is not None)
    for name in admitted:
        if ctx.names.sort(str(name)) != "action":
            near = ctx.names.near(str(name), ctx.names.named("action"))
            ctx.error("M001", f"there is no action `{name}`", name, near=near, help="name the actions that may interrupt")
        ctx.names.use(str(name))
    nodes, after = body(ctx, flow.env, list(block.children))
    flow.env, flow.ended = _after_loop(flow.env), after.ended
    return s.Atomic(nodes, tuple(str(name) for name in admitted))


def _lasting(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    span = sets.check_span(ctx, tree.children[0])
    return ctx.lasting(flow.env, span, tree) if ctx.lasting is not None else None


HANDLERS.update({
    "lasting": _lasting,
    "if_": _if, "for_each": _for_each, "repeat": _repeat, "repeat_times": _repeat_times, "repeat_while": _repeat_while,
    "repeat_until": _repeat_until, "choose": _choose, "pick": _pick, "ask": _ask, "secret_choice": _secret_choice,
    "pay": _pay, "atomic": _atomic,
})  # fmt: skip
