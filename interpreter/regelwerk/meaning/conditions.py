"""Conditions: what is known where they hold, and where they fail."""

from __future__ import annotations

from regelwerk.meaning import problems, sets
from regelwerk.meaning.context import Condition, Context, Env, Known
from regelwerk.meaning.paths import path_key
from regelwerk.meaning.reading import expression, holds
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name


def both(ctx: Context, env: Env, tree: tx.Both) -> Condition:
    parts: list[x.Expression] = []
    known: Known = {}
    otherwise: list[Known] = []
    for child in tree.parts:
        node, _, yes, no = holds(ctx, env.narrow(known), child)
        if node in parts:
            ctx.report(problems.condition_twice(), child)
        parts.append(node)
        known = {**known, **yes}
        otherwise.append(no)
    return x.And(tuple(parts)), kinds.FLAG, known, {}


def either(ctx: Context, env: Env, tree: tx.Either) -> Condition:
    parts: list[x.Expression] = []
    failed: Known = {}
    common: Known | None = None
    _not_before_or(ctx, tree)
    for index, child in enumerate(tree.parts):
        one_of = _as_one_of(tree.parts[index - 1], child) if index else ()
        node, _, yes, no = holds(ctx, env.narrow(failed), child, one_of)
        if node in parts:
            ctx.report(problems.condition_twice(), child)
        parts.append(node)
        failed = {**failed, **no}
        common = yes if common is None else {k: v for k, v in common.items() if yes.get(k) == v}
    return x.Or(tuple(parts)), kinds.FLAG, common or {}, failed


def _not_before_or(ctx: Context, tree: tx.Either) -> None:
    """Warn where `not a or b` stands without brackets: `not` reaches to the `or` only."""
    first = tree.parts[0]
    if isinstance(first, tx.Negate) and (first.at.line, first.at.column) == (tree.at.line, tree.at.column):
        ctx.report(problems.not_before_or(), first)


def _as_one_of(before: tx.Expression, name: tx.Expression) -> tuple[str, ...]:
    """What the second may be if it is no condition: in `x = a or b` it was to be another right side."""
    if isinstance(before, tx.Compare) and isinstance(before.right, Name) and isinstance(name, Name):
        return before.right.text, name.text
    return ()


def negate(ctx: Context, env: Env, tree: tx.Negate) -> Condition:
    """`not ...`: what is known changes sides."""
    node, _, yes, no = holds(ctx, env, tree.of)
    return x.Not(node), kinds.FLAG, no, yes


def is_none(ctx: Context, env: Env, tree: tx.IsNone) -> Condition:
    node, kind = expression(ctx, env, tree.of)
    if kind.kind != "unknown" and not kind.optional:
        ctx.report(problems.decided("never none", kind=kind), tree.of)
    there = _known(node, kinds.present(kind))
    test = x.Compare("=", node, x.Nothing())
    if tree.negated:
        return x.Not(test), kinds.FLAG, there, {}
    return test, kinds.FLAG, {}, there


def is_kind(ctx: Context, env: Env, tree: tx.IsKind) -> Condition:
    left, name = tree.of, tree.name
    node, kind = expression(ctx, env, left)
    text = name.text
    sort = ctx.names.sort(text)
    test: x.Expression
    if text == "this" and env.these and sort is None:
        common = kinds.thing(sets.common_type(ctx, env.these))
        test = sets.is_one_of(node, env.these)
        known_there = _known(node, common)
        if tree.negated:
            return x.Not(test), kinds.FLAG, {}, known_there
        return test, kinds.FLAG, known_there, {}
    if kind.kind == "answer" and not kind.many:
        test = sets.answer_pattern(ctx, env, node, name, ())
        return (x.Not(test) if tree.negated else test), kinds.FLAG, {}, {}
    if kind.kind not in ("thing", "unknown") or kind.many:
        ctx.report(problems.never_alike("sort", kind), left)
        return x.Flag(False), kinds.FLAG, {}, {}
    if sort == "row":
        ctx.names.use(text)
        inner = kinds.thing(ctx.names.rows[text][0])
        test = x.IsRow(node, text)
    elif sort == "type":
        ctx.names.use(text)
        inner = kinds.thing(text)
        test = x.IsType(node, text)
        ctx.use.reads.add(("type", text))
    else:
        near = ctx.names.near(text, ctx.names.named("row", "type"))
        ctx.report(problems.unknown("type or row", text), name, near=near)
        return x.Flag(False), kinds.FLAG, {}, {}
    if kind.kind == "thing":
        mine, other = kind.name or "", inner.name or ""
        if not ctx.names.below(other, mine) and not ctx.names.below(mine, other):
            ctx.report(problems.never_alike("type", name=text, of=mine, wanted=other), name)
        elif sort == "type" and ctx.names.below(mine, other) and not kind.optional:
            ctx.report(problems.decided("always of a type", name=text, of=mine), name)
    there = _known(node, inner)
    if tree.negated:
        return x.Not(test), kinds.FLAG, {}, there
    return test, kinds.FLAG, there, {}


