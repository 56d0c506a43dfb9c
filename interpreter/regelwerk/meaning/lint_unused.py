"""What is declared and never plays a part: names nobody uses, happenings that never happen, idle windows."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.effects import Cell
from regelwerk.meaning.whole import Whole
from regelwerk.source.diagnostics import Diagnostic, Edit
from regelwerk.tree import declarations as td

WORK_BY_THEMSELVES = ("rule", "limit", "action", "window", "scenario", "map", "row", "event", "must")
LINK_ATTRIBUTES = ("from_place", "to_place", "one_way")
"""What links of a map say without being read by a rule."""


def unused(game: Whole) -> list[Diagnostic]:
    """M016: names nothing uses. Rules, limits and actions work by being there; events: see below."""
    found = []
    standing = game.files.standing
    for name, entry in game.names.declared.items():
        if standing is not None and standing[0] == name:
            continue
        if entry.used or entry.sort in WORK_BY_THEMSELVES:
            continue
        if entry.sort == "position":
            found.append(problems.unused_in_scenario(name).at(entry.span))
            continue
        whole = None if entry.tree is None else entry.tree.at
        # Of what stands beside others, such as a row, only some lines would have to go.
        fix = None if whole is None or whole.column > 1 else Edit.without_lines(whole)
        found.append(problems.unused("name", name, entry.sort).at(entry.span, fix=fix))
    return found


def unopened_windows(game: Whole) -> list[Diagnostic]:
    """M016: windows that no line opens and no scenario begins with, whatever actions are at them."""
    opened = {window for effects in game.graph.effects.values() for window in effects.opens}
    return [
        problems.unused("window", window.name).at(game.span(window.name))
        for window in game.rules.windows
        if window.name not in opened | game.tested.begins | game.files.begun
    ]


def unused_attributes(game: Whole) -> list[Diagnostic]:
    """M016: attributes that no line reads or sets and no table gives a value."""
    everything = (game.read_beside_bodies, *(each.reads for each in game.understood.effects.values()))
    used = {cell[1:] for cell in set[Cell]().union(*everything) if cell[0] == "attribute"}
    modified = {(modifier.type, modifier.of) for modifier in game.rules.modifiers}
    given = {cell.split(".")[0] for cell in set[str]().union(*(row.values for row in game.rules.rows))}
    links = {graph.link for graph in game.rules.graphs}
    found = []
    for declared in game.rules.types:
        info = game.names.types.get(declared.name)
        for attribute in declared.attributes:
            key = (declared.name, attribute.name)
            built_in = declared.name in links and attribute.name in LINK_ATTRIBUTES
            if info is None or key in used | modified or attribute.name in given or built_in:
                continue
            span = info.attribute_spans.get(attribute.name, info.span)
            found.append(problems.unused("attribute", attribute.name).at(span))
    return found


def dead_events(game: Whole) -> list[Diagnostic]:
    """M016, M050: events that neither `main` nor a scenario leads to.

    Each is reported where nothing else dead leads to it. If rules are hooked on it, the first of them
    is reported: it never applies.
    """
    names = [event.name for event in game.rules.events if f"happens:{event.name}" not in game.alive]
    dead_windows = {w.name for w in game.rules.windows if f"window:{w.name}" not in game.alive}
    idle = {
        f"happens:{action.name}"
        for action in game.rules.actions
        if all(window in dead_windows for window in action.at)
    }
    roots = _roots(game, names, idle)
    found = []
    for name in roots:
        hooked = game.graph.hooks.get(name)
        if hooked:
            problem = problems.never_applies(hooked[0].name, name)
            found.append(problem.at(game.understood.word_of(hooked[0])))
        else:
            tree = game.names.declared[name].tree
            fix = Edit.without_lines(tree.at) if isinstance(tree, td.Event) else None
            found.append(problems.unused("event", name).at(game.span(name), fix=fix))
    return found


def _roots(game: Whole, names: list[str], idle: set[str]) -> list[str]:
    """Return the dead events that no other dead event or idle action leads to; of a circle the first."""
    # Nothing before a candidate leads to it; of these, what a later one leads to is no root.
    reached = game.graph.reach(*idle)
    candidates: list[str] = []
    for name in names:
        if f"happens:{name}" not in reached:
            candidates.append(name)
            game.graph.spread(f"happens:{name}", reached)
    below: set[str] = set()
    roots: set[str] = set()
    for name in reversed(candidates):
        if f"happens:{name}" not in below:
            roots.add(name)
            game.graph.spread(f"happens:{name}", below)
    return [name for name in candidates if name in roots]


def useless_windows(game: Whole) -> list[Diagnostic]:
    """M049: windows that are opened though no action stands at them."""
    admitted = {window for action in game.rules.actions for window in action.at}
    return [
        problems.useless_window(window.name).at(game.span(window.name))
        for window in game.rules.windows
        if window.name not in admitted and game.names.declared[window.name].used
    ]
