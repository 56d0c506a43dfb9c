"""Bodies of statements: the scope that flows through them, and branches."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context, Env, Flow
from regelwerk.meaning.misfits import report_misfits
from regelwerk.meaning.reading import expression
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.types.statements import ends
from regelwerk.source.diagnostics import Edit
from regelwerk.source.spans import Span
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Name, Node
from regelwerk.tree.walk import walk

Body = tuple[s.Statement, ...]


def body(ctx: Context, env: Env, trees: ts.Body) -> tuple[Body, Flow]:
    """Understand the statements of a body."""
    flow = Flow(env)
    nodes: list[s.Statement] = []
    for number, tree in enumerate(trees):
        if flow.ended:
            rest = [Edit.without_lines(each.at).span for each in trees[number:]]
            behind = Edit(Span(tree.at.file, rest[0].line, 1, rest[-1].end_line, 1), "")
            ctx.report(problems.never_reached(), tree, fix=behind)
            break
        env = flow.env
        node = ctx.forms.statements[type(tree)](ctx, flow, tree)
        if node is not None:
            report_misfits(ctx, env, node, tree)
            ctx.remember(node, tree)
            nodes.append(node)
            flow.ended = ends((node,))
            if flow.env is env:
                flow.env = ctx.types.behind(node, env)
        nodes.extend(flow.following)
        flow.following = []
    return tuple(nodes), flow


def inner(ctx: Context, env: Env, trees: ts.Body) -> tuple[Body, bool]:
    """Understand an indented body; say whether its end is never reached."""
    nodes, flow = body(ctx, env, trees)
    return nodes, flow.ended


def otherwise(ctx: Context, env: Env, tree: ts.Else | None) -> tuple[Body | None, bool]:
    """Understand what happens otherwise, if anything; say whether its end is never reached."""
    if tree is None:
        return None, False
    if isinstance(tree, ts.Otherwise):
        return inner(ctx, env, tree.body)
    node = branch(ctx, env, tree)
    return (node,), ends((node,))


def branch(ctx: Context, env: Env, tree: ts.If | ts.OtherwiseIf) -> s.If:
    """Understand a condition with its two bodies."""
    test = expression(ctx, env, tree.test)
    for_then, for_else = ctx.types.branches(test, env)
    nodes, _ = inner(ctx, for_then, tree.then)
    others, _ = otherwise(ctx, for_else, tree.otherwise)
    node = s.If(test, nodes, others)
    report_misfits(ctx, env, node, tree)
    return node


def may_find_nothing(
    ctx: Context,
    tree: Node,
    what: Literal["choice", "several", "drawn", "secret"] = "choice",
    last: Node | None = None,
) -> ValueType:
    """Report a choice or a draw that may find nothing and does not say what happens then.

    `last` is the part that ends its line. Return the kind of what is found: a test whether there is anything
    is not a second mistake.
    """
    fix = None if last is None else Edit.behind(last.at, ", otherwise done")
    ctx.report(problems.may_find_nothing(what), tree, fix=fix)
    return kinds.UNKNOWN


def assigned(part: Node | ts.Body) -> set[str]:
    """Return the names that some statement inside gives another value."""
    return {
        node.target.text
        for node in walk(part)
        if isinstance(node, ts.Assign | ts.Change) and isinstance(node.target, Name)
    }


def looped(env: Env, part: Node | ts.Body) -> Env:
    """The scope of a loop's body: what was known before may have changed in an earlier round."""
    return replace(env.assigned(assigned(part)), in_loop=True, facts=frozenset())


def after_loop(env: Env, part: Node | ts.Body) -> Env:
    """The scope behind a body that may have happened or not."""
    return env.settle().assigned(assigned(part))
