"""The kinds of everything declared: cells, attributes, zones, parameters."""

from __future__ import annotations

from lark import Token

from regelwerk.meaning import kinds
from regelwerk.meaning.collect import TESTS, VALUES, Collection, Place, parts_of, token_text, whole
from regelwerk.meaning.context import Context, span_of
from regelwerk.meaning.names import Signature, TypeInfo
from regelwerk.meaning.trees import Tree
from regelwerk.rules.declarations import ValueType

WIDEST = 100_000
LARGEST_GRID = 100


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
        low, high = whole(base.children[0]), whole(base.children[2])
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
    kind = named_kind(ctx, base.children[0])
    if kind == kinds.NUMBER:
        ctx.error("M025", "a number that is kept needs a range", base, help="write a range such as `0..9`")
        return kinds.UNKNOWN
    if kind == kinds.ANSWER:
        ctx.error("M005", "an answer cannot be kept", base, help="keep the thing it uses, or the seat")
        return kinds.UNKNOWN
    return kind


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
        elif tree.children[1] is not None:
            kind = _die_of(ctx, tree)
        else:
            kind = kinds.enum(text) if text in names.enums else _die_numbers(parts_of(tree, "face"))
        names.signatures[text] = Signature((), kind)
    for place in found.of(*VALUES, "event", "told_event", "window"):
        ctx.file = place.file
        result = kinds.FLAG if str(place.tree.data) in TESTS else None
        names.signatures[token_text(place.tree)] = Signature(
            parameters_of(ctx, place.tree.children[1]), result
        )
    for place in found.of("action"):
        ctx.file = place.file
        names.signatures[token_text(place.tree)] = Signature(_parts_of_action(ctx, place))
    for place in found.of("action"):
        names.signatures[token_text(place.tree)] = _action_signature(ctx, place)
    for place in found.of("payment"):
        ctx.file = place.file
        kind_token = place.tree.children[1]
        result = named_kind(ctx, kind_token) if kind_token is not None else None
        names.signatures[token_text(place.tree)] = Signature((), result)


def _action_signature(ctx: Context, place: Place) -> Signature:
    """What can be told of an action's parameters before its parts are understood."""
    names = ctx.names
    parameters: dict[str, ValueType] = {}
    for line in parts_of(place.tree, "by"):
        parameters[str(line.children[0])] = kinds.SEAT
    for line in parts_of(place.tree, "uses", "target"):
        noun, binder, *_ = line.children[0].children
        word = str(noun.children[0]) if noun.children else "seat"
        kind = kinds.SEAT if word == "seat" else kinds.UNKNOWN
        if word in names.enums:
            kind = kinds.enum(word)
        elif names.sort(word) == "type":
            kind = kinds.thing(word)
        if binder is not None:
            parameters[str(binder)] = kind
    for line in parts_of(place.tree, "at"):
        for token in line.children:
            window = names.signatures.get(str(token))
            for name, kind in window.parameters if window is not None else ():
                parameters.setdefault(name, kind)
    return Signature(tuple(parameters.items()))


def _die_of(ctx: Context, tree: Tree) -> ValueType:
    """A die whose faces are members of a declared enum."""
    token = tree.children[1]
    members = ctx.names.enums.get(str(token))
    if members is None:
        near = ctx.names.near(str(token), ctx.names.enums)
        ctx.error(
            "M003",
            f"there is no enum `{token}`",
            token,
            near=near,
            help="declare it with `enum`, or leave `of` out",
        )
        return kinds.UNKNOWN
    ctx.names.use(str(token))
    for face in parts_of(tree, "face"):
        if str(face.children[0]) not in members:
            near = ctx.names.near(str(face.children[0]), members)
            ctx.error(
                "M001",
                f"`{face.children[0]}` is not a member of `{token}`",
                face,
                near=near,
                help="name a member",
            )
    return kinds.enum(str(token))


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
            circle = ctx.names.circle(text)
            if circle and min(circle, key=list(ctx.names.types).index) == text:
                ctx.error(
                    "M037",
                    f"`{text}` is a type below itself",
                    parent,
                    help="name another type, or leave `is` out",
                )
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


def _parts_of_action(ctx: Context, place: Place) -> tuple[tuple[str, ValueType], ...]:
    """Give an action what is known of its parameters before its sets are understood."""
    seats = parts_of(place.tree, "by")
    parameters: dict[str, ValueType] = {str(seats[0].children[0]) if seats else "_by": kinds.SEAT}
    rows = [row for row in place.rows if row in ctx.names.rows]
    for line in parts_of(place.tree, "uses", "target"):
        noun, binder, *_ = line.children[0].children
        word = token_text(noun)
        if word == "this" and rows:
            parameters[str(binder or "this")] = kinds.thing(ctx.names.rows[rows[0]][0])
        elif binder is not None and (word in ctx.names.enums or ctx.names.sort(word) == "type"):
            parameters[str(binder)] = kinds.enum(word) if word in ctx.names.enums else kinds.thing(word)
        elif binder is not None:
            simple = {"seat": kinds.SEAT, "number": kinds.NUMBER, "answer": kinds.ANSWER}
            parameters[str(binder)] = simple.get(word, kinds.UNKNOWN)
    return tuple(parameters.items())
