"""Numbers, literals, arithmetic, and what is asked of sets."""

from __future__ import annotations

from functools import reduce
from typing import Literal

from regelwerk.meaning import problems, sets
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.reading import expression, typed
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import expressions as tx

MAX_NUMBER = 999_999_999
FEATURES: tuple[Literal["number", "flag", "enum", "thing", "seat", "position"], ...] = (
    "number", "flag", "enum", "thing", "seat", "position",
)  # fmt: skip
"""The kinds of what a position is made of."""


def literal_number(ctx: Context, env: Env, tree: tx.Number, wanted: ValueType | None) -> x.Expression:
    value = tree.value
    if value > MAX_NUMBER:
        ctx.report(problems.impossible_range("number", high=MAX_NUMBER), tree)
        value = 0
    return x.Number(value)


def seat_number(ctx: Context, env: Env, tree: tx.SeatNumber, wanted: ValueType | None) -> x.Expression:
    value = tree.number.value
    highest = ctx.names.signatures["seat"].parameters[1][1].high or 1
    if not 1 <= value <= highest:
        ctx.report(problems.impossible_players("seat", seat=value, high=highest), tree)
        value = 1
    return x.Seat(value)


def flag(ctx: Context, env: Env, tree: tx.Flag, wanted: ValueType | None) -> x.Expression:
    return x.Flag(tree.value)


def nothing(ctx: Context, env: Env, tree: tx.Nothing, wanted: ValueType | None) -> x.Expression:
    return x.Nothing()


def arithmetic(ctx: Context, env: Env, tree: tx.Arithmetic, wanted: ValueType | None) -> x.Expression:
    return x.Arithmetic(tree.sign, expression(ctx, env, tree.left), expression(ctx, env, tree.right))


def minus(ctx: Context, env: Env, tree: tx.Minus, wanted: ValueType | None) -> x.Expression:
    node = expression(ctx, env, tree.of)
    known = isinstance(node, x.Number) and not ctx.is_unknown(node)
    return x.Number(-node.value) if isinstance(node, x.Number) and known else x.Negative(node)


def inside(ctx: Context, env: Env, tree: tx.Inside, wanted: ValueType | None) -> x.Expression:
    source, kind = typed(ctx, env, tree.source)
    node = expression(ctx, env, tree.of, kinds.element(kind) if kind.many else None)
    return x.Inside(node, source)


def happened(ctx: Context, env: Env, tree: tx.Happened, wanted: ValueType | None) -> x.Expression:
    return x.Compare(">", sets.history(ctx, env, tree), x.Number(0))


def times(ctx: Context, env: Env, tree: tx.Times, wanted: ValueType | None) -> x.Expression:
    return sets.history(ctx, env, tree)


def recorded(ctx: Context, env: Env, tree: tx.Recorded, wanted: ValueType | None) -> x.Expression:
    node = x.Recorded(
        expression(ctx, env, tree.of), None if tree.span is None else sets.check_span(ctx, tree.span)
    )
    ctx.point_out(node, tree if tree.span is None else tree.span)
    return node


def position(ctx: Context, env: Env, tree: tx.Position, wanted: ValueType | None) -> x.Expression:
    return x.Position(tuple(feature(ctx, env, part) for part in tree.features))


def feature(ctx: Context, env: Env, tree: tx.Feature) -> x.Feature:
    """Understand a part of a position; its kind says with what it can be equal."""
    found = None if tree.over is None else sets.understand_set(ctx, env, tree.over)
    node, kind = typed(ctx, env if found is None else found.env, tree.value)
    over = None if found is None else found.node
    for word in FEATURES:
        if word == kind.kind and not kind.many:
            return x.Feature(node, word, kind.name if word == "enum" else None, over)
    if kind.kind != "unknown":
        ctx.report(problems.wrong_kind("feature", kind), tree.value)
    return x.Feature(ctx.unknown(node), "number", None, over)


def any_of(ctx: Context, env: Env, tree: tx.Any, wanted: ValueType | None) -> x.Expression:
    return x.Any(sets.understand_set(ctx, env, tree.of).node)


def every(ctx: Context, env: Env, tree: tx.Every, wanted: ValueType | None) -> x.Expression:
    found = sets.understand_set(ctx, env, tree.of)
    return x.Every(found.node, expression(ctx, found.env, tree.has))


def count(ctx: Context, env: Env, tree: tx.Count, wanted: ValueType | None) -> x.Expression:
    return x.Count(sets.understand_set(ctx, env, tree.of).node)


def fold(ctx: Context, env: Env, tree: tx.Fold, wanted: ValueType | None) -> x.Expression:
    found = sets.understand_set(ctx, env, tree.over)
    value = expression(ctx, found.env, tree.value)
    return x.Sum(found.node, value) if tree.which == "sum" else x.Extreme(tree.which, found.node, value)


def among(ctx: Context, env: Env, tree: tx.Among, wanted: ValueType | None) -> x.Expression:
    parts = [expression(ctx, env, part) for part in tree.parts]
    return reduce(lambda so_far, part: x.Arithmetic(tree.which, so_far, part), parts)


def all_of(ctx: Context, env: Env, tree: tx.All, wanted: ValueType | None) -> x.Expression:
    return x.All(sets.understand_set(ctx, env, tree.of).node)


def the(ctx: Context, env: Env, tree: tx.The, wanted: ValueType | None) -> x.Expression:
    return x.The(sets.understand_set(ctx, env, tree.of).node)
