"""The entrance to expressions: every form of the grammar by its function in the tables of `forms`."""

from __future__ import annotations

from regelwerk.meaning import kinds
from regelwerk.meaning.context import Condition, Context, Env, Found
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
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


def value_of(ctx: Context, env: Env, tree: tx.Expression, wanted: ValueType, where: str) -> x.Expression:
    """Understand an expression that must be of a kind."""
    if wanted.kind == "flag" and not wanted.many:
        node, kind, _, _ = condition(ctx, env, tree)
    else:
        node, kind = expression(ctx, env, tree, wanted)
    fits(ctx, tree, wanted, kind, where)
    return node


def fits(ctx: Context, tree: Node, wanted: ValueType, kind: ValueType, where: str) -> bool:
    """Report a value of the wrong kind, or one that may be absent where it must not."""
    if "unknown" in (wanted.kind, kind.kind):
        return True
    if kind.kind == "nothing":
        if wanted.optional:
            return True
        ctx.mismatch(tree, wanted, kind, where)
        return False
    same = wanted.kind == kind.kind and wanted.many == kind.many
    if same and wanted.kind == "enum":
        same = wanted.name == kind.name
    if same and wanted.kind == "thing":
        same = ctx.names.below(kind.name or "", wanted.name or "")
    if not same:
        ctx.mismatch(tree, wanted, kind, where)
        return False
    if kind.optional and not wanted.optional:
        absent(ctx, tree, where)
        return False
    return True


def absent(ctx: Context, tree: Node, where: str) -> None:
    """Report the use of something that may be absent."""
    ctx.error(
        "M009",
        f"{where} may be `none` here",
        tree,
        help="test it first with `is not none` (let it be a local if it is a cell)",
    )


def number(ctx: Context, env: Env, tree: tx.Expression, where: str) -> x.Expression:
    """Understand an expression that must be a number."""
    return value_of(ctx, env, tree, kinds.NUMBER, where)


def condition(ctx: Context, env: Env, tree: tx.Expression) -> Condition:
    """Understand an expression together with what is known if it holds, and if it does not."""
    form = ctx.forms.conditions.get(type(tree))
    if form is None:
        return *expression(ctx, env, tree), {}, {}
    found = form(ctx, env, tree)
    ctx.remember(found[0], tree)
    return found


NEEDS_TEST = "compare it with something, or ask `any ...`"


def holds(ctx: Context, env: Env, tree: tx.Expression, fix: str = NEEDS_TEST) -> Condition:
    """Understand an expression that must be a condition; `fix` helps where it is another value."""
    node, kind, yes, no = condition(ctx, env, tree)
    if kind.kind not in ("flag", "unknown") or kind.many:
        ctx.error(
            "M012",
            f"a condition is needed here, this is {kinds.describe(kind)}",
            tree,
            help=fix,
        )
    return node, kind, yes, no
