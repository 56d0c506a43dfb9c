"""The copies of rows: sets that are known by their rows are ranges of numbers, and nobody looks for them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import ModifierDecl, RuleDecl

from .things import Tables

if TYPE_CHECKING:
    from .layout import Layout

MOST_CALLS = 8
"""So deep tests are looked into that call each other."""


def parts_of(node: ex.Expression | None) -> tuple[ex.Expression, ...]:
    """The conditions that must all hold."""
    if node is None:
        return ()
    return node.of if isinstance(node, ex.And) else (node,)


def rows_in(node: ex.Expression, binder: str) -> set[str]:
    """The rows one of which an element must be of; none if the condition is another one."""
    tests = node.of if isinstance(node, ex.Or) else (node,)
    rows = {test.row for test in tests if isinstance(test, ex.IsRow) and test.of == ex.Local(binder)}
    return rows if len(rows) == len(tests) else set()


def copies_in(tables: Tables, over: ex.Set) -> Sequence[int] | None:
    """The things of the rows a set without a source is about, in order; None if it is about others too."""
    info = tables.types.get(over.noun)
    if info is None or over.source is not None:
        return None
    for part in parts_of(over.where):
        rows = rows_in(part, over.binder)
        if rows:
            things = (tables.row_things[tables.row_number[row]] for row in rows)
            ranges = sorted(things, key=lambda each: each.start)
            if all(a.stop == b.start for a, b in pairwise(ranges)):
                found: Sequence[int] = range(ranges[0].start, ranges[-1].stop)
            else:
                found = [thing for each in ranges for thing in each]
            inside = all(info.first <= each.start and each.stop <= info.last for each in ranges)
            return found if inside else [thing for thing in found if info.first <= thing < info.last]
    return None


def apart_from_rows(over: ex.Set) -> ex.Expression | None:
    """What is asked of the elements of a set besides the rows they are of, if `copies_in` found these."""
    parts = list(parts_of(over.where))
    parts.remove(next(part for part in parts if rows_in(part, over.binder)))
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else ex.And(tuple(parts))


def all_copies(tables: Tables, over: ex.Set | None) -> Sequence[int] | None:
    """The elements of a set that is all things of some rows, whatever happens; None if it is another set."""
    if over is None or over.sort:
        return None
    copies = copies_in(tables, over)
    return copies if copies is not None and apart_from_rows(over) is None else None


Zones = frozenset[int]
"""Numbers of zones."""


def zones_for(
    layout: Layout, node: ex.Expression | None, name: str, present: Set[str] = frozenset(), deep: int = 0
) -> Zones | None:
    """The zones, whoever owns them, in one of which the local `name` must lie for a condition to hold.

    None if any will do. `present` are locals that are never none.
    """
    counting = layout.counting
    match node:
        case ex.And(of=parts):
            said = []
            for part in parts:
                if (zones := zones_for(layout, part, name, present, deep)) is not None:
                    said.append(zones)
                if counting.counts(part):  # what uses up steps is not passed over
                    break
            return frozenset.intersection(*said) if said else None
        case ex.Or(of=parts):
            found = [zones_for(layout, part, name, present, deep) for part in parts]
            said = [zones for zones in found if zones is not None]
            return frozenset.union(*said) if len(said) == len(found) else None
        case ex.Inside(of=ex.Local(name=inside), source=ex.Zone(name=zone)) if inside == name:
            info = layout.tables.zones.get(zone)
            return None if info is None else frozenset(range(info.first, info.first + info.count))
        case ex.Compare(op="=", left=left, right=right):
            for one, other in ((left, right), (right, left)):
                if one == ex.Builtin("holder", (ex.Local(name),)) and isinstance(other, ex.Local):
                    return _of_holders(layout) if other.name in present else None
        case ex.Any(of=over) if over.where is not None and over.binder != name:
            if not counting.is_free(over):
                return None
            return zones_for(layout, over.where, name, present - {over.binder}, deep)
        case ex.Call(name=called, args=args) if deep < MOST_CALLS and args.count(ex.Local(name)) == 1:
            declared = layout.values[called]
            if called in layout.value_modifiers or not counting.is_free_call(node):
                return None
            pairs = list(zip(declared.parameters, args, strict=True))
            there = {p.name for p, arg in pairs if isinstance(arg, ex.Local) and arg.name in present}
            own = declared.parameters[args.index(ex.Local(name))].name
            return zones_for(layout, declared.body, own, there, deep + 1)
    return None


def _of_holders(layout: Layout) -> Zones:
    tables = layout.tables
    return frozenset(number for number, zone in enumerate(tables.zone_decl) if zone.owner in tables.types)


def zones_of_rule(layout: Layout, rule: RuleDecl) -> Zones | None:
    """The zones in one of which a copy must lie for a rule to apply for it; None if any will do."""
    if all_copies(layout.tables, rule.over) is None or rule.over is None:
        return None
    return zones_for(layout, rule.where, rule.over.binder)


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of rows, and the zones in which what is said of them counts."""

    things: Sequence[int]
    zones: Zones

    def there(self, at: Sequence[int]) -> list[int]:
        """The copies that lie in one of the zones; `at` is the zone of each thing."""
        return [thing for thing in self.things if at[thing] in self.zones]


def copies_of_modifier(layout: Layout, modifier: ModifierDecl) -> Copies | None:
    """The copies for which a modifier may count, if its conditions say where they must lie."""
    things = all_copies(layout.tables, modifier.over)
    if things is None or modifier.over is None:
        return None
    present = {p.name for p in modifier.parameters if modifier.type is not None}
    found = [zones_for(layout, change.where, modifier.over.binder, present) for change in modifier.changes]
    said = [zones for zones in found if zones is not None]
    return Copies(things, frozenset().union(*said)) if len(said) == len(found) else None
