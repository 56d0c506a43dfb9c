"""Statements: from trees to nodes of the rules form, with the scope flowing through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lark import Token, Tree

from regelwerk.meaning import kinds, sets
from regelwerk.meaning.context import Context, Env, msgspec_replace
from regelwerk.meaning.expressions import argument_list, arguments, expression, fits, holds, number, value_of
from regelwerk.meaning.names import Part, Signature
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType

Body = tuple[s.Statement, ...]


@dataclass
class Flow:
    """Where a body stands: its scope, whether its end can be reached, the kinds of its results."""

    env: Env
    ended: bool = False


Handler = Callable[[Context, Flow, Tree], s.Statement | None]


def body(ctx: Context, env: Env, trees: list[Part]) -> tuple[Body, Flow]:
    """Understand the statements of a block."""
    flow = Flow(env)
    nodes: list[s.Statement] = []
    for tree in trees:
        if not isinstance(tree, Tree):
            continue
        if flow.ended:
            ctx.error("M017", "this line is never reached", tree, help="remove it, or move it up")
            break
        node = HANDLERS[tree.data](ctx, flow, tree)
        if node is not None:
            nodes.append(node)
    return tuple(nodes), flow


def inner(ctx: Context, env: Env, tree: Tree) -> tuple[Body, bool]:
    """Understand an indented body; say whether its end is never reached."""
    nodes, flow = body(ctx, env, list(tree.children))
    return nodes, flow.ended


def _otherwise(ctx: Context, env: Env, tree: Tree | None) -> tuple[Body | None, bool]:
    if tree is None:
        return None, False
    if tree.data == "otherwise":
        return inner(ctx, env, tree.children[0])
    when, then, rest = tree.children
    node, ended = _branch(ctx, env, when, then, rest)[:2]
    return (node,), ended


def _branch(
    ctx: Context, env: Env, when: Part, then: Tree, rest: Tree | None
) -> tuple[s.If, bool, Env]:
    test, _, yes, no = holds(ctx, env, when)
    for_then = env.narrow(_locals_only(env, yes))
    for_then = msgspec_replace(for_then, facts=env.facts | sets.facts_of(test))
    for_else = env.narrow(_locals_only(env, no))
    for_else = msgspec_replace(for_else, facts=env.facts | sets.facts_if_not(test))
    nodes, ended = inner(ctx, for_then, then)
    others, others_ended = _otherwise(ctx, for_else, rest)
    after = env.settle()
    if ended and not others_ended:
        after = for_else if rest is None else after.narrow(_locals_only(env, no))
    elif others_ended and not ended:
        after = after.narrow(_locals_only(env, yes))
    return s.If(test, nodes, others), ended and others_ended, after


def _locals_only(env: Env, known: dict[str, ValueType]) -> dict[str, ValueType]:
    """Keep what a test says of locals: cells may change in any happening."""
    return {key: kind for key, kind in known.items() if key in env.locals}


# ---------------------------------------------------------------- simple statements


def event_call(ctx: Context, env: Env, name: Token, args: Tree, code: str = "M001") -> tuple[str, tuple[x.Expression, ...], Signature | None]:
    """Understand the call of an event."""
    text = str(name)
    names = ctx.names
    if names.sort(text) != "event":
        if names.sort(text) is None:
            near = names.near(text, names.named("event"))
            ctx.error(code, f"there is no event `{text}`", name, near=near, help=f"declare it with `event {text}(...)`")
        else:
            names.use(text)
            sort = names.sort(text)
            ctx.error("M007", f"`{text}` is of the sort `{sort}`, not an event", name, help=_instead_of_event(sort, text))
        return text, tuple(expression(ctx, env, arg)[0] for arg in argument_list(args)), None
    names.use(text)
    ctx.use.calls.add(("event", text))
    signature = names.signatures[text]
    return text, arguments(ctx, env, name, text, argument_list(args), signature), signature


def _instead_of_event(sort: str | None, text: str) -> str:
    return {
        "window": f"write `open {text}(...)`", "action": "an action is taken by a seat in a window",
        "value": f"write `let x be {text}(...)`", "test": f"write `if {text}(...):`",
    }.get(sort or "", "only events happen in a line of their own")  # fmt: skip


def _happen(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, args = tree.children
    text, nodes, _ = event_call(ctx, flow.env, name, args)
    flow.env = flow.env.settle()
    return s.Happen(text, nodes)


def _let(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, value = tree.children
    call = _event_value(ctx, value)
    if call is not None:
        event, nodes, signature = event_call(ctx, flow.env, *call)
        kind = signature.result if signature else kinds.UNKNOWN
        if kind is None:
            ctx.error("M021", f"the event `{event}` has no result", value, help="give it one with `result ...`")
            kind = kinds.UNKNOWN
        flow.env = ctx.new_local(flow.env.settle(), name, kinds.bare(kind))
        return s.Happen(event, nodes, str(name))
    node, kind = expression(ctx, flow.env, value)
    if kind.kind == "nothing":
        ctx.error("M005", "a local needs a kind, `none` has none", value, help="begin with a value that may be absent")
    flow.env = ctx.new_local(flow.env, name, kinds.bare(kind))
    return s.Let(str(name), node)


def _event_value(ctx: Context, value: Part) -> tuple[Token, Tree] | None:
    if isinstance(value, Tree) and value.data == "call":
        word = value.children[0]
        token = word.children[0] if isinstance(word, Tree) else word
        while isinstance(token, Tree):
            token = token.children[0]
        if ctx.names.sort(str(token)) == "event":
            return token, value.children[1]
    return None


def _assign(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    target, value = tree.children
    name = _local_target(ctx, flow.env, target)
    if name is not None:
        kind = flow.env.locals[name]
        node, found = expression(ctx, flow.env, value, kind)
        if kind.kind != "unknown":
            fits(ctx, value, kinds.maybe(kind), found, f"`{name}`")
        known = kinds.maybe(kind) if found.optional else kind
        flow.env = flow.env.bind(name, known, name in flow.env.fixed)
        return s.Let(name, node)
    cell = _cell(ctx, flow.env, target)
    if cell is None:
        expression(ctx, flow.env, value)
        return None
    place, kind, text = cell
    node = value_of(ctx, flow.env, value, kinds.bare(kind), f"`{text}`")
    if isinstance(node, x.Number) and kind.low is not None and kind.high is not None:
        if not kind.low <= node.value <= kind.high:
            ctx.error("M026", f"`{text}` goes from {kind.low} to {kind.high}", value, help="set it to a number in its range")
    flow.env = flow.env.settle()
    return s.Assign(place, node)


def _local_target(ctx: Context, env: Env, target: Part) -> str | None:
    if not (isinstance(target, Tree) and target.data == "name"):
        return None
    token: Part = target
    while isinstance(token, Tree):
        token = token.children[0]
    text = str(token)
    if text not in env.locals:
        return None
    ctx.used_local(text)
    if text in env.fixed:
        ctx.error("M074", f"`{text}` is given from outside and keeps its value", target, help="let a new local take the value")
    return text


def _cell(ctx: Context, env: Env, target: Part) -> tuple[x.State | x.Attribute, ValueType, str] | None:
    node, kind = expression(ctx, env, target)
    if isinstance(node, x.State):
        declared = ctx.names.signatures[node.name].result or kinds.UNKNOWN
        ctx.use.writes.add(("state", node.name))
        return node, declared, node.name
    if isinstance(node, x.Attribute) and not node.printed and node.type in ctx.names.types:
        declared = ctx.names.types[node.type].attributes[node.name]
        ctx.use.writes.add(("attribute", node.type, node.name))
        return node, declared, node.name
    if kind.kind != "unknown":
        ctx.error(
            "M044", "this is not a cell that can be set", target,
            help="set a `state`, an attribute, or a local made with `let`",
        )  # fmt: skip
    return None


def _change(up: bool) -> Handler:
    def handler(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
        target, by = tree.children
        name = _local_target(ctx, flow.env, target)
        amount = number(ctx, flow.env, by, "the amount")
        if name is not None:
            if flow.env.locals[name].kind not in ("number", "unknown"):
                ctx.mismatch(target, kinds.NUMBER, flow.env.locals[name], "what is raised or lowered")
            return s.Let(name, x.Arithmetic("+" if up else "-", x.Local(name), amount))
        cell = _cell(ctx, flow.env, target)
        if cell is None:
            return None
        place, kind, text = cell
        if kind.kind not in ("number", "unknown"):
            ctx.mismatch(target, kinds.NUMBER, kind, "what is raised or lowered")
        flow.env = flow.env.settle()
        return s.Change(place, amount, up)

    return handler


def zone(ctx: Context, env: Env, tree: Part) -> tuple[str, x.Expression | None, str, str] | None:
    """Understand a zone: its name, its owner, the type of its things, its order."""
    node, kind = expression(ctx, env, tree)
    if isinstance(node, x.Zone) and node.name != "answers":
        signature = ctx.names.signatures[node.name]
        inside = signature.result.name if signature.result else None
        return node.name, node.of, inside or "", ctx.names.zone_order(node.name)
    if kind.kind != "unknown":
        near: tuple[str, ...] = ()
        ctx.error("M041", f"a zone is needed here, this is {kinds.describe(kind)}", tree, near=near, help="name a declared zone")
    return None


def _move(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    what, target, where = tree.children
    node, kind = expression(ctx, flow.env, what)
    found = zone(ctx, flow.env, target)
    if kind.kind not in ("thing", "unknown"):
        ctx.error("M005", f"only things are moved, this is {kinds.describe(kind)}", what, help="name a thing or a list of things")
    elif kind.optional:
        ctx.error("M009", "what is moved may be `none` here", what, help="test it first with `is not none`")
    if found is None:
        return None
    name, owner, holds_type, order = found
    if kind.kind == "thing" and not ctx.names.below(kind.name or "", holds_type):
        ctx.error("M042", f"`{name}` holds `{holds_type}`, this is {kinds.describe(kind)}", what, help="move it to a zone for its type")
    place = None
    if where is not None:
        place = "top" if "top" in str(where) else "bottom"
        if order == "set" or (order == "pile" and place == "bottom"):
            ctx.error("M043", f"`{name}` has no {place}", where, help="leave the place out, or declare the zone `ordered`")
    ctx.use.writes.add(("zone", name))
    # Leaving a zone changes it too, and which one is known only in play.
    ctx.use.writes.add(("zone", "*"))
    flow.env = flow.env.settle()
    return s.Move(node, kind.many, name, owner, place)


def _put(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    count, row, target = tree.children
    text = str(row)
    if not ctx.owner.startswith("scenario:"):
        ctx.error("M063", "`put` makes positions of scenarios", tree, help="write `move ... to ...` in rules")
    found = zone(ctx, flow.env, target)
    if ctx.names.sort(text) != "row":
        near = ctx.names.near(text, ctx.names.named("row"))
        ctx.error("M001", f"there is no table row `{text}`", row, near=near, help="name a row of a table")
        return None
    ctx.names.use(text)
    if found is None:
        return None
    name, owner, holds_type, _ = found
    if not ctx.names.below(ctx.names.rows[text][0], holds_type):
        ctx.error("M042", f"`{name}` holds `{holds_type}`, not `{text}`", row, help="put it in a zone for its type")
    amount = int(count) if count is not None else 1
    if amount > ctx.names.rows[text][1]:
        ctx.error("M026", f"there are only {ctx.names.rows[text][1]} of `{text}`", count, help="put fewer of them")
    ctx.use.writes.add(("zone", name))
    return s.Put(text, x.Number(amount), name, owner)


def _create(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    type_name, name = tree.children
    text = str(type_name)
    if text not in ctx.names.lifetimes:
        near = ctx.names.near(text, ctx.names.lifetimes)
        ctx.error("M003", f"there is no passing type `{text}`", type_name, near=near, help=f"declare it with `type {text} lives until ...`")
    ctx.names.use(text)
    ctx.use.calls.add(("create", text))
    flow.env = ctx.new_local(flow.env, name, kinds.thing(text) if text in ctx.names.types else kinds.UNKNOWN)
    return s.Create(text, str(name))


def _draw_many(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    count, source, target = tree.children
    amount = number(ctx, flow.env, count, "how many are drawn")
    zones = _two_zones(ctx, flow, source, target)
    if zones is None:
        return None
    (a, a_of), (b, b_of) = zones
    return s.DrawMany(amount, a, b, a_of, b_of)


def _two_zones(
    ctx: Context, flow: Flow, source: Part, target: Part
) -> tuple[tuple[str, x.Expression | None], tuple[str, x.Expression | None]] | None:
    a, b = zone(ctx, flow.env, source), zone(ctx, flow.env, target)
    if a is None or b is None:
        return None
    if a[3] == "set":
        ctx.error("M043", f"`{a[0]}` has no order to draw from", source, help="declare it `pile` or `ordered`, or choose or pick from it")
    if not ctx.names.below(a[2], b[2]):
        ctx.error("M042", f"`{b[0]}` holds `{b[2]}`, `{a[0]}` holds `{a[2]}`", target, help="draw to a zone for that type")
    ctx.use.writes |= {("zone", a[0]), ("zone", b[0])}
    flow.env = flow.env.settle()
    return (a[0], a[1]), (b[0], b[1])


def _draw_one(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    noun, name, source, target, rest = tree.children
    zones = _two_zones(ctx, flow, source, target)
    others, ended = _otherwise(ctx, flow.env, rest)
    word = str(noun.children[0]) if noun.children else "seat"
    kind = kinds.thing(word)
    if ctx.names.sort(word) != "type":
        ctx.error("M003", f"there is no type `{word}`", noun, near=ctx.names.near(word, ctx.names.named("type")), help="name the type of what is drawn")
        kind = kinds.UNKNOWN
    else:
        ctx.names.use(word)
    if rest is None:
        _may_find_nothing(ctx, tree)
    flow.env = ctx.new_local(flow.env, name, kind if ended or rest is None else kinds.maybe(kind))
    if zones is None:
        return None
    (a, a_of), (b, b_of) = zones
    inside = ctx.names.signatures[a].result
    if kind.kind == "thing" and inside is not None and not ctx.names.below(inside.name or "", word):
        ctx.error("M042", f"`{a}` holds `{inside.name}`, not `{word}`", noun, help="name the type of its things")
    return s.DrawOne(str(name), a, b, a_of, b_of, others)


def _may_find_nothing(ctx: Context, tree: Part) -> None:
    ctx.error("M014", "this may find nothing", tree, help="say what happens then in an `otherwise:` below, or test before with `if any ...`")


def _look(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    count, source, name, by = tree.children
    amount = number(ctx, flow.env, count, "how many are looked at")
    found = zone(ctx, flow.env, source)
    seat = value_of(ctx, flow.env, by, kinds.SEAT, "who looks")
    if found is None:
        return None
    if found[3] == "set":
        ctx.error("M043", f"`{found[0]}` has no top to look at", source, help="declare it `pile` or `ordered`, or use `show`")
    flow.env = ctx.new_local(flow.env, name, kinds.list_of(kinds.thing(found[2])))
    return s.Look(amount, found[0], str(name), seat, found[1])


def _shuffle(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    found = zone(ctx, flow.env, tree.children[0])
    if found is None:
        return None
    if found[3] == "set":
        ctx.error("M043", f"`{found[0]}` has no order to shuffle", tree, help="declare it `pile` or `ordered`")
    ctx.use.writes.add(("zone", found[0]))
    return s.Shuffle(found[0], found[1])


def _roll(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    die, name, by = tree.children
    text = str(die)
    seat = value_of(ctx, flow.env, by, kinds.SEAT, "who rolls") if by is not None else None
    kind = kinds.UNKNOWN
    if ctx.names.sort(text) != "die":
        ctx.error("M001", f"there is no die `{text}`", die, near=ctx.names.near(text, ctx.names.named("die")), help=f"declare it with `die {text}: ...`")
    else:
        ctx.names.use(text)
        kind = ctx.names.signatures[text].result or kinds.UNKNOWN
    flow.env = ctx.new_local(flow.env, name, kind)
    return s.Roll(text, str(name), seat)


def _leave(afterwards: bool) -> Handler:
    def handler(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
        span = sets.check_span(ctx, tree.children[0])
        if not afterwards:
            flow.ended = True
        ctx.use.calls.add(("leave", span))
        return s.Leave(span, afterwards)

    return handler


def _stop(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    if not flow.env.in_loop:
        ctx.error("M019", "there is no loop to stop here", tree, help="write `done` to end an event, `leave X` to leave what is running")
    flow.ended = True
    return s.Stop()


def _result(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    node, kind = expression(ctx, flow.env, tree.children[0], ctx.result)
    if not ctx.may_result:
        ctx.error("M021", "only the bodies of events and of `instead` rules have a result", tree, help="write `done` to end here")
    ctx.result = merge_result(ctx, tree, ctx.result, kind)
    flow.ended = True
    return s.Result(node)


def merge_result(ctx: Context, tree: Part, first: ValueType | None, kind: ValueType) -> ValueType:
    """Return the kind that both results have."""
    kind = kinds.bare(kind)
    if first is None or first.kind == "unknown":
        return kind
    if kind.kind == "unknown":
        return first
    if first.kind == "nothing":
        return kinds.maybe(kind)
    if kind.kind == "nothing":
        return kinds.maybe(first)
    alike = first.kind == kind.kind and first.many == kind.many and (first.kind != "enum" or first.name == kind.name)
    if alike and first.kind == "thing" and not ctx.names.below(kind.name or "", first.name or ""):
        alike = ctx.names.below(first.name or "", kind.name or "")
        first, kind = kind, first
    if not alike:
        ctx.error("M022", f"the results differ: {kinds.describe(first)} and {kinds.describe(kind)}", tree, help="give one kind of result everywhere")
    return kinds.maybe(first) if kind.optional else first


def _done(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    flow.ended = True
    return s.Done()


def _open(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, args = tree.children
    text = str(name)
    if ctx.names.sort(text) != "window":
        ctx.error("M001", f"there is no window `{text}`", name, near=ctx.names.near(text, ctx.names.named("window")), help=f"declare it with `window {text}(...)`")
        return s.Open(text)
    ctx.names.use(text)
    ctx.use.calls.add(("window", text))
    nodes = arguments(ctx, flow.env, name, text, argument_list(args), ctx.names.signatures[text])
    flow.env = flow.env.settle()
    return s.Open(text, nodes)


def _later(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, args, span = tree.children
    event, nodes, _ = event_call(ctx, flow.env, name, args)
    text = sets.check_span(ctx, span)
    ctx.use.calls.add(("later", text))
    return s.Later(event, text, nodes)


def _carry_out(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    span = sets.check_span(ctx, tree.children[0])
    ctx.use.calls.add(("carry out", span))
    flow.env = flow.env.settle()
    return s.CarryOut(span)


def _show(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    what, to = tree.children
    node, kind = expression(ctx, flow.env, what)
    if kind.kind not in ("thing", "unknown"):
        ctx.error("M005", f"only things are shown, this is {kinds.describe(kind)}", what, help="name a thing, a list or a zone")
    elif kind.optional:
        ctx.error("M009", "what is shown may be `none` here", what, help="test it first with `is not none`")
    seats, seat_kind = expression(ctx, flow.env, to)
    if seat_kind.kind not in ("seat", "unknown") or seat_kind.optional:
        ctx.mismatch(to, kinds.SEAT, seat_kind, "who is shown it")
    return s.Show(node, kind.many, seats, seat_kind.many)


def _cancel(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    return s.Cancel(value_of(ctx, flow.env, tree.children[0], kinds.ANSWER, "what is cancelled"))


def _end_game(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, *endings = (child for child in tree.children if child is not None)
    winners: x.Expression | None = None
    many = False
    scores: list[s.Score] = []
    for ending in endings:
        if ending.data == "winners":
            node, kind = expression(ctx, flow.env, ending.children[0])
            if kind.kind not in ("seat", "unknown") or kind.optional:
                ctx.mismatch(ending.children[0], kinds.SEAT, kind, "who wins")
            if winners is not None:
                ctx.error("M011", "the winners are named twice", ending, help="name them in one line")
            winners, many = node, kind.many
        else:
            value, seats = ending.children
            found = sets.understand_set(ctx, flow.env, seats)
            if found.kind.kind not in ("seat", "unknown"):
                ctx.mismatch(seats, kinds.SEAT, found.kind, "who scores")
            scores.append(s.Score(number(ctx, found.env, value, "the score"), found.node))
    ctx.endings.add(str(name))
    flow.ended = True
    return s.EndGame(str(name), winners, many, tuple(scores))


HANDLERS: dict[str, Handler] = {
    "happen": _happen, "let": _let, "assign": _assign, "raise_": _change(True), "lower": _change(False), "move": _move,
    "put": _put, "create": _create, "draw_many": _draw_many, "draw_one": _draw_one, "look": _look, "shuffle": _shuffle, "roll": _roll,
    "leave": _leave(False), "leave_afterwards": _leave(True), "stop": _stop, "result": _result, "done": _done,
    "nothing": lambda ctx, flow, tree: None, "open": _open, "later": _later, "carry_out": _carry_out,
    "show": _show, "cancel": _cancel, "end_game": _end_game,
}  # fmt: skip
