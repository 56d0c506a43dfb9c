"""Texts of rows: which event, value or test each part of a text tells, and what they lack."""

from __future__ import annotations

from typing import Literal

from regelwerk.meaning.collect import Collection, Place, Telling, telling_parts
from regelwerk.meaning.context import Context
from regelwerk.meaning.names import Signature
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree import declarations as td

Told = td.ToldEvent | td.ToldValue | td.ToldTest
"""What texts may tell."""
SORTS: tuple[Literal["event", "value", "test"], ...] = ("event", "value", "test")
_HOW = {
    "event": "write `{}:` and what happens below",
    "value": "write `{} = ...`, or `value {}:` and cases below",
    "test": "write `{} = ...`, or `test {}:` and cases below",
}


def told_sort(ctx: Context, name: str) -> str:
    """Return what a name is that texts may tell; empty if they may not, or nothing has the name."""
    entry = ctx.names.declared.get(name)
    return entry.sort if entry is not None and isinstance(entry.tree, Told) else ""


def _tells(part: Telling, sort: str) -> bool:
    """Say whether a part of a text says what it says in the way of a sort."""
    if isinstance(part, td.Tells):
        return sort == "event"
    if isinstance(part, td.TellsCases):
        return sort == ("test" if part.test else "value")
    return sort != "event"


def thing_told(ctx: Context, place: Place[Told]) -> tuple[str, Signature] | None:
    """Return the thing whose text tells a declaration, with its signature, if it is one."""
    name = place.tree.name.text
    signature = ctx.names.signatures[name]
    kind = signature.parameters[0][1] if signature.parameters else None
    if kind is None or kind.kind != "thing" or kind.many:
        if kind is None or kind.kind != "unknown":
            sort = told_sort(ctx, name)
            ctx.error(
                "M036",
                f"the first parameter of `{name}` must be the thing whose text tells it",
                place.tree,
                help=f"write `{sort} {name}(card c) told by its text`",
            )
        return None
    return signature.parameters[0][0], signature


def told_by(ctx: Context, found: Collection, place: Place[Told]) -> dict[str, tuple[Telling, td.Text]]:
    """Return the texts that tell a declaration, by row in table order, with problems reported once."""
    name = place.tree.name.text
    sort = told_sort(ctx, name)
    kind = ctx.names.signatures[name].parameters[0][1]
    wanted = kind.name or ""
    told: dict[str, tuple[Telling, td.Text]] = {}
    for part, text in found.tellings.get(name, ()):
        if _tells(part, sort):
            for row in (each.text for each in text.rows):
                if row in told:
                    message = f"`{row}` tells `{name}` twice"
                    ctx.error("M035", message, part.name, help="keep one of the two texts")
                told[row] = (part, text)
    rows = [row for row, (type_name, _) in ctx.names.rows.items() if ctx.names.below(type_name, wanted)]
    if place.tree.otherwise is None:
        _missing(ctx, found, place, rows, told)
    for row, (part, _) in told.items():
        if row not in rows and ctx.names.sort(row) == "row":
            ctx.error(
                "M034",
                f"`{row}` is not a `{wanted}`, so it does not tell `{name}`",
                part.name,
                help="remove this text",
            )
    return {row: told[row] for row in rows if row in told}


def _missing(
    ctx: Context,
    found: Collection,
    place: Place[Told],
    rows: list[str],
    told: dict[str, tuple[Telling, td.Text]],
) -> None:
    """Report rows whose text must tell a declaration without a default, and does not."""
    name = place.tree.name.text
    sort = told_sort(ctx, name)
    default = {"event": "nothing", "value": "0", "test": "no"}[sort]
    if not rows and sort != "event":
        kind = ctx.names.signatures[name].parameters[0][1].name
        ctx.error(
            "M033",
            f"there is no row of `{kind}` whose text could tell `{name}`",
            place.tree.name,
            help=f"write a table of `{kind}`, or `told by its text, otherwise {default}`",
        )
    for row in rows:
        needs = any(info.needs_text for info in ctx.names.line(ctx.names.rows[row][0]))
        if row in told or (needs and row not in found.texted):
            continue
        how = f"`{name}:` in it" if sort == "event" else f"`{name} = ...` in it"
        ctx.diagnostics.append(
            Diagnostic(
                "M033",
                f"`{row}` has no text that tells `{name}`",
                ctx.names.declared[row].span,
                help=f"write `text of {row}:` with {how}, "
                f"or `told by its text, otherwise {default}` where `{name}` is declared",
            )
        )


def check_texts(ctx: Context, found: Collection) -> None:
    """Report texts of nothing, parts that tell nothing told, and rows without a text they need."""
    for place in found.of(td.Text):
        for row in place.tree.rows:
            if ctx.names.sort(row.text) != "row":
                near = ctx.names.near(row.text, ctx.names.named("row"))
                ctx.error(
                    "M034",
                    f"there is no table row `{row}`",
                    row,
                    near=near,
                    help="a text belongs to a row of a table",
                )
            ctx.names.use(row.text)
        for part in telling_parts(place.tree):
            _check_part(ctx, part)
    for name, (type_name, _) in ctx.names.rows.items():
        if name not in found.texted and any(info.needs_text for info in ctx.names.line(type_name)):
            span = ctx.names.declared[name].span
            ctx.diagnostics.append(
                Diagnostic("M033", f"`{name}` has no text", span, help=f"write `text of {name}:`")
            )


def _check_part(ctx: Context, part: Telling) -> None:
    name = part.name.text
    sort = told_sort(ctx, name)
    if sort:
        if not _tells(part, sort):
            ctx.error(
                "M090",
                f"`{name}` is {'an' if sort == 'event' else 'a'} {sort}, and not told like this",
                part.name,
                help=_HOW[sort].format(name, name),
            )
        return
    sorts = [sort for sort in SORTS if _tells(part, sort)]
    wanted = " or ".join(sorts)
    told = [other for other in ctx.names.declared if told_sort(ctx, other) in sorts]
    entry = ctx.names.declared.get(name)
    free = entry is None or entry.tree is None
    ctx.error(
        "M036",
        f"`{name}` is not {'an' if wanted[0] in 'aeiou' else 'a'} {wanted} told by its text",
        part.name,
        near=ctx.names.near(name, told),
        help=f"declare it with `{sorts[0]} {name if free else 'x'}(...) told by its text`",
    )
