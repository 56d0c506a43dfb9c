"""Derived values and tests, and modifiers of values and attributes."""

from __future__ import annotations

from typing import Literal

from lark import Token

from regelwerk.meaning import kinds
from regelwerk.meaning.collect import TESTS, Place, parts_of, token_text, whole
from regelwerk.meaning.context import Context, Env, changed, file_of
from regelwerk.meaning.copies import copies_scope, counts_for, each_of
from regelwerk.meaning.names import Part
from regelwerk.meaning.reading import expression, holds, number, value_of
from regelwerk.meaning.signatures import named_kind
from regelwerk.meaning.statements import merge_result
from regelwerk.meaning.texts import TOLD, has_default, thing_told, told_by
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import (
    Understanding,
    captured_by,
    declared_parameters,
    scope_of,
)
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType

OPERATIONS: dict[str, Literal["be", "raise", "lower", "multiply"]] = {
    "be": "be",
    "raise_by": "raise",
    "lower_by": "lower",
    "multiply_by": "multiply",
}


def value(u: Understanding, place: Place) -> None:
    """A value or test; its result becomes known to those that call it."""
    tree = place.tree
    name = token_text(tree)
    ctx = u.begin(place, f"value:{name}")
    signature = ctx.names.signatures[name]
    modified = any(str(other.tree.children[0]) == name for other in u.found.of("modify"))
    test = str(tree.data) in TESTS
    if str(tree.data) in TOLD:
        _told(u, place, test)
        return
    env = scope_of(ctx, None if modified else tree.children[1], signature)
    if tree.data in ("value", "test"):
        node, kind = _result(u, ctx, env, tree.children[2 if test else 3], test)
    else:
        u.cite(f"value:{name}", tree.children[2 if test else 3])
        node, kind = _cases(u, ctx, env, tree.children[2 if test else 3], test)
    signature.result = kinds.FLAG if test else _bounded(ctx, tree.children[2], kinds.bare(kind))
    u.values[name] = d.ValueDecl(name, declared_parameters(signature), signature.result, node)
    ctx.unused_locals()


def _told(u: Understanding, place: Place, test: bool) -> None:
    """A value or test that the texts of rows tell."""
    name = token_text(place.tree)
    found = thing_told(u.ctx, place)
    if found is None:
        return
    this, signature = found
    bounds = None if test else place.tree.children[2]
    result = kinds.FLAG if test else None if bounds is None else kinds.NUMBER
    said: dict[str, x.Expression] = {}
    for row, (part, text_place) in told_by(u, place).items():
        key = f"told:{name}:{row}"
        ctx = u.begin(Place(file_of(text_place.file, part), part), key)
        for cites in parts_of(text_place.tree, "cites"):
            u.cite(key, Tree("text", [cites]))
        env = changed(scope_of(ctx, None, signature), this=this)
        if part.data == "tells_value":
            node, kind = _result(u, ctx, env, part.children[1], test, result)
        else:
            u.cite(key, part.children[1])
            node, kind = _cases(u, ctx, env, part.children[1], test)
        result = merge_result(ctx, part.children[1], result, kind)
        said[row] = node
        ctx.unused_locals()
    ctx = u.begin(place, f"value:{name}")
    otherwise = None
    if has_default(place.tree):
        default = place.tree.children[-2]
        otherwise, kind = _result(u, ctx, scope_of(ctx, None, signature), default, test, result)
        result = merge_result(ctx, default, result, kind)
    elif signature.parameters[0][1].optional:
        ctx.error(
            "M009",
            f"`{this}` may be absent, and nothing has no text",
            place.tree.children[0],
            help="write `told by its text, otherwise ...`, or leave `or none` out",
        )
    result = kinds.UNKNOWN if result is None else result
    signature.result = kinds.FLAG if test else _bounded(ctx, bounds, kinds.bare(result))
    node = x.Told(x.Local(this), said, otherwise)
    u.values[name] = d.ValueDecl(name, declared_parameters(signature), signature.result, node)


def _bounded(ctx: Context, bounds: Tree | None, kind: ValueType) -> ValueType:
    if bounds is None:
        return kind
    low, high = whole(bounds.children[0]), whole(bounds.children[2])
    if kind.kind not in ("number", "unknown"):
        ctx.error(
            "M005",
            f"only numbers have bounds, this is {kinds.describe(kind)}",
            bounds,
            help="leave the bounds out",
        )
    elif low > high:
        ctx.error(
            "M025", f"the range {low}..{high} is upside down", bounds, help="write the smaller number first"
        )
    return ValueType("number", low=low, high=high)


