"""The entrance to expressions: every form of the grammar by its function in the tables of `forms`."""

from __future__ import annotations

from regelwerk.meaning import kinds
from regelwerk.meaning.context import Condition, Context, Env, Found
from regelwerk.meaning.names import Part
from regelwerk.meaning.trees import Tree
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType


def expression(ctx: Context, env: Env, tree: Part, wanted: ValueType | None = None) -> Found:
    """Understand an expression; `wanted` helps to choose among enums that share a member."""
    if isinstance(tree, Tree) and tree.data in ctx.forms.expressions:
        node, kind = ctx.forms.expressions[tree.data](ctx, env, tree, wanted)
        ctx.remember(node, tree)
        return node, kind
    return condition(ctx, env, tree)[:2]


def value_of(ctx: Context, env: Env, tree: Part, wanted: ValueType, where: str) -> x.Expression:
    """Understand an expression that must be of a kind."""
    if wanted.kind == "flag" and not wanted.many:
        node, kind, _, _ = condition(ctx, env, tree)
    else:
        node, kind = expression(ctx, env, tree, wanted)
    fits(ctx, tree, wanted, kind, where)
    return node


def fits(ctx: Context, tree: Part, wanted: ValueType, kind: ValueType, where: str) -> bool:
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


def absent(ctx: Context, tree: Part, where: str) -> None:
    """Report the use of something that may be absent."""
    ctx.error(
        "M009",
        f"{where} may be `none` here",
        tree,
        help="test it first with `is not none` (let it be a local if it is a cell)",
    )


def number(ctx: Context, env: Env, tree: Part, where: str) -> x.Expression:
    """Understand an expression that must be a number."""
    return value_of(ctx, env, tree, kinds.NUMBER, where)


def condition(ctx: Context, env: Env, tree: Part) -> Condition:
    """Understand an expression together with what is known if it holds, and if it does not."""
    if isinstance(tree, Tree) and tree.data in ctx.forms.conditions:
        found = ctx.forms.conditions[tree.data](ctx, env, tree)
        ctx.remember(found[0], tree)
        return found
    if isinstance(tree, Tree) and tree.data in ctx.forms.expressions:
        return *expression(ctx, env, tree), {}, {}
    raise AssertionError(f"the grammar has a form the checker does not know: {tree!r}")


NEEDS_TEST = "compare it with something, or ask `any ...`"


def holds(ctx: Context, env: Env, tree: Part, fix: str = NEEDS_TEST) -> Condition:
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
