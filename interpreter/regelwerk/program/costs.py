"""What expressions, declared values, changed attributes and tests cost: see `counting.py`.

The cost of a piece of the rules is how many of its nodes are looked at when nothing is passed over; what
costs little counts nothing, and what costs much counts by itself, so that what is around it need not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import RuleDecl
from regelwerk.rules.walk import inside, nodes, parts_of

from .copies import all_copies
from .counting import UNIT, Counting, Key, key_of
from .reach import in_order

if TYPE_CHECKING:
    from .layout import Layout

LIGHT = 1000
"""What costs no more than this counts nothing by itself."""
_CALLED = 2500
"""The same of values that are called."""
_FIXED = 5_000
"""The same of happenings and of sets whose elements are always the same few."""
ENDLESS = 10**15
"""No cost is greater."""
_CALL = 6
"""What a call costs, in nodes that are looked at."""
_DEEP = 30
"""So many values or happenings may lie inside each other without that anybody counts how deep they are."""


class Costs:
    """Works costs out, from what is called to what calls it."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.extents = layout.extents
        self.found = Counting(cost_of=self.of)
        self.cost: dict[Key, int] = {}
        self.known: dict[int, int] | None = None
        """Costs by the `id` of nodes of the rules, as soon as they stay what they are."""
        self.supposed: set[Key] = {
            ("event", node.event) for node in nodes(layout.game) if isinstance(node, ex.Supposing)
        }
        """Events that are supposed: they always count, so that whatever asks for them need not."""
        self._find_pure()

    def _find_pure(self) -> None:
        """Costs of what is evaluated: values, attributes, tests whether an event may happen."""
        pure = self._pure()
        edges = {key: self._called(pieces) for key, pieces in pure.items()}
        order, again = in_order(edges)
        heights: dict[Key, int] = {}
        for key in order:
            height = 1 + max((heights.get(other, 0) for other in edges[key]), default=0)
            heights[key] = self.settle(key, self._cost_of_pure(key), key in again, height)
        self._mark_costly(edges, pure)

    def settle(self, key: Key, cost: int, again: bool, height: int) -> int:
        """Note a cost; what is heavy or may be inside itself counts, and is light for who calls it.

        Returns how deep it is for who calls it, apart from what is watched.
        """
        deep = again or height > _DEEP
        counts = deep or cost > (_FIXED if key[0] == "event" else _CALLED) or key in self.supposed
        steps = 1 + min(cost, ENDLESS) // UNIT
        self.cost[key] = 1 if counts else cost
        if key[0] == "event":
            number = self.layout.event_number[key[1]]
            if counts:
                self.found.happenings[number] = steps
            if deep:
                self.found.deep_events.add(number)
        else:
            if counts:
                self.found.calls[key] = steps
            if deep and key[0] != "may":
                self.found.deep.add(key)
        return 0 if deep else height

    # Values, attributes, tests whether an event may happen

    def _pure(self) -> dict[Key, list[object]]:
        """For each of them the pieces of the rules that are evaluated."""
        layout = self.layout
        result: dict[Key, list[object]] = {}
        for name, declared in layout.values.items():
            changes = [layout.modifiers[n] for n in layout.value_modifiers.get(name, ())]
            result["value", name] = [declared.body, *changes]
        for attribute, numbers in layout.attribute_modifiers.items():
            result["attribute", attribute] = [layout.modifiers[n] for n in numbers]
        for info in layout.events:
            result["may", info.name] = [
                (rule.over, rule.where)
                for rule in (layout.rules[number] for number in info.hooks("forbid", "allow"))
            ]
        return result

    def _called(self, pieces: object) -> list[Key]:
        """What pieces of the rules call; of attributes those that anything changes."""
        found = dict.fromkeys(map(key_of, nodes(pieces)))
        return [key for key in found if key is not None and key[0] != "event" and self._is_worked_out(key)]

    def _is_worked_out(self, key: Key) -> bool:
        return key[0] != "attribute" or key[1] in self.layout.attribute_modifiers

    def _cost_of_pure(self, key: Key) -> int:
        layout = self.layout
        if key[0] == "may":
            info = layout.events[layout.event_number[key[1]]]
            return sum(self.rule(layout.rules[number]) for number in info.hooks("forbid", "allow"))
        if key[0] == "attribute":
            return 1 + self._changes(layout.attribute_modifiers[key[1]])
        return self.of(layout.values[key[1]].body) + self._changes(layout.value_modifiers.get(key[1], ()))

    def _changes(self, modifiers: Iterable[int]) -> int:
        cost = 0
        for modifier in (self.layout.modifiers[number] for number in modifiers):
            changes = sum(self.of((change.where, change.by, change.bound)) for change in modifier.changes)
            cost += 1 + self._of_each(modifier.over, changes)
        return cost

    def rule(self, rule: RuleDecl) -> int:
        """The cost of testing a rule."""
        return 1 + self._of_each(rule.over, self.of(rule.where))

    def _of_each(self, over: ex.Set | None, cost: int) -> int:
        """The cost of what is asked for each of a set; copies of certain rows do not count themselves."""
        if over is None:
            return cost
        copies = all_copies(self.layout.tables, over)
        return self.over(over, cost) if copies is None else len(copies) * (1 + cost)

    def _mark_costly(self, edges: dict[Key, list[Key]], pure: dict[Key, list[object]]) -> None:
        found = self.found
        found.costly = {*found.calls, *self.supposed}
        for key, pieces in pure.items():
            counting = (id(n) in found.sets or isinstance(n, ex.Supposing) for n in nodes(pieces))
            if any(counting):
                found.costly.add(key)
        while True:
            more = {key for key, called in edges.items() if found.costly.intersection(called)}
            if more <= found.costly:
                return
            found.costly |= more

    # Expressions

    def of(self, node: object) -> int:
        """The cost of a piece of the rules without statements."""
        if not isinstance(node, ex.Node):
            return min(ENDLESS, sum(map(self.of, inside(node))))
        if self.known is None:
            return self._of(node)
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = self._of(node)
        return found

    def _of(self, node: ex.Node) -> int:
        match node:
            case ex.Set():
                return self.over(node, 0)
            case ex.Sum(over=over, value=value) | ex.Extreme(over=over, value=value):
                return 1 + self.over(over, self.of(value))
            case ex.Feature(over=ex.Set() as over, value=value):
                return min(ENDLESS, 1 + self.of(over) + self.extents.elements(over) * self.of(value))
            case ex.Every(of=over, has=has):
                return 1 + self.over(over, self.of(has))
            case ex.Choice(cases=cases, otherwise=otherwise):
                thens = [self.of(otherwise), *(self.of(case.then) for case in cases)]
                cost = 1 + sum(self.of(case.when) for case in cases) + max(thens)
            case ex.Told(of=of, rows=rows, otherwise=otherwise):
                cost = 1 + self.of(of) + max(map(self.of, (otherwise, *rows.values())))
            case ex.Zone(name=name, of=of):
                cost = 1 + self.of(of) + self.extents.zone(name) // UNIT
            case ex.Inside(of=of, source=source):
                cost = 1 + self.of((of, source)) + self.extents.looked_through(source)
            case ex.Builtin(name=name, args=args):
                cost = 1 + self.of(args) + self.extents.builtin(name)
            case _:
                cost = _CALL if isinstance(node, ex.Call) else 1
                cost += sum(map(self.of, inside(node)))
                key = key_of(node)
                if key is not None and self._is_worked_out(key):
                    cost += self.cost.get(key, 1)
        return min(ENDLESS, cost)

    def over(self, over: ex.Set, besides: int) -> int:
        """The cost of going through a set; `besides` is that of what else is asked of each element."""
        each = 1 + self.of(over.where) + self.of(over.sort) + besides
        outside = 1 + self.of((over.source, over.low, over.high))
        if each == 1:
            return min(ENDLESS, outside + self.extents.elements(over) // UNIT)  # only copied
        cost = min(ENDLESS, outside + self.extents.elements(over) * each)
        if cost > (_FIXED if self.extents.is_fixed(over) else LIGHT):
            first = each if over.where is None else 1 + self.of(parts_of(over.where)[0])
            found, key = self.found, id(over)
            found.sets[key] = max(found.sets.get(key, 0), 1 + first // UNIT)
            if rest := (each - first) // UNIT:
                found.rests[key] = max(found.rests.get(key, 0), rest)
            cost = outside
        return cost