def _result(
    u: Understanding, ctx: Context, env: Env, tree: Part, test: bool, wanted: ValueType | None = None
) -> tuple[x.Expression, ValueType]:
    if test:
        node, kind, _, _ = holds(ctx, env, tree)
        return node, kind
    return expression(ctx, env, tree, wanted)


def _cases(
    u: Understanding, ctx: Context, env: Env, tree: Tree, test: bool
) -> tuple[x.Expression, ValueType]:
    cases: list[x.Case] = []
    result: ValueType | None = None
    failed = env
    last = tree.children[-1]
    for case in parts_of(tree, "case"):
        value, when = case.children
        test_node, _, yes, no = holds(ctx, failed, when)
        node, kind = _result(u, ctx, failed.narrow(yes), value, test, result)
        result = merge_result(ctx, value, result, kind)
        cases.append(x.Case(test_node, node))
        failed = failed.narrow(no)
    node, kind = _result(u, ctx, failed, last, test, result)
    result = merge_result(ctx, last, result, kind)
    return (x.Choice(tuple(cases), node) if cases else node), result


def modify(u: Understanding, place: Place, env: Env | None = None, captured: bool = False) -> str | None:
    """A modifier of an attribute or of a declared value; return its name."""
    tree = place.tree
    of = str(tree.children[0])
    number_of = sum(1 for m in u.modifiers if m.of == of) + 1
    name = f"{of}_{number_of}"
    key = f"modifier:{name}"
    ctx = u.ctx if captured else u.begin(place, key)
    outer = env or Env()
    scope, copies = copies_scope(ctx, outer, place)
    changes = parts_of(tree, *OPERATIONS)
    heads = [child for child in tree.children[1:] if isinstance(child, Token) or child.data == "noun"]
    parameters: list[d.Parameter] = []
    for noun, token in zip(heads[::2], heads[1::2], strict=False):
        kind = _noun_kind(u, ctx, noun)
        scope = ctx.new_local(scope, token, kind, fixed=True)
        ctx.used_local(str(token))
        parameters.append(d.Parameter(str(token), kind))
    type_name, wanted = _modified(u, ctx, tree.children[0], of, parameters)
    each = parts_of(tree, "set")
    over, scope = each_of(ctx, scope, each[0] if each else None)
    nodes = []
    for change in changes:
        op = OPERATIONS[change.data]
        when = change.children[-1]
        bound = change.children[1] if len(change.children) == 3 else None
        test = None
        inner = scope
        if when is not None:
            test, _, yes, _ = holds(ctx, scope, when)
            inner = scope.narrow(yes)
        by = value_of(ctx, inner, change.children[0], wanted if op == "be" else kinds.NUMBER, f"`{of}`")
        limit_node = number(ctx, inner, bound, "the bound") if bound is not None else None
        nodes.append(d.ModifierChange(op, by, limit_node, test))
    over = counts_for(ctx, tree.children[0], over, copies, tuple(nodes))
    kept = captured_by(outer, (over, *nodes)) if captured else None
    node = d.ModifierDecl(name, of, tuple(parameters), tuple(nodes), type_name, kept, over)
    ctx.point_out(node, tree.children[0])
    u.modifiers.append(node)
    return name


def _noun_kind(u: Understanding, ctx: Context, noun: Tree) -> ValueType:
    return named_kind(ctx, noun.children[0]) if noun.children else kinds.SEAT


def _modified(
    u: Understanding, ctx: Context, token: Token, of: str, parameters: list[d.Parameter]
) -> tuple[str | None, ValueType]:
    """Find what is modified: an attribute of the one parameter, or a value with the same parameters."""
    names = ctx.names
    if names.sort(of) in ("value", "test"):
        names.use(of)
        signature = names.signatures[of]
        if [p.type for p in parameters] != [kind for _, kind in signature.parameters]:
            ctx.error(
                "M006",
                f"`{of}` has other parameters",
                token,
                help="name them as the value does: kind and name of each",
            )
        return None, signature.result or kinds.UNKNOWN
    if len(parameters) == 1 and parameters[0].type.kind in ("thing", "seat"):
        owner = parameters[0].type.name or "seat"
        found = names.attribute(owner, of)
        if found is not None:
            return found[0], kinds.bare(found[1])
        near = names.near(of, names.attributes_of(owner))
        ctx.error(
            "M004",
            f"a `{owner}` has no attribute `{of}`",
            token,
            near=near,
            help="name an attribute or a value",
        )
        return None, kinds.UNKNOWN
    near = names.near(of, names.named("value"))
    ctx.error(
        "M001",
        f"there is no value `{of}`",
        token,
        near=near,
        help="modify an attribute of a thing, or a declared value",
    )
    return None, kinds.UNKNOWN
