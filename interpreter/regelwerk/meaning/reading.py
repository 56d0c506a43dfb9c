"""The entrance to expressions: every form of the grammar by its function in the tables of `forms`."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.context import Condition, Context, Env, Found
from regelwerk.meaning.problems import Role
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Node


def expression(ctx: Context, env: Env, tree: tx.Expression, wanted: ValueType | None = None) -> Found:
    """Understand an expression; `wanted` helps to choose among enums that share a member."""
    form = ctx.forms.expressions.get(type(tree))
    if form is None:
        return condition(ctx, env, tree)[:2]
    node, kind = form(ctx, env, tree, wanted)
    ctx.remember(node, tree)
    return node, kind


def value_of(ctx: Context, env: Env, tree: tx.Expression, wanted: ValueType, role: Role) -> x.Expression:
    """Understand an expression that must be of a kind."""
    if wanted.kind == "flag" and not wanted.many:
        node, kind, _, _ = condition(ctx, env, tree)
    else:
        node, kind = expression(ctx, env, tree, wanted)
    fits(ctx, tree, wanted, kind, role)
    return node


def fits(ctx: Context, tree: Node, wanted: ValueType, kind: ValueType, role: Role) -> bool:
    """Report a value of the wrong kind, or one that may be absent where it must not."""
    if "unknown" in (wanted.kind, kind.kind):
        return True
    if kind.kind == "nothing":
        if wanted.optional:
            return True
        ctx.mismatch(tree, wanted, kind, role)
        return False
    same = wanted.kind == kind.kind and wanted.many == kind.many
    if same and wanted.kind == "enum":
        same = wanted.name == kind.name
    if same and wanted.kind == "thing":
        same = ctx.names.below(kind.name or "", wanted.name or "")
    if not same:
        ctx.mismatch(tree, wanted, kind, role)
        return False
    if kind.optional and not wanted.optional:
        absent(ctx, tree, role)
        return False
    return True


def absent(ctx: Context, tree: Node, role: Role) -> None:
    """Report the use of something that may be absent."""
    ctx.report(problems.may_be_absent(role), tree)


def number(ctx: Context, env: Env, tree: tx.Expression, role: Role) -> x.Expression:
    """Understand an expression that must be a number."""
    return value_of(ctx, env, tree, kinds.NUMBER, role)


def condition(ctx: Context, env: Env, tree: tx.Expression) -> Condition:
    """Understand an expression together with what is known if it holds, and if it does not."""
    form = ctx.forms.conditions.get(type(tree))
    if form is None:
        return *expression(ctx, env, tree), {}, {}
    found = form(ctx, env, tree)
    ctx.remember(found[0], tree)
    return found


def holds(ctx: Context, env: Env, tree: tx.Expression, one_of: tuple[str, ...] = ()) -> Condition:
    """Understand an expression that must be a condition; `one_of` is what it may be meant to be among."""
    node, kind, yes, no = condition(ctx, env, tree)
    if kind.kind not in ("flag", "unknown") or kind.many:
        ctx.report(problems.not_a_condition(kind, one_of), tree)
    return node, kind, yes, no
