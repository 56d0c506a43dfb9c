"""Which things a condition can hold for at all, read off the rules before anything is played.

`uses card e in p.hand where (timely(e) and fits(e, p))`, where `fits` is told by some texts and `no`
otherwise, can only find cards with such a text. Programs pass over all others at once, and so asking them
uses up no steps: that is all the walker takes from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ANSWERS_ZONE
from regelwerk.rules.declarations import ActionDecl

from .copies import MOST_CALLS

if TYPE_CHECKING:
    from .layout import Layout

Things = frozenset[int]
_LOOKED_FOR = 16
"""So many things at most are looked for before an action is looked at."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What is known of an action before it is looked at.

    `parts` are the things each part can be, None where any can. One of `sought` must lie in one of the
    zones from `low` to `high` - 1, or nobody can declare the action; None: it is always looked at.
    """

    parts: tuple[Things | None, ...]
    sought: tuple[int, ...] | None = None
    low: int = 0
    high: int = 0

    def is_open(self, at: Sequence[int]) -> bool:
        """Whether looking at the action uses up steps; `at` is the zone of each thing."""
        return self.sought is None or any(self.low <= at[thing] < self.high for thing in self.sought)


def make_prospects(layout: Layout) -> list[Prospect]:
    """What is known of each action."""
    possible = Possible(layout)
    return [_prospect(layout, possible, action) for action in layout.actions]


def _prospect(layout: Layout, possible: Possible, action: ActionDecl) -> Prospect:
    parts: list[Things | None] = []
    found: list[tuple[int, tuple[int, ...], int, int]] = []
    for position, part in enumerate(action.parts):
        info = layout.tables.types.get(part.over.noun)
        things = None if info is None else possible.for_part(action, position)
        if info is None or things is None or things.issuperset(range(info.first, info.last)):
            parts.append(None)
            continue
        parts.append(things)
        source = part.over.source
        zone = layout.tables.zones.get(source.name) if isinstance(source, ex.Zone) else None
        if zone is not None and zone.name != ANSWERS_ZONE and len(things) <= _LOOKED_FOR:
            found.append((len(things), tuple(sorted(things)), zone.first, zone.first + zone.count))
    if not found or layout.counting.counts(action.by_where):
        return Prospect(tuple(parts))
    _, sought, low, high = min(found)
    return Prospect(tuple(parts), sought, low, high)


class Possible:
    """Finds the things a condition on a local can hold for; None where nothing is known."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = layout.tables
        self._called: dict[tuple[str, int], Things | None] = {}

    def for_part(self, action: ActionDecl, position: int) -> Things | None:
        """The things that a part of an action can be, by its own condition and all that are asked later."""
        name = action.parts[position].over.binder
        later = [part.over.where for part in action.parts[position:]]
        found = [self.things(node, name) for node in (*later, *action.needs) if node is not None]
        return _all_of(found)

    def things(self, node: ex.Expression, name: str, deep: int = 0) -> Things | None:
        """The things for which a condition on the local `name` may hold."""
        match node:
            case ex.Flag(value=False):
                return frozenset()
            case ex.And(of=parts):
                return _all_of([self.things(part, name, deep) for part in parts])
            case ex.Or(of=parts):
                return _any_of([self.things(part, name, deep) for part in parts])
            case ex.IsRow(of=ex.Local(name=of), row=row) if of == name:
                return frozenset(self.tables.row_things[self.tables.row_number[row]])
            case ex.IsType(of=ex.Local(name=of), type=kind) if of == name:
                info = self.tables.types[kind]
                return frozenset(range(info.first, info.last))
            case ex.Choice(cases=cases, otherwise=otherwise):
                return _any_of(
                    [self.things(each, name, deep) for each in (*(c.then for c in cases), otherwise)]
                )
            case ex.LetIn(then=then):
                return self.things(then, name, deep)
            case ex.Told(of=ex.Local(name=of)) if of == name:
                return self._told(node, name, deep)
            case ex.Call(name=called, args=args) if deep < MOST_CALLS and args.count(ex.Local(name)) == 1:
                return self._of_call(called, args.index(ex.Local(name)), deep + 1)
        return None

    def _told(self, node: ex.Told, name: str, deep: int) -> Things | None:
        if node.otherwise is not None and self.things(node.otherwise, name, deep) != frozenset():
            return None
        found: set[int] = set()
        for row, said in node.rows.items():
            own = frozenset(self.tables.row_things[self.tables.row_number[row]])
            possible = self.things(said, name, deep)
            found |= own if possible is None else own & possible
        return frozenset(found)

    def _of_call(self, called: str, position: int, deep: int) -> Things | None:
        key = called, position
        if key not in self._called:
            self._called[key] = None
            declared = self.layout.values[called]
            if not self.layout.value_modifiers.get(called):
                name = declared.parameters[position].name
                self._called[key] = self.things(declared.body, name, deep)
        return self._called[key]


def _all_of(found: list[Things | None]) -> Things | None:
    said = [things for things in found if things is not None]
    return reduce(frozenset.intersection, said) if said else None


def _any_of(found: list[Things | None]) -> Things | None:
    said = [things for things in found if things is not None]
    return frozenset().union(*said) if len(said) == len(found) else None
