"""The kinds of everything declared: cells, attributes, zones, parameters."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.collect import VALUES, Collection, faces_of
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.names import TypeInfo
from regelwerk.meaning.reading import typed
from regelwerk.rules.declarations import LARGEST_GRID, MOST_FACES, Numbers, ValueType
from regelwerk.rules.expressions import Expression, Number
from regelwerk.rules.types import kinds
from regelwerk.rules.types.declared import Signature
from regelwerk.source.diagnostics import Edit
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name, Whole, WholeRange
from regelwerk.tree.walk import of_kind

WIDEST = 100_000
MOST_CELLS = 1000
"""Where a range by which cells are told apart ends at the latest."""


def kind_of(ctx: Context, tree: td.Kind) -> ValueType:
    """Understand the kind of a cell: `1..6`, `flag`, `seat`, an enum, type or die, `or none`, `per` what."""
    kind = _base_kind(ctx, tree.base)
    if tree.or_none is not None:
        if kind.kind in ("number", "flag"):
            ctx.report(problems.wrong_kind("always there", kind), tree.or_none)
        else:
            kind = kinds.maybe(kind)
    per = None if tree.per is None else _index(ctx, tree.per)
    return kind if per is None else replace(kind, per=per)


def _index(ctx: Context, tree: WholeRange | Name) -> Numbers | str | None:
    """Understand what a cell is indexed by."""
    if isinstance(tree, WholeRange):
        numbers = _base_kind(ctx, tree)
        low, high = numbers.low or 0, numbers.high or 0
        if high > MOST_CELLS:
            ctx.report(problems.impossible_index("number", "", high=MOST_CELLS), tree)
        return Numbers(low, min(high, MOST_CELLS))
    text = tree.text
    kind = ctx.names.noun(text)
    if kind is not None and kind.kind in ("enum", "seat", "thing"):
        ctx.names.use(text)
        return text
    if ctx.names.sort(text) == "die":
        ctx.names.use(text)
        ctx.report(problems.unknown_type("die", text, faces_of(ctx.names, text)), tree)
        return None
    near = ctx.names.near(text, [*ctx.names.enums, *ctx.names.named("type"), "seat"])
    ctx.report(problems.unknown_type("index", text), tree, near=near)
    return None


def _check_indexes(ctx: Context, found: Collection) -> None:
    """Report types by whose things cells cannot be told apart: all must be there, once, and seen by all."""
    cells = [line.kind for each in found.of(td.Type) for line in of_kind(each.tree.lines, td.AttributeLine)]
    for tree in (*cells, *(each.tree.kind for each in found.of(td.State, td.Option))):
        if isinstance(tree.per, Name) and ctx.names.sort(tree.per.text) == "type":
            why = ctx.names.not_told_apart(tree.per.text)
            if why is not None:
                ctx.report(problems.impossible_index(why[0], tree.per.text, why[1]), tree.per)


def _note_die(ctx: Context, tree: td.Kind, cell: str) -> None:
    """Note that a cell is a die, which can be rolled."""
    if isinstance(tree.base, Name) and ctx.names.sort(tree.base.text) == "die":
        ctx.names.dice[cell] = tree.base.text


def _ends(ctx: Context, tree: WholeRange) -> tuple[int, int]:
    """The ends of a range, the smaller first; one that is upside down is reported."""
    low, high = tree.low.value, tree.high.value
    if low > high:
        fix = Edit(tree.at, f"{high}..{low}")
        ctx.report(problems.impossible_range("upside down", low, high), tree, fix=fix)
    return min(low, high), max(low, high)


def _base_kind(ctx: Context, base: WholeRange | Name) -> ValueType:
    if isinstance(base, WholeRange):
        low, high = _ends(ctx, base)
        if high > WIDEST:
            ctx.report(problems.impossible_range("too high", high=WIDEST), base)
        return ValueType("number", low=low, high=min(high, WIDEST))
    if ctx.names.sort(base.text) == "die":
        ctx.names.use(base.text)
        return ctx.names.result(base.text)
    kind = kinds.FLAG if base.text == "flag" else named_kind(ctx, base)
    if kind == kinds.NUMBER:
        ctx.report(problems.impossible_range("none"), base)
        return kinds.UNKNOWN
    if kind == kinds.ANSWER:
        ctx.report(problems.wrong_kind("answer"), base)
        return kinds.UNKNOWN
    return kind


def named_kind(ctx: Context, name: Name) -> ValueType:
    """Understand the name of a kind: `seat`, `number`, `answer`, an enum or a type."""
    text = name.text
    kind = ctx.names.noun(text)
    if kind is not None:
        if kind.kind in ("thing", "enum"):
            ctx.names.use(text)
        return kind
    if ctx.names.sort(text) == "group":
        ctx.names.use(text)
        if text in ctx.names.signatures:
            element = ctx.names.signatures[text].parameters[0][1]
            noun = element.name or element.kind
        else:
            tree = ctx.names.declared[text].tree
            assert isinstance(tree, td.Group)
            noun = tree.over.noun.text
        ctx.report(problems.unknown_type("group", text, noun), name)
        return kinds.UNKNOWN
    if ctx.names.sort(text) == "die":
        ctx.names.use(text)
        shown = faces_of(ctx.names, text)
        shown = "number" if ".." in shown else shown
        ctx.report(problems.unknown_type("die", text, shown), name, fix=Edit(name.at, shown))
        return kinds.UNKNOWN
    near = ctx.names.near(
        text, [*ctx.names.named("type"), *ctx.names.enums, "number", "seat", "flag", "answer"]
    )
    ctx.report(problems.unknown_type("kind", text), name, near=near)
    return kinds.UNKNOWN


def parameters_of(ctx: Context, parameters: tuple[td.Parameter, ...]) -> tuple[tuple[str, ValueType], ...]:
    """Understand a list of parameters."""
    found: dict[str, ValueType] = {}
    for parameter in parameters:
        name, text = parameter.name, parameter.name.text
        kind = kinds.FLAG if parameter.kind.text == "flag" else named_kind(ctx, parameter.kind)
        if parameter.many:
            kind = kinds.list_of(kind)
        if parameter.or_none:
            kind = kinds.maybe(kind)
        if text in found:
            ctx.report(problems.name_in_use("parameter", text), name)
        elif text in ctx.names.rows:
            ctx.names.use(text)
            ctx.report(problems.name_in_use("parameter and row", text), name)
        elif ctx.names.sort(text) is not None or text in ctx.names.members:
            ctx.report(problems.name_in_use("declared parameter", text), name)
        found[text] = kind
    return tuple(found.items())


def defaults_of(
    ctx: Context, parameters: tuple[td.Parameter, ...], found: Mapping[str, ValueType]
) -> dict[str, Expression]:
    """Understand what parameters are that a call leaves out: constants, the same for every call."""
    defaults: dict[str, Expression] = {}
    optional = ""
    for parameter in parameters:
        name, default = parameter.name.text, parameter.default
        if default is not None:
            optional = name
            defaults[name] = _default(ctx, name, found[name], default, parameter.kind.text)
        elif optional:
            ctx.report(problems.wrong_default(name, how="in front", other=optional), parameter.name)
    return defaults


def _default(ctx: Context, name: str, kind: ValueType, tree: tx.Expression, word_of_kind: str) -> Expression:
    negative = isinstance(tree, tx.Minus) and isinstance(tree.of, tx.Number)
    word = isinstance(tree, Name) and (tree.text in ctx.names.members or ctx.names.sort(tree.text) == "row")
    if kind.many:
        ctx.report(problems.wrong_default(name, how="list"), tree)
    elif isinstance(tree, Name) and not word and ctx.names.sort(tree.text) is None:
        near = ctx.names.near(tree.text, [*ctx.names.rows, *ctx.names.members])
        ctx.report(problems.unknown("value", tree.text), tree, near=near)
    elif not (negative or word or isinstance(tree, tx.Number | tx.Flag | tx.Nothing | tx.SeatNumber)):
        ctx.report(problems.wrong_default(name, how="constant"), tree)
    elif isinstance(tree, tx.SeatNumber) and ctx.names.fewest < tree.number.value <= ctx.names.seats:
        seat = tree.number.value
        ctx.report(problems.impossible_players("default", seat=seat, low=ctx.names.fewest), tree)
    else:
        node, its_kind = typed(ctx, Env(), tree, kind)
        if ctx.types.fits(its_kind, kind) is None:
            return node
        none = isinstance(tree, tx.Nothing)
        ctx.report(problems.wrong_default(name, kind, "none" if none else "of its kind", word_of_kind), tree)
    return Number(0)


def sign(ctx: Context, found: Collection, players: tuple[int, int]) -> None:
    """Give every declared name its kind: attributes, zones, states, options, parameters."""
    names = ctx.names
    names.signatures["seat"] = Signature(
        (("low", ValueType("number", high=players[0])), ("high", ValueType("number", high=players[1])))
    )
    names.fewest, names.seats = players
    names.types.setdefault("seat", TypeInfo("seat"))
    for die in found.of(td.Die):
        names.signatures[die.tree.name.text] = Signature((), _die_kind(ctx, die.tree))
    for each_map in found.of(td.Map):
        _sign_map(ctx, each_map.tree)
    for graph in found.of(td.Graph):
        _sign_graph(ctx, graph.tree)
    for each_type in found.of(td.Type):
        _sign_type(ctx, each_type.tree)
    for graph in found.of(td.Graph):
        _check_graph(ctx, graph.tree)
    for zone in found.of(td.Zone):
        _sign_zone(ctx, zone.tree)
    for cell in found.of(td.State, td.Option):
        names.signatures[cell.tree.name.text] = Signature((), kind_of(ctx, cell.tree.kind))
        _note_die(ctx, cell.tree.kind, cell.tree.name.text)
    for option in found.of(td.OptionWords):
        names.signatures[option.tree.name.text] = Signature((), kinds.enum(option.tree.name.text))
    for each_map in found.of(td.Map):
        _check_size(ctx, each_map.tree)
    for called in found.of(*VALUES, td.Event, td.ToldEvent, td.Window):
        parameters = parameters_of(ctx, called.tree.parameters)
        defaults = defaults_of(ctx, called.tree.parameters, dict(parameters))
        names.signatures[called.tree.name.text] = Signature(parameters, defaults=defaults)
    groups = {group.tree.name.text: group.tree for group in found.of(td.Group)}
    for name, group in groups.items():
        names.signatures[name] = _group_signature(ctx, group, groups)
    for action in found.of(td.Action):
        names.signatures[action.tree.name.text] = _action_signature(ctx, action.tree)
    for payment in found.of(td.Payment):
        kind = payment.tree.kind
        names.signatures[payment.tree.name.text] = Signature((), named_kind(ctx, kind) if kind else None)
    _check_indexes(ctx, found)


def _group_signature(ctx: Context, tree: td.Group, groups: Mapping[str, td.Group]) -> Signature:
    """An element, and the parameters; a group of what is in another group is of the same kind as that."""
    noun, seen = tree.over.noun.text, {tree.name.text}
    while noun in groups and noun not in seen:
        seen.add(noun)
        noun = groups[noun].over.noun.text
    kind = ctx.names.noun(noun) or kinds.UNKNOWN
    parameters = parameters_of(ctx, tree.parameters)
    defaults = defaults_of(ctx, tree.parameters, dict(parameters))
    return Signature((("", kind), *parameters), kinds.FLAG, len(parameters), defaults=defaults)


def _action_signature(ctx: Context, tree: td.Action) -> Signature:
    """What can be told of an action's parameters before its parts are understood."""
    names = ctx.names
    parameters: dict[str, ValueType] = {}
    for by in of_kind(tree.lines, td.By):
        parameters[by.seat.text] = kinds.SEAT
    for part in _sets(tree):
        noun = part.noun.text
        kind = names.signatures[noun].parameters[0][1] if names.sort(noun) == "group" else names.noun(noun)
        told = kind if kind is not None and kind.kind in ("seat", "enum", "thing") else kinds.UNKNOWN
        if part.binder is not None:
            parameters[part.binder.text] = told
    for at in of_kind(tree.lines, td.At):
        for each in at.windows:
            window = names.signatures.get(each.text)
            for name, kind in window.parameters if window is not None else ():
                parameters.setdefault(name, kind)
    return Signature(tuple(parameters.items()))