def is_one_of(ctx: Context, env: Env, tree: tx.IsOneOf) -> Condition:
    """`x is one of (a, b)`: the same as `x = a or x = b`, with `is` for types and table rows."""
    found = len(ctx.diagnostics)
    _, kind = expression(ctx, env, tree.of)
    if len(ctx.diagnostics) > found:  # said once, not for each of the others
        return x.Flag(False), kinds.FLAG, {}, {}
    tests = tuple(_is_this_one(ctx, env, tree.of, kind, other) for other in tree.others)
    node, _, yes, no = either(ctx, env, tx.Either(tree.at, tests))
    if tree.negated:
        return x.Not(node), kinds.FLAG, no, yes
    return node, kinds.FLAG, yes, no


def _is_this_one(
    ctx: Context, env: Env, left: tx.Expression, kind: ValueType, other: tx.Expression
) -> tx.IsKind | tx.Compare:
    """The test for one of several, as it would be written alone."""
    if not isinstance(other, Name) or kind.kind != "thing" or other.text in env.locals:
        return tx.Compare(other.at, left, "=", other)
    if ctx.names.sort(other.text) not in ("row", "type") and other.text != "this":
        return tx.Compare(other.at, left, "=", other)
    return tx.IsKind(other.at, left, other, False)


def is_answer(ctx: Context, env: Env, tree: tx.IsAnswer) -> Condition:
    """`a is cut(victim: p)`: which action an answer is of, and what it uses and aims at."""
    node, kind = expression(ctx, env, tree.of)
    if kind.kind not in ("answer", "unknown") or kind.many:
        ctx.report(problems.never_alike("action", kind), tree.of)
    test = sets.answer_pattern(ctx, env, node, tree.action, tree.matches)
    return (x.Not(test) if tree.negated else test), kinds.FLAG, {}, {}


def _known(node: x.Expression, kind: ValueType) -> Known:
    key = path_key(node)
    return {key: kind} if key else {}


def compare(ctx: Context, env: Env, tree: tx.Compare) -> Condition:
    left, op, right = tree.left, tree.sign, tree.right
    if _is_bare_member(ctx, env, left) and not _is_bare_member(ctx, env, right):
        right_node, right_kind = expression(ctx, env, right)
        left_node, left_kind = expression(ctx, env, left, right_kind)
    else:
        left_node, left_kind = expression(ctx, env, left)
        right_node, right_kind = expression(ctx, env, right, left_kind)
    node = x.Compare(op, left_node, right_node)
    if "unknown" in (left_kind.kind, right_kind.kind):
        return node, kinds.FLAG, {}, {}
    if left_kind.kind == "nothing" or right_kind.kind == "nothing":
        ctx.report(problems.never_alike("none", name="none"), tree)
        return node, kinds.FLAG, {}, {}
    if not comparable(ctx, left_kind, right_kind):
        ctx.report(problems.never_alike("kinds", left_kind, right_kind), tree)
    elif op not in ("=", "!=") and (left_kind.kind != "number" or left_kind.many):
        ctx.report(problems.never_alike("order", left_kind, name=op), tree)
    elif left_node == right_node:
        ctx.report(problems.decided("same sides"), tree)
    else:
        _impossible(ctx, tree, op, left_kind, left_node, right_kind, right_node)
    there: Known = {}
    if not right_kind.optional and left_kind.optional:
        there = _known(left_node, kinds.present(left_kind))
    elif not left_kind.optional and right_kind.optional:
        there = _known(right_node, kinds.present(right_kind))
    if op == "=":
        return node, kinds.FLAG, there, {}
    if op == "!=":
        return node, kinds.FLAG, {}, there
    return node, kinds.FLAG, {}, {}


def _impossible(
    ctx: Context,
    tree: tx.Compare,
    op: str,
    left: ValueType,
    left_node: x.Expression,
    right: ValueType,
    right_node: x.Expression,
) -> None:
    """Report a comparison of a cell with a number its range decides."""
    for kind, other, sign in ((left, right_node, op), (right, left_node, _mirror(op))):
        if not isinstance(other, x.Number) or kind.kind != "number" or kind.low is None or kind.high is None:
            continue
        low, high, n = kind.low, kind.high, other.value
        outcomes = {_holds(sign, v, n) for v in {low, high, *([n] if low <= n <= high else [])}}
        if len(outcomes) == 1:
            always = outcomes.pop()
            ctx.report(problems.decided("range", always=always, low=low, high=high), tree)


def _holds(op: str, a: int, b: int) -> bool:
    return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def _mirror(op: str) -> str:
    return {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)


def _is_bare_member(ctx: Context, env: Env, tree: tx.Expression) -> bool:
    if not isinstance(tree, Name):
        return False
    text = tree.text
    return text not in env.locals and ctx.names.sort(text) is None and text in ctx.names.members


def comparable(ctx: Context, left: ValueType, right: ValueType) -> bool:
    if left.kind != right.kind or left.many or right.many:
        return False
    if left.kind == "enum":
        return left.name == right.name
    if left.kind == "thing":
        a, b = left.name or "", right.name or ""
        return ctx.names.below(a, b) or ctx.names.below(b, a)
    return True
