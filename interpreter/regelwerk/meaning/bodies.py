"""Bodies of statements: the scope that flows through them, and branches."""

from __future__ import annotations

from regelwerk.meaning import kinds, sets
from regelwerk.meaning.context import Context, Env, Flow, changed
from regelwerk.meaning.names import Part
from regelwerk.meaning.reading import holds
from regelwerk.meaning.trees import Tree
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType

Body = tuple[s.Statement, ...]


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
        node = ctx.forms.statements[tree.data](ctx, flow, tree)
        if node is not None:
            ctx.remember(node, tree)
            nodes.append(node)
        nodes.extend(flow.following)
        flow.following = []
    return tuple(nodes), flow


def inner(ctx: Context, env: Env, tree: Tree) -> tuple[Body, bool]:
    """Understand an indented body; say whether its end is never reached."""
    nodes, flow = body(ctx, env, list(tree.children))
    return nodes, flow.ended


def otherwise(ctx: Context, env: Env, tree: Tree | None) -> tuple[Body | None, bool]:
    """Understand what happens otherwise, if anything; say whether its end is never reached."""
    if tree is None:
        return None, False
    if tree.data == "otherwise":
        return inner(ctx, env, tree.children[0])
    when, then, rest = tree.children
    node, ended = branch(ctx, env, when, then, rest)[:2]
    return (node,), ended


def branch(ctx: Context, env: Env, when: Part, then: Tree, rest: Tree | None) -> tuple[s.If, bool, Env]:
    """Understand a condition with its two bodies; return whether both end, and the scope behind them."""
    test, _, yes, no = holds(ctx, env, when)
    for_then = env.narrow(_locals_only(env, yes))
    for_then = changed(for_then, facts=env.facts | sets.facts_of(test))
    for_else = env.narrow(_locals_only(env, no))
    for_else = changed(for_else, facts=env.facts | sets.facts_if_not(test))
    nodes, ended = inner(ctx, for_then, then)
    others, others_ended = otherwise(ctx, for_else, rest)
    after = _unless_assigned(env.settle(), then)
    if rest is not None:
        after = _unless_assigned(after, rest)
    if ended and not others_ended:
        after = for_else if rest is None else after.narrow(_locals_only(env, no))
    elif others_ended and not ended:
        after = after.narrow(_locals_only(env, yes))
    return s.If(test, nodes, others), ended and others_ended, after


def _locals_only(env: Env, known: dict[str, ValueType]) -> dict[str, ValueType]:
    """Keep what a test says of locals: cells may change in any happening."""
    return {key: kind for key, kind in known.items() if key in env.locals}


def may_find_nothing(ctx: Context, tree: Part) -> ValueType:
    """Report a choice or a draw that may find nothing and does not say what happens then.

    Return the kind of what is found: a test whether there is anything is not a second mistake.
    """
    ctx.error(
        "M014",
        "this may find nothing",
        tree,
        help="say what happens then, for instance `, otherwise done`, or test before with `if any ...`",
    )
    return kinds.UNKNOWN


def assigned(tree: Tree) -> set[str]:
    """Return the names that some statement inside gives another value."""
    return {
        str(name.children[0].children[0])
        for sort in ("assign", "raise_", "lower")
        for statement in tree.find_data(sort)
        for name in statement.children[:1]
        if isinstance(name, Tree) and name.data == "name"
    }


def looped(env: Env, tree: Tree) -> Env:
    """The scope of a loop's body: what was known before may have changed in an earlier round."""
    return changed(_unless_assigned(env, tree), in_loop=True, facts=frozenset())


def after_loop(env: Env, tree: Tree) -> Env:
    """The scope behind a body that may have happened or not."""
    return _unless_assigned(env.settle(), tree)


def _unless_assigned(env: Env, tree: Tree) -> Env:
    """Keep what is known of the locals that no statement inside the tree changes."""
    changing = assigned(tree)
    kept = {key: kind for key, kind in env.present.items() if key in env.locals and key not in changing}
    return changed(env, present=kept)
