"""The first pass: enter every declared name, with kinds and signatures, before anything is understood."""

from __future__ import annotations

from dataclasses import dataclass, field

from lark import Token

from regelwerk.meaning.context import Context, file_of, span_of
from regelwerk.meaning.names import Declared, Names, Part, TypeInfo
from regelwerk.meaning.trees import Tree
from regelwerk.rules.builtins import DIRECTION_ENUM, DIRECTIONS
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span


@dataclass
class Place:
    """A declaration where it stands: the file, its tree, and the rows whose text it is part of."""

    file: str
    tree: Tree
    rows: tuple[str, ...] = ()


@dataclass
class Collection:
    """Everything declared, by sort, in order of the files."""

    names: Names = field(default_factory=Names)
    games: list[Place] = field(default_factory=list)
    places: dict[str, list[Place]] = field(default_factory=dict)
    rows: list[RowSource] = field(default_factory=list)

    def of(self, *sorts: str) -> list[Place]:
        """Return the declarations of these sorts."""
        return [place for sort in sorts for place in self.places.get(sort, [])]


@dataclass
class RowSource:
    """A table row before its values are understood: plain data with a place for each value."""

    name: str
    type: str
    values: dict[str, object]
    copies: int
    starts_in: str | None
    span: Span | None
    spans: dict[str, Span]


def token_text(tree: Part | None) -> str:
    """Return the text of a token, or of the first token in a tree."""
    while isinstance(tree, Tree):
        if not tree.children:
            return "seat"
        tree = tree.children[0]
    return str(tree)


def whole(part: Part) -> int:
    """Return a written whole number, which may be below zero."""
    return -int(part.children[0]) if isinstance(part, Tree) else int(part)


def parts_of(tree: Tree, *sorts: str) -> list[Tree]:
    """Return the children of these sorts."""
    return [child for child in tree.children if isinstance(child, Tree) and child.data in sorts]


SORTS = {
    "option_words": "option",
    "value_cases": "value",
    "test_cases": "test",
    "told_event": "event",
    "told_value": "value",
    "told_test": "test",
    "graph": "map",
}
"""The sorts of declarations whose forms have other names in the grammar."""
TESTS = ("test", "test_cases", "told_test")
VALUES = ("value", "value_cases", "told_value", *TESTS)
"""The forms of declared values and tests."""


def collect(blocks: list[tuple[str, Tree]], ctx: Context) -> Collection:
    """Enter the names of all blocks; `ctx` takes the problems."""
    found = Collection(ctx.names)
    for file, tree in blocks:
        ctx.file = file
        sort = str(tree.data)
        if sort == "game":
            found.games.append(Place(file, tree))
        elif sort == "text":
            _collect_text(ctx, found, file, tree)
        else:
            _enter(ctx, found, file, tree, ())
    if found.of("map"):
        _enter_members(ctx, DIRECTION_ENUM, [Token("NAME", name) for name in DIRECTIONS], None)
    actions = [token_text(place.tree) for place in found.of("action")]
    if actions:
        ctx.names.enums["action"] = tuple(actions)
    return found


def _collect_text(ctx: Context, found: Collection, file: str, tree: Tree) -> None:
    rows = tuple(str(child) for child in tree.children if isinstance(child, Token))
    found.places.setdefault("text", []).append(Place(file, tree, rows))
    for part in parts_of(tree, "action", "rule", "limit", "modify"):
        _enter(ctx, found, file, part, rows)


