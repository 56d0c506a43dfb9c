"""Lists: what seats bring to a match, as the rules declare it, and `bring`."""

from __future__ import annotations

from lark import Token

from regelwerk.meaning import kinds, moves, sets
from regelwerk.meaning.collect import Collection, Place, parts_of, token_text
from regelwerk.meaning.context import Context, Env, Flow, file_of, span_of
from regelwerk.meaning.names import Declared
from regelwerk.meaning.reading import holds, value_of
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules import expressions as x
from regelwerk.rules import lists as ls
from regelwerk.rules import statements as s

MUSTS = ("must", "must_below")


def enter_musts(ctx: Context, found: Collection) -> None:
    """Enter what lists must be as names: players see them."""
    for place in found.of("list"):
        ctx.file = place.file
        for part in parts_of(place.tree, *MUSTS):
            name = part.children[0]
            problem = ctx.names.declare(Declared("must", str(name), span_of(ctx.file, name), part))
            if problem is not None:
                ctx.diagnostics.append(problem)


def list_declared(u: Understanding, place: Place) -> ls.ListDecl:
    """A list: its parts with the zones they are brought to, and what it must be."""
    tree = place.tree
    name = token_text(tree)
    ctx = u.begin(place, f"list:{name}")
    seat = tree.children[1]
    env = ctx.new_local(Env(), seat, kinds.SEAT, fixed=True)
    ctx.used_local(str(seat))
    parts: dict[str, ls.ListPart] = {}
    for line in parts_of(tree, "list_part"):
        part = _part(ctx, env, str(seat), line)
        if str(line.children[0]) in parts:
            ctx.error(
                "M066",
                f"`{line.children[0]}` is a part twice",
                line.children[0],
                help="remove one of the two",
            )
        elif part is not None:
            parts[part.name] = part
        u.cite(f"list:{name}", line)
    if not parts_of(tree, "list_part"):
        ctx.error(
            "M048", f"the list `{name}` has no part", tree.children[0],
            help=f"add a line such as `main_part: card to {seat}.hand`",
        )  # fmt: skip
    musts = tuple(_must(u, env, line) for line in parts_of(tree, *MUSTS))
    defaults = () if tree.children[2] is None else tuple(str(token) for token in tree.children[2].children)
    return ls.ListDecl(name, str(seat), tuple(parts.values()), musts, tuple(t for t in defaults if t != ","))


def _part(ctx: Context, env: Env, seat: str, line: Tree) -> ls.ListPart | None:
    name, noun, target = line.children[:3]
    found = moves.zone(ctx, env, target)
    if ctx.names.sort(str(noun)) != "type":
        near = ctx.names.near(str(noun), ctx.names.named("type"))
        ctx.error("M003", f"there is no type `{noun}`", noun, near=near, help="name a declared type")
        return None
    ctx.names.use(str(noun))
    if found is None:
        return None
    zone, owner, holds_type, _ = found
    if owner != x.Local(seat):
        ctx.error(
            "M041", f"`{zone}` is no zone of `{seat}`", target,
            help=f"name a zone that every seat has, as in `{seat}.hand`",
        )  # fmt: skip
        return None
    if not ctx.names.below(str(noun), holds_type):
        ctx.error(
            "M042", f"`{zone}` holds `{holds_type}`, not `{noun}`", noun, help="name a zone for this type"
        )
    return ls.ListPart(str(name), str(noun), zone)


def _must(u: Understanding, env: Env, line: Tree) -> ls.Must:
    name, each, *rest = line.children
    test = next(part for part in rest if isinstance(part, Tree) and part.data != "cites")
    ctx = u.ctx
    u.cite(f"must:{name}", line)
    u.places.setdefault(f"must:{name}", f"{file_of(ctx.file, line)}:{line.meta.line}")
    over = None
    if each is not None:
        found = sets.understand_set(ctx, env, each)
        over, env = found.node, found.env
        ctx.used_local(over.binder)
    return ls.Must(str(name), holds(ctx, env, test)[0], over)


def bring(ctx: Context, flow: Flow, tree: Tree) -> s.Statement | None:
    """`bring p.deck`: what the list of the seat names is moved to the zones of its parts."""
    path = tree.children[0]
    if not isinstance(path, Tree) or path.data != "attribute":
        ctx.error("M092", "only a list of a seat is brought", path, help="write `bring p.deck`")
        return None
    of, name = path.children
    text = str(name)
    seat = value_of(ctx, flow.env, of, kinds.SEAT, "who brings a list")
    if ctx.names.sort(text) != "list":
        near = ctx.names.near(text, ctx.names.named("list"))
        ctx.error("M092", f"there is no list `{text}`", name, near=near, help="declare it with `list`")
        return None
    ctx.names.use(text)
    declared = ctx.names.declared[text].tree
    assert declared is not None
    for line in parts_of(declared, "list_part"):
        zone = line.children[2].children[-1] if isinstance(line.children[2], Tree) else None
        if not isinstance(zone, Token) or ctx.names.sort(str(zone)) != "zone":
            continue
        listed = x.Listed(text, str(line.children[0]), seat)
        ctx.use.writes |= {("zone", str(zone)), ("zone", "*")}
        flow.following.append(s.Move(listed, True, str(zone), seat))
    flow.env = flow.env.settle()
    return flow.following.pop(0) if flow.following else None
