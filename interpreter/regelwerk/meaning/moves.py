"""Statements about things and zones: moving, drawing, looking, shuffling, rolling, showing."""

from __future__ import annotations

from typing import Literal

from regelwerk.meaning import kinds
from regelwerk.meaning.bodies import may_find_nothing, otherwise
from regelwerk.meaning.context import Context, Env, Flow
from regelwerk.meaning.names import Part
from regelwerk.meaning.reading import expression, number, value_of
from regelwerk.meaning.trees import Tree
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s


def zone(ctx: Context, env: Env, tree: Part) -> tuple[str, x.Expression | None, str, str] | None:
    """Understand a zone: its name, its owner, the type of its things, its order."""
    node, kind = expression(ctx, env, tree)
    if isinstance(node, x.Zone) and node.name != "answers":
        signature = ctx.names.signatures[node.name]
        inside = signature.result.name if signature.result else None
        return node.name, node.of, inside or "", ctx.names.zone_order(node.name)
    if kind.kind != "unknown":
        near: tuple[str, ...] = ()
        ctx.error(
            "M041",
            f"a zone is needed here, this is {kinds.describe(kind)}",
            tree,
            near=near,
            help="name a declared zone",
        )
    return None


def move(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    what, target, where = tree.children
    node, kind = expression(ctx, flow.env, what)
    found = zone(ctx, flow.env, target)
    if kind.kind not in ("thing", "unknown"):
        ctx.error(
            "M005",
            f"only things are moved, this is {kinds.describe(kind)}",
            what,
            help="name a thing or a list of things",
        )
    elif kind.optional:
        ctx.error("M009", "what is moved may be `none` here", what, help="test it first with `is not none`")
    if found is None:
        return None
    name, owner, holds_type, order = found
    if kind.kind == "thing" and not ctx.names.below(kind.name or "", holds_type):
        ctx.error(
            "M042",
            f"`{name}` holds `{holds_type}`, this is {kinds.describe(kind)}",
            what,
            help="move it to a zone for its type",
        )
    place: Literal["top", "bottom"] | None = None
    if where is not None:
        place = "top" if "top" in str(where) else "bottom"
        if order == "set" or (order == "pile" and place == "bottom"):
            ctx.error(
                "M043",
                f"`{name}` has no {place}",
                where,
                help="leave the place out, or declare the zone `ordered`",
            )
    ctx.use.writes.add(("zone", name))
    # Leaving a zone changes it too, and which one is known only in play.
    ctx.use.writes.add(("zone", "*"))
    flow.env = flow.env.settle()
    return s.Move(node, kind.many, name, owner, place)


def put(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    count, row, target = tree.children
    text = str(row)
    if not ctx.owner.startswith("scenario:"):
        ctx.error("M063", "`put` makes positions of scenarios", tree, help="write `move ... to ...` in rules")
    found = zone(ctx, flow.env, target)
    if ctx.names.sort(text) != "row":
        near = ctx.names.near(text, ctx.names.named("row"))
        ctx.error("M001", f"there is no table row `{text}`", row, near=near, help="name a row of a table")
        return None
    ctx.names.use(text)
    if found is None:
        return None
    name, owner, holds_type, _ = found
    if not ctx.names.below(ctx.names.rows[text][0], holds_type):
        ctx.error(
            "M042", f"`{name}` holds `{holds_type}`, not `{text}`", row, help="put it in a zone for its type"
        )
    amount = int(count) if count is not None else 1
    if amount > ctx.names.rows[text][1]:
        ctx.error(
            "M026", f"there are only {ctx.names.rows[text][1]} of `{text}`", count, help="put fewer of them"
        )
    ctx.use.writes.add(("zone", name))
    return s.Put(text, x.Number(amount), name, owner)


def create(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    type_name, name, *given = tree.children
    creations = [part for part in given if part is not None]
    text = str(type_name)
    values = {str(c.children[0]): _created(ctx, flow, text, c) for c in creations}
    for attribute in ctx.names.required.get(text, ()):
        if attribute not in values:
            ctx.error(
                "M031",
                f"this `{text}` has no `{attribute}`",
                tree,
                help=f"write `with {attribute} = ...`, or give the attribute a default",
            )
    if text not in ctx.names.lifetimes:
        near = ctx.names.near(text, ctx.names.lifetimes)
        ctx.error(
            "M003",
            f"there is no passing type `{text}`",
            type_name,
            near=near,
            help=f"declare it with `type {text} lives until ...`",
        )
    ctx.names.use(text)
    ctx.use.calls.add(("create", text))
    kind = kinds.thing(text) if text in ctx.names.types else kinds.UNKNOWN
    if name is None:
        binder = ctx.fresh()
        flow.env = flow.env.bind(binder, kind)
    else:
        binder = str(name)
        flow.env = ctx.new_local(flow.env, name, kind)
    node = s.Create(text, binder)
    for attribute, value in values.items():
        if value is not None:
            owner, expression_node = value
            flow.following.append(s.Assign(x.Attribute(x.Local(binder), owner, attribute), expression_node))
    ctx.point_out(node, type_name)
    return node


def _created(ctx: Context, flow: Flow, type_name: str, tree: Tree) -> tuple[str, x.Expression] | None:
    """Understand what an attribute of a new thing is to be; return the type that declares it, too."""
    attribute, value = tree.children
    found = ctx.names.attribute(type_name, str(attribute))
    if found is None:
        near = ctx.names.near(str(attribute), ctx.names.attributes_of(type_name))
        ctx.error(
            "M004",
            f"a `{type_name}` has no attribute `{attribute}`",
            attribute,
            near=near,
            help="name one of its attributes",
        )
        return None
    ctx.use.writes.add(("attribute", found[0], str(attribute)))
    return found[0], value_of(ctx, flow.env, value, kinds.bare(found[1]), f"`{attribute}`")


def draw_many(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    count, source, target = tree.children
    amount = number(ctx, flow.env, count, "how many are drawn")
    zones = _two_zones(ctx, flow, source, target)
    if zones is None:
        return None
    (a, a_of), (b, b_of) = zones
    return s.DrawMany(amount, a, b, a_of, b_of)


def _two_zones(
    ctx: Context, flow: Flow, source: Part, target: Part
) -> tuple[tuple[str, x.Expression | None], tuple[str, x.Expression | None]] | None:
    a, b = zone(ctx, flow.env, source), zone(ctx, flow.env, target)
    if a is None or b is None:
        return None
    if a[3] == "set":
        ctx.error(
            "M043",
            f"`{a[0]}` has no order to draw from",
            source,
            help="declare it `pile` or `ordered`, or choose or pick from it",
        )
    if not ctx.names.below(a[2], b[2]):
        ctx.error(
            "M042",
            f"`{b[0]}` holds `{b[2]}`, `{a[0]}` holds `{a[2]}`",
            target,
            help="draw to a zone for that type",
        )
    ctx.use.writes |= {("zone", a[0]), ("zone", b[0])}
    flow.env = flow.env.settle()
    return (a[0], a[1]), (b[0], b[1])


def draw_one(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    noun, name, source, target, rest = tree.children
    zones = _two_zones(ctx, flow, source, target)
    others, ended = otherwise(ctx, flow.env, rest)
    word = str(noun.children[0]) if noun.children else "seat"
    kind = kinds.thing(word)
    if ctx.names.sort(word) != "type":
        ctx.error(
            "M003",
            f"there is no type `{word}`",
            noun,
            near=ctx.names.near(word, ctx.names.named("type")),
            help="name the type of what is drawn",
        )
        kind = kinds.UNKNOWN
    else:
        ctx.names.use(word)
    found = may_find_nothing(ctx, tree) if rest is None else kind if ended else kinds.maybe(kind)
    flow.env = ctx.new_local(flow.env, name, found)
    if zones is None:
        return None
    (a, a_of), (b, b_of) = zones
    inside = ctx.names.signatures[a].result
    if kind.kind == "thing" and inside is not None and not ctx.names.below(inside.name or "", word):
        ctx.error(
            "M042", f"`{a}` holds `{inside.name}`, not `{word}`", noun, help="name the type of its things"
        )
    return s.DrawOne(str(name), a, b, a_of, b_of, others)


def look(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    count, source, name, by = tree.children
    amount = number(ctx, flow.env, count, "how many are looked at")
    found = zone(ctx, flow.env, source)
    seat = value_of(ctx, flow.env, by, kinds.SEAT, "who looks")
    if found is None:
        return None
    if found[3] == "set":
        ctx.error(
            "M043",
            f"`{found[0]}` has no top to look at",
            source,
            help="declare it `pile` or `ordered`, or use `show`",
        )
    flow.env = ctx.new_local(flow.env, name, kinds.list_of(kinds.thing(found[2])))
    return s.Look(amount, found[0], str(name), seat, found[1])


def shuffle(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    found = zone(ctx, flow.env, tree.children[0])
    if found is None:
        return None
    if found[3] == "set":
        ctx.error(
            "M043", f"`{found[0]}` has no order to shuffle", tree, help="declare it `pile` or `ordered`"
        )
    ctx.use.writes.add(("zone", found[0]))
    return s.Shuffle(found[0], found[1])


def roll(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    die, name, by = tree.children
    text = str(die)
    seat = value_of(ctx, flow.env, by, kinds.SEAT, "who rolls") if by is not None else None
    kind = kinds.UNKNOWN
    if ctx.names.sort(text) != "die":
        ctx.error(
            "M001",
            f"there is no die `{text}`",
            die,
            near=ctx.names.near(text, ctx.names.named("die")),
            help=f"declare it with `die {text}: ...`",
        )
    else:
        ctx.names.use(text)
        kind = ctx.names.signatures[text].result or kinds.UNKNOWN
    flow.env = ctx.new_local(flow.env, name, kind)
    return s.Roll(text, str(name), seat)


def show(ctx: Context, flow: Flow, tree: Tree) -> s.Statement:
    what, to = tree.children
    node, kind = expression(ctx, flow.env, what)
    if kind.kind not in ("thing", "unknown"):
        ctx.error(
            "M005",
            f"only things are shown, this is {kinds.describe(kind)}",
            what,
            help="name a thing, a list or a zone",
        )
    elif kind.optional:
        ctx.error("M009", "what is shown may be `none` here", what, help="test it first with `is not none`")
    seats, seat_kind = expression(ctx, flow.env, to)
    if seat_kind.kind not in ("seat", "unknown") or seat_kind.optional:
        ctx.mismatch(to, kinds.SEAT, seat_kind, "who is shown it")
    return s.Show(node, kind.many, seats, seat_kind.many)
