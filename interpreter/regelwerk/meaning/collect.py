"""The first pass: enter every declared name, with kinds and signatures, before anything is understood."""

from __future__ import annotations

from dataclasses import dataclass, field

from lark import Token

from regelwerk.meaning import kinds
from regelwerk.meaning.context import Context, span_of
from regelwerk.meaning.names import Declared, Names, Part, Signature, TypeInfo
from regelwerk.meaning.trees import Tree
from regelwerk.rules.builtins import DIRECTION_ENUM, DIRECTIONS
from regelwerk.rules.declarations import ValueType
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span

WIDEST = 100_000
LARGEST_GRID = 100


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
    ways: set[str] = field(default_factory=set)

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


def parts_of(tree: Tree, *sorts: str) -> list[Tree]:
    """Return the children of these sorts."""
    return [child for child in tree.children if isinstance(child, Tree) and child.data in sorts]


SORTS = {
    "option_words": "option",
    "value_cases": "value",
    "test_cases": "test",
    "told_event": "event",
    "graph": "map",
}
"""The sorts of declarations whose forms have other names in the grammar."""


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
        if any(face.type == "NAME" for face in faces):
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


# ---------------------------------------------------------------- kinds and signatures


def kind_of(ctx: Context, tree: Tree) -> ValueType:
    """Understand the kind of a cell: `1..6`, `flag`, `seat`, an enum or a type, `or none`, `per` an enum."""
    base, or_none, per = tree.children
    kind = _base_kind(ctx, base)
    if or_none is not None:
        if kind.kind in ("number", "flag"):
            ctx.error(
                "M005",
                f"{kinds.describe(kind)} is always there",
                or_none,
                help="leave `or none` out, or take a number as sign",
            )
        else:
            kind = kinds.maybe(kind)
    if per is not None:
        if str(per) not in ctx.names.enums:
            ctx.error(
                "M003",
                f"there is no enum `{per}`",
                per,
                near=ctx.names.near(str(per), ctx.names.enums),
                help="`per` takes an enum",
            )
        else:
            ctx.names.use(str(per))
            kind = ValueType(kind.kind, kind.name, kind.low, kind.high, kind.optional, kind.many, str(per))
    return kind


def _base_kind(ctx: Context, base: Tree) -> ValueType:
    if base.data == "range":
        low, high = int(base.children[0]), int(base.children[2])
        if low > high:
            ctx.error(
                "M025", f"the range {low}..{high} is upside down", base, help="write the smaller number first"
            )
            low, high = high, low
        if high > WIDEST:
            ctx.error("M025", f"a range ends at {WIDEST} at most", base, help="write a smaller number")
        return ValueType("number", low=low, high=min(high, WIDEST))
    if base.data == "flag":
        return kinds.FLAG
    if base.data == "seat_kind":
        return kinds.SEAT
    return named_kind(ctx, base.children[0])


def named_kind(ctx: Context, token: Token) -> ValueType:
    """Understand the name of a kind: `number`, `answer`, an enum or a type."""
    text = str(token)
    if text == "number":
        return kinds.NUMBER
    if text == "answer":
        return kinds.ANSWER
    if text in ctx.names.enums:
        ctx.names.use(text)
        return kinds.enum(text)
    if ctx.names.sort(text) == "type":
        ctx.names.use(text)
        return kinds.thing(text)
    near = ctx.names.near(
        text, [*ctx.names.named("type"), *ctx.names.enums, "number", "seat", "flag", "answer"]
    )
    ctx.error(
        "M003",
        f"there is no type or enum `{text}`",
        token,
        near=near,
        help="declare it with `type` or `enum`",
    )
    return kinds.UNKNOWN


