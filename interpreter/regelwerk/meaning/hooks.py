"""What acts by being there: rules hooked on events, limits, and what is in force for a while."""

from __future__ import annotations

from msgspec.structs import replace

from regelwerk.meaning import problems, sets, values
from regelwerk.meaning.bodies import Body, body
from regelwerk.meaning.collect import Place
from regelwerk.meaning.context import Context, Env, Flow
from regelwerk.meaning.copies import copies_scope, counts_for, each_of
from regelwerk.meaning.names import Declared
from regelwerk.meaning.reading import fits, holds, under
from regelwerk.meaning.understanding import (
    Understanding,
    captured_by,
)
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import declarations as td
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Name
from regelwerk.tree.walk import of_kind


def rule(u: Understanding, place: Place[ts.Rule], around: tuple[Context, Env] | None = None) -> None:
    """A rule hooked on an event; inside `for the rest of` it may use the locals `around` it."""
    tree, name, part = place.tree, place.tree.name.text, place.tree.hook
    if isinstance(part, ts.AsSoonAs):
        as_soon_as(u, place, part)
        return
    kind = part.when if isinstance(part, ts.Hook) else "forbid" if isinstance(part, ts.Forbid) else "allow"
    result = kind == "instead"
    captured = around is not None
    if around is not None:
        outer = around[1]
        ctx = replace(around[0], result=None, may_result=result)
    else:
        outer = Env()
        ctx = u.begin(place, f"rule:{name}", result=result)
    only = None
    for line in of_kind(tree.lines, ts.OnlyWith):
        only = holds(ctx, Env(), line.test)
    word, event = part.event, part.event.text
    if ctx.names.sort(event) not in ("event", "action"):
        near = ctx.names.near(event, ctx.names.named("event", "action"))
        if ctx.names.sort(event) is None:
            ctx.report(problems.unknown("hooked", event), word, near=near)
        else:
            sort = ctx.names.sort(event) or ""
            ctx.report(problems.hook_on_no_happening(event, sort), word, near=near)
        return
    ctx.names.use(event)
    ctx.use.calls.add(("hooks", event))
    signature = ctx.names.signatures[event]
    scope, copies = copies_scope(ctx, outer, place)
    for parameter, parameter_kind in signature.parameters:
        scope = scope.bind(parameter, parameter_kind, fixed=True)
    over, scope = each_of(ctx, scope, tree.over)
    if over is not None and captured:
        ctx.report(problems.lasting_for_each(), tree.over)
    if kind == "after" and signature.result is not None:
        scope = scope.bind("result", signature.result, fixed=True)
    where = None
    if part.where is not None:
        where = holds(ctx, scope, part.where)
        scope = under(ctx, scope, where, cells=False)
    despite = None
    nodes: Body = ()
    if isinstance(part, ts.Allow):
        despite = part.despite.text
        ctx.names.use(despite)
        if not _forbids(ctx.names.declared.get(despite)):
            forbids = [name for name, entry in ctx.names.declared.items() if _forbids(entry)]
            near = ctx.names.near(despite, forbids)
            ctx.report(problems.despite_no_rule(despite), part.despite, near=near)
    elif isinstance(part, ts.Hook):
        nodes, flow = body(ctx, scope, part.body)
        if result and signature.result is not None:
            _replacement_result(ctx, word, signature.result, flow.ended)
    if not captured:
        ctx.unused_locals()
    hidden = {parameter for parameter, _ in signature.parameters}
    kept = captured_by(outer, (where, nodes), hidden) if captured else None
    over = counts_for(ctx, tree.name, over, copies, (where, nodes))
    node = d.RuleDecl(name, kind, event, where, nodes, only, kept, despite, over)
    ctx.point_out(node, word)
    u.rules.append(node)


def _forbids(entry: Declared | None) -> bool:
    return entry is not None and isinstance(entry.tree, ts.Rule) and isinstance(entry.tree.hook, ts.Forbid)


def _replacement_result(ctx: Context, event: Name, wanted: ValueType, ended: bool) -> None:
    if ctx.result is None or not ended:
        ctx.report(problems.result_missing("replacement", event.text), event)
    else:
        fits(ctx, event, kinds.maybe(wanted), ctx.result, "the result")


def as_soon_as(u: Understanding, place: Place[ts.Rule], part: ts.AsSoonAs) -> None:
    """What happens once something is so: a limit on its contrary."""
    name = place.tree.name.text
    ctx = u.begin(place, f"limit:{name}")
    env, copies = copies_scope(ctx, Env(), place)
    over, env = each_of(ctx, env, place.tree.over)
    test = holds(ctx, env, part.test)
    inside = under(ctx, env, test, cells=False)
    for line in of_kind(place.tree.lines, ts.OnlyWith):
        test = x.And((holds(ctx, Env(), line.test), test))
    nodes, _ = body(replace(ctx, use=u.use_of(f"breach:{name}")), inside, part.body)
    ctx.unused_locals()
    over = counts_for(ctx, place.tree.name, over, copies, (test, nodes))
    u.limits.append(d.LimitDecl(name, x.Not(test), nodes, (), over))


def limit(u: Understanding, place: Place[td.Limit]) -> None:
    """A limit: what must hold, and what happens when it is broken."""
    tree, name = place.tree, place.tree.name.text
    ctx = u.begin(place, f"limit:{name}")
    env, copies = copies_scope(ctx, Env(), place)
    over, env = each_of(ctx, env, tree.over)
    tests = of_kind(tree.lines, td.Holds)
    breaches = of_kind(tree.lines, td.Breach)
    if not tests or not breaches:
        ctx.report(problems.line_missing("limit", name), tree.name)
        return
    node = holds(ctx, env, tests[0].test)
    checked: list[str] = []
    for line in of_kind(tree.lines, td.Checked):
        checked.extend(sets.check_span(ctx, event) for event in line.events)
    nodes, _ = body(replace(ctx, use=u.use_of(f"breach:{name}")), env, breaches[0].body)
    ctx.unused_locals()
    over = counts_for(ctx, tree.name, over, copies, (node, nodes))
    u.limits.append(d.LimitDecl(name, node, nodes, tuple(checked), over))


def lasting(ctx: Context, flow: Flow, tree: ts.Lasting) -> s.Statement | None:
    """Rules and modifiers in force for the rest of a span; they keep the locals they use."""
    span = sets.check_span(ctx, tree.span)
    u, env = ctx.unit, flow.env
    if u is None:
        return None
    rules: list[str] = []
    modifiers: list[str] = []
    captured: dict[str, None] = {}
    for part in tree.parts:
        if isinstance(part, ts.Modify):
            name = values.modify(u, Place(part), (ctx, env))
            if name is not None:
                modifiers.append(name)
                captured.update((p.name, None) for p in u.modifiers[-1].captured or ())
            continue
        name = part.name.text
        problem = ctx.names.declare(Declared("rule", name, part.name.at, part))
        if problem is not None:
            ctx.diagnostics.append(problem)
            continue
        count = len(u.rules)
        u.cite(f"rule:{name}", part)
        rule(u, Place(part), (ctx, env))
        if len(u.rules) > count:
            rules.append(name)
            captured.update((p.name, None) for p in u.rules[-1].captured or ())
    for name in captured:
        ctx.used_local(name)
    node = s.Lasting(span, tuple(rules), tuple(modifiers), tuple(captured))
    ctx.point_out(node, tree.span)
    return node
