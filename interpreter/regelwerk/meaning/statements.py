"""Statements of one line: cells, happenings, ways out."""

from __future__ import annotations

from typing import Literal

from lark import Token

from regelwerk.meaning import kinds, sets
from regelwerk.meaning.bodies import after_loop, otherwise
from regelwerk.meaning.calls import argument_list, arguments
from regelwerk.meaning.context import Context, Env, Flow, StatementForm
from regelwerk.meaning.names import Part, Signature
from regelwerk.meaning.reading import absent, expression, fits, number, value_of
from regelwerk.meaning.trees import Tree
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType

AIMED_AT: tuple[Literal["thing", "seat", "enum", "number", "answer"], ...] = (
    "thing", "seat", "enum", "number", "answer",
)  # fmt: skip
"""The kinds of what an answer may be aimed at."""


def event_call(
    ctx: Context, env: Env, name: Token, args: Tree, code: str = "M001"
) -> tuple[str, tuple[x.Expression, ...], Signature | None]:
    """Understand the call of an event."""
    text = str(name)
    names = ctx.names
    if names.sort(text) != "event":
        if names.sort(text) is None:
            near = names.near(text, names.named("event"))
            ctx.error(
                code,
                f"there is no event `{text}`",
                name,
                near=near,
                help=f"declare it with `event {text}(...)`",
            )
        else:
            names.use(text)
            sort = names.sort(text)
            ctx.error(
                "M007",
                f"`{text}` is of the sort `{sort}`, not an event",
                name,
                help=_instead_of_event(sort, text),
            )
        return text, tuple(expression(ctx, env, arg)[0] for arg in argument_list(args)), None
    names.use(text)
    ctx.use.calls.add(("event", text))
    signature = names.signatures[text]
    return text, arguments(ctx, env, name, text, argument_list(args), signature), signature


def _instead_of_event(sort: str | None, text: str) -> str:
    return {
        "window": f"write `open {text}(...)`",
        "action": "an action is taken by a seat in a window",
        "value": f"write `let x be {text}(...)`",
        "test": f"write `if {text}(...):`",
    }.get(sort or "", "only events happen in a line of their own")


