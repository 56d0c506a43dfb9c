"""Statements about things and zones: moving, drawing, looking, shuffling, rolling, showing."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.bodies import may_find_nothing, otherwise
from regelwerk.meaning.context import Context, Env, Flow
from regelwerk.meaning.reading import expression, typed, value_of
from regelwerk.meaning.statements import cell_of, local_target
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.types.parts import A_THING
from regelwerk.tree import expressions as tx
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Name


def zone(ctx: Context, env: Env, tree: tx.Expression) -> tuple[str, x.Expression | None, str, str] | None:
    """Understand a zone: its name, its owner, the type of its things, its order."""
    node, kind = typed(ctx, env, tree)
    if isinstance(node, x.Zone) and node.name != "answers":
        signature = ctx.names.signatures[node.name]
        inside = signature.result.name if signature.result else None
        return node.name, node.of, inside or "", ctx.names.zone_order(node.name)
    if kind.kind != "unknown":
        ctx.report(problems.not_a_zone("value", kind=kind), tree)
    return None


def move(ctx: Context, flow: Flow, tree: ts.Move) -> s.Statement | None:
    node, kind = typed(ctx, flow.env, tree.what)
    found = zone(ctx, flow.env, tree.to)
    if found is None:
        if ctx.types.fits(kinds.present(kind), kinds.list_of(A_THING) if kind.many else A_THING):
            ctx.report(problems.wrong_kind("moved", kind), tree.what)
        elif kind.optional:
            ctx.report(problems.may_be_absent("what is moved"), tree.what)
        return None
    name, owner, _, order = found
    place = None if tree.place is None else tree.place.end
    if place is not None and (order == "set" or (order == "pile" and place == "bottom")):
        ctx.report(problems.no_order(place, name), tree.place)
    ctx.use.writes.add(("zone", name))
    # Leaving a zone changes it too, and which one is known only in play.
    ctx.use.writes.add(("zone", "*"))
    return s.Move(node, kind.many, name, owner, place)


def put(ctx: Context, flow: Flow, tree: ts.Put) -> s.Statement | None:
    row, text = tree.row, tree.row.text
    if not ctx.owner.startswith("scenario:"):
        ctx.report(problems.impossible_line("put in rules"), tree)
    found = zone(ctx, flow.env, tree.zone)
    if ctx.names.sort(text) != "row":
        near = ctx.names.near(text, ctx.names.named("row"))
        ctx.report(problems.unknown("row", text), row, near=near)
        return None
    ctx.names.use(text)
    if found is None:
        return None
    name, owner, holds_type, _ = found
    if not ctx.names.below(ctx.names.rows[text][0], holds_type):
        ctx.report(problems.wrong_zone("put", name, holds_type, name=text), row)
    amount = tree.count.value if tree.count is not None else 1
    copies = ctx.names.rows[text][1]
    if amount > copies:
        ctx.report(problems.out_of_range("copies", text, high=copies), tree.count)
    ctx.use.writes.add(("zone", name))
    return s.Put(text, x.Number(amount), name, owner)


def create(ctx: Context, flow: Flow, tree: ts.Create) -> s.Statement:
    text = tree.type.text
    values = {each.attribute.text: _created(ctx, flow, text, each) for each in tree.values}
    for attribute in ctx.names.required.get(text, ()):
        if attribute not in values:
            ctx.report(problems.value_missing("created", text, attribute), tree)
    if text not in ctx.names.lifetimes:
        near = ctx.names.near(text, ctx.names.lifetimes)
        ctx.report(problems.unknown_type("passing", text), tree.type, near=near)
    ctx.names.use(text)
    ctx.use.calls.add(("create", text))
    kind = kinds.thing(text) if text in ctx.names.types else kinds.UNKNOWN
    if tree.name is None:
        binder = ctx.fresh()
        flow.env = flow.env.bind(binder, kind)
    else:
        binder = tree.name.text
        flow.env = ctx.new_local(flow.env, tree.name, kind)
    node = s.Create(text, binder)
    for attribute, value in values.items():
        if value is not None:
            owner, expression_node = value
            flow.following.append(s.Assign(x.Attribute(x.Local(binder), owner, attribute), expression_node))
    ctx.point_out(node, tree.type)
    return node


def _created(ctx: Context, flow: Flow, type_name: str, tree: ts.Creation) -> tuple[str, x.Expression] | None:
    """Understand what an attribute of a new thing is to be; return the type that declares it, too."""
    attribute = tree.attribute.text
    found = ctx.names.attribute(type_name, attribute)
    if found is None:
        near = ctx.names.near(attribute, ctx.names.attributes_of(type_name))
        ctx.report(problems.no_attribute("named", attribute, type_name), tree.attribute, near=near)
        return None
    ctx.use.writes.add(("attribute", found[0], attribute))
    return found[0], value_of(ctx, flow.env, tree.value, kinds.bare(found[1]), problems.cell(attribute))


def draw_many(ctx: Context, flow: Flow, tree: ts.DrawMany) -> s.Statement | None:
    amount = expression(ctx, flow.env, tree.count)
    zones = _two_zones(ctx, flow.env, tree.source, tree.to)
    if zones is None:
        return None
    (a, a_of), (b, b_of) = zones
    return s.DrawMany(amount, a, b, a_of, b_of)


def _two_zones(
    ctx: Context, env: Env, source: tx.Expression, target: tx.Expression
) -> tuple[tuple[str, x.Expression | None], tuple[str, x.Expression | None]] | None:
    a, b = zone(ctx, env, source), zone(ctx, env, target)
    if a is None or b is None:
        return None
    if a[3] == "set":
        ctx.report(problems.no_order("draw", a[0]), source)
    if not ctx.names.below(a[2], b[2]):
        ctx.report(problems.wrong_zone("drawn", b[0], b[2], other=a[0], name=a[2]), target)
    ctx.use.writes |= {("zone", a[0]), ("zone", b[0])}
    return (a[0], a[1]), (b[0], b[1])


def draw_one(ctx: Context, flow: Flow, tree: ts.DrawOne) -> s.Statement | None:
    noun, name, rest = tree.noun, tree.name, tree.otherwise
    zones = _two_zones(ctx, flow.env, tree.source, tree.to)
    env = flow.env if zones is None else flow.env.settle()
    others, ended = otherwise(ctx, env, rest)
    word = noun.text
    kind = kinds.thing(word)
    if ctx.names.sort(word) != "type":
        near = ctx.names.near(word, ctx.names.named("type"))
        ctx.report(problems.unknown_type("drawn", word), noun, near=near)
        kind = kinds.UNKNOWN
    else:
        ctx.names.use(word)
    found = (
        may_find_nothing(ctx, tree, "drawn", tree.to)
        if rest is None
        else kind
        if ended
        else kinds.maybe(kind)
    )
    flow.env = ctx.new_local(env, name, found)
    if zones is None:
        return None
    (a, a_of), (b, b_of) = zones
    inside = ctx.names.signatures[a].result
    if kind.kind == "thing" and inside is not None and not ctx.names.below(inside.name or "", word):
        ctx.report(problems.wrong_zone("noun", a, inside.name or "", name=word), noun)
    return s.DrawOne(name.text, a, b, a_of, b_of, others)


def look(ctx: Context, flow: Flow, tree: ts.Look) -> s.Statement | None:
    amount = expression(ctx, flow.env, tree.count)
    found = zone(ctx, flow.env, tree.zone)
    seat = expression(ctx, flow.env, tree.by)
    if found is None:
        return None
    if found[3] == "set":
        ctx.report(problems.no_order("look", found[0]), tree.zone)
    flow.env = ctx.new_local(flow.env, tree.name, kinds.list_of(kinds.thing(found[2])))
    return s.Look(amount, found[0], tree.name.text, seat, found[1])


def shuffle(ctx: Context, flow: Flow, tree: ts.Shuffle) -> s.Statement | None:
    found = zone(ctx, flow.env, tree.zone)
    if found is None:
        return None
    if found[3] == "set" and found[0] not in ctx.names.covered:
        ctx.report(problems.no_order("shuffle", found[0]), tree)
    ctx.use.writes.add(("zone", found[0]))
    return s.Shuffle(found[0], found[1])


def roll(ctx: Context, flow: Flow, tree: ts.Roll) -> s.Statement | None:
    text, count, seat, shown = _thrown(ctx, flow, tree)
    flow.env = ctx.new_local(flow.env, tree.name, shown if count is None else kinds.list_of(shown))
    return s.Roll(text, tree.name.text, seat, count)


def roll_into(ctx: Context, flow: Flow, tree: ts.RollInto) -> s.Statement | None:
    """Dice that are put among those of a list."""
    text, count, seat, _ = _thrown(ctx, flow, tree)
    name = local_target(ctx, flow.env, tree.target)
    if name is None:
        typed(ctx, flow.env, tree.target)
        ctx.report(problems.not_a_cell("pool"), tree.target)
        return None
    return s.Roll(text, name, seat, x.Number(1) if count is None else count, True)


def roll_die(ctx: Context, flow: Flow, tree: ts.RollDie) -> s.Statement | None:
    """A die that is a cell: an attribute, or a state."""
    target = tree.target
    seat = None if tree.by is None else expression(ctx, flow.env, tree.by)
    word = target.text if isinstance(target, Name) else ""
    if word in flow.env.locals:
        ctx.used_local(word)
        ctx.report(problems.not_a_cell("no die", word), target)
        return None
    if ctx.names.sort(word) == "die":
        ctx.names.use(word)
        ctx.report(problems.not_a_cell("face", word), target)
        return None
    cell = cell_of(ctx, flow.env, target)
    if cell is None:
        return None
    place, _, text = cell
    die = ctx.names.dice.get(text if isinstance(place, x.State) else f"{place.type}.{text}")
    if die is None:
        ctx.report(problems.not_a_cell("no die", text), target)
        return None
    return s.RollDie(place, die, seat)


def _thrown(
    ctx: Context, flow: Flow, tree: ts.Roll | ts.RollInto
) -> tuple[str, x.Expression | None, x.Expression | None, ValueType]:
    """The die that is rolled, how many of them, by whom, and the kind of a face."""
    text = tree.die.text
    count = None if tree.count is None else expression(ctx, flow.env, tree.count)
    seat = None if tree.by is None else expression(ctx, flow.env, tree.by)
    if ctx.names.sort(text) != "die":
        near = ctx.names.near(text, ctx.names.named("die"))
        ctx.report(problems.unknown("die", text), tree.die, near=near)
    else:
        ctx.names.use(text)
    shown = ctx.names.result(text) if ctx.names.sort(text) == "die" else kinds.UNKNOWN
    return text, count, seat, shown


def show(ctx: Context, flow: Flow, tree: ts.Show) -> s.Statement:
    node, kind = typed(ctx, flow.env, tree.what)
    seats, seat_kind = typed(ctx, flow.env, tree.to)
    return s.Show(node, kind.many, seats, seat_kind.many)