def parameters_of(ctx: Context, tree: Tree | None) -> tuple[tuple[str, ValueType], ...]:
    """Understand a list of parameters."""
    found: dict[str, ValueType] = {}
    for parameter in parts_of(tree, "parameter") if tree is not None else []:
        many, noun, name, or_none = parameter.children
        kind = {"seat_kind": kinds.SEAT, "flag": kinds.FLAG}.get(str(noun.data)) or named_kind(
            ctx, noun.children[0]
        )
        if many is not None:
            kind = kinds.list_of(kind)
        if or_none is not None:
            kind = kinds.maybe(kind)
        text = str(name)
        if text in found:
            ctx.error(
                "M011", f"`{text}` is a parameter twice", name, help="give every parameter a name of its own"
            )
        elif ctx.names.sort(text) is not None or text in ctx.names.members:
            ctx.error(
                "M011",
                f"`{text}` is already declared in this game",
                name,
                help="choose another name for the parameter",
            )
        found[text] = kind
    return tuple(found.items())


def sign(ctx: Context, found: Collection, players: tuple[int, int]) -> None:
    """Give every declared name its kind: attributes, zones, states, options, parameters."""
    names = ctx.names
    names.signatures["seat"] = Signature(
        (("low", ValueType("number", high=players[0])), ("high", ValueType("number", high=players[1])))
    )
    names.types.setdefault("seat", TypeInfo("seat"))
    for place in found.of("map"):
        ctx.file = place.file
        _sign_map(ctx, place.tree)
    for place in found.of("graph"):
        ctx.file = place.file
        _sign_graph(ctx, place.tree)
    for place in found.of("type"):
        ctx.file = place.file
        _sign_type(ctx, place.tree)
    for place in found.of("graph"):
        ctx.file = place.file
        _check_graph(ctx, place.tree)
    for place in found.of("zone"):
        ctx.file = place.file
        _sign_zone(ctx, place.tree)
    for place in found.of("state", "option", "option_words", "die"):
        ctx.file = place.file
        tree = place.tree
        text = token_text(tree)
        if tree.data == "state" or tree.data == "option":
            kind = kind_of(ctx, tree.children[1])
        elif tree.data == "option_words":
            kind = kinds.enum(text)
        else:
            kind = kinds.enum(text) if text in names.enums else _die_numbers(parts_of(tree, "face"))
        names.signatures[text] = Signature((), kind)
    for place in found.of("value", "value_cases", "test", "test_cases", "event", "told_event", "window"):
        ctx.file = place.file
        result = kinds.FLAG if str(place.tree.data).startswith("test") else None
        names.signatures[token_text(place.tree)] = Signature(
            parameters_of(ctx, place.tree.children[1]), result
        )
    for place in found.of("payment"):
        ctx.file = place.file
        kind_token = place.tree.children[1]
        result = named_kind(ctx, kind_token) if kind_token is not None else None
        names.signatures[token_text(place.tree)] = Signature((), result)


def _die_numbers(faces: list[Tree]) -> ValueType:
    values = [int(face.children[0]) for face in faces if face.children[0].type == "NUMBER"]
    return ValueType("number", low=min(values, default=0), high=max(values, default=0))


def _sign_map(ctx: Context, tree: Tree) -> None:
    name, width, height, type_token = (child for child in tree.children if child is not None)
    if ctx.names.sort(str(type_token)) != "type":
        near = ctx.names.near(str(type_token), ctx.names.named("type"))
        ctx.error(
            "M003", f"there is no type `{type_token}`", type_token, near=near, help="declare it with `type`"
        )
        return
    ctx.names.use(str(type_token))
    for size in (width, height):
        if not 1 <= int(size) <= LARGEST_GRID:
            ctx.error(
                "M025",
                f"a grid has 1 to {LARGEST_GRID} rows and columns",
                size,
                help="write a smaller number",
            )
    ctx.names.signatures[str(name)] = Signature(
        (("column", kinds.NUMBER), ("row", kinds.NUMBER)), kinds.thing(str(type_token))
    )
    ctx.names.signatures[f"grid of {type_token}"] = Signature(())
    ctx.names.grids.append(str(name))


