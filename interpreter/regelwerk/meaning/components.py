"""What a game is made of: enums, types, zones, cells, dice, maps and options in the rules form."""

from __future__ import annotations

from typing import Literal

from lark import Token

from regelwerk.meaning import kinds
from regelwerk.meaning.collect import Collection, parts_of, plain, token_text
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.reading import holds
from regelwerk.meaning.signatures import kind_of
from regelwerk.meaning.trees import Tree
from regelwerk.rules import declarations as d
from regelwerk.rules.declarations import ValueType

SORTS = ("enum", "type", "zone", "state", "die", "map", "graph", "option", "option_words")
"""The sorts of declarations that are understood here."""

Seers = Literal["all", "owner", "nobody"]
SEERS: dict[str, Seers] = {"all": "all", "owner": "owner", "nobody": "nobody"}


def enums(found: Collection) -> tuple[d.EnumDecl, ...]:
    """All enums an author declares; those of the language are every game's."""
    builtin = ("direction", "action")
    return tuple(
        d.EnumDecl(name, members) for name, members in found.names.enums.items() if name not in builtin
    )


def types(ctx: Context, found: Collection) -> tuple[d.TypeDecl, ...]:
    """Types with their attributes; the attributes of seats are a type `seat`."""
    declared: dict[str, d.TypeDecl] = {}
    for place in found.of("type"):
        ctx.file = place.file
        tree = place.tree
        name = token_text(tree)
        attributes = []
        for line in parts_of(tree, "attribute_line"):
            attribute, _, default, back, _ = line.children
            kind = ctx.names.types[name].attributes[str(attribute)]
            value: int | str | None = None
            if default is not None:
                value = _default(ctx, default, kind, str(attribute))
                if kind.kind == "thing" and value != -1:
                    value = token_text(default)
            if default is None and kind.optional:
                value = -1
            attributes.append(d.AttributeDecl(str(attribute), kind, value, back is not None))
        start = None
        for line in parts_of(tree, "starts"):
            token = line.children[0]
            start = str(token)
            ctx.names.use(start)
            if ctx.names.sort(start) != "zone" or ctx.names.signatures[start].parameters:
                near = ctx.names.near(start, ctx.names.named("zone"))
                ctx.error(
                    "M041",
                    f"`{start}` is not a zone without owner",
                    token,
                    near=near,
                    help="name a zone that no seat or thing owns",
                )
                start = None
        before = declared.get(name)
        if before is not None:
            attributes = [*before.attributes, *attributes]
            start = start or before.starts_in
        back_shown = bool(parts_of(tree, "shown_back")) or (before is not None and before.on_back)
        lives = ctx.names.lifetimes.get(name)
        if lives is not None:
            ctx.names.required[name] = [
                attribute.name for attribute in attributes if attribute.default is None
            ]
        named_by = _named_by(ctx, tree, name) or (before.named_by if before is not None else None)
        declared[name] = d.TypeDecl(
            name, ctx.names.types[name].parent, tuple(attributes), start, back_shown, lives, named_by
        )
    return tuple(declared.values())


def _named_by(ctx: Context, tree: Tree, name: str) -> str | None:
    """Understand which attribute tells passing things from one another."""
    for line in parts_of(tree, "named_by"):
        token = line.children[0]
        if ctx.names.attribute(name, str(token)) is None:
            near = ctx.names.near(str(token), ctx.names.attributes_of(name))
            ctx.error(
                "M004",
                f"a `{name}` has no attribute `{token}`",
                token,
                near=near,
                help="name one of its attributes",
            )
            return None
        if name not in ctx.names.lifetimes:
            ctx.error(
                "M005",
                f"a `{name}` has the name of its row",
                token,
                help="only passing things are `named by` an attribute",
            )
            return None
        ctx.names.named_by[name] = str(token)
        return str(token)
    return None


def _default(ctx: Context, tree: Tree, kind: ValueType, name: str) -> int | None:
    """Understand a default as a number, as it is kept in the state."""
    if tree.data == "seat_number" and kind.kind == "seat":
        return int(tree.children[0]) - 1
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
        ctx.error(
            "M028",
            f"the default of `{name}` must be {_wanted(kind)}",
            tree,
            near=near,
            help="write a default of its kind, in its range",
        )
    return number


def _wanted(kind: ValueType) -> str:
    if kind.kind == "number":
        return f"a number from {kind.low} to {kind.high}"
    return "`yes` or `no`" if kind.kind == "flag" else kinds.describe(kind)


