"""The first pass: enter every declared name, with kinds and signatures, before anything is understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Collection as Words
from typing import Generic, TypeVar, cast

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context
from regelwerk.meaning.names import Declared, Names, TypeInfo
from regelwerk.meaning.said import Said
from regelwerk.rules.builtins import DIRECTION_ENUM, DIRECTIONS
from regelwerk.source.spans import Span
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Name, Named, Node, Whole, WholeRange
from regelwerk.tree.scenarios import Position, Scenario

N = TypeVar("N", bound=Node)
Here = TypeVar("Here", bound=Node, covariant=True)


class Place(msgspec.Struct, Generic[Here], frozen=True):
    """A declaration where it stands: what is written, and the rows whose text it is part of."""

    tree: Here
    rows: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The file in which it is written."""
        return self.tree.at.file


Telling = td.Tells | td.TellsValue | td.TellsCases
"""The parts of a text that tell something declared elsewhere."""


class Mentions(msgspec.Struct, frozen=True):
    """What declarations say of others.

    `tellings` are the texts by the names of what their parts tell; `texted` the rows with a text;
    `modified` is what has a modifier that is not only in force for a while, and `left` are the events
    that some line leaves.
    """

    tellings: Mapping[str, list[td.Text]]
    texted: Words[str]
    modified: Words[str]
    left: Words[str]


class Collection(msgspec.Struct):
    """Everything declared, by the class of its node, in order of the files."""

    names: Names = msgspec.field(default_factory=Names)
    places: dict[type[Node], list[Place[Node]]] = msgspec.field(default_factory=dict)
    rows: list[RowSource] = msgspec.field(default_factory=list)

    def of(self, *kinds: type[N]) -> list[Place[N]]:
        """Return the declarations of these classes."""
        return [cast("Place[N]", place) for kind in kinds for place in self.places.get(kind, [])]

    def mentions(self, said: Callable[[Node], Said]) -> Mentions:
        """Return what declarations say of others."""
        texts = self.of(td.Text)
        tellings: dict[str, list[td.Text]] = {}
        for text in texts:
            for name in dict.fromkeys(part.name.text for part in telling_parts(text.tree)):
                tellings.setdefault(name, []).append(text.tree)
        kinds = self.places.keys() - {Scenario, Position}
        rules = [place.tree for kind in self.places if kind in kinds for place in self.places[kind]]
        return Mentions(
            tellings,
            frozenset(row for text in texts for row in text.rows),
            frozenset(modify.tree.of.text for modify in self.of(ts.Modify)),
            frozenset[str]().union(*(said(tree).leaves for tree in rules)),
        )

    def enter(self, tree: Node, rows: tuple[str, ...] = ()) -> None:
        """Note where a declaration stands."""
        self.places.setdefault(type(tree), []).append(Place(tree, rows))


class RowSource(msgspec.Struct):
    """A table row before its values are understood: plain data with a place for each value."""

    name: str
    type: str
    values: dict[str, object]
    copies: int
    starts_in: str | None
    span: Span | None
    spans: Mapping[str, Span]


VALUES = (td.Value, td.ValueCases, td.ToldValue)
"""The forms of declared values."""


def faces_of(names: Names, die: str) -> str:
    """Return the range in which the numbers lie that a die shows; for one with words, its enum."""
    tree = names.declared[die].tree
    assert isinstance(tree, td.Die)
    faces = tree.numbers
    return tree.enum.text if tree.enum is not None else f"{min(faces)}..{max(faces)}" if faces else die


def telling_parts(text: td.Text) -> Iterator[Telling]:
    """Return the parts of a text that tell something declared elsewhere."""
    return (part for part in text.parts if isinstance(part, Telling))


def collect(trees: Sequence[Node], ctx: Context) -> Collection:
    """Enter the names of all declarations; `ctx` takes the problems."""
    found = Collection(ctx.names)
    for tree in trees:
        if isinstance(tree, td.Text):
            rows = tuple(row.text for row in tree.rows)
            found.enter(tree, rows)
            for part in tree.parts:
                if isinstance(part, td.Action | ts.Rule | td.Limit | ts.Modify):
                    _enter(ctx, found, part, rows)
        else:
            _enter(ctx, found, tree, ())
    if found.of(td.Map):
        _enter_members(ctx, DIRECTION_ENUM, [Name(Span.start_of(""), name) for name in DIRECTIONS])
    actions = [place.tree.name.text for place in found.of(td.Action)]
    if actions:
        ctx.names.enums["action"] = tuple(actions)
    return found