def _enter(ctx: Context, found: Collection, file: str, tree: Tree, rows: tuple[str, ...]) -> None:
    sort = str(tree.data)
    file = file_of(file, tree)
    place = Place(file, tree, rows)
    key = "scenario" if sort == "scenario" else sort
    found.places.setdefault(key, []).append(place)
    if sort in ("scenario", "modify", "table"):
        if sort == "table":
            _enter_rows(ctx, found, file, tree)
        return
    name = tree.children[0]
    text = token_text(name)
    span = span_of(file, name)
    if sort == "type" and text == "seat":
        ctx.names.types.setdefault("seat", TypeInfo("seat", span=span))
        return
    problem = ctx.names.declare(Declared(SORTS.get(sort, sort), text, span, tree, rows=rows))
    if problem is not None:
        ctx.diagnostics.append(problem)
        found.places[key].pop()
        return
    if sort == "enum":
        _enter_members(ctx, text, [t for t in tree.children[1:] if isinstance(t, Token)], name)
    elif sort == "type":
        parent = tree.children[1]
        ctx.names.types[text] = TypeInfo(text, str(parent) if isinstance(parent, Token) else None, span=span)
    elif sort == "die":
        faces = [face.children[0] for face in parts_of(tree, "face")]
        if tree.children[1] is None and any(face.type == "NAME" for face in faces):
            unique = list(dict.fromkeys(str(face) for face in faces))
            first = {str(face): face for face in reversed(faces)}
            _enter_members(ctx, text, [first[face] for face in unique], name)
    elif sort == "option_words":
        words = [t for t in tree.children[1:] if isinstance(t, Token)][:-1]
        _enter_members(ctx, text, words, name)


def _enter_members(ctx: Context, enum: str, members: list[Token], name: Part | None) -> None:
    seen: list[str] = []
    for token in members:
        text = str(token)
        if text in seen:
            ctx.error("M066", f"`{text}` is a member of `{enum}` twice", token, help="remove one of the two")
            continue
        seen.append(text)
        ctx.names.members.setdefault(text, []).append(enum)
    ctx.names.enums[enum] = tuple(seen)


def _enter_rows(ctx: Context, found: Collection, file: str, tree: Tree) -> None:
    type_name = str(tree.children[0])
    for row in parts_of(tree, "row"):
        name = row.children[0]
        values: dict[str, object] = {}
        spans: dict[str, Span] = {}
        for cell in parts_of(row, "cell_value"):
            key, member, value = cell.children
            text = str(key) if member is None else f"{key}.{member}"
            if text in values:
                ctx.error("M038", f"`{text}` is given twice", key, help="give each attribute once")
            values[text] = plain(ctx, value)
            spans[text] = span_of(file, value)
        enter_row(ctx, found, RowSource(str(name), type_name, values, 1, None, span_of(file, name), spans))


def enter_row(ctx: Context, found: Collection, row: RowSource) -> None:
    """Enter a table row as a name; `copies` and `starts_in` leave its values."""
    copies = row.values.pop("copies", 1)
    if not isinstance(copies, int) or isinstance(copies, bool) or not 1 <= copies <= 1000:
        ctx.diagnostics.append(
            Diagnostic(
                "M032",
                f"`copies` of `{row.name}` must be a number from 1 to 1000",
                row.span,
                help="write how many there are",
            )
        )
        copies = 1
    row.copies = copies
    start = row.values.pop("starts_in", None)
    row.starts_in = start if isinstance(start, str) else None
    row.values.pop("provenance", None)
    row.values.pop("source", None)
    problem = ctx.names.declare(Declared("row", row.name, row.span))
    if problem is not None:
        ctx.diagnostics.append(problem)
        return
    ctx.names.rows[row.name] = (row.type, copies)
    found.rows.append(row)


def plain(ctx: Context, tree: Part) -> object:
    """Return a written value as plain data: number, True, False, None or a name."""
    if isinstance(tree, Tree):
        if tree.data == "number":
            return int(tree.children[0])
        if tree.data == "minus":
            inner = plain(ctx, tree.children[0])
            return -inner if isinstance(inner, int) else inner
        if tree.data in ("yes", "no", "none"):
            return {"yes": True, "no": False, "none": None}[str(tree.data)]
        if tree.data == "name":
            return token_text(tree)
        if tree.data == "seat_number":
            return f"seat {tree.children[0]}"
    ctx.error(
        "M032", "a table holds numbers, `yes`, `no`, `none` and names", tree, help="write a plain value"
    )
    return None