def _sets(tree: td.Action) -> list[tx.Set]:
    return [line.over for line in tree.lines if isinstance(line, td.Uses | td.Target)]


def _die_kind(ctx: Context, tree: td.Die) -> ValueType:
    """The kind of what a die shows: numbers, or members of an enum, which may be its own."""
    if tree.enum is None:
        if tree.name.text in ctx.names.enums:
            return kinds.enum(tree.name.text)
        ranges = [_ends(ctx, face) for face in tree.faces if isinstance(face, WholeRange)]
        upside_down = any(
            each.low.value > each.high.value for each in tree.faces if isinstance(each, WholeRange)
        )
        if not upside_down and len(tree.faces) + sum(high - low for low, high in ranges) > MOST_FACES:
            ctx.report(problems.impossible_range("faces", high=MOST_FACES), tree)
        return ValueType("number", low=min(tree.numbers, default=0), high=max(tree.numbers, default=0))
    enum = tree.enum.text
    members = ctx.names.enums.get(enum)
    if members is None:
        near = ctx.names.near(enum, ctx.names.enums)
        ctx.report(problems.unknown_type("enum of a die", enum), tree.enum, near=near)
        return kinds.UNKNOWN
    ctx.names.use(enum)
    for face in tree.faces:
        if str(face) not in members:
            near = ctx.names.near(str(face), members)
            ctx.report(problems.unknown("member", str(face), enum), face, near=near)
    return kinds.enum(enum)


