"""What a scenario lets chance give: the results of one die, of one zone, or of picks of one noun."""

from __future__ import annotations

from msgspec import structs

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.moves import zone
from regelwerk.meaning.reading import expression, fits, value_of
from regelwerk.meaning.scenario_picks import Picks
from regelwerk.rules import expressions as x
from regelwerk.rules import scenarios as sc
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import expressions as tx
from regelwerk.tree import scenarios as tc
from regelwerk.tree.nodes import Name


def chance(ctx: Context, picks: Picks, env: Env, line: tc.Chance) -> sc.Chance:
    """Understand `chance d6: 4, 2`."""
    source, text = line.source, line.source.text if isinstance(line.source, Name) else ""
    if text and text not in env.locals:
        sort = ctx.names.sort(text)
        if sort == "die":
            ctx.names.use(text)
            kind = ctx.names.signatures[text].result or kinds.UNKNOWN
            line = _with_faces(ctx, env, text, line, kind)
            return sc.Chance(_results(ctx, picks, env, line, kind), die=text)
        noun = ctx.names.noun(text)
        if noun is not None:
            if noun.kind in ("thing", "enum"):
                ctx.names.use(text)
            if text not in picks.by_chance:
                ctx.report(problems.no_source_of_chance("picked", text), source)
            return sc.Chance(_results(ctx, picks, env, line, noun), picked=text)
        if sort != "zone":
            near = ctx.names.near(text, [*ctx.names.named("die", "zone"), *picks.by_chance])
            ctx.report(problems.no_source_of_chance("unknown", text), source, near=near)
            return sc.Chance(_results(ctx, picks, env, line, kinds.UNKNOWN), die=text)
    found = zone(ctx, env, source)
    if found is None:
        return sc.Chance(_results(ctx, picks, env, line, kinds.UNKNOWN))
    name, of, inside, _ = found
    return sc.Chance(_results(ctx, picks, env, line, kinds.thing(inside)), zone=x.Zone(name, of))


def _with_faces(ctx: Context, env: Env, die: str, line: tc.Chance, kind: ValueType) -> tc.Chance:
    """Report what a die does not show: other numbers, and words that mean nothing; return the others."""
    faces = ctx.names.enums.get(kind.name or "", ())
    outcomes = []
    for tree in line.outcomes:
        if isinstance(tree, tx.Number) and kind.low is not None and kind.high is not None:
            if not kind.low <= tree.value <= kind.high:
                ctx.report(problems.no_source_of_chance("face", die, str(tree.value), kind), tree)
        elif isinstance(tree, Name) and faces and tree.text not in faces and _means_nothing(ctx, env, tree):
            problem = problems.no_source_of_chance("word", die, tree.text, faces=tuple(faces))
            ctx.report(problem, tree, near=ctx.names.near(tree.text, faces))
            continue
        outcomes.append(tree)
    return structs.replace(line, outcomes=tuple(outcomes))


def _means_nothing(ctx: Context, env: Env, name: Name) -> bool:
    names = ctx.names
    return not (
        name.text in env.locals
        or name.text in names.rows
        or name.text in names.members
        or names.sort(name.text) is not None
    )


def _results(
    ctx: Context, picks: Picks, env: Env, line: tc.Chance, wanted: ValueType
) -> tuple[x.Expression, ...]:
    return tuple(_result(ctx, picks, env, each, wanted) for each in line.outcomes)


def _result(ctx: Context, picks: Picks, env: Env, tree: tx.Expression, wanted: ValueType) -> x.Expression:
    """A face, a number, or any thing of a row."""
    if wanted.kind == "unknown":
        return picks.row(env, tree) or expression(ctx, env, tree)
    member = isinstance(tree, Name) and tree.text in ctx.names.enums.get(wanted.name or "", ())
    row = None if member else picks.row(env, tree)
    if row is None:
        return value_of(ctx, env, tree, wanted, "what chance gives")
    fits(ctx, tree, wanted, kinds.thing(ctx.names.rows[row.name][0]), "what chance gives")
    return row
