"""What a game is made of: enums, types, zones, cells, dice, maps and options in the rules form."""

from __future__ import annotations

from typing import Literal

from regelwerk.meaning import problems
from regelwerk.meaning.collect import Collection, plain
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.marks import times_of_mark
from regelwerk.meaning.reading import holds
from regelwerk.meaning.rows import seat_missing
from regelwerk.meaning.signatures import kind_of
from regelwerk.rules import declarations as d
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.source.diagnostics import Edit
from regelwerk.source.spans import Span
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name, Node, Whole, WholeRange
from regelwerk.tree.walk import of_kind, walk

SORTS = (td.Enum, td.Type, td.Zone, td.State, td.Die, td.Map, td.Graph, td.Option, td.OptionWords)
"""The declarations that are understood here."""


def enums(found: Collection) -> tuple[d.EnumDecl, ...]:
    """All enums an author declares; those of the language are every game's."""
    builtin = ("direction", "action")
    return tuple(
        d.EnumDecl(name, members) for name, members in found.names.enums.items() if name not in builtin
    )


def types(ctx: Context, found: Collection) -> tuple[d.TypeDecl, ...]:
    """Types with their attributes; the attributes of seats are a type `seat`."""
    declared: dict[str, d.TypeDecl] = {}
    for place in found.of(td.Type):
        tree, name = place.tree, place.tree.name.text
        before = declared.get(name)
        attributes = [] if before is None else list(before.attributes)
        for line in of_kind(tree.lines, td.AttributeLine):
            attribute, default = line.name.text, line.default
            if any(attribute == each.name for each in attributes):
                continue  # what is declared twice was reported
            kind = ctx.names.types[name].attributes[attribute]
            value: int | str | None = None
            if default is not None:
                value = _default(ctx, default, kind, attribute)
                if kind.kind == "thing" and value != -1:
                    value = _first_word(default)
            if default is None and kind.optional:
                value = -1
            this = kinds.SEAT if name == "seat" else kinds.thing(name)
            until, until_next = times_of_mark(ctx, line, kind, this)
            attributes.append(
                d.AttributeDecl(attribute, kind, value, line.back, until=until, until_next=until_next)
            )
        _given_once(ctx, tree)
        start = None
        for starts in of_kind(tree.lines, td.StartsIn):
            start = starts.zone.text
            ctx.names.use(start)
            if ctx.names.sort(start) != "zone" or ctx.names.signatures[start].parameters:
                near = ctx.names.near(start, ctx.names.named("zone"))
                ctx.report(problems.not_a_zone("owned", start), starts.zone, near=near)
                start = None
        if before is not None:
            start = start or before.starts_in
        back_shown = bool(of_kind(tree.lines, td.ShownBack)) or (before is not None and before.on_back)
        lives = ctx.names.lifetimes.get(name)
        if lives is not None:
            ctx.names.required[name] = [
                attribute.name for attribute in attributes if attribute.default is None
            ]
        named_by = _named_by(ctx, found, tree, name) or (before.named_by if before is not None else None)
        declared[name] = d.TypeDecl(
            name, ctx.names.types[name].parent, tuple(attributes), start, back_shown, lives, named_by
        )
    return tuple(declared.values())


_ONCE: dict[type[Node], str] = {
    td.StartsIn: "starts in",
    td.NeedsText: "needs text",
    td.ShownBack: "shown on back",
    td.NamedBy: "named by",
}
"""Lines that a type has once."""


def _given_once(ctx: Context, tree: td.Type) -> None:
    """Report lines of a type that stand there a second time."""
    for node, words in _ONCE.items():
        for again in of_kind(tree.lines, node)[1:]:
            fix = Edit.without_lines(again.at)
            ctx.report(problems.given_twice("line", words, tree.name.text), again, fix=fix)


def _named_by(ctx: Context, found: Collection, tree: td.Type, name: str) -> str | None:
    """Understand which attribute tells things from one another."""
    for line in of_kind(tree.lines, td.NamedBy):
        attribute = line.attribute.text
        if ctx.names.attribute(name, attribute) is None:
            near = ctx.names.near(attribute, ctx.names.attributes_of(name))
            ctx.report(problems.no_attribute("named", attribute, name), line.attribute, near=near)
            return None
        if name == "seat" or any(grid.tree.type.text == name for grid in found.of(td.Map)):
            ctx.report(problems.wrong_kind("named by", name=name), line.attribute)
            return None
        ctx.names.named_by[name] = attribute
        return attribute
    return None


def _first_word(tree: tx.Expression) -> str:
    """Return the word a default consists of, or begins with where it is none."""
    return next((str(node) for node in walk(tree) if isinstance(node, Name | Whole)), "seat")


def _default(ctx: Context, tree: tx.Expression, kind: ValueType, name: str) -> int | None:
    """Understand a default as a number, as it is kept in the state."""
    if isinstance(tree, tx.SeatNumber) and kind.kind == "seat":
        missing = seat_missing(ctx.names, plain(ctx, tree))
        if missing is not None:
            ctx.report(missing, tree)
        return tree.number.value - 1
    value = plain(ctx, tree)
    if isinstance(value, bool):
        good = kind.kind == "flag"
        number = int(value)
    elif isinstance(value, int):
        good = kind.kind == "number" and (kind.low is None or kind.low <= value <= (kind.high or 0))
        number = value
    elif value is None:
        good = kind.optional
        number = -1
    elif kind.kind == "thing":
        type_name, copies = ctx.names.rows.get(str(value), ("", 0))
        ctx.names.use(str(value))
        good = copies == 1 and ctx.names.below(type_name, kind.name or "")
        number = 0
    else:
        members = ctx.names.enums.get(kind.name or "", ()) if kind.kind == "enum" else ()
        good = value in members
        number = members.index(str(value)) if good else 0
    if not good and kind.kind != "unknown":
        near = ctx.names.near(str(value), ctx.names.enums.get(kind.name or "", ()))
        how: Literal["of its kind", "none of a cell"] = "none of a cell" if value is None else "of its kind"
        ctx.report(problems.wrong_default(name, kind, how), tree, near=near)
    return number