def _is_type(ctx: Context, name: Name) -> bool:
    """Say whether a name is that of a type, and report it if not."""
    if ctx.names.sort(name.text) == "type":
        ctx.names.use(name.text)
        return True
    near = ctx.names.near(name.text, ctx.names.named("type"))
    ctx.report(problems.unknown_type("type", name.text), name, near=near)
    return False


def _sign_map(ctx: Context, tree: td.Map) -> None:
    if not _is_type(ctx, tree.type):
        return
    for size in (tree.width, tree.height):
        if isinstance(size, Whole) and not 1 <= size.value <= LARGEST_GRID:
            ctx.report(problems.impossible_range("grid", high=LARGEST_GRID), size)
    places = tuple((name, _extent(size)) for name, size in (("column", tree.width), ("row", tree.height)))
    ctx.names.signatures[tree.name.text] = Signature(places, kinds.thing(tree.type.text))
    ctx.names.grids[tree.name.text] = len(ctx.names.grids)
    if tree.adjacent is not None:
        ctx.names.adjacent[tree.name.text] = tree.adjacent.how


def _extent(size: Whole | Name) -> ValueType:
    """The numbers of columns or rows; how many there are at most, an option may say."""
    return ValueType("number", low=1, high=size.value if isinstance(size, Whole) else None)


