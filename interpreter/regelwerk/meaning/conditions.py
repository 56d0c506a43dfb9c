"""Conditions: what is known where they hold, and where they fail."""

from __future__ import annotations

from regelwerk.meaning import problems, sets
from regelwerk.meaning.arguments import value_in
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.membership import is_in
from regelwerk.meaning.reading import expression, typed, under
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types.numbers import decided
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name


def both(ctx: Context, env: Env, tree: tx.Both, wanted: object = None) -> x.Expression:
    parts: list[x.Expression] = []
    for child in tree.parts:
        parts.append(_another(ctx, env, parts, child))
        env = under(ctx, env, parts[-1])
    return x.And(tuple(parts))


def either(ctx: Context, env: Env, tree: tx.Either, wanted: object = None) -> x.Expression:
    parts: list[x.Expression] = []
    _not_before_or(ctx, tree)
    for child in tree.parts:
        parts.append(_another(ctx, env, parts, child))
        env = under(ctx, env, parts[-1], holds=False)
    return x.Or(tuple(parts))


def _another(ctx: Context, env: Env, before: list[x.Expression], tree: tx.Expression) -> x.Expression:
    """Understand another of several conditions."""
    node = expression(ctx, env, tree)
    if node in before:
        ctx.report(problems.condition_twice(), tree)
    return node


def _not_before_or(ctx: Context, tree: tx.Either) -> None:
    """Warn where `not a or b` stands without brackets: `not` reaches to the `or` only."""
    first = tree.parts[0]
    if isinstance(first, tx.Negate) and (first.at.line, first.at.column) == (tree.at.line, tree.at.column):
        ctx.report(problems.not_before_or(), first)


def negate(ctx: Context, env: Env, tree: tx.Negate, wanted: object = None) -> x.Expression:
    """`not ...`."""
    return x.Not(expression(ctx, env, tree.of))


def is_none(ctx: Context, env: Env, tree: tx.IsNone, wanted: object = None) -> x.Expression:
    node, kind = typed(ctx, env, tree.of)
    if kind.kind != "unknown" and not kind.optional:
        ctx.report(problems.decided("never none", kind=kind), tree.of)
    return _unless(tree.negated, x.Compare("=", node, x.Nothing()))


def _unless(negated: bool, test: x.Expression) -> x.Expression:
    return x.Not(test) if negated else test


def is_kind(ctx: Context, env: Env, tree: tx.IsKind, wanted: object = None) -> x.Expression:
    left, name = tree.of, tree.name
    text = name.text
    sort = ctx.names.sort(text)
    if sort == "group":
        return _unless(tree.negated, is_in(ctx, env, left, name, (), tree))
    node, kind = typed(ctx, env, left)
    if text == "this" and env.these and sort is None:
        return _unless(tree.negated, sets.is_one_of(node, env.these))
    if kind.kind == "answer" and not kind.many:
        return _unless(tree.negated, sets.answer_pattern(ctx, env, node, name, ()))
    if kind.kind not in ("thing", "unknown") or kind.many:
        ctx.report(problems.never_alike("sort", kind), left)
        return x.Flag(False)
    if sort not in ("row", "type"):
        if text in env.locals:
            ctx.used_local(text)
            ctx.report(problems.unknown("sort in a local", text), name)
            return x.Flag(False)
        near = ctx.names.near(text, ctx.names.named("row", "type", "group"))
        ctx.report(problems.unknown("type or row", text), name, near=near)
        return x.Flag(False)
    ctx.names.use(text)
    if sort == "type":
        ctx.use.reads.add(("type", text))
    other = text if sort == "type" else ctx.names.rows[text][0]
    if kind.kind == "thing":
        mine = kind.name or ""
        if not ctx.names.related(other, mine):
            ctx.report(problems.never_alike("type", name=text, of=mine, wanted=other), name)
        elif sort == "type" and ctx.names.below(mine, other) and not kind.optional:
            ctx.report(problems.decided("always of a type", name=text, of=mine), name)
    return _unless(tree.negated, x.IsType(node, text) if sort == "type" else x.IsRow(node, text))


