"""The entrance to expressions: every form of the grammar by its function in the tables of `forms`."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.misfits import absent, report_misfits
from regelwerk.meaning.problems import Role
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Node


def expression(ctx: Context, env: Env, tree: tx.Expression, wanted: ValueType | None = None) -> x.Expression:
    """Understand an expression; `wanted` helps to choose among enums that share a member."""
    node = ctx.forms.expressions[type(tree)](ctx, env, tree, wanted)
    report_misfits(ctx, env, node, tree)
    ctx.remember(node, tree)
    return node


def typed(
    ctx: Context, env: Env, tree: tx.Expression, wanted: ValueType | None = None
) -> tuple[x.Expression, ValueType]:
    """Understand an expression; return its kind, too."""
    node = expression(ctx, env, tree, wanted)
    return node, ctx.types.kind(node, env)


def value_of(ctx: Context, env: Env, tree: tx.Expression, wanted: ValueType, role: Role) -> x.Expression:
    """Understand an expression that must be of a kind."""
    node, kind = typed(ctx, env, tree, wanted)
    fits(ctx, tree, wanted, kind, role)
    return node


def fits(ctx: Context, tree: Node, wanted: ValueType, kind: ValueType, role: Role) -> bool:
    """Report a value of the wrong kind, or one that may be absent where it must not."""
    reason = ctx.types.fits(kind, wanted)
    if reason == "absent":
        absent(ctx, tree, role)
    elif reason is not None:
        ctx.mismatch(tree, wanted, kind, role)
    return reason is None


def number(ctx: Context, env: Env, tree: tx.Expression, role: Role) -> x.Expression:
    """Understand an expression that must be a number."""
    return value_of(ctx, env, tree, kinds.NUMBER, role)


def holds(ctx: Context, env: Env, tree: tx.Expression, one_of: tuple[str, ...] = ()) -> x.Expression:
    """Understand an expression that must be a condition; `one_of` is what it may be meant to be among."""
    node, kind = typed(ctx, env, tree)
    if ctx.types.fits(kinds.present(kind), kinds.FLAG) is not None:
        ctx.report(problems.not_a_condition(kind, one_of), tree)
    return node


def under(ctx: Context, env: Env, test: x.Expression, holds: bool = True, cells: bool = True) -> Env:
    """Return what is in scope where a condition holds, or fails; `cells` may have changed since."""
    known = ctx.types.learned(test, env)[0 if holds else 1]
    return env.narrow(known if cells else {key: kind for key, kind in known.items() if key in env.locals})