def _check_size(ctx: Context, tree: td.Map) -> None:
    """Report what says how large a grid is and is no option, or no number of rows and columns."""
    for size in (tree.width, tree.height):
        if isinstance(size, Whole):
            continue
        if ctx.names.sort(size.text) != "option":
            near = ctx.names.near(size.text, ctx.names.named("option"))
            ctx.report(problems.unknown("option", size.text), size, near=near)
            continue
        ctx.names.use(size.text)
        kind = ctx.names.result(size.text)
        if kind.kind == "number" and 1 <= (kind.low or 0) <= (kind.high or 0) <= LARGEST_GRID:
            continue
        ctx.report(problems.impossible_range("size", high=LARGEST_GRID), size)


def _sign_graph(ctx: Context, tree: td.Graph) -> None:
    ctx.names.signatures[tree.name.text] = Signature(())
    if _is_type(ctx, tree.linked) and _is_type(ctx, tree.link):
        ctx.names.graphs[tree.name.text] = (tree.linked.text, tree.link.text)


def _check_graph(ctx: Context, tree: td.Graph) -> None:
    """Report links without the attributes that say what they link."""
    linked, link = tree.linked.text, tree.link.text
    if tree.name.text not in ctx.names.graphs:
        return
    for end in ("from_place", "to_place"):
        found = ctx.names.attribute(link, end)
        if found is None or found[1].kind != "thing" or not ctx.names.below(found[1].name or "", linked):
            ctx.report(problems.no_attribute("link", end, link, linked=linked), tree.link)
    one_way = ctx.names.attribute(link, "one_way")
    if one_way is not None and one_way[1].kind != "flag":
        ctx.report(problems.wrong_kind("one way", name="one_way"), tree.link)


