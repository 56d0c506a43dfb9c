"""Numbers, literals, arithmetic, and what is asked of sets."""

from __future__ import annotations

from typing import Literal

from regelwerk.meaning import kinds, sets
from regelwerk.meaning.conditions import comparable
from regelwerk.meaning.context import Context, Env, ExpressionForm, Found
from regelwerk.meaning.reading import expression, holds, number
from regelwerk.meaning.trees import Tree
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType

MAX_NUMBER = 999_999_999


def literal_number(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    value = int(tree.children[0])
    if value > MAX_NUMBER:
        ctx.error("M025", f"numbers end at {MAX_NUMBER}", tree, help="write a smaller number")
        value = 0
    return x.Number(value), kinds.NUMBER


def seat_number(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    value = int(tree.children[0])
    highest = ctx.names.signatures["seat"].parameters[1][1].high or 1
    if not 1 <= value <= highest:
        ctx.error(
            "M062",
            f"there is no seat {value}: this game has up to {highest}",
            tree,
            help=f"seats are 1 to {highest}",
        )
        value = 1
    return x.Seat(value), kinds.SEAT


def arithmetic(op: Literal["+", "-", "*"]) -> ExpressionForm:
    def handler(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
        left, right = tree.children
        node = x.Arithmetic(
            op,
            number(ctx, env, left, f"what is left of `{op}`"),
            number(ctx, env, right, f"what is right of `{op}`"),
        )
        return node, kinds.NUMBER

    return handler


def minus(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    node = number(ctx, env, tree.children[0], "what follows `-`")
    return (x.Number(-node.value) if isinstance(node, x.Number) else x.Negative(node)), kinds.NUMBER


def inside(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    left, right = tree.children
    source, kind = expression(ctx, env, right)
    node, mine = expression(ctx, env, left, kinds.element(kind) if kind.many else None)
    if kind.kind != "unknown" and not kind.many:
        ctx.error(
            "M013",
            f"`inside` needs a list or a zone, this is {kinds.describe(kind)}",
            right,
            help="name a zone or a list",
        )
    elif "unknown" not in (kind.kind, mine.kind) and not comparable(ctx, mine, kinds.element(kind)):
        ctx.error(
            "M008",
            f"{kinds.describe(mine)} is never inside {kinds.describe(kind)}",
            tree,
            help="compare things of one kind",
        )
    return x.Inside(node, source), kinds.FLAG


def happened(times: bool) -> ExpressionForm:
    def handler(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
        node = sets.history(ctx, env, tree)
        if times:
            return node, kinds.NUMBER
        return x.Compare(">", node, x.Number(0)), kinds.FLAG

    return handler


def any_of(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.children[0])
    return x.Any(found.node), kinds.FLAG


def every(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.children[0])
    node, _, _, _ = holds(ctx, found.env, tree.children[1])
    return x.Every(found.node, node), kinds.FLAG


def count(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    return x.Count(sets.understand_set(ctx, env, tree.children[0]).node), kinds.NUMBER


def over(which: Literal["sum", "greatest", "smallest"]) -> ExpressionForm:
    def handler(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
        found = sets.understand_set(ctx, env, tree.children[1])
        value = number(
            ctx, found.env, tree.children[0], "what is added up" if which == "sum" else "what is compared"
        )
        if which == "sum":
            return x.Sum(found.node, value), kinds.NUMBER
        return x.Extreme(which, found.node, value), kinds.NUMBER

    return handler


def all_of(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.children[0])
    return x.All(found.node), kinds.list_of(found.kind)


def the(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.children[0])
    fact = sets.never_empty(ctx, env, found.node)
    return x.The(found.node), found.kind if fact else kinds.maybe(found.kind)


def literal(node: x.Expression, kind: ValueType) -> ExpressionForm:
    return lambda ctx, env, tree, wanted: (node, kind)
