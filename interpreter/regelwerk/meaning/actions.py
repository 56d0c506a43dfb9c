"""Windows, the actions seats may start in them, and payments."""

from __future__ import annotations

from typing import Literal

import msgspec

from regelwerk.meaning import kinds, sets
from regelwerk.meaning.bodies import Body, body
from regelwerk.meaning.collect import Place, parts_of, token_text
from regelwerk.meaning.context import Context, Env, changed, file_of
from regelwerk.meaning.names import Signature
from regelwerk.meaning.reading import expression, holds, number, value_of
from regelwerk.meaning.statements import event_call
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import (
    Understanding,
    declared_parameters,
    scope_of,
    statements_of,
    text_scope,
)
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType

CLOSING: dict[str, Literal["all_pass", "one_answer", "each_passes"]] = {
    "all": "all_pass",
    "after": "one_answer",
    "each": "each_passes",
}
ANSWERING: dict[str, Literal["at_once", "last_first", "in_order"]] = {
    "at": "at_once",
    "last": "last_first",
    "in": "in_order",
}
DECLARED: dict[str, Literal["opening", "answering", "by_rules"]] = {
    "open": "opening",
    "answer": "answering",
    "rules": "by_rules",
}


def window(u: Understanding, place: Place) -> None:
    """A window: whom it asks, when it closes, how answers take effect."""
    name = token_text(place.tree)
    ctx = u.begin(place, f"window:{name}")
    signature = ctx.names.signatures[name]
    env = scope_of(ctx, None, signature)
    asks, closes, answers = (parts_of(place.tree, sort) for sort in ("asks", "closes", "answers"))
    if not asks:
        ctx.error(
            "M048", f"the window `{name}` asks nobody", place.tree.children[0], help="add a line `asks ...`"
        )
        return
    who, kind = expression(ctx, env, asks[0].children[0])
    if kind.kind not in ("seat", "unknown") or kind.optional:
        ctx.mismatch(asks[0].children[0], kinds.list_of(kinds.SEAT), kind, "who is asked")
    asked = passing = None
    for line in parts_of(place.tree, "passing"):
        asked = str(line.children[0])
        inside = ctx.new_local(env, line.children[0], kinds.SEAT, fixed=True)
        ctx.used_local(asked)
        passing = holds(ctx, inside, line.children[1])[0]
    start = asks[0].children[1]
    start_node = (
        value_of(ctx, env, start, kinds.SEAT, "the seat to begin with") if start is not None else None
    )
    words = str(closes[0].children[0]).split() if closes else ["when", "all"]
    closed = CLOSING["after" if words[0] == "after" else words[1]]
    how = str(answers[0].children[0]).split() if answers else ["at"]
    u.windows.append(
        d.WindowDecl(
            name, declared_parameters(signature), who, kind.many, start_node, closed, ANSWERING[how[0]],
            asked, passing, how[-1] == "time",
        )
    )  # fmt: skip


def action_head(u: Understanding, place: Place) -> None:
    """What an action is declared with: its windows, its seat, its parts; before any body."""
    tree = place.tree
    name = token_text(tree)
    ctx = u.begin(place, f"action:{name}")
    env = text_scope(ctx, Env(), place)
    windows = [str(token) for line in parts_of(tree, "at") for token in line.children]
    shared: dict[str, ValueType] | None = None
    for line in parts_of(tree, "at"):
        for token in line.children:
            if ctx.names.sort(str(token)) != "window":
                near = ctx.names.near(str(token), ctx.names.named("window"))
                ctx.error(
                    "M001", f"there is no window `{token}`", token, near=near, help="declare it with `window`"
                )
                continue
            ctx.names.use(str(token))
            parameters = dict(ctx.names.signatures[str(token)].parameters)
            shared = (
                parameters if shared is None else {k: v for k, v in shared.items() if parameters.get(k) == v}
            )
    if not windows:
        ctx.error("M048", f"the action `{name}` has no window", tree.children[0], help="add a line `at ...`")
    for parameter, kind in (shared or {}).items():
        env = env.bind(parameter, kind, fixed=True)
    by_lines = parts_of(tree, "by")
    by = "_by"
    by_where = None
    if by_lines:
        token, where = by_lines[0].children
        by = str(token)
        env = ctx.new_local(env, token, kinds.SEAT, fixed=True)
        ctx.used_local(by)
        if where is not None:
            by_where, _, yes, _ = holds(ctx, env, where)
            env = env.narrow(yes)
    else:
        env = env.bind(by, kinds.SEAT, fixed=True)
    parts: list[d.ActionPart] = []
    parameters_found: list[tuple[str, ValueType]] = [(by, kinds.SEAT)]
    for line in parts_of(tree, "uses", "target"):
        found = sets.understand_set(ctx, env, line.children[0])
        env = found.env
        parts.append(d.ActionPart(found.node, line.data == "target"))
        ctx.used_local(found.node.binder)
        parameters_found.append((found.node.binder, kinds.bare(found.kind)))
    parameters_found.extend(
        (key, kind)
        for key, kind in (shared or {}).items()
        if all(key != other for other, _ in parameters_found)
    )
    ctx.names.signatures[name] = Signature(tuple(parameters_found), parts=len(parts))
    head = d.ActionDecl(name, tuple(windows), by, tuple(parts), by_where)
    for line in parts_of(tree, "declared"):
        if head.declared != "any":
            message = f"`{name}` says twice when it is declared"
            ctx.error(
                "M038", message, line, help="keep one of `only to open`, `only in answer`, `only by rules`"
            )
        head = msgspec.structs.replace(head, declared=DECLARED[str(line.children[0]).split()[-1]])
    if head.declared == "by_rules":
        for line in parts_of(tree, "cost", "once_per"):
            message = f"only rules declare `{name}`: this is not looked at"
            ctx.error("M017", message, line, help="remove the line, or `only by rules`")
    u.heads[name] = (env, head)