def _enter(ctx: Context, found: Collection, tree: Node, rows: tuple[str, ...]) -> None:
    if isinstance(tree, td.Table):
        _enter_rows(ctx, found, tree)
    if not isinstance(tree, Named) or isinstance(tree, td.Game):
        found.enter(tree, rows)
        return
    text, span = tree.name.text, tree.name.at
    if isinstance(tree, td.Type) and text == "seat":
        ctx.names.types.setdefault("seat", TypeInfo("seat", span=span))
        found.enter(tree, rows)
        return
    problem = ctx.names.declare(Declared(tree.declares, text, span, tree, rows=rows))
    if problem is not None:
        ctx.diagnostics.append(problem)
        return
    found.enter(tree, rows)
    if isinstance(tree, td.Enum):
        _enter_members(ctx, text, tree.members)
    elif isinstance(tree, td.Type):
        ctx.names.types[text] = TypeInfo(text, tree.parent.text if tree.parent else None, span=span)
    elif isinstance(tree, td.Die):
        if tree.enum is None and any(isinstance(face, Name) for face in tree.faces):
            number = next((face for face in tree.faces if not isinstance(face, Name)), None)
            if number is not None:
                ctx.report(problems.wrong_kind("faces", name=str(number)), number)
            words = [face for face in tree.faces if not isinstance(face, WholeRange)]
            first = {str(face): face for face in reversed(words)}
            _enter_members(ctx, text, [first[face] for face in dict.fromkeys(map(str, words))])
    elif isinstance(tree, td.OptionWords):
        _enter_members(ctx, text, tree.words)


def _enter_members(ctx: Context, enum: str, members: Sequence[Name | Whole]) -> None:
    seen: list[str] = []
    for member in members:
        text = str(member)
        if text in seen:
            ctx.report(problems.named_twice("member", text, enum), member)
            continue
        seen.append(text)
        ctx.names.members.setdefault(text, []).append(enum)
    ctx.names.enums[enum] = tuple(seen)


def _enter_rows(ctx: Context, found: Collection, tree: td.Table) -> None:
    for row in tree.rows:
        values: dict[str, object] = {}
        spans: dict[str, Span] = {}
        for cell in row.cells:
            if cell.key in values:
                ctx.report(problems.given_twice("attribute", cell.key), cell.attribute)
            values[cell.key] = plain(ctx, cell.value)
            spans[cell.key] = cell.value.at
        source = RowSource(row.name.text, tree.type.text, values, 1, None, row.name.at, spans)
        enter_row(ctx, found, source)


def enter_row(ctx: Context, found: Collection, row: RowSource) -> None:
    """Enter a table row as a name; `copies` and `starts_in` leave its values."""
    copies = row.values.pop("copies", 1)
    if not isinstance(copies, int) or isinstance(copies, bool) or not 1 <= copies <= 1000:
        place = row.spans.get("copies", row.span)
        ctx.diagnostics.append(problems.wrong_value("copies", row.name).at(place))
        copies = 1
    row.copies = copies
    start = row.values.pop("starts_in", None)
    row.starts_in = start if isinstance(start, str) else None
    if start is not None and row.starts_in is None:
        place = row.spans.get("starts_in", row.span)
        ctx.diagnostics.append(problems.not_a_zone("key", "starts_in", row.name).at(place))
    row.values.pop("provenance", None)
    row.values.pop("source", None)
    problem = ctx.names.declare(Declared("row", row.name, row.span))
    if problem is not None:
        ctx.diagnostics.append(problem)
        return
    ctx.names.rows[row.name] = (row.type, copies)
    found.rows.append(row)


def plain(ctx: Context, tree: tx.Expression) -> object:
    """Return a written value as plain data: number, True, False, None or a name."""
    if isinstance(tree, tx.Number | tx.Flag):
        return tree.value
    if isinstance(tree, tx.Minus):
        inner = plain(ctx, tree.of)
        return -inner if isinstance(inner, int) else inner
    if isinstance(tree, tx.Nothing):
        return None
    if isinstance(tree, Name):
        return tree.text
    if isinstance(tree, tx.SeatNumber):
        return f"seat {tree.number}"
    ctx.report(problems.wrong_value("not plain"), tree)
    return None
