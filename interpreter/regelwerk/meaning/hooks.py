"""What acts by being there: rules hooked on events, limits, and what is in force for a while."""

from __future__ import annotations

from typing import Literal

from lark import Token

from regelwerk.meaning import kinds, sets, values
from regelwerk.meaning.bodies import Body, body
from regelwerk.meaning.collect import Place, parts_of, token_text
from regelwerk.meaning.context import Context, Env, Use, file_of, span_of
from regelwerk.meaning.copies import copies_scope, counts_for, each_of
from regelwerk.meaning.names import Declared, Signature
from regelwerk.meaning.reading import fits, holds
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import (
    Understanding,
    captured_by,
    statements_of,
)
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s

KINDS: dict[str, Literal["before", "instead", "after", "forbid", "allow"]] = {
    "before": "before",
    "instead": "instead",
    "after": "after",
    "forbid": "forbid",
    "allow": "allow",
}


def rule(u: Understanding, place: Place, env: Env | None = None, captured: bool = False) -> None:
    """A rule hooked on an event; inside `for the rest of` it may use the locals around it."""
    tree = place.tree
    name = token_text(tree)
    part = tree.children[-1]
    if part.data == "as_soon_as":
        as_soon_as(u, place, part)
        return
    result = part.data == "instead"
    outer = env or Env()
    if captured:
        ctx = u.ctx
        ctx.result, ctx.may_result = None, result
    else:
        ctx = u.begin(place, f"rule:{name}", result=result)
    only = None
    for line in parts_of(tree, "only_with_line"):
        only = holds(ctx, Env(), line.children[0])[0]
    kind = KINDS[str(part.children[0]) if part.data == "hook" else part.data]
    rest = part.children[1:] if part.data == "hook" else part.children
    token = rest[0]
    event = str(token)
    if ctx.names.sort(event) not in ("event", "action"):
        near = ctx.names.near(event, ctx.names.named("event", "action"))
        if ctx.names.sort(event) is None:
            ctx.error(
                "M001",
                f"there is no event or action `{event}`",
                token,
                near=near,
                help="a rule is hooked on a declared event or action",
            )
        else:
            ctx.error(
                "M051",
                f"`{event}` is of the sort `{ctx.names.sort(event)}`, not an event or an action",
                token,
                near=near,
                help="a rule is hooked on an event or an action",
            )
        return
    ctx.names.use(event)
    ctx.use.calls.add(("hooks", event))
    signature = ctx.names.signatures[event]
    scope, copies = copies_scope(ctx, outer, place)
    for parameter, parameter_kind in signature.parameters:
        scope = scope.bind(parameter, parameter_kind, fixed=True)
    over, scope = each_of(ctx, scope, tree.children[1])
    if over is not None and captured:
        ctx.error(
            "M094",
            "a rule that is in force for a while is not for each of a set",
            tree.children[1],
            help="put `for each ...` around the block, or inside what the rule does",
        )
    if kind == "after" and signature.result is not None:
        scope = scope.bind("result", signature.result, fixed=True)
    where = None
    if rest[1] is not None:
        where, _, yes, _ = holds(ctx, scope, rest[1].children[0])
        scope = scope.narrow({k: v for k, v in yes.items() if k in scope.locals})
    despite = None
    nodes: Body = ()
    if kind == "allow":
        despite = str(rest[2])
        ctx.names.use(despite)
        forbids = [name for name, entry in ctx.names.declared.items() if _forbids(entry)]
        if despite not in forbids:
            ctx.error(
                "M052",
                f"`{despite}` is not a rule that forbids",
                rest[2],
                near=ctx.names.near(despite, forbids),
                help="name a `forbid` rule",
            )
    elif kind != "forbid":
        nodes, flow = body(ctx, scope, statements_of(rest[2]))
        _replacement_result(u, ctx, token, event, signature, kind, flow.ended)
    if not captured:
        ctx.unused_locals()
    hidden = {parameter for parameter, _ in signature.parameters}
    kept = captured_by(outer, (where, nodes), hidden) if captured else None
    over = counts_for(ctx, tree.children[0], over, copies, (where, nodes))
    node = d.RuleDecl(name, kind, event, where, nodes, only, kept, despite, over)
    ctx.point_out(node, token)
    u.rules.append(node)


