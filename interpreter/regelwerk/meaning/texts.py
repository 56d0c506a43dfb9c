"""Texts of rows: which event, value or test each part of a text tells, and what they lack."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token

from regelwerk.meaning.collect import Place, parts_of
from regelwerk.meaning.context import Context
from regelwerk.meaning.names import Signature
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import Understanding
from regelwerk.source.diagnostics import Diagnostic

TELLING = ("tells", "tells_value", "tells_cases", "tells_test")
"""The parts of a text that tell something declared elsewhere."""
TOLD = {"told_event": "event", "told_value": "value", "told_test": "test"}
"""What texts may tell, by its form in the grammar."""
_SAYS = {
    "told_event": ("tells",),
    "told_value": ("tells_value", "tells_cases"),
    "told_test": ("tells_value", "tells_test"),
}
_HOW = {
    "told_event": "write `{}:` and what happens below",
    "told_value": "write `{} = ...`, or `value {}:` and cases below",
    "told_test": "write `{} = ...`, or `test {}:` and cases below",
}


def form_of(ctx: Context, name: str) -> str:
    """Return the form in which a name is declared; empty if it is not declared in a form of its own."""
    entry = ctx.names.declared.get(name)
    return "" if entry is None or entry.tree is None else str(entry.tree.data)


def telling_parts(tree: Tree) -> Iterator[tuple[str, Tree]]:
    """Return what the parts of a text tell, with these parts."""
    for part in parts_of(tree, *TELLING):
        yield str(part.children[0]), part


def thing_told(ctx: Context, place: Place) -> tuple[str, Signature] | None:
    """Return the thing whose text tells a declaration, with its signature, if it is one."""
    name = str(place.tree.children[0])
    signature = ctx.names.signatures[name]
    kind = signature.parameters[0][1] if signature.parameters else None
    if kind is None or kind.kind != "thing" or kind.many:
        if kind is None or kind.kind != "unknown":
            form = str(place.tree.data)
            ctx.error(
                "M036",
                f"the first parameter of `{name}` must be the thing whose text tells it",
                place.tree,
                help=f"write `{TOLD[form]} {name}(card c) told by its text`",
            )
        return None
    return signature.parameters[0][0], signature


def told_by(u: Understanding, place: Place) -> dict[str, tuple[Tree, Place]]:
    """Return the texts that tell a declaration, by row in table order, with problems reported once."""
    ctx = u.ctx
    name, form = str(place.tree.children[0]), str(place.tree.data)
    kind = ctx.names.signatures[name].parameters[0][1]
    wanted = kind.name or ""
    told: dict[str, tuple[Tree, Place]] = {}
    for text in u.found.of("text"):
        for told_name, part in telling_parts(text.tree):
            if told_name != name or str(part.data) not in _SAYS[form]:
                continue
            for row in text.rows:
                if row in told:
                    ctx.file = text.file
                    ctx.error(
                        "M035",
                        f"`{row}` tells `{name}` twice",
                        part.children[0],
                        help="keep one of the two texts",
                    )
                told[row] = (part, text)
    rows = [row for row, (type_name, _) in ctx.names.rows.items() if ctx.names.below(type_name, wanted)]
    if not has_default(place.tree):
        _missing(u, place, rows, told)
    for row, (part, text) in told.items():
        if row not in rows and ctx.names.sort(row) == "row":
            ctx.file = text.file
            ctx.error(
                "M034",
                f"`{row}` is not a `{wanted}`, so it does not tell `{name}`",
                part.children[0],
                help="remove this text",
            )
    ctx.file = place.file
    return {row: told[row] for row in rows if row in told}


def has_default(tree: Tree) -> bool:
    """Say whether a told declaration says what holds where no text tells it."""
    return tree.children[-2] is not None


def _missing(u: Understanding, place: Place, rows: list[str], told: dict[str, tuple[Tree, Place]]) -> None:
    """Report rows whose text must tell a declaration without a default, and does not."""
    ctx = u.ctx
    name, form = str(place.tree.children[0]), str(place.tree.data)
    default = {"told_event": "nothing", "told_value": "0", "told_test": "no"}[form]
    texted = {row for text in u.found.of("text") for row in text.rows}
    if not rows and form != "told_event":
        kind = ctx.names.signatures[name].parameters[0][1].name
        ctx.error(
            "M033",
            f"there is no row of `{kind}` whose text could tell `{name}`",
            place.tree.children[0],
            help=f"write a table of `{kind}`, or `told by its text, otherwise {default}`",
        )
    for row in rows:
        needs = any(info.needs_text for info in ctx.names.line(ctx.names.rows[row][0]))
        if row in told or (needs and row not in texted):
            continue
        how = f"`{name}:` in it" if form == "told_event" else f"`{name} = ...` in it"
        ctx.diagnostics.append(
            Diagnostic(
                "M033",
                f"`{row}` has no text that tells `{name}`",
                ctx.names.declared[row].span,
                help=f"write `text of {row}:` with {how}, "
                f"or `told by its text, otherwise {default}` where `{name}` is declared",
            )
        )


def check_texts(u: Understanding) -> None:
    """Report texts of nothing, parts that tell nothing told, and rows without a text they need."""
    ctx = u.ctx
    texted: set[str] = set()
    for place in u.found.of("text"):
        ctx.file = place.file
        for token in place.tree.children:
            if not isinstance(token, Token):
                continue
            if ctx.names.sort(str(token)) != "row":
                near = ctx.names.near(str(token), ctx.names.named("row"))
                ctx.error(
                    "M034",
                    f"there is no table row `{token}`",
                    token,
                    near=near,
                    help="a text belongs to a row of a table",
                )
            texted.add(str(token))
            ctx.names.use(str(token))
        for name, part in telling_parts(place.tree):
            _check_part(ctx, name, part)
    for row, (type_name, _) in ctx.names.rows.items():
        if row not in texted and any(info.needs_text for info in ctx.names.line(type_name)):
            span = ctx.names.declared[row].span
            ctx.diagnostics.append(
                Diagnostic("M033", f"`{row}` has no text", span, help=f"write `text of {row}:`")
            )


def _check_part(ctx: Context, name: str, part: Tree) -> None:
    form = form_of(ctx, name)
    said = str(part.data)
    if form in TOLD:
        if said not in _SAYS[form]:
            ctx.error(
                "M090",
                f"`{name}` is {'an' if form == 'told_event' else 'a'} {TOLD[form]}, and not told like this",
                part.children[0],
                help=_HOW[form].format(name, name),
            )
        return
    sorts = [sort for sort, forms in _SAYS.items() if said in forms]
    wanted = " or ".join(TOLD[sort] for sort in sorts)
    told = [other for other in ctx.names.declared if form_of(ctx, other) in sorts]
    parameters = "(...)"
    ctx.error(
        "M036",
        f"`{name}` is not {'an' if wanted[0] in 'aeiou' else 'a'} {wanted} told by its text",
        part.children[0],
        near=ctx.names.near(name, told),
        help=f"declare it with `{TOLD[sorts[0]]} {name if not form else 'x'}{parameters} told by its text`",
    )
