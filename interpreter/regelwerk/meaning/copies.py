"""What counts for each of a set: what a text says of every copy of its row, and what says `for each`."""

from __future__ import annotations

from regelwerk.meaning import problems, sets
from regelwerk.meaning.collect import Place
from regelwerk.meaning.context import COPY, Context, Env
from regelwerk.meaning.understanding import text_scope
from regelwerk.rules import expressions as x
from regelwerk.rules.types import kinds
from regelwerk.rules.walk import nodes
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Node


def copies_scope(ctx: Context, env: Env, place: Place[Node]) -> tuple[Env, x.Set | None]:
    """The scope inside a rule, a limit or a modifier, and the things of its text if they are several.

    `this` is each of them in turn.
    """
    env = text_scope(ctx, env, place)
    if not env.these or (env.this is not None and ctx.names.rows[env.this][1] == 1):
        return env, None
    noun = ctx.names.common_type(env.these)
    copies = x.Set(noun, COPY, where=sets.is_one_of(x.Local(COPY), env.these))
    return env.bind(COPY, kinds.thing(noun), fixed=True), copies


def each_of(ctx: Context, env: Env, tree: tx.Set | None) -> tuple[x.Set | None, Env]:
    """Understand the set behind `for each` in a head, if there is one, with the scope inside it."""
    if tree is None:
        return None, env
    found = sets.understand_set(ctx, env, tree)
    return found.node, found.env


def counts_for(
    ctx: Context, head: Node, over: x.Set | None, copies: x.Set | None, parts: object
) -> x.Set | None:
    """Return the set for each of whose elements something counts: its own, or the copies it speaks of."""
    if copies is None or not _speaks_of_copies((over, parts)):
        return over
    if over is not None:
        rows = dict.fromkeys(node.row for node in nodes(copies) if isinstance(node, x.IsRow))
        ctx.report(problems.this_without_a_thing("another set", tuple(rows)), head)
    return copies


def _speaks_of_copies(parts: object) -> bool:
    return any(isinstance(node, x.Local) and node.name == COPY for node in nodes(parts))
