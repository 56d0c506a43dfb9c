"""Derived values, and modifiers of values and attributes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.collect import Place
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.copies import copies_scope, counts_for, each_of
from regelwerk.meaning.reading import holds, number, typed, under, value_of
from regelwerk.meaning.signatures import named_kind
from regelwerk.meaning.statements import merge_result
from regelwerk.meaning.texts import thing_told, told_by, told_scope
from regelwerk.meaning.understanding import (
    Understanding,
    captured_by,
    declared_parameters,
    scope_of,
)
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.source.diagnostics import Edit
from regelwerk.tree import declarations as td
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Name, WholeRange


def value(u: Understanding, place: Place[td.Derived]) -> None:
    """A value; its result becomes known to those that call it."""
    tree, name = place.tree, place.tree.name.text
    ctx = u.begin(place, f"value:{name}")
    signature = ctx.names.signatures[name]
    modified = name in u.outlook.mentions.modified
    if isinstance(tree, td.ToldValue):
        _told(u, Place(tree))
        return
    env = scope_of(ctx, () if modified else tree.parameters, signature)
    if isinstance(tree, td.Value):
        node, kind = typed(ctx, env, tree.value)
    elif isinstance(tree, td.ValueCases):
        u.cite(f"value:{name}", tree.cases)
        node, kind = _cases(ctx, env, tree.cases)
    result = _bounded(ctx, _bounds(tree), kinds.bare(kind))
    ctx.names.sign(name, replace(signature, result=result))
    u.values.append(d.ValueDecl(name, declared_parameters(signature), result, node))
    ctx.unused_locals()


def _told(u: Understanding, place: Place[td.ToldValue]) -> None:
    """A value that the texts of rows tell."""
    tree, name = place.tree, place.tree.name.text
    ctx = u.look(place, f"value:{name}")
    found = thing_told(ctx, place)
    if found is None:
        return
    this, signature = found
    bounds = _bounds(tree)
    result = None if bounds is None else kinds.NUMBER
    ctx = u.begin(place, f"value:{name}")
    otherwise = None
    if tree.otherwise is not None:
        otherwise, kind = typed(ctx, scope_of(ctx, (), signature), tree.otherwise, result)
        result = merge_result(ctx, tree.otherwise, result, kind)
    elif signature.parameters[0][1].optional:
        ctx.report(problems.may_be_absent(problems.cell(this), told=True), tree.name)
    said: dict[str, x.Expression] = {}
    for row, (part, text) in told_by(ctx, u.outlook.mentions, place).items():
        key = f"told:{name}:{row}"
        ctx = u.begin(Place(part), key)
        u.cite(key, text)
        env = told_scope(ctx, scope_of(ctx, (), signature), this, text)
        if isinstance(part, td.TellsValue):
            node, kind = typed(ctx, env, part.value, result)
            result = merge_result(ctx, part.value, result, kind)
        elif isinstance(part, td.TellsCases):
            u.cite(key, part.cases)
            node, kind = _cases(ctx, env, part.cases)
            result = merge_result(ctx, part.cases, result, kind)
        said[row] = node
        ctx.unused_locals()
    result = kinds.UNKNOWN if result is None else result
    result = _bounded(ctx, bounds, kinds.bare(result))
    ctx.names.sign(name, replace(signature, result=result))
    node = x.Told(x.Local(this), said, otherwise)
    u.values.append(d.ValueDecl(name, declared_parameters(signature), result, node))


def _bounds(tree: td.Derived) -> WholeRange | None:
    return tree.bounds if isinstance(tree, td.Value | td.ValueCases | td.ToldValue) else None


def _bounded(ctx: Context, bounds: WholeRange | None, kind: ValueType) -> ValueType:
    if bounds is None:
        return kind
    low, high = bounds.low.value, bounds.high.value
    if kind.kind not in ("number", "unknown"):
        ctx.report(problems.wrong_kind("bounds", kind), bounds)
    elif low > high:
        fix = Edit(bounds.at, f"{high}..{low}")
        ctx.report(problems.impossible_range("upside down", low, high), bounds, fix=fix)
    return ValueType("number", low=low, high=high)


def _cases(ctx: Context, env: Env, tree: td.Cases) -> tuple[x.Expression, ValueType]:
    return _named(ctx, env, tree, tree.lets, None)


def _named(
    ctx: Context, env: Env, tree: td.Cases, lets: Sequence[td.LetIn], result: ValueType | None
) -> tuple[x.Expression, ValueType]:
    """What stands below the first of the names, and below all that follow it."""
    if not lets:
        return _choice(ctx, env, tree, result)
    first, *others = lets
    named, kind = typed(ctx, env, first.value)
    if kind.kind == "nothing":
        ctx.report(problems.wrong_kind("local", kinds.NOTHING), first.value)
        kind = kinds.UNKNOWN
    absent = None
    if first.otherwise is not None:
        absent, found = typed(ctx, env, first.otherwise, result)
        result = merge_result(ctx, first.otherwise, result, found)
        if not kind.optional and kind.kind != "unknown":
            ctx.report(problems.always_there("value"), first.otherwise)
        kind = kinds.present(kind)
    inner = ctx.new_local(env, first.name, kinds.bare(kind), fixed=True)
    then, result = _named(ctx, inner, tree, others, result)
    binder = first.name.text
    if absent is not None:
        then = x.Choice((x.Case(x.Compare("=", x.Local(binder), x.Nothing()), absent),), then)
    return x.LetIn(binder, named, then), result


def _choice(
    ctx: Context, env: Env, tree: td.Cases, result: ValueType | None
) -> tuple[x.Expression, ValueType]:
    cases: list[x.Case] = []
    failed = env
    for case in tree.cases:
        test_node = holds(ctx, failed, case.when)
        node, kind = typed(ctx, under(ctx, failed, test_node), case.value, result)
        result = merge_result(ctx, case.value, result, kind)
        cases.append(x.Case(test_node, node))
        failed = under(ctx, failed, test_node, holds=False)
    node, kind = typed(ctx, failed, tree.last, result)
    result = merge_result(ctx, tree.last, result, kind)
    return (x.Choice(tuple(cases), node) if cases else node), result


def modifier(u: Understanding, place: Place[ts.Modify]) -> None:
    """A modifier that is always in force."""
    modify(u, place)


def modify(
    u: Understanding, place: Place[ts.Modify], around: tuple[Context, Env] | None = None
) -> str | None:
    """A modifier of an attribute or of a declared value; return its name."""
    tree, of = place.tree, place.tree.of.text
    number_of = u.outlook.modifiers.get(of, 0) + sum(1 for m in u.modifiers if m.of == of) + 1
    name = f"{of}_{number_of}"
    key = f"modifier:{name}"
    ctx = u.begin(place, key) if around is None else around[0]
    outer = Env() if around is None else around[1]
    scope, copies = copies_scope(ctx, outer, place)
    parameters: list[d.Parameter] = []
    for binder in tree.parameters:
        kind, name_of = named_kind(ctx, binder.noun), binder.name.text
        scope = ctx.new_local(scope, binder.name, kind, fixed=True)
        ctx.used_local(name_of)
        parameters.append(d.Parameter(name_of, kind))
    type_name, wanted = _modified(ctx, tree.of, parameters)
    over, scope = each_of(ctx, scope, tree.over)
    nodes = []
    for change in tree.changes:
        test = None
        inner = scope
        if change.when is not None:
            test = holds(ctx, scope, change.when)
            inner = under(ctx, scope, test)
        result = wanted if change.operation == "be" else kinds.NUMBER
        by = value_of(ctx, inner, change.by, result, problems.cell(of))
        bound = number(ctx, inner, change.bound, "the bound") if change.bound is not None else None
        nodes.append(d.ModifierChange(change.operation, by, bound, test))
    over = counts_for(ctx, tree.of, over, copies, tuple(nodes))
    kept = captured_by(outer, (over, *nodes)) if around is not None else None
    node = d.ModifierDecl(name, of, tuple(parameters), tuple(nodes), type_name, kept, over)
    ctx.point_out(node, tree.of)
    u.modifiers.append(node)
    return name


def _modified(ctx: Context, word: Name, parameters: list[d.Parameter]) -> tuple[str | None, ValueType]:
    """Find what is modified: an attribute of the one parameter, or a value with the same parameters."""
    names, of = ctx.names, word.text
    if names.sort(of) == "value":
        names.use(of)
        signature = names.signatures[of]
        if [p.type for p in parameters] != [kind for _, kind in signature.parameters]:
            ctx.report(problems.wrong_arguments("modified", of), word)
        return None, signature.result or kinds.UNKNOWN
    if len(parameters) == 1 and parameters[0].type.kind in ("thing", "seat"):
        owner = parameters[0].type.name or "seat"
        found = names.attribute(owner, of)
        if found is not None:
            return found[0], kinds.bare(found[1])
        near = names.near(of, names.attributes_of(owner))
        ctx.report(problems.no_attribute("modified", of, owner), word, near=near)
        return None, kinds.UNKNOWN
    near = names.near(of, names.named("value"))
    ctx.report(problems.unknown("modified", of), word, near=near)
    return None, kinds.UNKNOWN