def zones(ctx: Context, found: Collection) -> tuple[d.ZoneDecl, ...]:
    """Zones with their order and who sees into them."""
    declared = []
    for place in found.of("zone"):
        ctx.file = place.file
        name, _, _, *words = place.tree.children
        text = str(name)
        signature = ctx.names.signatures[text]
        lines = [word.children for word in words if isinstance(word, Tree) and word.data == "seen"]
        plainly = [SEERS[str(seers)] for seers, when in lines if when is None]
        under = [(SEERS[str(seers)], holds(ctx, Env(), when)[0]) for seers, when in lines if when is not None]
        if len(plainly) > 1 or len(under) > 1:
            ctx.error(
                "M038",
                f"`{text}` says twice who sees it",
                words[-1],
                help="say it once, and once more `when ...`",
            )
        seer: Seers = plainly[0] if plainly else "all"
        owned = signature.parameters[0][1] if signature.parameters else None
        if seer == "owner" and (owned is None or owned.kind != "seat"):
            ctx.error(
                "M040",
                f"`{text}` has no seat that owns it",
                name,
                help=f"write `zone {text} of seat: ...`, or `seen by all`",
            )
        owner_name = None if owned is None else ("seat" if owned.kind == "seat" else owned.name)
        inside = signature.result.name if signature.result else None
        then: Seers
        then, when = under[0] if under else ("all", None)
        declared.append(d.ZoneDecl(text, inside or "", ctx.names.orders[text], seer, owner_name, when, then))
    return tuple(declared)


def states(ctx: Context, found: Collection) -> tuple[d.StateDecl, ...]:
    """Cells of the game, each with the value it begins with (or the option that gives it)."""
    declared = []
    for place in found.of("state"):
        ctx.file = place.file
        name, _, default, _ = place.tree.children
        text = str(name)
        kind = ctx.names.signatures[text].result or kinds.UNKNOWN
        value: int | str | None = -1 if kind.optional else None
        if default is not None:
            word = plain(ctx, default) if default.data == "name" else None
            if isinstance(word, str) and ctx.names.sort(word) == "row" and kind.kind == "thing":
                ctx.names.use(word)
                value = word
            else:
                value = _default(ctx, default, kind, text)
        elif value is None:
            value = _first(ctx, kind, text, place.tree)
        declared.append(d.StateDecl(text, kind, value))
    return tuple(declared)


def _first(ctx: Context, kind: ValueType, name: str, tree: Tree) -> int | None:
    if kind.kind == "unknown":
        return 0
    ctx.error(
        "M027", f"`{name}` has no value to begin with", tree, help=f"write `= ...` behind it: {_wanted(kind)}"
    )
    return 0


def dice(found: Collection) -> tuple[d.DieDecl, ...]:
    """Dice with their faces in order, repeated faces repeated."""
    declared = []
    for place in found.of("die"):
        name = token_text(place.tree)
        tokens = [face.children[0] for face in parts_of(place.tree, "face")]
        enum = name if place.tree.children[1] is None else str(place.tree.children[1])
        named = enum in found.names.enums
        faces = tuple(int(t) if t.type == "NUMBER" else str(t) for t in tokens)
        declared.append(d.DieDecl(name, faces, enum if named else None))
    return tuple(declared)


def maps(found: Collection) -> tuple[d.MapDecl, ...]:
    """Grids."""
    declared = []
    for place in found.of("map"):
        name, width, height, type_name = (child for child in place.tree.children if child is not None)
        declared.append(d.MapDecl(str(name), str(type_name), int(width), int(height)))
    return tuple(declared)


def graphs(ctx: Context) -> tuple[d.GraphDecl, ...]:
    """Linked maps."""
    return tuple(d.GraphDecl(name, linked, link) for name, (linked, link) in ctx.names.graphs.items())


def options(ctx: Context, found: Collection) -> tuple[d.OptionDecl, ...]:
    """Options with their kinds and defaults."""
    declared = []
    for place in found.of("option_words", "option"):
        ctx.file = place.file
        tree = place.tree
        name = token_text(tree)
        kind = ctx.names.signatures[name].result or kinds.UNKNOWN
        fixed = bool(parts_of(tree, "fixed"))
        if tree.data == "option_words":
            words = [t for t in tree.children[1:] if isinstance(t, Token)]
            members = ctx.names.enums[name]
            default = str(words[-1])
            if default not in members:
                ctx.error(
                    "M061",
                    f"`{default}` is not a value of `{name}`",
                    words[-1],
                    near=ctx.names.near(default, members),
                    help="name one of its values",
                )
            value = members.index(default) if default in members else 0
            declared.append(d.OptionDecl(name, kind, value, fixed))
        else:
            if kind.kind not in ("number", "flag", "enum", "unknown"):
                ctx.error(
                    "M061",
                    f"an option is a number, a flag or a word, not {kinds.describe(kind)}",
                    tree,
                    help="choose another kind",
                )
            value = _default(ctx, tree.children[2], kind, name) or 0
            declared.append(d.OptionDecl(name, kind, value, fixed))
    return tuple(declared)


__all__ = ["dice", "enums", "kind_of", "maps", "options", "states", "types", "zones"]
