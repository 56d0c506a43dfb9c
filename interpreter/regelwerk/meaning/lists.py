"""Lists: what seats bring to a match, as the rules declare it, and `bring`."""

from __future__ import annotations

from regelwerk.meaning import moves, problems, sets
from regelwerk.meaning.collect import Collection, Place
from regelwerk.meaning.context import Context, Env, Flow, line_of
from regelwerk.meaning.names import Declared
from regelwerk.meaning.reading import holds, value_of
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules import expressions as x
from regelwerk.rules import lists as ls
from regelwerk.rules import statements as s
from regelwerk.rules.types import kinds
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import statements as ts
from regelwerk.tree.walk import of_kind


def enter_musts(ctx: Context, found: Collection) -> None:
    """Enter what lists must be as names: players see them."""
    for place in found.of(td.List):
        for part in of_kind(place.tree.lines, td.Must):
            problem = ctx.names.declare(Declared("must", part.name.text, part.name.at, part))
            if problem is not None:
                ctx.diagnostics.append(problem)


def list_declared(u: Understanding, place: Place[td.List]) -> None:
    """A list: its parts with the zones they are brought to, and what it must be."""
    tree = place.tree
    name, seat = tree.name.text, tree.seat.text
    ctx = u.begin(place, f"list:{name}")
    env = ctx.new_local(Env(), tree.seat, kinds.SEAT, fixed=True)
    ctx.used_local(seat)
    parts: dict[str, ls.ListPart] = {}
    lines = of_kind(tree.lines, td.ListPart)
    for line in lines:
        part = _part(ctx, env, seat, line)
        if line.name.text in parts:
            ctx.report(problems.named_twice("part", line.name.text), line.name)
        elif part is not None:
            parts[part.name] = part
        u.cite(f"list:{name}", line)
    if not lines:
        ctx.report(problems.line_missing("list", name, seat), tree.name)
    musts = tuple(_must(u, ctx, env, line) for line in of_kind(tree.lines, td.Must))
    defaults = tuple(each.text for each in tree.defaults)
    u.lists.append(ls.ListDecl(name, seat, tuple(parts.values()), musts, defaults))


def _part(ctx: Context, env: Env, seat: str, line: td.ListPart) -> ls.ListPart | None:
    noun = line.type.text
    found = moves.zone(ctx, env, line.zone)
    if ctx.names.sort(noun) != "type":
        near = ctx.names.near(noun, ctx.names.named("type"))
        ctx.report(problems.unknown_type("in a list", noun), line.type, near=near)
        return None
    ctx.names.use(noun)
    if found is None:
        return None
    zone, owner, holds_type, _ = found
    if owner != x.Local(seat):
        ctx.report(problems.not_a_zone("list", zone, seat), line.zone)
        return None
    if not ctx.names.below(noun, holds_type):
        ctx.report(problems.wrong_zone("list", zone, holds_type, name=noun), line.type)
    return ls.ListPart(line.name.text, noun, zone)


def _must(u: Understanding, ctx: Context, env: Env, line: td.Must) -> ls.Must:
    name = line.name.text
    u.cite(f"must:{name}", line)
    u.places.setdefault(f"must:{name}", line_of(line))
    over = None
    if line.over is not None:
        found = sets.understand_set(ctx, env, line.over)
        over, env = found.node, found.env
        ctx.used_local(over.binder)
    return ls.Must(name, holds(ctx, env, line.test), over)


def bring(ctx: Context, flow: Flow, tree: ts.Bring) -> s.Statement | None:
    """`bring p.deck`: what the list of the seat names is moved to the zones of its parts."""
    path = tree.what
    if not isinstance(path, tx.Attribute):
        ctx.report(problems.list_of_something_else("path"), path)
        return None
    text = path.name.text
    seat = value_of(ctx, flow.env, path.of, kinds.SEAT, "who brings a list")
    if ctx.names.sort(text) != "list":
        near = ctx.names.near(text, ctx.names.named("list"))
        ctx.report(problems.list_of_something_else("brought", text), path.name, near=near)
        return None
    ctx.names.use(text)
    declared = ctx.names.declared[text].tree
    assert isinstance(declared, td.List)
    for line in of_kind(declared.lines, td.ListPart):
        zone = line.zone.name.text if isinstance(line.zone, tx.Attribute) else ""
        if ctx.names.sort(zone) == "zone":
            ctx.use.writes |= {("zone", zone), ("zone", "*")}
            flow.following.append(s.Move(x.Listed(text, line.name.text, seat), True, zone, seat))
    return flow.following.pop(0) if flow.following else None