def action(u: Understanding, place: Place) -> None:
    """The rest of an action: needs, cost, body."""
    tree = place.tree
    name = token_text(tree)
    if name not in u.heads:
        return
    env, head = u.heads[name]
    ctx = u.ctx
    ctx.file, ctx.owner, ctx.use = place.file, f"action:{name}", u.uses[f"action:{name}"]
    ctx.bound, ctx.result, ctx.may_result = {}, None, False
    needs: list[x.Expression] = []
    only: x.Expression | None = None
    only_place = ""
    for line in parts_of(tree, "needs", "only_with"):
        node, _, yes, _ = holds(ctx, env, line.children[0])
        here = f"{file_of(place.file, line)}:{line.meta.line}"
        if line.data == "needs":
            needs.append(node)
            u.places[f"need:{name}.{len(needs)}"] = here
            env = env.narrow({k: v for k, v in yes.items() if k in env.locals})
        else:
            only, only_place = node, here
    if only is not None:
        needs.append(only)
        u.places[f"need:{name}.{len(needs)}"] = only_place
    once = [sets.check_span(ctx, line.children[0]) for line in parts_of(tree, "once_per")]
    cost: Body = ()
    nodes: Body = ()
    for line in parts_of(tree, "cost"):
        cost, flow = body(ctx, env, statements_of(line.children[0]))
        # The effect may come much later: it sees the parts, but nothing that paying has bound.
        env = changed(flow.env, locals=env.locals, fixed=env.fixed)
    for line in parts_of(tree, "do"):
        nodes, _ = body(ctx, env, statements_of(line.children[0]))
    ctx.unused_locals()
    u.actions[name] = msgspec.structs.replace(
        head, needs=tuple(needs), once_per=once[0] if once else None, cost=cost, body=nodes
    )


def payment(u: Understanding, place: Place) -> None:
    """A payment: what may be laid down for units of which kind."""
    tree = place.tree
    name, _, kind_name, payer, *_ = tree.children
    ctx = u.begin(place, f"payment:{name}")
    env = Env()
    kind = None
    if kind_name is not None:
        wanted = ctx.names.signatures[str(name)].result or kinds.UNKNOWN
        env = ctx.new_local(env, kind_name, wanted, fixed=True)
        kind = d.Parameter(str(kind_name), wanted)
    env = ctx.new_local(env, payer, kinds.SEAT, fixed=True)
    ctx.used_local(str(payer))
    means = tuple(_means(ctx, env, part, kind) for part in parts_of(tree, "things", "units"))
    ctx.unused_locals()
    u.payments.append(d.PaymentDecl(str(name), str(payer), means, kind))


def _means(ctx: Context, env: Env, tree: Tree, kind: d.Parameter | None) -> d.Means:
    over = None
    units = None
    amount = None
    *_, gives, spent, consequence = tree.children
    if tree.data == "things":
        found = sets.understand_set(ctx, env, tree.children[0])
        over, inner = found.node, found.env
    else:
        units = number(ctx, env, tree.children[0], "how many units")
        amount = str(tree.children[1])
        inner = ctx.new_local(env, tree.children[1], kinds.NUMBER, fixed=True)
    given = number(ctx, inner, gives.children[0], "what it gives")
    if kind is not None:
        # A thing laid down may serve needs of several kinds: none of them is the one it was paid for.
        inner = changed(inner, locals={name: of for name, of in inner.locals.items() if name != kind.name})
    nodes, flow = body(ctx, inner, list(spent.children))
    then = None
    if consequence is not None:
        text, args, _ = event_call(ctx, flow.env, consequence.children[0], consequence.children[1])
        then = s.Happen(text, args)
    return d.Means(given, nodes, then, over, units, amount)
