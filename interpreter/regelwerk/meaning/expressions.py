"""Expressions: from trees to nodes of the rules form, with the kind of every value."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from regelwerk.meaning import kinds, sets
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.names import Part, Signature
from regelwerk.rules import expressions as x
from regelwerk.rules.builtins import BY_NAME as BUILTINS
from regelwerk.rules.declarations import ValueType

Known = dict[str, ValueType]
Found = tuple[x.Expression, ValueType]
MAX_NUMBER = 999_999_999


def expression(ctx: Context, env: Env, tree: Part, wanted: ValueType | None = None) -> Found:
    """Understand an expression; `wanted` helps to choose among enums that share a member."""
    if isinstance(tree, Tree) and tree.data in _HANDLERS:
        return _HANDLERS[tree.data](ctx, env, tree, wanted)
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
        "M009", f"{where} may be `none` here", tree,
        help="test it first with `is not none` (let it be a local if it is a cell)",
    )  # fmt: skip


def number(ctx: Context, env: Env, tree: Part, where: str) -> x.Expression:
    """Understand an expression that must be a number."""
    return value_of(ctx, env, tree, kinds.NUMBER, where)


# ---------------------------------------------------------------- conditions


def condition(ctx: Context, env: Env, tree: Part) -> tuple[x.Expression, ValueType, Known, Known]:
    """Understand an expression together with what is known if it holds, and if it does not."""
    if isinstance(tree, Tree):
        if tree.data == "both":
            return _both(ctx, env, tree)
        if tree.data == "either":
            return _either(ctx, env, tree)
        if tree.data == "negate":
            node, _, yes, no = holds(ctx, env, tree.children[0])
            return x.Not(node), kinds.FLAG, no, yes
        if tree.data in ("is_none", "is_not_none"):
            return _is_none(ctx, env, tree)
        if tree.data in ("is_kind", "is_not_kind"):
            return _is_kind(ctx, env, tree)
        if tree.data == "compare":
            return _compare(ctx, env, tree)
        if tree.data in _HANDLERS:
            node, kind = _HANDLERS[tree.data](ctx, env, tree, None)
            return node, kind, {}, {}
    raise AssertionError(f"the grammar has a form the checker does not know: {tree!r}")


def holds(ctx: Context, env: Env, tree: Part) -> tuple[x.Expression, ValueType, Known, Known]:
    """Understand an expression that must be a condition."""
    node, kind, yes, no = condition(ctx, env, tree)
    if kind.kind not in ("flag", "unknown") or kind.many:
        ctx.error(
            "M012", f"a condition is needed here, this is {kinds.describe(kind)}", tree,
            help="compare it with something, or ask `any ...`",
        )  # fmt: skip
    return node, kind, yes, no


def _both(ctx: Context, env: Env, tree: Tree) -> tuple[x.Expression, ValueType, Known, Known]:
    parts: list[x.Expression] = []
    known: Known = {}
    otherwise: list[Known] = []
    for child in tree.children:
        node, _, yes, no = holds(ctx, env.narrow(known), child)
        if node in parts:
            ctx.error("M075", "this condition stands here twice", child, help="remove one of the two")
        parts.append(node)
        known = {**known, **yes}
        otherwise.append(no)
    return x.And(tuple(parts)), kinds.FLAG, known, {}


def _either(ctx: Context, env: Env, tree: Tree) -> tuple[x.Expression, ValueType, Known, Known]:
    parts: list[x.Expression] = []
    failed: Known = {}
    common: Known | None = None
    for child in tree.children:
        node, _, yes, no = holds(ctx, env.narrow(failed), child)
        if node in parts:
            ctx.error("M075", "this condition stands here twice", child, help="remove one of the two")
        parts.append(node)
        failed = {**failed, **no}
        common = yes if common is None else {k: v for k, v in common.items() if yes.get(k) == v}
    return x.Or(tuple(parts)), kinds.FLAG, common or {}, failed


def _is_none(ctx: Context, env: Env, tree: Tree) -> tuple[x.Expression, ValueType, Known, Known]:
    node, kind = expression(ctx, env, tree.children[0])
    if kind.kind != "unknown" and not kind.optional:
        ctx.error(
            "M060", f"this is {kinds.describe(kind)} and never `none`", tree.children[0], help="leave the test out"
        )
    there = _known(ctx, tree.children[0], node, kinds.present(kind))
    test = x.Compare("=", node, x.Nothing())
    if tree.data == "is_none":
        return test, kinds.FLAG, {}, there
    return x.Not(test), kinds.FLAG, there, {}


def _is_kind(ctx: Context, env: Env, tree: Tree) -> tuple[x.Expression, ValueType, Known, Known]:
    left, name = tree.children
    node, kind = expression(ctx, env, left)
    text = str(name)
    sort = ctx.names.sort(text)
    test: x.Expression
    if kind.kind not in ("thing", "unknown") or kind.many:
        ctx.error("M008", f"only things are of a sort, this is {kinds.describe(kind)}", left, help="compare with `=`")
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
        ctx.error("M001", f"there is no type and no table row `{text}`", name, near=near, help="`is` takes a type or a row")
        return x.Flag(False), kinds.FLAG, {}, {}
    if kind.kind == "thing":
        mine, other = kind.name or "", inner.name or ""
        if not ctx.names.below(other, mine) and not ctx.names.below(mine, other):
            ctx.error("M008", f"a `{mine}` is never `{text}`", name, help=f"`{text}` is a `{other}`")
        elif sort == "type" and ctx.names.below(mine, other) and not kind.optional:
            ctx.error("M060", f"a `{mine}` is always a `{text}`", name, help="leave the test out")
    there = _known(ctx, left, node, inner)
    if tree.data == "is_kind":
        return test, kinds.FLAG, there, {}
    return x.Not(test), kinds.FLAG, {}, there


def _known(ctx: Context, tree: Part, node: x.Expression, kind: ValueType) -> Known:
    key = _path_key(node)
    return {key: kind} if key else {}


def _path_key(node: x.Expression) -> str | None:
    """Name the path of a value, so that a test of it can be remembered."""
    if isinstance(node, x.Local):
        return node.name
    if isinstance(node, x.State) and node.key is None:
        return f".{node.name}"
    if isinstance(node, x.Attribute) and node.key is None:
        inner = _path_key(node.of)
        return None if inner is None else f"{inner}.{node.name}"
    return None


def _compare(ctx: Context, env: Env, tree: Tree) -> tuple[x.Expression, ValueType, Known, Known]:
    left, sign, right = tree.children
    op = str(sign)
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
        ctx.error("M008", "`none` is not compared with a sign", tree, help="write `is none` or `is not none`")
        return node, kinds.FLAG, {}, {}
    if not _comparable(ctx, left_kind, right_kind):
        message = f"{kinds.describe(left_kind)} is never compared with {kinds.describe(right_kind)}"
        ctx.error("M008", message, tree, help="compare two values of one kind")
    elif op not in ("=", "!=") and (left_kind.kind != "number" or left_kind.many):
        ctx.error("M008", f"`{op}` orders numbers, this is {kinds.describe(left_kind)}", tree, help="use `=` or `!=`")
    elif left_node == right_node:
        ctx.error("M060", "both sides of this comparison are the same", tree, help="compare with something else")
    else:
        _impossible(ctx, tree, op, left_kind, left_node, right_kind, right_node)
    there: Known = {}
    if not right_kind.optional and left_kind.optional:
        there = _known(ctx, left, left_node, kinds.present(left_kind))
    elif not left_kind.optional and right_kind.optional:
        there = _known(ctx, right, right_node, kinds.present(right_kind))
    if op == "=":
        return node, kinds.FLAG, there, {}
    if op == "!=":
        return node, kinds.FLAG, {}, there
    return node, kinds.FLAG, {}, {}


def _impossible(
    ctx: Context, tree: Tree, op: str, left: ValueType, left_node: x.Expression, right: ValueType, right_node: x.Expression
) -> None:
    """Report a comparison of a cell with a number its range decides."""
    for kind, other, sign in ((left, right_node, op), (right, left_node, _mirror(op))):
        if not isinstance(other, x.Number) or kind.kind != "number" or kind.low is None or kind.high is None:
            continue
        low, high, n = kind.low, kind.high, other.value
        outcomes = {_holds(sign, v, n) for v in {low, high, *([n] if low <= n <= high else [])}}
        if len(outcomes) == 1:
            always = "always" if outcomes.pop() else "never"
            ctx.error(
                "M060", f"this is {always} so: the range is {low}..{high}", tree, help="compare with a number inside the range"
            )


def _holds(op: str, a: int, b: int) -> bool:
    return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def _mirror(op: str) -> str:
    return {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)


def _is_bare_member(ctx: Context, env: Env, tree: Part) -> bool:
    if not (isinstance(tree, Tree) and tree.data == "name"):
        return False
    text = name_text(tree)
    return text not in env.locals and ctx.names.sort(text) is None and text in ctx.names.members


def _comparable(ctx: Context, left: ValueType, right: ValueType) -> bool:
    if left.kind != right.kind or left.many or right.many:
        return False
    if left.kind == "enum":
        return left.name == right.name
    if left.kind == "thing":
        a, b = left.name or "", right.name or ""
        return ctx.names.below(a, b) or ctx.names.below(b, a)
    return True


# ---------------------------------------------------------------- names and paths


def name_text(tree: Part) -> str:
    """Return the name that a `name` tree (or what wraps it) holds."""
    while isinstance(tree, Tree):
        tree = tree.children[0]
    return str(tree)


def _name(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    text = name_text(tree)
    if text == "this" and env.this is not None:
        if env.this in env.locals:
            text = env.this
        else:
            kind = kinds.thing(ctx.names.rows[env.this][0])
            if ctx.names.rows[env.this][1] != 1:
                ctx.error(
                    "M069", f"`this` is not one thing here: there are {ctx.names.rows[env.this][1]} of `{env.this}`", tree,
                    help="name the thing by a parameter and test it with `is`",
                )  # fmt: skip
            return x.Row(env.this), kind
    if text in env.locals:
        ctx.used_local(text)
        return x.Local(text), env.present.get(text, env.locals[text])
    if text == "answers":
        ctx.use.reads.add(("answers",))
        return x.Zone("answers"), kinds.list_of(kinds.ANSWER)
    sort = ctx.names.sort(text)
    if sort is None or (wanted is not None and wanted.kind == "enum" and _member_of(ctx, text, wanted)):
        found = _member(ctx, tree, text, wanted)
        if found is not None:
            return found
    if sort is None:
        if text == "this":
            ctx.error("M069", "`this` has a meaning only inside `text of`", tree, help="name the thing")
        else:
            ctx.error("M001", f"there is no `{text}`", tree, near=_near_values(ctx, env, text), help="declare it, or correct the name")
        return x.Number(0), kinds.UNKNOWN
    ctx.names.use(text)
    return _declared(ctx, env, tree, text, sort)


def _member_of(ctx: Context, text: str, wanted: ValueType) -> bool:
    return wanted.name in ctx.names.members.get(text, ())


def _member(ctx: Context, tree: Tree, text: str, wanted: ValueType | None) -> Found | None:
    owners = ctx.names.members.get(text)
    if not owners:
        return None
    owner = owners[0]
    if wanted is not None and wanted.kind == "enum" and wanted.name in owners:
        owner = wanted.name or owner
    elif len(owners) > 1:
        ctx.error(
            "M010", f"`{text}` belongs to several enums: {', '.join(f'`{o}`' for o in owners)}", tree,
            help="use it where only one of them fits, such as beside a cell of that kind",
        )  # fmt: skip
    ctx.names.use(owner)
    return x.Member(owner, text), kinds.enum(owner)


def _declared(ctx: Context, env: Env, tree: Tree, text: str, sort: str) -> Found:
    names = ctx.names
    if sort == "row":
        type_name, copies = names.rows[text]
        if copies != 1:
            ctx.error(
                "M067", f"there are {copies} things `{text}`, so the name is not one thing", tree,
                help=f"write a set with `is {text}`",
            )  # fmt: skip
        return x.Row(text), kinds.thing(type_name)
    if sort == "state":
        kind = names.signatures[text].result or kinds.UNKNOWN
        ctx.use.reads.add(("state", text))
        if kind.per is not None:
            ctx.error("M073", f"`{text}` is a row of cells", tree, help=f"write `{text}[...]` with a `{kind.per}`")
        node = x.State(text)
        return node, env.present.get(f".{text}", _cell(kind))
    if sort == "option":
        return x.Option(text), names.signatures[text].result or kinds.UNKNOWN
    if sort == "zone":
        signature = names.signatures[text]
        ctx.use.reads.add(("zone", text))
        if signature.parameters:
            owner = kinds.describe(signature.parameters[0][1])
            ctx.error("M039", f"every {owner.split(' ', 1)[1]} has a zone `{text}` of its own", tree, help=f"write `x.{text}`")
        return x.Zone(text), signature.result or kinds.UNKNOWN
    if sort == "action":
        return x.Member("action", text), kinds.enum("action")
    article = "an" if sort[0] in "aeiou" else "a"
    hints = {"value": f"write `{text}(...)`", "test": f"write `{text}(...)`", "type": f"write `all {text}` for all of them"}
    ctx.error("M005", f"`{text}` is {article} {sort}, not a value", tree, help=hints.get(sort, "name a value"))
    return x.Number(0), kinds.UNKNOWN


def _cell(kind: ValueType) -> ValueType:
    """The kind of what is read from a cell; its range stays known for comparisons."""
    return ValueType(kind.kind, kind.name, kind.low, kind.high, kind.optional, kind.many)


def _near_values(ctx: Context, env: Env, text: str) -> tuple[str, ...]:
    sorts = ("row", "state", "option", "zone")
    return ctx.names.near(text, [*env.locals, *ctx.names.members, *ctx.names.named(*sorts)])


def _attribute(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None, printed: bool = False) -> Found:
    inner, name = tree.children
    node, kind = expression(ctx, env, inner)
    text = str(name)
    if kind.kind == "unknown":
        return node, kinds.UNKNOWN
    if kind.many or kind.kind not in ("thing", "seat", "answer"):
        ctx.error("M004", f"{kinds.describe(kind)} has no attributes", name, help="only things and seats have attributes")
        return node, kinds.UNKNOWN
    if kind.optional:
        absent(ctx, inner, "what stands before the dot")
    if kind.kind == "answer":
        return _answer_attribute(ctx, name, node)
    owner = kind.name if kind.kind == "thing" else "seat"
    zone = ctx.names.signatures.get(text)
    if ctx.names.sort(text) == "zone" and zone is not None and zone.parameters:
        needed = zone.parameters[0][1]
        if needed.kind == kind.kind and (needed.kind == "seat" or ctx.names.below(owner or "", needed.name or "")):
            ctx.names.use(text)
            ctx.use.reads.add(("zone", text))
            return x.Zone(text, node), zone.result or kinds.UNKNOWN
    found = ctx.names.attribute(owner or "", text)
    if found is None:
        zones = [
            name for name in ctx.names.named("zone")
            if ctx.names.signatures[name].parameters and ctx.names.signatures[name].parameters[0][1].kind == kind.kind
        ]  # fmt: skip
        near = ctx.names.near(text, [*ctx.names.attributes_of(owner or ""), *zones])
        ctx.error("M004", f"a `{owner}` has no attribute `{text}`", name, near=near, help=f"declare it in `type {owner}`")
        return node, kinds.UNKNOWN
    declaring, cell = found
    ctx.use.reads.add(("attribute", declaring, text))
    if cell.per is not None:
        ctx.error("M073", f"`{text}` is a row of cells", name, help=f"write `{text}[...]` with a `{cell.per}`")
    result = x.Attribute(node, declaring, text, printed=printed)
    key = _path_key(result)
    return result, env.present.get(key, _cell(cell)) if key else _cell(cell)


def _answer_attribute(ctx: Context, name: Token, node: x.Expression) -> Found:
    answer_attributes = {
        "by": kinds.SEAT, "action": kinds.enum("action"), "cancelled": kinds.FLAG, "used": kinds.maybe(kinds.thing("thing")),
    }  # fmt: skip
    text = str(name)
    if text not in answer_attributes:
        near = ctx.names.near(text, answer_attributes)
        ctx.error("M004", f"an answer has no attribute `{text}`", name, near=near, help="an answer has by, action, used, cancelled")
        return node, kinds.UNKNOWN
    return x.Attribute(node, "answer", text), answer_attributes[text]


def _printed(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    inner = tree.children[0]
    if not (isinstance(inner, Tree) and inner.data == "attribute"):
        ctx.error("M044", "`printed` stands before an attribute", inner, help="write `printed x.attribute`")
        return expression(ctx, env, inner)
    return _attribute(ctx, env, inner, wanted, printed=True)


def _indexed(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    inner, index = tree.children
    before = len(ctx.diagnostics)
    node, kind = expression(ctx, env, inner)
    # The complaint that an index is missing is what the index answers.
    complaints = [d for d in ctx.diagnostics[before:] if d.code != "M073"]
    indexed = len(complaints) < len(ctx.diagnostics) - before
    ctx.diagnostics[before:] = complaints
    cell = _cell_kind(ctx, node)
    if cell is None or cell.per is None or not indexed:
        if kind.kind != "unknown":
            ctx.error("M073", "this is not a row of cells", inner, help="leave the brackets out")
        expression(ctx, env, index)
        return node, kinds.UNKNOWN
    key = value_of(ctx, env, index, kinds.enum(cell.per), "the index")
    if isinstance(node, x.State):
        return x.State(node.name, key), _cell(cell)
    if isinstance(node, x.Attribute):
        return x.Attribute(node.of, node.type, node.name, key, node.printed), _cell(cell)
    return node, kinds.UNKNOWN


def _cell_kind(ctx: Context, node: x.Expression) -> ValueType | None:
    if isinstance(node, x.State):
        return ctx.names.signatures[node.name].result
    if isinstance(node, x.Attribute) and node.type in ctx.names.types:
        return ctx.names.types[node.type].attributes[node.name]
    return None


# ---------------------------------------------------------------- calls


def _call(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    text = name_text(tree.children[0])
    args = argument_list(tree.children[1])
    sort = ctx.names.sort(text)
    if text in BUILTINS and sort is None:
        return _builtin(ctx, env, tree, text, args)
    if sort == "map" and ctx.names.signatures[text].result is not None:
        ctx.names.use(text)
        signature = ctx.names.signatures[text]
        grid = x.Number(ctx.names.grids.index(text))
        return x.Builtin("place", (grid, *arguments(ctx, env, tree, text, args, signature))), signature.result or kinds.UNKNOWN
    if sort in ("value", "test"):
        ctx.names.use(text)
        ctx.use.calls.add(("value", text))
        signature = ctx.names.signatures[text]
        nodes = arguments(ctx, env, tree, text, args, signature)
        return x.Call(text, nodes), signature.result or kinds.UNKNOWN
    if sort == "event":
        ctx.names.use(text)
        ctx.error("M007", f"the event `{text}` happens in a line of its own", tree, help=f"write `let x be {text}(...)` before")
    elif sort is None:
        near = ctx.names.near(text, [*ctx.names.named("value", "test"), *BUILTINS])
        ctx.error("M001", f"there is no value or test `{text}`", tree, near=near, help="declare it with `value` or `test`")
    else:
        ctx.names.use(text)
        ctx.error("M007", f"`{text}` is of the sort `{sort}` and takes no arguments", tree, help="only values and tests do")
    for arg in args:
        expression(ctx, env, arg)
    return x.Number(0), kinds.UNKNOWN


def argument_list(tree: Part) -> list[Part]:
    """Return the trees of an argument list."""
    return [child for child in tree.children if child is not None] if isinstance(tree, Tree) else []


def arguments(
    ctx: Context, env: Env, tree: Part, name: str, args: list[Part], signature: Signature
) -> tuple[x.Expression, ...]:
    """Understand arguments against a signature."""
    if len(args) != len(signature.parameters):
        wanted = ", ".join(f"{p}" for p, _ in signature.parameters) or "none"
        ctx.error(
            "M006", f"`{name}` takes {len(signature.parameters)} arguments ({wanted}), here are {len(args)}", tree,
            help="give one argument for each parameter",
        )  # fmt: skip
    nodes = []
    for i, arg in enumerate(args):
        if i < len(signature.parameters):
            parameter, kind = signature.parameters[i]
            nodes.append(value_of(ctx, env, arg, kind, f"`{parameter}` of `{name}`"))
        else:
            nodes.append(expression(ctx, env, arg)[0])
    return tuple(nodes)


def _builtin(ctx: Context, env: Env, tree: Tree, text: str, args: list[Part]) -> Found:
    builtin = BUILTINS[text]
    if len(args) != len(builtin.parameters):
        wanted = ", ".join(builtin.parameters)
        ctx.error(
            "M006", f"`{text}` takes {len(builtin.parameters)} arguments ({wanted}), here are {len(args)}", tree,
            help="give one argument for each parameter",
        )  # fmt: skip
        return x.Number(0), kinds.UNKNOWN
    nodes: list[x.Expression] = []
    found: list[ValueType] = []
    for arg, wanted_kind in zip(args, builtin.parameters, strict=True):
        node, kind = _builtin_argument(ctx, env, arg, wanted_kind, text)
        nodes.append(node)
        found.append(kind)
    if builtin.result == "links" and found[0].kind == "thing":
        return x.Builtin(text, tuple(nodes)), kinds.list_of(kinds.thing((ctx.names.graph_of(found[0].name or "") or ("", ""))[1]))
    return x.Builtin(text, tuple(nodes)), _builtin_result(builtin.result, found)


def _builtin_argument(ctx: Context, env: Env, arg: Part, wanted: str, text: str) -> Found:
    simple = {"number": kinds.NUMBER, "flag": kinds.FLAG, "seat": kinds.SEAT, "direction": kinds.enum("direction")}
    if wanted in simple:
        return value_of(ctx, env, arg, simple[wanted], f"the argument of `{text}`"), simple[wanted]
    node, kind = expression(ctx, env, arg)
    good = {
        "list": kind.many, "member": kind.kind == "enum", "thing": kind.kind == "thing", "any": True,
        "grid": kind.kind == "thing" and f"grid of {kind.name}" in ctx.names.signatures,
        "linked": kind.kind == "thing" and ctx.names.graph_of(kind.name or "") is not None,
    }[wanted]  # fmt: skip
    words = {"list": "a list or a zone", "member": "a member of an enum", "thing": "a thing", "grid": "a thing on a grid", "linked": "a thing of a linked map"}
    if kind.kind == "unknown":
        return node, kind
    if not good or (kind.many and wanted not in ("list", "any")):
        ctx.error("M005", f"`{text}` takes {words[wanted]}, this is {kinds.describe(kind)}", arg, help=f"give it {words[wanted]}")
    elif kind.optional:
        absent(ctx, arg, f"the argument of `{text}`")
    return node, kind


def _builtin_result(result: str, found: list[ValueType]) -> ValueType:
    first = found[0] if found else kinds.UNKNOWN
    plain = {"number": kinds.NUMBER, "flag": kinds.FLAG, "seat": kinds.SEAT, "seat?": kinds.maybe(kinds.SEAT)}
    if result in plain:
        return plain[result]
    if first.kind == "unknown":
        return kinds.UNKNOWN
    return {
        "element?": kinds.maybe(kinds.element(first)), "grid?": kinds.maybe(kinds.present(first)),
        "things": kinds.list_of(first), "links": kinds.UNKNOWN,
    }[result]  # fmt: skip


# ---------------------------------------------------------------- numbers and literals


def _number(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    value = int(tree.children[0])
    if value > MAX_NUMBER:
        ctx.error("M025", f"numbers end at {MAX_NUMBER}", tree, help="write a smaller number")
        value = 0
    return x.Number(value), kinds.NUMBER


def _seat(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    value = int(tree.children[0])
    highest = ctx.names.signatures["seat"].parameters[1][1].high or 1
    if not 1 <= value <= highest:
        ctx.error("M062", f"there is no seat {value}: this game has up to {highest}", tree, help=f"seats are 1 to {highest}")
        value = 1
    return x.Seat(value), kinds.SEAT


def _arithmetic(op: str) -> Callable[[Context, Env, Tree, ValueType | None], Found]:
    def handler(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
        left, right = tree.children
        node = x.Arithmetic(op, number(ctx, env, left, f"what is left of `{op}`"), number(ctx, env, right, f"what is right of `{op}`"))
        return node, kinds.NUMBER

    return handler


def _minus(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    node = number(ctx, env, tree.children[0], "what follows `-`")
    return (x.Number(-node.value) if isinstance(node, x.Number) else x.Negative(node)), kinds.NUMBER


def _inside(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    left, right = tree.children
    source, kind = expression(ctx, env, right)
    node, mine = expression(ctx, env, left, kinds.element(kind) if kind.many else None)
    if kind.kind != "unknown" and not kind.many:
        ctx.error("M013", f"`inside` needs a list or a zone, this is {kinds.describe(kind)}", right, help="name a zone or a list")
    elif "unknown" not in (kind.kind, mine.kind) and not _comparable(ctx, mine, kinds.element(kind)):
        ctx.error("M008", f"{kinds.describe(mine)} is never inside {kinds.describe(kind)}", tree, help="compare things of one kind")
    return x.Inside(node, source), kinds.FLAG


def _happened(times: bool) -> Callable[[Context, Env, Tree, ValueType | None], Found]:
    def handler(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
        node = sets.history(ctx, env, tree, value_of)
        if times:
            return node, kinds.NUMBER
        return x.Compare(">", node, x.Number(0)), kinds.FLAG

    return handler


def _any(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.children[0])
    return x.Any(found.node), kinds.FLAG


def _every(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.children[0])
    node, _, _, _ = holds(ctx, found.env, tree.children[1])
    return x.Every(found.node, node), kinds.FLAG


def _count(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    return x.Count(sets.understand_set(ctx, env, tree.children[0]).node), kinds.NUMBER


def _over(which: str) -> Callable[[Context, Env, Tree, ValueType | None], Found]:
    def handler(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
        found = sets.understand_set(ctx, env, tree.children[1])
        value = number(ctx, found.env, tree.children[0], "what is added up" if which == "sum" else "what is compared")
        if which == "sum":
            return x.Sum(found.node, value), kinds.NUMBER
        return x.Extreme(which, found.node, value), kinds.NUMBER

    return handler


def _all(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.children[0])
    return x.All(found.node), kinds.list_of(found.kind)


def _the(ctx: Context, env: Env, tree: Tree, wanted: ValueType | None) -> Found:
    found = sets.understand_set(ctx, env, tree.children[0])
    fact = sets.never_empty(ctx, env, found.node)
    return x.The(found.node), found.kind if fact else kinds.maybe(found.kind)


def _literal(node: x.Expression, kind: ValueType) -> Callable[[Context, Env, Tree, ValueType | None], Found]:
    return lambda ctx, env, tree, wanted: (node, kind)


_HANDLERS: dict[str, Callable[[Context, Env, Tree, ValueType | None], Found]] = {
    "name": _name, "attribute": _attribute, "cell": _indexed, "call": _call, "printed": _printed,
    "number": _number, "seat_number": _seat, "minus": _minus, "inside": _inside,
    "add": _arithmetic("+"), "subtract": _arithmetic("-"), "multiply": _arithmetic("*"),
    "yes": _literal(x.Flag(True), kinds.FLAG), "no": _literal(x.Flag(False), kinds.FLAG),
    "none": _literal(x.Nothing(), kinds.NOTHING), "any": _any, "every": _every, "count": _count,
    "total": _over("sum"), "greatest": _over("greatest"), "smallest": _over("smallest"), "all": _all, "the": _the,
    "happened": _happened(False), "times": _happened(True),
}  # fmt: skip
