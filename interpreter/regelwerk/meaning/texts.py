"""Texts of rows: which event or value each part of a text tells, and what they lack."""

from __future__ import annotations

from collections.abc import Collection as Words
from typing import Literal

from regelwerk.meaning import problems
from regelwerk.meaning.collect import Collection, Mentions, Place, Telling, telling_parts
from regelwerk.meaning.context import Context, Env
from regelwerk.rules.types import kinds
from regelwerk.rules.types.declared import Signature
from regelwerk.source.diagnostics import Edit
from regelwerk.tree import declarations as td

Told = td.ToldEvent | td.ToldValue
"""What texts may tell."""
SORTS: tuple[Literal["event", "value"], ...] = ("event", "value")


def told_sort(ctx: Context, name: str) -> Literal["event", "value", ""]:
    """Return what a name is that texts may tell; empty if they may not, or nothing has the name."""
    entry = ctx.names.declared.get(name)
    tree = None if entry is None else entry.tree
    if isinstance(tree, td.ToldEvent):
        return "event"
    return "value" if isinstance(tree, td.ToldValue) else ""


def _tells(part: Telling, sort: str) -> bool:
    """Say whether a part of a text says what it says in the way of a sort."""
    return (sort == "event") == isinstance(part, td.Tells)


def thing_told(ctx: Context, place: Place[Told]) -> tuple[str, Signature] | None:
    """Return the thing whose text tells a declaration, with its signature, if it is one."""
    name = place.tree.name.text
    signature = ctx.names.signatures[name]
    kind = signature.parameters[0][1] if signature.parameters else None
    if kind is None or kind.kind != "thing" or kind.many:
        if kind is None or kind.kind != "unknown":
            sort = told_sort(ctx, name)
            ctx.report(problems.not_told("parameter", name, (sort,)), place.tree)
        return None
    return signature.parameters[0][0], signature


def told_by(ctx: Context, mentions: Mentions, place: Place[Told]) -> dict[str, tuple[Telling, td.Text]]:
    """Return the texts that tell a declaration, by row in table order, with problems reported once."""
    name = place.tree.name.text
    sort = told_sort(ctx, name)
    kind = ctx.names.signatures[name].parameters[0][1]
    wanted = kind.name or ""
    told: dict[str, tuple[Telling, td.Text]] = {}
    tellings = ((part, text) for text in mentions.tellings.get(name, ()) for part in telling_parts(text))
    for part, text in tellings:
        if part.name.text == name and _tells(part, sort):
            for row in (each.text for each in text.rows):
                if row in told:
                    ctx.report(problems.told_twice(row, name), part.name, fix=Edit.without_lines(part.at))
                told[row] = (part, text)
    rows = list(ctx.names.rows_below(wanted))
    if place.tree.otherwise is None:
        _missing(ctx, mentions, place, rows, told)
    for row, (part, _) in told.items():
        if row not in rows and ctx.names.sort(row) == "row":
            ctx.report(problems.text_for_no_row(row, wanted, name), part.name)
    return {row: told[row] for row in rows if row in told}


def told_scope(ctx: Context, env: Env, this: str, text: td.Text) -> Env:
    """Return the scope of what a text tells: `this` is of the nearest type that its rows have in common."""
    inner = Env(env.locals, env.present, env.facts, env.fixed, this=this)
    rows = tuple(row.text for row in text.rows if row.text in ctx.names.rows)
    common = kinds.thing(ctx.names.common_type(rows))
    return inner.narrow({this: common}) if ctx.types.fits(common, env.locals[this]) is None else inner


def _missing(
    ctx: Context,
    mentions: Mentions,
    place: Place[Told],
    rows: list[str],
    told: dict[str, tuple[Telling, td.Text]],
) -> None:
    """Report rows whose text must tell a declaration without a default, and does not."""
    name = place.tree.name.text
    sort = told_sort(ctx, name)
    default = {"event": "nothing", "value": "0"}[sort]
    if not rows and sort != "event":
        kind = ctx.names.signatures[name].parameters[0][1].name or ""
        missing = problems.text_missing("row", name, kind, sort, default)
        ctx.report(missing, place.tree.name)
    for row in rows:
        needs = _needs_text(ctx, ctx.names.rows[row][0])
        if row in told or (needs and row not in mentions.texted):
            continue
        missing = problems.text_missing("part", name, row, sort, default)
        ctx.diagnostics.append(missing.at(ctx.names.declared[row].span))


def check_texts(ctx: Context, found: Collection, texted: Words[str]) -> None:
    """Report texts of nothing, parts that tell nothing told, and rows without a text they need."""
    for place in found.of(td.Text):
        for row in place.tree.rows:
            if ctx.names.sort(row.text) != "row":
                near = ctx.names.near(row.text, ctx.names.named("row"))
                sort = ctx.names.sort(row.text) or ""
                ctx.report(problems.text_for_no_row(row.text, sort=sort), row, near=() if sort else near)
            ctx.names.use(row.text)
        for part in telling_parts(place.tree):
            _check_part(ctx, part)
    for name, (type_name, _) in ctx.names.rows.items():
        if name not in texted and _needs_text(ctx, type_name):
            span = ctx.names.declared[name].span
            ctx.diagnostics.append(problems.text_missing("any", name).at(span))


def _check_part(ctx: Context, part: Telling) -> None:
    name = part.name.text
    sort = told_sort(ctx, name)
    if sort:
        if not _tells(part, sort):
            ctx.report(problems.told_in_another_way(name, sort), part.name)
        return
    sorts = [sort for sort in SORTS if _tells(part, sort)]
    near = ctx.names.near(name, (other for other in ctx.names.declared if told_sort(ctx, other) in sorts))
    entry = ctx.names.declared.get(name)
    example = name if entry is None or entry.tree is None else "x"
    ctx.report(problems.not_told("name", name, tuple(sorts), example), part.name.at, near=near)


def _needs_text(ctx: Context, type_name: str) -> bool:
    return any(ctx.names.types[info.name].needs_text for info in ctx.names.line(type_name))