def happen(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, args = tree.children
    text, nodes, _ = event_call(ctx, flow.env, name, args)
    flow.env = flow.env.settle()
    return s.Happen(text, nodes)


def nothing(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    """`nothing`."""
    return None


def let(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, value, rest = tree.children
    call = _event_value(ctx, value)
    node: s.Statement
    if call is not None:
        event, nodes, signature = event_call(ctx, flow.env, *call)
        kind = signature.result if signature else kinds.UNKNOWN
        if kind is None:
            ctx.error(
                "M021", f"the event `{event}` has no result", value, help="give it one with `result ...`"
            )
            kind = kinds.UNKNOWN
        flow.env = flow.env.settle()
        node = s.Happen(event, nodes, str(name))
    else:
        found, kind = expression(ctx, flow.env, value)
        if kind.kind == "nothing":
            ctx.error(
                "M005",
                "a local needs a kind, `none` has none",
                value,
                help="begin with a value that may be absent",
            )
        node = s.Let(str(name), found)
    if rest is not None:
        kind = _if_absent(ctx, flow, tree, kind)
    flow.env = ctx.new_local(flow.env, name, kinds.bare(kind))
    return node


def _if_absent(ctx: Context, flow: Flow, tree: Tree, kind: ValueType) -> ValueType:
    """What happens if the value of a `let` is `none`; return the kind that is left behind it."""
    name, _, rest = tree.children
    others, ended = otherwise(ctx, flow.env, rest)
    if not kind.optional and kind.kind != "unknown":
        ctx.error(
            "M081",
            "this value is always there, so this never happens",
            rest,
            help="remove the `otherwise`",
        )
    flow.following.append(s.If(x.Compare("=", x.Local(str(name)), x.Nothing()), others or (), None))
    if not ended:
        flow.env = after_loop(flow.env, rest)
        return kind
    return kinds.present(kind)


def _event_value(ctx: Context, value: Part) -> tuple[Token, Tree] | None:
    if isinstance(value, Tree) and value.data == "call":
        word = value.children[0]
        token = word.children[0] if isinstance(word, Tree) else word
        while isinstance(token, Tree):
            token = token.children[0]
        if ctx.names.sort(str(token)) == "event":
            return token, value.children[1]
    return None


def assign(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    target, value = tree.children
    name = _local_target(ctx, flow.env, target)
    if name is not None:
        kind = flow.env.locals[name]
        node, found = expression(ctx, flow.env, value, kind)
        if kind.kind != "unknown":
            fits(ctx, value, kind, found, f"`{name}`")
        flow.env = flow.env.bind(name, kind, name in flow.env.fixed)
        if kind.optional and not found.optional:
            flow.env = flow.env.narrow({name: kinds.present(kind)})
        return s.Let(name, node)
    cell = _cell(ctx, flow.env, target)
    if cell is None:
        expression(ctx, flow.env, value)
        return None
    place, kind, text = cell
    node = value_of(ctx, flow.env, value, kinds.bare(kind), f"`{text}`")
    bounded = kind.low is not None and kind.high is not None
    if isinstance(node, x.Number) and bounded and not (kind.low or 0) <= node.value <= (kind.high or 0):
        ctx.error(
            "M026",
            f"`{text}` goes from {kind.low} to {kind.high}",
            value,
            help="set it to a number in its range",
        )
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
        ctx.error(
            "M074",
            f"`{text}` is given from outside and keeps its value",
            target,
            help="let a new local take the value",
        )
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
            "M044",
            "this is not a cell that can be set",
            target,
            help="set a `state`, an attribute, or a local made with `let`",
        )
    return None


def change(up: bool) -> StatementForm:
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
        place, kind, _ = cell
        if kind.kind not in ("number", "unknown"):
            ctx.mismatch(target, kinds.NUMBER, kind, "what is raised or lowered")
        flow.env = flow.env.settle()
        return s.Change(place, amount, up)

    return handler


def leave(afterwards: bool) -> StatementForm:
    def handler(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
        span = sets.check_span(ctx, tree.children[0])
        if not afterwards:
            flow.ended = True
        ctx.use.calls.add(("leave", span))
        node = s.Leave(span, afterwards)
        ctx.point_out(node, tree.children[0])
        return node

    return handler


def stop(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    if not flow.env.in_loop:
        ctx.error(
            "M019",
            "there is no loop to stop here",
            tree,
            help="write `done` to end an event, `leave X` to leave what is running",
        )
    flow.ended = True
    return s.Stop()


def result(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    node, kind = expression(ctx, flow.env, tree.children[0], ctx.result)
    if not ctx.may_result:
        ctx.error(
            "M021",
            "only the bodies of events and of `instead` rules have a result",
            tree,
            help="write `done` to end here",
        )
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
    alike = (
        first.kind == kind.kind
        and first.many == kind.many
        and (first.kind != "enum" or first.name == kind.name)
    )
    if alike and first.kind == "thing" and not ctx.names.below(kind.name or "", first.name or ""):
        alike = ctx.names.below(first.name or "", kind.name or "")
        first, kind = kind, first
    if not alike:
        ctx.error(
            "M022",
            f"the results differ: {kinds.describe(first)} and {kinds.describe(kind)}",
            tree,
            help="give one kind of result everywhere",
        )
    return kinds.maybe(first) if kind.optional else first


def done(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    flow.ended = True
    return s.Done()


def open_window(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, args = tree.children
    text = str(name)
    if ctx.names.sort(text) != "window":
        ctx.error(
            "M001",
            f"there is no window `{text}`",
            name,
            near=ctx.names.near(text, ctx.names.named("window")),
            help=f"declare it with `window {text}(...)`",
        )
        return s.Open(text)
    ctx.names.use(text)
    ctx.use.calls.add(("window", text))
    nodes = arguments(ctx, flow.env, name, text, argument_list(args), ctx.names.signatures[text])
    flow.env = flow.env.settle()
    return s.Open(text, nodes)


def later(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, args, by, span = tree.children
    seat = None
    if ctx.names.sort(str(name)) == "action":
        event, nodes, seat = _declaration(ctx, flow.env, name, args, by)
    else:
        event, nodes, _ = event_call(ctx, flow.env, name, args)
        if by is not None:
            message = f"`{event}` is an event: nobody declares it"
            ctx.error("M007", message, by, help="leave `by` out, or put an action off")
    text = sets.check_span(ctx, span)
    ctx.use.calls.add(("later", text))
    node = s.Later(event, text, nodes, seat)
    ctx.point_out(node, span)
    return node


def _declaration(
    ctx: Context, env: Env, name: Token, args: Tree, by: Part | None
) -> tuple[str, tuple[x.Expression, ...], x.Expression]:
    """Understand an action that a rule lets a seat declare: its parts stand as arguments."""
    text = str(name)
    ctx.names.use(text)
    signature = ctx.names.signatures[text]
    parts = Signature(signature.parameters[1 : 1 + signature.parts])
    nodes = arguments(ctx, env, name, text, argument_list(args), parts)
    if by is None:
        message = f"`{text}` is an action: nothing says who declares it"
        ctx.error("M007", message, name, help=f"write `later {text}(...) by SEAT during ...`")
        return text, nodes, x.Nothing()
    return text, nodes, value_of(ctx, env, by, kinds.SEAT, "who declares it")


def carry_out(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    span = sets.check_span(ctx, tree.children[0])
    ctx.use.calls.add(("carry out", span))
    flow.env = flow.env.settle()
    node = s.CarryOut(span)
    ctx.point_out(node, tree.children[0])
    return node


def cancel(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    return s.Cancel(value_of(ctx, flow.env, tree.children[0], kinds.ANSWER, "what is cancelled"))


def aim(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    answer = value_of(ctx, flow.env, tree.children[0], kinds.ANSWER, "what is aimed at something else")
    target, kind = expression(ctx, flow.env, tree.children[1])
    if kind.optional:
        absent(ctx, tree.children[1], "what it is aimed at")
    sort = next((sort for sort in AIMED_AT if sort == kind.kind and not kind.many), None)
    if sort is None and kind.kind != "unknown":
        message = f"an answer is aimed at one thing, this is {kinds.describe(kind)}"
        ctx.error("M005", message, tree.children[1], help="name what its action has as a `target`")
    return s.Aim(answer, target, sort or "thing", kind.name if sort == "enum" else None)


def end_game(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    name, *endings = (child for child in tree.children if child is not None)
    winners: x.Expression | None = None
    many = False
    scores: list[s.Score] = []
    for ending in endings:
        if ending.data == "winners":
            node, kind = expression(ctx, flow.env, ending.children[0])
            if kind.kind not in ("seat", "unknown", "nothing") or (kind.optional and kind.kind == "seat"):
                ctx.mismatch(ending.children[0], kinds.SEAT, kind, "who wins")
            if winners is not None:
                ctx.error("M038", "the winners are named twice", ending, help="name them in one line")
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
