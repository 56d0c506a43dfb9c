"""Windows, the actions seats may start in them, and payments."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from regelwerk.meaning import problems, sets
from regelwerk.meaning.bodies import Body, body
from regelwerk.meaning.collect import Place
from regelwerk.meaning.context import Context, Env, line_of
from regelwerk.meaning.made import Head
from regelwerk.meaning.misfits import report_misfits
from regelwerk.meaning.reading import holds, number, typed, under, value_of
from regelwerk.meaning.statements import event_call
from regelwerk.meaning.understanding import (
    Understanding,
    declared_parameters,
    scope_of,
    text_scope,
)
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.types.declared import Signature
from regelwerk.rules.walk import nodes as nodes_in
from regelwerk.source.diagnostics import Edit
from regelwerk.tree import declarations as td
from regelwerk.tree.nodes import Name
from regelwerk.tree.walk import of_kind, walk


def window(u: Understanding, place: Place[td.Window]) -> None:
    """A window: whom it asks, when it closes, how answers take effect."""
    tree, name = place.tree, place.tree.name.text
    ctx = u.begin(place, f"window:{name}")
    signature = ctx.names.signatures[name]
    env = scope_of(ctx, (), signature)
    asks = next(iter(of_kind(tree.lines, td.Asks)), None)
    closes = next(iter(of_kind(tree.lines, td.Closes)), None)
    answers = next(iter(of_kind(tree.lines, td.Answers)), None)
    if asks is None:
        ctx.report(problems.line_missing("window", name), tree.name)
        return
    who, kind = typed(ctx, env, asks.who)
    if kind.kind not in ("seat", "unknown") or kind.optional:
        ctx.mismatch(asks.who, kinds.list_of(kinds.SEAT), kind, "who is asked")
    asked = passing = None
    for line in of_kind(tree.lines, td.Passing):
        asked = line.by.text
        inside = ctx.new_local(env, line.by, kinds.SEAT, fixed=True)
        ctx.used_local(asked)
        passing = holds(ctx, inside, line.when)
    start = None
    if asks.start is not None:
        start = value_of(ctx, env, asks.start, kinds.SEAT, "the seat to begin with")
    u.windows.append(
        d.WindowDecl(
            name,
            declared_parameters(signature),
            who,
            kind.many,
            start,
            closes.how if closes else "all_pass",
            answers.how if answers else "at_once",
            asked,
            passing,
            answers is not None and answers.one_at_a_time,
        )
    )


def action_head(u: Understanding, place: Place[td.Action]) -> None:
    """What an action is declared with: its windows, its seat, its parts; before any body."""
    tree, name = place.tree, place.tree.name.text
    ctx = u.begin(place, f"action:{name}")
    env = text_scope(ctx, Env(), place)
    windows = [window for line in of_kind(tree.lines, td.At) for window in line.windows]
    shared: dict[str, ValueType] | None = None
    for window in windows:
        if ctx.names.sort(window.text) != "window":
            near = ctx.names.near(window.text, ctx.names.named("window"))
            ctx.report(problems.unknown("window", window.text), window, near=near)
            continue
        ctx.names.use(window.text)
        parameters = dict(ctx.names.signatures[window.text].parameters)
        shared = parameters if shared is None else {k: v for k, v in shared.items() if parameters.get(k) == v}
    if not windows:
        ctx.report(problems.line_missing("action", name), tree.name)
    for parameter, kind in (shared or {}).items():
        env = env.bind(parameter, kind, fixed=True)
    by_lines = of_kind(tree.lines, td.By)
    by = "_by"
    by_where = None
    if by_lines:
        by = by_lines[0].seat.text
        env = ctx.new_local(env, by_lines[0].seat, kinds.SEAT, fixed=True)
        ctx.used_local(by)
        if by_lines[0].where is not None:
            by_where = holds(ctx, env, by_lines[0].where)
            env = under(ctx, env, by_where)
    else:
        env = env.bind(by, kinds.SEAT, fixed=True)
    parts: list[d.ActionPart] = []
    parameters_found: list[tuple[str, ValueType]] = [(by, kinds.SEAT)]
    for line in tree.lines:
        if not isinstance(line, td.Uses | td.Target):
            continue
        found = sets.understand_set(ctx, env, line.over)
        env = found.env
        parts.append(d.ActionPart(found.node, isinstance(line, td.Target)))
        ctx.used_local(found.node.binder)
        parameters_found.append((found.node.binder, kinds.bare(found.kind)))
    parameters_found.extend(
        (key, kind)
        for key, kind in (shared or {}).items()
        if all(key != other for other, _ in parameters_found)
    )
    ctx.names.sign(name, Signature(tuple(parameters_found), parts=len(parts)))
    head = d.ActionDecl(name, tuple(window.text for window in windows), by, tuple(parts), by_where)
    for when in of_kind(tree.lines, td.DeclaredWhen):
        if head.declared != "any":
            ctx.report(problems.given_twice("declared when", name), when, fix=Edit.without_lines(when.at))
        head = msgspec.structs.replace(head, declared=when.how)
    for line in tree.lines if head.declared == "by_rules" else ():
        if isinstance(line, td.Cost | td.OncePer):
            ctx.report(problems.never_reached(name), line, fix=Edit.without_lines(line.at))
    u.heads[name] = (env, head)


def action(u: Understanding, place: Place[td.Action], head: Head) -> None:
    """The rest of an action: needs, cost, body."""
    tree, name = place.tree, place.tree.name.text
    env, declared = head
    ctx = u.look(place, f"action:{name}")
    needs: list[x.Expression] = []
    only: x.Expression | None = None
    only_place = ""
    for line in tree.lines:
        if isinstance(line, td.Needs):
            needs.append(holds(ctx, env, line.test))
            u.places[f"need:{name}.{len(needs)}"] = line_of(line)
            env = under(ctx, env, needs[-1], cells=False)
        elif isinstance(line, td.OnlyWith):
            only, only_place = holds(ctx, env, line.test), line_of(line)
    if only is not None:
        needs.append(only)
        u.places[f"need:{name}.{len(needs)}"] = only_place
    once = [sets.check_span(ctx, line.span) for line in of_kind(tree.lines, td.OncePer)]
    cost: Body = ()
    nodes: Body = ()
    for paid in of_kind(tree.lines, td.Cost):
        cost, flow = body(ctx, env, paid.body)
        # The effect may come much later: it sees the parts, but nothing that paying has bound.
        env = replace(flow.env, locals=env.locals, fixed=env.fixed)
    for done in of_kind(tree.lines, td.Do):
        nodes, _ = body(ctx, env, done.body)
    ctx.unused_locals()
    own = {"this", *place.rows}
    # What values say is known when all is understood: see `without_their_thing`.
    told = len(place.rows) == 1 and any(
        isinstance(node, x.Call) for node in nodes_in((declared.by_where, needs))
    )
    if place.rows and not told and not any(isinstance(n, Name) and n.text in own for n in walk(tree)):
        by = declared.by.removeprefix("_by") or "p"
        ctx.report(problems.without_its_thing(name, place.rows[0], by), tree.name)
    once_per = once[0] if once else None
    u.actions.append(
        msgspec.structs.replace(declared, needs=tuple(needs), once_per=once_per, cost=cost, body=nodes)
    )


def payment(u: Understanding, place: Place[td.Payment]) -> None:
    """A payment: what may be laid down for units of which kind."""
    tree, name = place.tree, place.tree.name.text
    ctx = u.begin(place, f"payment:{name}")
    env = Env()
    kind = None
    if tree.kind_name is not None:
        wanted = ctx.names.signatures[name].result or kinds.UNKNOWN
        env = ctx.new_local(env, tree.kind_name, wanted, fixed=True)
        kind = d.Parameter(tree.kind_name.text, wanted)
    env = ctx.new_local(env, tree.payer, kinds.SEAT, fixed=True)
    ctx.used_local(tree.payer.text)
    means = tuple(_means(ctx, env, part, kind) for part in tree.means)
    ctx.unused_locals()
    u.payments.append(d.PaymentDecl(name, tree.payer.text, means, kind))


def _means(ctx: Context, env: Env, tree: td.Things | td.Units, kind: d.Parameter | None) -> d.Means:
    over = None
    units = None
    amount = None
    if isinstance(tree, td.Things):
        found = sets.understand_set(ctx, env, tree.over)
        over, inner = found.node, found.env
    else:
        units = number(ctx, env, tree.count, "how many units")
        amount = tree.name.text
        inner = ctx.new_local(env, tree.name, kinds.NUMBER, fixed=True)
    given = number(ctx, inner, tree.gives, "what it gives")
    if kind is not None:
        # A thing laid down may serve needs of several kinds: none of them is the one it was paid for.
        inner = replace(inner, locals={name: of for name, of in inner.locals.items() if name != kind.name})
    nodes, flow = body(ctx, inner, tree.spent)
    then = None
    if tree.then is not None:
        text, args, _ = event_call(ctx, flow.env, tree.then.event, tree.then.arguments)
        then = s.Happen(text, args)
        report_misfits(ctx, flow.env, then, tree.then)
    return d.Means(given, nodes, then, over, units, amount)
