"""Numbers, literals, arithmetic, and what is asked of sets."""

from __future__ import annotations

from regelwerk.meaning import problems, sets
from regelwerk.meaning.conditions import comparable
from regelwerk.meaning.context import Context, Env, Found
from regelwerk.meaning.reading import expression, holds, number
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import expressions as tx

MAX_NUMBER = 999_999_999
_YES, _NO, _NONE = x.Flag(True), x.Flag(False), x.Nothing()


def literal_number(ctx: Context, env: Env, tree: tx.Number, wanted: ValueType | None) -> Found:
    value = tree.value
    if value > MAX_NUMBER:
        ctx.report(problems.impossible_range("number", high=MAX_NUMBER), tree)
        value = 0
    return x.Number(value), kinds.NUMBER


def seat_number(ctx: Context, env: Env, tree: tx.SeatNumber, wanted: ValueType | None) -> Found:
    value = tree.number.value
    highest = ctx.names.signatures["seat"].parameters[1][1].high or 1
    if not 1 <= value <= highest:
        ctx.report(problems.impossible_players("seat", seat=value, high=highest), tree)
        value = 1
    return x.Seat(value), kinds.SEAT


def flag(ctx: Context, env: Env, tree: tx.Flag, wanted: ValueType | None) -> Found:
    return _YES if tree.value else _NO, kinds.FLAG


def nothing(ctx: Context, env: Env, tree: tx.Nothing, wanted: ValueType | None) -> Found:
    return _NONE, kinds.NOTHING


def arithmetic(ctx: Context, env: Env, tree: tx.Arithmetic, wanted: ValueType | None) -> Found:
    left = number(ctx, env, tree.left, problems.side_of(tree.sign, "left"))
    right = number(ctx, env, tree.right, problems.side_of(tree.sign, "right"))
    return x.Arithmetic(tree.sign, left, right), kinds.NUMBER


def minus(ctx: Context, env: Env, tree: tx.Minus, wanted: ValueType | None) -> Found:
    node = number(ctx, env, tree.of, "what follows `-`")
    return (x.Number(-node.value) if isinstance(node, x.Number) else x.Negative(node)), kinds.NUMBER


def inside(ctx: Context, env: Env, tree: tx.Inside, wanted: ValueType | None) -> Found:
    source, kind = expression(ctx, env, tree.source)
    node, mine = expression(ctx, env, tree.of, kinds.element(kind) if kind.many else None)
    if kind.kind != "unknown" and not kind.many:
        ctx.report(problems.not_a_list("inside", kind), tree.source)
    elif "unknown" not in (kind.kind, mine.kind) and not comparable(ctx, mine, kinds.element(kind)):
        ctx.report(problems.never_alike("inside", mine, kind), tree)
    return x.Inside(node, source), kinds.FLAG


def happened(ctx: Context, env: Env, tree: tx.Happened, wanted: ValueType | None) -> Found:
    return x.Compare(">", sets.history(ctx, env, tree), x.Number(0)), kinds.FLAG


def times(ctx: Context, env: Env, tree: tx.Times, wanted: ValueType | None) -> Found:
    return sets.history(ctx, env, tree), kinds.NUMBER


def any_of(ctx: Context, env: Env, tree: tx.Any, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.of)
    return x.Any(found.node), kinds.FLAG


def every(ctx: Context, env: Env, tree: tx.Every, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.of)
    node, _, _, _ = holds(ctx, found.env, tree.has)
    return x.Every(found.node, node), kinds.FLAG


def count(ctx: Context, env: Env, tree: tx.Count, wanted: ValueType | None) -> Found:
    return x.Count(sets.understand_set(ctx, env, tree.of).node), kinds.NUMBER


def fold(ctx: Context, env: Env, tree: tx.Fold, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.over)
    if tree.which == "sum":
        return x.Sum(found.node, number(ctx, found.env, tree.value, "what is added up")), kinds.NUMBER
    value = number(ctx, found.env, tree.value, "what is compared")
    return x.Extreme(tree.which, found.node, value), kinds.NUMBER


def all_of(ctx: Context, env: Env, tree: tx.All, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.of)
    return x.All(found.node), kinds.list_of(found.kind)


def the(ctx: Context, env: Env, tree: tx.The, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.of)
    fact = sets.never_empty(ctx, env, found.node)
    return x.The(found.node), found.kind if fact else kinds.maybe(found.kind)