def _sign_type(ctx: Context, tree: td.Type) -> None:
    text = tree.name.text
    info = ctx.names.types[text]
    if info.parent is not None:
        parent = tree.parent
        if ctx.names.sort(info.parent) != "type":
            near = ctx.names.near(info.parent, ctx.names.named("type"))
            ctx.report(problems.unknown_type("type", info.parent), parent, near=near)
            info.parent = None
        else:
            ctx.names.use(info.parent)
            circle = ctx.names.circle(text)
            if circle and min(circle, key=list(ctx.names.types).index) == text:
                ctx.report(problems.type_below_itself(text), parent)
    info.needs_text = info.needs_text or bool(of_kind(tree.lines, td.NeedsText))
    span = tree.lifetime
    if span is not None:
        sort = ctx.names.sort(span.text)
        if sort != "event":
            near = ctx.names.near(span.text, ctx.names.named("event"))
            ctx.report(problems.unknown("event of a life", span.text, sort or ""), span, near=near)
        else:
            ctx.names.use(span.text)
            ctx.names.lifetimes[text] = span.text
    for line in of_kind(tree.lines, td.AttributeLine):
        name = line.name.text
        if name in info.attributes:
            fix = Edit.without_lines(line.at)
            ctx.report(problems.given_twice("declared attribute", name, text), line.name, fix=fix)
            continue
        info.attributes[name] = kind_of(ctx, line.kind)
        _note_die(ctx, line.kind, f"{text}.{name}")
        info.attribute_spans[name] = line.name.at


def _sign_zone(ctx: Context, tree: td.Zone) -> None:
    text = tree.name.text
    parameters: tuple[tuple[str, ValueType], ...] = ()
    if tree.owner is not None:
        parameters = (("owner", named_kind(ctx, tree.owner)),)
    kind = named_kind(ctx, tree.noun)
    if kind.kind not in ("thing", "unknown"):
        ctx.report(problems.wrong_kind("zone", kinds.list_of(kind)), tree.noun)
    ctx.names.signatures[text] = Signature(parameters, kinds.list_of(kind))
    orders = {word.order for word in of_kind(tree.words, td.Order)}
    if any(word.by != "all" for word in of_kind(tree.words, td.Seen)):
        ctx.names.covered[text] = kind.name or ""
    ctx.names.orders[text] = "ordered" if "ordered" in orders else "pile" if "pile" in orders else "set"