def _forbids(entry: Declared) -> bool:
    return entry.sort == "rule" and entry.tree is not None and entry.tree.children[-1].data == "forbid"


def _replacement_result(
    u: Understanding, ctx: Context, token: Token, event: str, signature: Signature, kind: str, ended: bool
) -> None:
    if kind != "instead" or signature.result is None:
        return
    if ctx.result is None or not ended:
        ctx.error(
            "M021",
            f"`{event}` has a result, so what happens instead needs one",
            token,
            help="end the rule with `result ...` on every way",
        )
    else:
        fits(ctx, token, kinds.maybe(signature.result), ctx.result, "the result")


def as_soon_as(u: Understanding, place: Place, part: Tree) -> None:
    """What happens once something is so: a limit on its contrary."""
    name = token_text(place.tree)
    ctx = u.begin(place, f"limit:{name}")
    env, copies = copies_scope(ctx, Env(), place)
    over, env = each_of(ctx, env, place.tree.children[1])
    test, _, yes, _ = holds(ctx, env, part.children[0])
    for line in parts_of(place.tree, "only_with_line"):
        test = x.And((holds(ctx, Env(), line.children[0])[0], test))
    condition_use = ctx.use
    ctx.use = u.uses.setdefault(f"breach:{name}", Use())
    env = env.narrow({k: v for k, v in yes.items() if k in env.locals})
    nodes, _ = body(ctx, env, statements_of(part.children[1]))
    ctx.use = condition_use
    ctx.unused_locals()
    over = counts_for(ctx, place.tree.children[0], over, copies, (test, nodes))
    u.limits.append(d.LimitDecl(name, x.Not(test), nodes, (), over))


def limit(u: Understanding, place: Place) -> None:
    """A limit: what must hold, and what happens when it is broken."""
    tree = place.tree
    name = token_text(tree)
    ctx = u.begin(place, f"limit:{name}")
    env, copies = copies_scope(ctx, Env(), place)
    head = tree.children[1]
    over, env = each_of(ctx, env, head if head is not None and head.data == "set" else None)
    tests = parts_of(tree, "holds")
    breaches = parts_of(tree, "breach")
    if not tests or not breaches:
        ctx.error(
            "M048",
            f"the limit `{name}` needs a line `holds ...` and a block `breach:`",
            tree.children[0],
            help="add what is missing",
        )
        return
    node, _, _, _ = holds(ctx, env, tests[0].children[0])
    checked: list[str] = []
    for line in parts_of(tree, "checked"):
        checked.extend(sets.check_span(ctx, token) for token in line.children)
    condition_use = ctx.use
    ctx.use = u.uses.setdefault(f"breach:{name}", Use())
    nodes, _ = body(ctx, env, statements_of(breaches[0].children[0]))
    ctx.use = condition_use
    ctx.unused_locals()
    over = counts_for(ctx, tree.children[0], over, copies, (node, nodes))
    u.limits.append(d.LimitDecl(name, node, nodes, tuple(checked), over))


def lasting(u: Understanding, env: Env, span: str, tree: Tree) -> s.Statement:
    """Rules and modifiers in force for the rest of a span; they keep the locals they use."""
    ctx = u.ctx
    kept = (ctx.result, ctx.may_result)
    rules: list[str] = []
    modifiers: list[str] = []
    captured: dict[str, None] = {}
    for part in parts_of(tree, "rule", "modify"):
        place = Place(file_of(ctx.file, part), part)
        if part.data == "modify":
            name = values.modify(u, place, env, captured=True)
            if name is not None:
                modifiers.append(name)
                captured.update((p.name, None) for p in u.modifiers[-1].captured or ())
            continue
        name = token_text(part)
        problem = ctx.names.declare(Declared("rule", name, span_of(ctx.file, part.children[0]), part))
        if problem is not None:
            ctx.diagnostics.append(problem)
            continue
        count = len(u.rules)
        u.cite(f"rule:{name}", part)
        rule(u, place, env, captured=True)
        if len(u.rules) > count:
            rules.append(name)
            captured.update((p.name, None) for p in u.rules[-1].captured or ())
    ctx.result, ctx.may_result = kept
    for name in captured:
        ctx.used_local(name)
    node = s.Lasting(span, tuple(rules), tuple(modifiers), tuple(captured))
    ctx.point_out(node, tree.children[0])
    return node