def zones(ctx: Context, found: Collection) -> tuple[d.ZoneDecl, ...]:
    """Zones with their order and who sees into them."""
    declared = []
    for place in found.of(td.Zone):
        tree, text = place.tree, place.tree.name.text
        signature = ctx.names.signatures[text]
        seen = of_kind(tree.words, td.Seen)
        plainly = [word.by for word in seen if word.when is None]
        under = [(word.by, holds(ctx, Env(), word.when)) for word in seen if word.when is not None]
        if len(plainly) > 1 or len(under) > 1:
            last = tree.cites[-1] if tree.cites else Span.start_of(place.file)
            ctx.report(problems.given_twice("seers", text), last)
        seer = plainly[0] if plainly else "all"
        owned = signature.parameters[0][1] if signature.parameters else None
        if seer == "owner" and (owned is None or owned.kind != "seat"):
            ctx.report(problems.no_owner_to_see(text), tree.name)
        owner_name = None if owned is None else ("seat" if owned.kind == "seat" else owned.name)
        inside = signature.result.name if signature.result else None
        order = ctx.names.orders[text]
        then, when = (*under, ("all", None))[0]
        declared.append(d.ZoneDecl(text, inside or "", order, seer, owner_name, when, then))
    return tuple(declared)


def states(ctx: Context, found: Collection) -> tuple[d.StateDecl, ...]:
    """Cells of the game, each with the value it begins with (or the option that gives it)."""
    declared = []
    for place in found.of(td.State):
        text, default = place.tree.name.text, place.tree.default
        kind = ctx.names.signatures[text].result or kinds.UNKNOWN
        value: int | str | None = -1 if kind.optional else None
        if default is not None:
            word = default.text if isinstance(default, Name) else ""
            if ctx.names.sort(word) == "row" and kind.kind == "thing":
                ctx.names.use(word)
                value = word
            else:
                value = _default(ctx, default, kind, text)
        elif value is None:
            value = _first(ctx, kind, text, place.tree)
        declared.append(d.StateDecl(text, kind, value, *times_of_mark(ctx, place.tree, kind)))
    return tuple(declared)


def _first(ctx: Context, kind: ValueType, name: str, tree: Node) -> int | None:
    if kind.kind == "unknown":
        return 0
    ctx.report(problems.no_default(name, kind), tree)
    return 0


def dice(found: Collection) -> tuple[d.DieDecl, ...]:
    """Dice with their faces in order, repeated faces repeated."""
    declared = []
    for place in found.of(td.Die):
        tree, name = place.tree, place.tree.name.text
        enum = name if tree.enum is None else tree.enum.text
        named = enum in found.names.enums
        declared.append(d.DieDecl(name, _faces(tree), enum if named else None))
    return tuple(declared)


def _faces(tree: td.Die) -> tuple[str | int | d.FaceRange, ...]:
    """Faces in order; numbers that follow each other are a range, however they are written."""
    faces: list[str | int | d.FaceRange] = []
    for each in tree.faces:
        if isinstance(each, Name):
            faces.append(each.text)
            continue
        ends = (each.low.value, each.high.value) if isinstance(each, WholeRange) else (each.value, each.value)
        low, high = sorted(ends)
        last = faces[-1] if faces else ""
        if not isinstance(last, str) and _high(last) + 1 == low:
            low = last if isinstance(last, int) else last.low
            faces.pop()
        faces.append(low if low == high else d.FaceRange(low, high))
    return tuple(faces)


def _high(face: int | d.FaceRange) -> int:
    return face if isinstance(face, int) else face.high


def maps(found: Collection) -> tuple[d.MapDecl, ...]:
    """Grids."""
    return tuple(_grid(place.tree) for place in found.of(td.Map))


def _grid(tree: td.Map) -> d.MapDecl:
    adjacent = None if tree.adjacent is None else tree.adjacent.how
    width, height = (
        size.value if isinstance(size, Whole) else size.text for size in (tree.width, tree.height)
    )
    return d.MapDecl(tree.name.text, tree.type.text, width, height, adjacent)


def graphs(ctx: Context) -> tuple[d.GraphDecl, ...]:
    """Linked maps."""
    return tuple(d.GraphDecl(name, linked, link) for name, (linked, link) in ctx.names.graphs.items())


def options(ctx: Context, found: Collection) -> tuple[d.OptionDecl, ...]:
    """Options with their kinds and defaults."""
    declared = []
    for words in found.of(td.OptionWords):
        name, default = words.tree.name.text, words.tree.default.text
        members = ctx.names.enums[name]
        if default not in members:
            near = ctx.names.near(default, members)
            ctx.report(problems.wrong_option("default", name, default), words.tree.default, near=near)
        value = members.index(default) if default in members else 0
        declared.append(d.OptionDecl(name, kinds.enum(name), value, words.tree.fixed))
    for place in found.of(td.Option):
        name = place.tree.name.text
        kind = ctx.names.signatures[name].result or kinds.UNKNOWN
        if kind.kind not in ("number", "flag", "enum", "unknown"):
            ctx.report(problems.wrong_option("kind", kind=kind), place.tree)
        first = _default(ctx, place.tree.default, kind, name) or 0
        declared.append(d.OptionDecl(name, kind, first, place.tree.fixed))
    return tuple(declared)


__all__ = ["dice", "enums", "kind_of", "maps", "options", "states", "types", "zones"]