def _sign_graph(ctx: Context, tree: Tree) -> None:
    name, linked, link = tree.children
    ctx.names.signatures[str(name)] = Signature(())
    for token in (linked, link):
        if ctx.names.sort(str(token)) != "type":
            near = ctx.names.near(str(token), ctx.names.named("type"))
            ctx.error("M003", f"there is no type `{token}`", token, near=near, help="declare it with `type`")
            return
        ctx.names.use(str(token))
    ctx.names.graphs[str(name)] = (str(linked), str(link))


def _check_graph(ctx: Context, tree: Tree) -> None:
    """Report links without the attributes that say what they link."""
    name, linked, link = tree.children
    if str(name) not in ctx.names.graphs:
        return
    for end in ("from_place", "to_place"):
        found = ctx.names.attribute(str(link), end)
        if found is None or found[1].kind != "thing" or not ctx.names.below(found[1].name or "", str(linked)):
            ctx.error(
                "M004",
                f"a `{link}` has no attribute `{end}` of the type `{linked}`",
                link,
                help=f"write `{end}: {linked}` in `type {link}`",
            )
    one_way = ctx.names.attribute(str(link), "one_way")
    if one_way is not None and one_way[1].kind != "flag":
        ctx.error("M005", "`one_way` of a link is a flag", link, help="write `one_way: flag = no`")


def _sign_type(ctx: Context, tree: Tree) -> None:
    text = token_text(tree)
    info = ctx.names.types[text]
    if info.parent is not None:
        parent = tree.children[1]
        if ctx.names.sort(info.parent) != "type":
            near = ctx.names.near(info.parent, ctx.names.named("type"))
            ctx.error(
                "M003", f"there is no type `{info.parent}`", parent, near=near, help="declare it with `type`"
            )
            info.parent = None
        else:
            ctx.names.use(info.parent)
            if any(above.parent == text for above in ctx.names.line(text)):
                ctx.error(
                    "M037",
                    f"`{text}` is a type below itself",
                    parent,
                    help="name another type, or leave `is` out",
                )
                info.parent = None
    info.needs_text = info.needs_text or bool(parts_of(tree, "needs_text"))
    for lifetime in parts_of(tree, "lifetime"):
        span = lifetime.children[0]
        if ctx.names.sort(str(span)) != "event":
            near = ctx.names.near(str(span), ctx.names.named("event"))
            ctx.error(
                "M001",
                f"there is no event `{span}`",
                span,
                near=near,
                help="passing things live until an event ends",
            )
        else:
            ctx.names.use(str(span))
            ctx.names.lifetimes[text] = str(span)
    for line in parts_of(tree, "attribute_line"):
        name = line.children[0]
        if str(name) in info.attributes:
            ctx.error("M038", f"`{name}` is declared twice in `{text}`", name, help="remove one of the two")
            continue
        info.attributes[str(name)] = kind_of(ctx, line.children[1])
        info.attribute_spans[str(name)] = span_of(ctx.file, name)


def _sign_zone(ctx: Context, tree: Tree) -> None:
    name, owner, noun, *words = (child for child in tree.children)
    text = str(name)
    parameters: tuple[tuple[str, ValueType], ...] = ()
    if owner is not None:
        owner_text = token_text(owner) if owner.children else "seat"
        if owner_text == "seat":
            parameters = (("owner", kinds.SEAT),)
        else:
            parameters = (("owner", named_kind(ctx, owner.children[0])),)
    kind = named_kind(ctx, noun.children[0]) if noun.children else kinds.SEAT
    if kind.kind not in ("thing", "unknown"):
        ctx.error(
            "M005",
            f"a zone holds things, not {kinds.describe(kinds.list_of(kind))}",
            noun,
            help="name a type",
        )
    ctx.names.signatures[text] = Signature(parameters, kinds.list_of(kind))
    orders = {str(word.data) for word in words if isinstance(word, Tree)}
    ctx.names.orders[text] = "ordered" if "ordered" in orders else "pile" if "pile" in orders else "set"
