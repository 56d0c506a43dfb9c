"""What follows from the whole: order of values, stored attributes, when limits are judged, what is unused."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from regelwerk.meaning.collect import Collection, Place, token_text
from regelwerk.meaning.context import Context, Use
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules import declarations as d
from regelwerk.source.diagnostics import Diagnostic, Note


def called_names(tree: Tree) -> set[str]:
    """Return the names that are called anywhere in a tree."""
    return {token_text(call.children[0]) for call in tree.find_data("call")}


def in_order(ctx: Context, places: dict[str, list[Place]], code: str, visit: Callable[[str], None]) -> None:
    """Visit names after what they call; a name that leads back to itself is reported with the way round."""
    done: set[str] = set()
    path: list[str] = []

    def go(name: str) -> None:
        if name in done:
            return
        if name in path:
            circle = [*path[path.index(name) :], name]
            ctx.file = places[name][0].file
            notes = tuple(Note(f"`{n}` is declared here", ctx.names.declared[n].span) for n in circle[:-1])
            way = " -> ".join(f"`{n}`" for n in circle)
            ctx.error(
                code,
                f"`{name}` depends on itself: {way}",
                places[name][0].tree.children[0],
                help="break the circle in one of these places",
                notes=notes,
            )
            return
        path.append(name)
        wanted: set[str] = set()
        for place in places[name]:
            wanted |= called_names(place.tree)
        for other in sorted(wanted & places.keys()):
            if other != name or code == "M020":
                go(other)
        path.pop()
        if name not in done:
            done.add(name)
            visit(name)

    for name in places:
        go(name)


def stored_attributes(uses: Iterable[Use]) -> set[tuple[str, str]]:
    """Return the attributes some rule changes."""
    stored: set[tuple[str, str]] = set()
    for use in uses:
        stored |= {(w[1], w[2]) for w in use.writes if w[0] == "attribute"}
    return stored


def store(
    types: tuple[d.TypeDecl, ...], stored: set[tuple[str, str]], rowless: set[str]
) -> tuple[d.TypeDecl, ...]:
    """Mark the attributes that are state; what has no table (seats, grids) is state too."""
    marked = []
    for declared in types:
        attributes = tuple(
            msgspec.structs.replace(
                a,
                stored=(declared.name, a.name) in stored
                or a.type.per is not None
                or declared.name in rowless,
            )
            for a in declared.attributes
        )
        marked.append(msgspec.structs.replace(declared, attributes=attributes))
    return tuple(marked)


def limits_after(understood: Understanding) -> None:
    """Give every limit the happenings after which it is judged: those that write what it reads."""
    reads_of_values = _closure(understood)
    limits = []
    for limit in understood.limits:
        if limit.after:
            limits.append(limit)
            continue
        use = understood.uses[f"limit:{limit.name}"]
        reads = set(use.reads)
        for call in use.calls:
            if call[0] == "value":
                reads |= reads_of_values.get(call[1], set())
        wide = {("zone", "*")} if any(r[0] == "zone" for r in reads) else set()
        after = []
        for key, other in understood.uses.items():
            if not (other.writes & (reads | wide)):
                continue
            name = _event_of(understood, key)
            if name is not None and name not in after:
                after.append(name)
        order = [*understood.events, *understood.actions]
        after.sort(key=lambda name: order.index(name) if name in order else len(order))
        if not after:
            ctx = understood.ctx
            entry = ctx.names.declared[limit.name]
            ctx.diagnostics.append(
                Diagnostic(
                    "M058",
                    f"nothing that happens can break the limit `{limit.name}`",
                    entry.span,
                    help="test something that rules change, or remove the limit",
                )
            )
        limits.append(msgspec.structs.replace(limit, after=tuple(after)))
    understood.limits = limits


def _event_of(understood: Understanding, key: str) -> str | None:
    sort, _, name = key.partition(":")
    if sort in ("event", "action"):
        return name
    if sort == "told":
        return name.split(":")[0]
    if sort == "rule":
        entry = next((rule for rule in understood.rules if rule.name == name), None)
        return entry.event if entry else None
    return None


def _closure(understood: Understanding) -> dict[str, set[tuple[str, ...]]]:
    """Return what every value reads, through the values it calls."""
    reads = {name: set(understood.uses[f"value:{name}"].reads) for name in understood.values}
    changed = True
    while changed:
        changed = False
        for name in reads:
            for call in understood.uses[f"value:{name}"].calls:
                if call[0] == "value" and not reads.get(call[1], set()) <= reads[name]:
                    reads[name] |= reads[call[1]]
                    changed = True
    return reads


def missing_defaults(
    ctx: Context, found: Collection, types: tuple[d.TypeDecl, ...], rowless: set[str]
) -> None:
    """Report attributes of seats and grids that have nothing to begin with."""
    for declared in types:
        if declared.name not in rowless:
            continue
        for attribute in declared.attributes:
            if attribute.default is None:
                span = ctx.names.types[declared.name].attribute_spans[attribute.name]
                ctx.diagnostics.append(
                    Diagnostic(
                        "M027",
                        f"`{attribute.name}` has no value to begin with",
                        span,
                        help="write `= ...` behind it",
                    )
                )


def unused(ctx: Context, found: Collection) -> list[Diagnostic]:
    """Report declarations that nothing uses; rules, limits and actions work by being there."""
    problems = []
    alive = ("rule", "limit", "action", "scenario", "map")
    for name, entry in ctx.names.declared.items():
        if entry.used or entry.sort in alive or name == "main":
            continue
        if entry.sort == "row" or (
            entry.sort == "event"
            and entry.tree is not None
            and entry.tree.data == "told_event"
            and entry.used
        ):
            continue
        help_text = {
            "window": f"open it with `open {name}(...)`",
            "event": f"let it happen with `{name}(...)`",
        }.get(entry.sort, "use it or remove it")
        article = "an" if entry.sort[0] in "aeiou" else "a"
        kind = "value" if entry.sort == "value" else entry.sort
        problems.append(
            Diagnostic("M016", f"`{name}` is {article} {kind} that nothing uses", entry.span, help=help_text)
        )
    return problems
