"""Sets and history: the two places where an expression binds names of its own."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.arguments import value_in
from regelwerk.meaning.collect import faces_of
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.membership import Members, element_of, members
from regelwerk.meaning.misfits import report_misfits
from regelwerk.meaning.reading import expression, typed, under
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.walk import all_of, parts_of
from regelwerk.source.diagnostics import Edit
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name


class UnderstoodSet(msgspec.Struct, frozen=True):
    """A set with the kind of its elements, the scope inside it, and its binder as written."""

    node: x.Set
    kind: ValueType
    env: Env
    binder: Name | None


def understand_set(ctx: Context, env: Env, tree: tx.Set, need_binder: bool = False) -> UnderstoodSet:
    """Understand `noun binder in source where (condition)`; the noun may be a group."""
    binder = tree.binder
    noun, kind, rows = _noun(ctx, env, tree)
    if binder is None:
        if rows:
            name = "this"
        else:
            name = ctx.fresh()
            if need_binder:
                ctx.report(problems.choice_without_name(), tree)
    else:
        name = binder.text
    found = _members(ctx, env, tree)
    tests: list[x.Expression] = []
    source_kind = None
    if found is not None and tree.source is None:
        over = found.bound(name)
        source, low, high = over.source, over.low, over.high
        tests += parts_of(over.where)
    else:
        source, low, high, source_kind = _source(ctx, env, tree.source, kind)
        tests += [] if found is None else found.tests(x.Local(name))
    if noun is None and _may_be_binder(ctx, tree):
        name, kind = tree.noun.text, _unnamed_kind(ctx, tree, source_kind)
    if kind.kind == "number":
        kind = ctx.types.elements(x.Set("number", name, source, low, high), env)
    if binder is not None:
        inner = ctx.new_local(env, binder, kind, fixed=True)
    else:
        inner = env.bind(name, kind, fixed=True)
    if noun is not None and kind.kind == "thing" and source_kind is not None and source_kind.kind == "thing":
        narrower = not ctx.names.below(source_kind.name or "", noun)
        if narrower:
            tests.insert(0, x.IsType(x.Local(name), noun))
    if rows:
        tests.append(is_one_of(x.Local(name), rows))
    if tree.where is not None:
        node = expression(ctx, inner, tree.where)
        tests.append(node)
        inner = under(ctx, inner, node)
    where = all_of(tests)
    if where is not None and where not in tests:
        report_misfits(ctx, inner, where, tree)
    sort = tuple(expression(ctx, inner, part) for part in tree.sorting)
    if found is not None and not sort:
        sort = found.bound(name).sort
    node_set = x.Set(noun or "number", name, source, low, high, where, sort)
    if noun is None:
        ctx.unknown(node_set)
    report_misfits(ctx, env, node_set, tree)
    ctx.remember(node_set, tree)
    return UnderstoodSet(node_set, ctx.types.kind(x.Local(name), inner), inner, binder)


def is_one_of(node: x.Expression, rows: tuple[str, ...]) -> x.Expression:
    """Test that a thing is made from one of the rows."""
    tests = tuple(x.IsRow(node, row) for row in rows)
    return tests[0] if len(tests) == 1 else x.Or(tests)


def _noun(ctx: Context, env: Env, tree: tx.Set) -> tuple[str | None, ValueType, tuple[str, ...]]:
    """Return the noun, the kind of its elements, and the rows if the noun is `this`.

    The noun of a group is that of its elements.
    """
    names, text = ctx.names, tree.noun.text
    if text == "this" and env.these:
        type_name = names.common_type(env.these)
        return type_name, kinds.thing(type_name), env.these
    if names.sort(text) == "group":
        kind = element_of(ctx, text)
        return None if kind == kinds.UNKNOWN else kind.name or kind.kind, kind, ()
    known = names.noun(text)
    if tree.arguments:
        if known is not None:
            ctx.report(problems.wrong_call("arguments of a noun", text), tree)
        for argument in tree.arguments:
            expression(ctx, env, value_in(argument))
    if known is not None:
        if known.kind in ("thing", "enum"):
            names.use(text)
        if known.kind == "thing":
            ctx.use.reads.add(("type", text))
        return text, known, ()
    if names.sort(text) == "die":
        names.use(text)
        shown = faces_of(names, text)
        shown = f"number n in {shown}" if ".." in shown else shown
        ctx.report(problems.unknown_type("die", text, shown), tree.noun)
        return None, kinds.UNKNOWN, ()
    near = names.near(text, [*names.named("type", "group"), *names.enums, "seat", "number", "answer"])
    if _may_be_binder(ctx, tree):
        return None, kinds.UNKNOWN, ()  # what it is taken from tells what it may be
    if text in names.rows:
        ctx.report(problems.unknown_type("row", text, names.rows[text][0]), tree.noun)
    else:
        ctx.report(problems.unknown_type("noun", text), tree.noun, near=near)
    return None, kinds.UNKNOWN, ()


def _may_be_binder(ctx: Context, tree: tx.Set) -> bool:
    """Say whether the noun of a set may be the name of its elements: `any c in hand`."""
    text = tree.noun.text
    plain = tree.binder is None and not tree.arguments and tree.source is not None
    return plain and ctx.names.sort(text) is None and text not in ctx.names.members


def _unnamed_kind(ctx: Context, tree: tx.Set, source: ValueType | None) -> ValueType:
    """Report a set without a noun; return the kind of its elements."""
    text, names = tree.noun.text, ctx.names
    near = names.near(text, [*names.named("type", "group"), *names.enums, "seat", "number", "answer"])
    if source is None or source.kind not in ("thing", "seat", "number") or near:
        ctx.report(problems.unknown_type("noun", text), tree.noun, near=near)
        return kinds.UNKNOWN
    word = source.name or source.kind
    fix = Edit.before(tree.noun.at, f"{word} ")
    ctx.report(problems.unknown_type("binder", text, word), tree.noun, fix=fix)
    return source


def _members(ctx: Context, env: Env, tree: tx.Set) -> Members | None:
    """Return what is in the group that the noun of a set names, if it names one that is understood."""
    if ctx.names.sort(tree.noun.text) != "group":
        return None
    return members(ctx, env, tree, tree.noun, tree.arguments)


def _source(
    ctx: Context, env: Env, tree: tx.Expression | tx.Range | None, kind: ValueType
) -> tuple[x.Expression | None, x.Expression | None, x.Expression | None, ValueType | None]:
    if tree is None:
        if kind.kind == "number":
            ctx.report(problems.not_a_list("endless"), tree)
            return None, x.Number(0), x.Number(0), None
        if kind.kind == "answer":
            return x.Zone("answers"), None, None, kind
        return None, None, None, None
    if isinstance(tree, tx.Range):
        low = expression(ctx, env, tree.low)
        high = expression(ctx, env, tree.high)
        if kind.kind not in ("number", "unknown"):
            ctx.report(problems.not_a_list("range", kinds.list_of(kind)), tree)
        if isinstance(low, x.Number) and isinstance(high, x.Number) and low.value > high.value:
            fix = Edit(tree.at, f"{high.value}..{low.value}")
            ctx.report(problems.impossible_range("upside down", low.value, high.value), tree, fix=fix)
        return None, low, high, kinds.NUMBER
    source, source_kind = typed(ctx, env, tree)
    known = source_kind.many and source_kind.kind != "unknown"
    return source, None, None, kinds.element(source_kind) if known else None


def history(ctx: Context, env: Env, tree: tx.Happened | tx.Times) -> x.Happened:
    """Understand `event(parameter: value, ...) this span`."""
    name, span = tree.happening.event, tree.span
    text = name.text
    names = ctx.names
    if names.sort(text) not in ("event", "action"):
        near = names.near(text, names.named("event", "action"))
        ctx.report(problems.unknown("happening", text), name, near=near)
        parameters: dict[str, ValueType] = {}
    else:
        names.use(text)
        parameters = dict(names.signatures[text].parameters)
    args = _pattern(ctx, env, text, parameters, tree.happening.matches)
    check_span(ctx, span)
    node = x.Happened(text, span.text, args)
    ctx.point_out(node, span)
    return node


def answer_pattern(
    ctx: Context, env: Env, of: x.Expression, name: Name, matches: Sequence[tx.Match]
) -> x.IsAnswer:
    """Understand `action(part: value, ...)` as what an answer is."""
    text = name.text
    names = ctx.names
    parameters: dict[str, ValueType] = {}
    if names.sort(text) != "action":
        near = names.near(text, names.named("action"))
        ctx.report(problems.unknown("action", text), name, near=near)
    else:
        names.use(text)
        signature = names.signatures[text]
        parameters = dict(signature.parameters[: 1 + signature.parts])
    return x.IsAnswer(of, text, _pattern(ctx, env, text, parameters, matches))


def _pattern(
    ctx: Context, env: Env, text: str, parameters: dict[str, ValueType], matches: Sequence[tx.Match]
) -> dict[str, x.Expression]:
    """Understand the values that parameters are to have."""
    names = ctx.names
    args: dict[str, x.Expression] = {}
    for match in matches:
        key, value = match.name, match.value
        kind = parameters.get(key.text)
        if key.text in args:
            ctx.report(problems.given_twice("parameter", key.text), key)
        if kind is None:
            if names.sort(text) in ("event", "action"):
                near = names.near(key.text, parameters)
                ctx.report(problems.unknown("parameter", key.text, text), key, near=near)
            expression(ctx, env, value)
            continue
        args[key.text] = expression(ctx, env, value, kind)
    return args


def check_span(ctx: Context, name: Name) -> str:
    """Report a span that is not an event."""
    text = name.text
    if ctx.names.sort(text) not in ("event", "action"):
        near = ctx.names.near(text, ctx.names.named("event", "action"))
        ctx.report(problems.unknown("event of a span", text), name, near=near)
    else:
        ctx.names.use(text)
    return text