def is_one_of(ctx: Context, env: Env, tree: tx.IsOneOf, wanted: object = None) -> x.Expression:
    """`x is one of (a, b)`: the same as `x = a or x = b`, with `is` for types and table rows."""
    found = len(ctx.diagnostics)
    _, kind = typed(ctx, env, tree.of)
    if len(ctx.diagnostics) > found:  # said once, not for each of the others
        return x.Flag(False)
    tests = tuple(_is_this_one(ctx, env, tree.of, kind, other) for other in tree.others)
    return _unless(tree.negated, expression(ctx, env, tx.Either(tree.at, tests)))


def _is_this_one(
    ctx: Context, env: Env, left: tx.Expression, kind: ValueType, other: tx.Expression
) -> tx.IsKind | tx.Compare:
    """The test for one of several, as it would be written alone."""
    if not isinstance(other, Name) or kind.kind != "thing" or other.text in env.locals:
        return tx.Compare(other.at, left, "=", other)
    if ctx.names.sort(other.text) not in ("row", "type", "group") and other.text != "this":
        return tx.Compare(other.at, left, "=", other)
    return tx.IsKind(other.at, left, other, False)


def is_answer(ctx: Context, env: Env, tree: tx.IsAnswer, wanted: object = None) -> x.Expression:
    """`a is cut(victim: p)`: which action an answer is of, and what it uses and aims at."""
    if ctx.names.sort(tree.action.text) == "group":
        return _unless(tree.negated, is_in(ctx, env, tree.of, tree.action, tree.matches, tree))
    node = expression(ctx, env, tree.of)
    return _unless(tree.negated, sets.answer_pattern(ctx, env, node, tree.action, tree.matches))


def is_in_group(ctx: Context, env: Env, tree: tx.IsInGroup, wanted: object = None) -> x.Expression:
    """`r is free_region(p)`."""
    text = tree.group.text
    if ctx.names.sort(text) == "group":
        return _unless(tree.negated, is_in(ctx, env, tree.of, tree.group, tree.arguments, tree))
    near = ctx.names.near(text, ctx.names.named("group"))
    ctx.report(problems.unknown("group", text), tree.group, near=near)
    for part in (tree.of, *map(value_in, tree.arguments)):
        expression(ctx, env, part)
    return ctx.unknown(x.Flag(False))


def compare(ctx: Context, env: Env, tree: tx.Compare, wanted: object = None) -> x.Expression:
    left, right = tree.left, tree.right
    if _is_bare_member(ctx, env, left) and not _is_bare_member(ctx, env, right):
        right_node, right_kind = typed(ctx, env, right)
        left_node, left_kind = typed(ctx, env, left, right_kind)
    else:
        left_node, left_kind = typed(ctx, env, left)
        right_node, right_kind = typed(ctx, env, right, left_kind)
    node = x.Compare(tree.sign, left_node, right_node)
    kinds = (left_kind, right_kind)
    if any(kind.kind == "unknown" for kind in kinds):
        return node
    if any(kind.kind == "nothing" for kind in kinds):
        ctx.report(problems.never_alike("none", name="none"), tree)
        return ctx.unknown(node)
    if not any(ctx.types.misfits(node, ctx.types.parts(node, env), env)):
        if left_node == right_node:
            ctx.report(problems.decided("same sides"), tree)
        else:
            _impossible(ctx, env, tree, node)
    return node


def _impossible(ctx: Context, env: Env, tree: tx.Compare, node: x.Compare) -> None:
    """Report a comparison of numbers that their ranges decide."""
    left, right = ctx.types.bounds(node.left, env), ctx.types.bounds(node.right, env)
    always = decided(node.op, left, right)
    if always is not None:
        sides = [(node.left, left), (node.right, right)]
        varying = [range_of for side, range_of in sides if not isinstance(side, x.Number)] or [left, right]
        found = [ValueType("number", low=low, high=high) for low, high in varying]
        ctx.report(problems.decided("range", found[0], *found[1:], always=always), tree)


def _is_bare_member(ctx: Context, env: Env, tree: tx.Expression) -> bool:
    if not isinstance(tree, Name):
        return False
    text = tree.text
    return text not in env.locals and ctx.names.sort(text) is None and text in ctx.names.members
