"""What uses up steps: which sets, values, events and loops count, and how much each of them does.

Read off the rules alone, so that both builds count alike however they carry the rules out: see
`docs/architecture/match.md`. The cost of a piece of the rules is how many of its nodes are looked at when
nothing is passed over; what costs little counts nothing, and what costs much counts by itself, so that
what is around it need not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.builtins import ANSWER_TYPE
from regelwerk.rules.declarations import ActionDecl, RuleDecl, WindowDecl
from regelwerk.rules.walk import nodes

from .copies import all_copies, parts_of
from .extents import Extents
from .reach import in_order

if TYPE_CHECKING:
    from .layout import EventInfo, Layout
    from .points import Body

LIGHT = 1000
"""What costs no more than this counts nothing by itself."""
CALLED = 2500
"""The same of values that are called."""
FIXED = 5_000
"""The same of happenings and of sets whose elements are always the same few."""
UNIT = 64
"""So much of what does not count by itself makes a step of what is around it."""
_CALL, _STATEMENT, _HAPPENING, _MOVED = 6, 8, 60, 10
"""What a call, a statement, a happening and a thing that is moved cost, in nodes that are looked at."""
FEW_ROWS = 16
"""So many rules and changes may be in force for a while without using up steps."""
ASKING = 3
"""So many steps it takes to ask somebody in a window."""
ENDLESS = 10**15
"""No cost is greater."""
_DEEP = 30
"""So many values or happenings may lie inside each other without that anybody counts how deep they are."""

Key = tuple[str, Hashable]
"""A value, a changed attribute, the test whether an event may happen, an event or a window."""


@dataclass(slots=True)
class Counting:
    """How many steps what takes. What is in none of the tables takes none."""

    sets: dict[int, int] = field(default_factory=dict)
    """By the `id` of a set of the rules: the steps for each element of its source when it is gone through."""
    rests: dict[int, int] = field(default_factory=dict)
    """The steps more for each element for which the first condition of the set holds, if there are any."""
    calls: dict[Key, int] = field(default_factory=dict)
    """The steps of a call of a value (`("value", name)`) or of reading an attribute that is changed."""
    happenings: dict[int, int] = field(default_factory=dict)
    """The steps of a happening of an event, by its number."""
    lasting: dict[int, int] = field(default_factory=dict)
    """For an event on which rules in force for a while are hooked: what a row more than `FEW_ROWS` costs."""
    rounds: dict[tuple[int, int], int] = field(default_factory=dict)
    """The steps of a round of a loop, of a thing paid, of a happening carried out; by body and place."""
    asks: dict[str, int] = field(default_factory=dict)
    """The steps each time a window asks a seat."""
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For each action and part the steps for each element that may fill it, 0 for none."""
    rules: dict[str, int] = field(default_factory=dict)
    """The steps for each element of the set of a rule."""
    limits: dict[str, int] = field(default_factory=dict)
    """The steps for each element of the set of a limit."""
    deep: set[Key] = field(default_factory=set)
    """What may be inside itself, or too deep: it is counted how many of them are inside each other."""
    counting: set[Key] = field(default_factory=set)
    """The values, attributes and tests in which anything counts."""
    modified: Callable[[ex.Attribute], Key | None] = lambda node: None
    cost_of: Callable[[object], int] = lambda node: 0
    _learnt: dict[int, object] = field(default_factory=dict)
    _counts: dict[int, tuple[object, bool]] = field(default_factory=dict)

    def steps_of_rows(self, event: int, rows: int) -> int:
        """The steps of a happening, by its event, for so many rules and changes in force for a while."""
        return max(0, rows - FEW_ROWS) * self.lasting.get(event, 0) // UNIT

    def counts(self, node: object) -> bool:
        """Whether anything in a piece of the rules uses up steps when it is evaluated."""
        if node is None or not (self.sets or self.counting):
            return False
        kept = self._counts.get(id(node))
        if kept is None:
            found = any(self._counts_itself(inner) for inner in nodes(node))
            kept = self._counts[id(node)] = (node, found)  # the node, lest its `id` becomes another's
        return kept[1]

    def learn(self, node: object) -> None:
        """Let the sets of something that is not in the rules count, too: what scenarios and lists ask."""
        if id(node) not in self._learnt:
            self._learnt[id(node)] = node
            self.cost_of(node)

    def _counts_itself(self, node: ex.Node) -> bool:
        match node:
            case ex.Set():
                return id(node) in self.sets
            case ex.Call(name=name):
                return ("value", name) in self.counting
            case ex.May(event=event):
                return ("may", event) in self.counting
            case ex.Attribute() if not node.printed:
                key = self.modified(node)
                return key is not None and key in self.counting
        return False


def make_counting(layout: Layout) -> Counting:
    """Look through the rules of a layout."""
    return _Costs(layout).all()


class _Costs:
    """Works costs out, from what is called to what calls it."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.extents = Extents(layout)
        self.found = Counting(modified=self._modified, cost_of=self.of)
        self.cost: dict[Key, int] = {}
        self.costs_of_sets: dict[int, int] = {}
        told = [column for column in layout.tables.columns if column.kind.kind == "thing"]
        self.telling = 1 + sum(column.count * column.members for column in told) // 8

    def all(self) -> Counting:
        pure = self._pure()
        edges = {key: self._called(pieces) for key, pieces in pure.items()}
        order, again = in_order(edges)
        heights: dict[Key, int] = {}
        for key in order:
            height = 1 + max((heights.get(other, 0) for other in edges[key]), default=0)
            heights[key] = self._settle(key, self._cost_of_pure(key), key in again, height)
        self._mark_counting(edges, pure)
        self._bodies()
        return self.found

    def _settle(self, key: Key, cost: int, again: bool, height: int) -> int:
        """Note a cost; what is heavy or may be inside itself counts, and is light for who calls it.

        Returns how deep it is for who calls it, apart from what is watched.
        """
        if key[0] in ("value", "attribute", "event") and (again or height > _DEEP):
            self.found.deep.add(key)
        counts = again or cost > (FIXED if key[0] == "event" else CALLED) or height > _DEEP
        self.cost[key] = 1 if counts else cost
        if counts:
            steps = 1 + min(cost, ENDLESS) // UNIT
            if key[0] == "event":
                self.found.happenings[self.layout.event_number[str(key[1])]] = steps
            else:
                self.found.calls[key] = steps
        return 0 if again or height > _DEEP else height

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
                for kind in ("forbid", "allow")
                for number in (*info.rules.get(kind, ()), *info.lasting.get(kind, ()))
                for rule in [layout.rules[number]]
            ]
        return result

    def _modified(self, node: ex.Attribute) -> Key | None:
        key = (node.type, node.name)
        return ("attribute", key) if key in self.layout.attribute_modifiers else None

    def _called(self, pieces: object) -> list[Key]:
        found: dict[Key, None] = {}
        for node in nodes(pieces):
            match node:
                case ex.Call(name=name):
                    found["value", name] = None
                case ex.May(event=event):
                    found["may", event] = None
                case ex.Attribute() if not node.printed and (key := self._modified(node)) is not None:
                    found[key] = None
        return list(found)

    def _cost_of_pure(self, key: Key) -> int:
        layout = self.layout
        if key[0] == "may":
            return self._forbids(layout.events[layout.event_number[str(key[1])]])
        numbers: Sequence[int]
        if key[0] == "value":
            numbers = layout.value_modifiers.get(str(key[1]), ())
            cost = self.of(layout.values[str(key[1])].body)
        else:
            numbers, cost = layout.attribute_modifiers[key[1]], 1  # type: ignore[index]
        for number in numbers:
            modifier = layout.modifiers[number]
            changes = sum(self.of((change.where, change.by, change.bound)) for change in modifier.changes)
            cost += 1 + self._of_each(modifier.over, changes)
        return cost

    def _forbids(self, info: EventInfo) -> int:
        allows = self._rules(info, "allow")
        return self._rules(info, "forbid") + allows

    def _rules(self, info: EventInfo, kind: str) -> int:
        numbers = (*info.rules.get(kind, ()), *info.lasting.get(kind, ()))
        return sum(self._rule(self.layout.rules[number]) for number in numbers)

    def _rule(self, rule: RuleDecl) -> int:
        return 1 + self._of_each(rule.over, self.of(rule.where))

    def _of_each(self, over: ex.Set | None, cost: int) -> int:
        """The cost of what is asked for each of a set; copies of certain rows do not count themselves."""
        if over is None:
            return cost
        copies = all_copies(self.layout.tables, over)
        return self.over(over, cost) if copies is None else len(copies) * (1 + cost)

    def _mark_counting(self, edges: dict[Key, list[Key]], pure: dict[Key, list[object]]) -> None:
        found = self.found
        found.counting = set(found.calls)
        for key, pieces in pure.items():
            if any(id(node) in found.sets for node in nodes(pieces) if isinstance(node, ex.Set)):
                found.counting.add(key)
        while True:
            more = {key for key, called in edges.items() if found.counting.intersection(called)}
            if more <= found.counting:
                return
            found.counting |= more

    # Expressions

    def of(self, node: Any) -> int:
        """The cost of a piece of the rules without statements."""
        if not isinstance(node, ex.Node):
            if isinstance(node, tuple | list):
                return min(ENDLESS, sum(map(self.of, node)))
            return min(ENDLESS, sum(map(self.of, node.values()))) if isinstance(node, dict) else 0
        match node:
            case ex.Set():
                return self.over(node, 0)
            case ex.Sum(over=over, value=value) | ex.Extreme(over=over, value=value):
                return 1 + self.over(over, self.of(value))
            case ex.Every(of=over, has=has):
                return 1 + self.over(over, self.of(has))
            case ex.Call(name=name, args=args):
                cost = _CALL + self.of(args) + self.cost.get(("value", name), 1)
            case ex.May(event=event, args=args):
                cost = 1 + self.of(args) + self.cost.get(("may", event), 1)
            case ex.Choice(cases=cases, otherwise=otherwise):
                thens = [self.of(otherwise), *(self.of(case.then) for case in cases)]
                cost = 1 + sum(self.of(case.when) for case in cases) + max(thens)
            case ex.Told(of=of, rows=rows, otherwise=otherwise):
                cost = 1 + self.of(of) + max(map(self.of, (otherwise, *rows.values())))
            case ex.Zone(name=name, of=of):
                cost = 1 + self.of(of) + self.extents.zone(name) // 64
            case ex.Inside(of=of, source=source):
                cost = 1 + self.of((of, source)) + self.extents.looked_through(source)
            case ex.Builtin(name=name, args=args):
                cost = 1 + self.of(args) + self.extents.builtin(name)
            case _:
                cost = 1 + sum(self.of(getattr(node, name)) for name in node.__struct_fields__)
                if isinstance(node, ex.Attribute) and not node.printed:
                    key = self._modified(node)
                    cost += 0 if key is None else self.cost.get(key, 1)
        return min(ENDLESS, cost)

    def over(self, over: ex.Set, inside: int) -> int:
        """The cost of going through a set; `inside` is that of what is asked of each element besides."""
        each = 1 + self.of(over.where) + self.of(over.sort) + inside
        outside = 1 + self.of((over.source, over.low, over.high))
        if each == 1:
            return min(ENDLESS, outside + self.extents.elements(over) // UNIT)  # only copied
        cost = min(ENDLESS, outside + self.extents.elements(over) * each)
        if cost > (FIXED if self.extents.is_fixed(over) else LIGHT):
            first = each if over.where is None else 1 + self.of(parts_of(over.where)[0])
            found, key = self.found, id(over)
            found.sets[key] = max(found.sets.get(key, 0), 1 + first // UNIT)
            if rest := (each - first) // UNIT:
                found.rests[key] = max(found.rests.get(key, 0), rest)
            cost = outside
        return cost

    # Bodies

    def _bodies(self) -> None:
        """Costs of happenings, from those that are called to those that call them."""
        layout = self.layout
        edges: dict[Key, list[Key]] = {}
        for info in layout.events:
            edges["event", info.name] = self._happens_in(self._bodies_of(info))
        for window in layout.game.windows:
            inside = [layout.bodies[layout.events[n].body] for n in self._actions_at(window)]
            costs = self._happens_in(inside)
            numbers = layout.window_actions[window.name]
            actions: list[Key] = [("event", layout.actions[n].name) for n in numbers]
            edges["window", window.name] = list(dict.fromkeys([*costs, *actions]))
        for payment in layout.game.payments:
            edges["payment", payment.name] = self._happens_in(self._paid(payment.name))
        order, again = in_order(edges)
        again |= {("event", name) for name in self._through_windows(edges, again)}
        heights: dict[Key, int] = {}
        for key in order:
            height = 1 + max((heights.get(other, 0) for other in edges[key]), default=0)
            if key[0] == "event":
                cost = self._event(layout.events[layout.event_number[str(key[1])]])
                heights[key] = self._settle(key, cost, key in again, height)
            else:
                heights[key] = height
                if key[0] == "window":
                    self._window(layout.windows[str(key[1])])
                else:
                    paid = self._paid(str(key[1]))
                    self.cost[key] = max((self._block(body, body.first) for body in paid), default=0)
        for info in layout.events:
            if rows := [self._rule(layout.rules[n]) for group in info.lasting.values() for n in group]:
                self.found.lasting[info.number] = 4 + max(rows)
        for body in layout.bodies:
            self._block(body, body.first)
            self._block(body, body.cost)

    def _through_windows(self, edges: dict[Key, list[Key]], again: set[Key]) -> list[str]:
        """The events that windows and payments on circles begin: these themselves are never watched."""
        return [
            str(called[1])
            for key in again
            if key[0] in ("window", "payment")
            for called in edges[key]
            if called[0] == "event"
        ]

    def _actions_at(self, window: WindowDecl) -> list[int]:
        layout = self.layout
        return [layout.event_number[layout.actions[n].name] for n in layout.window_actions[window.name]]

    def _bodies_of(self, info: EventInfo) -> list[Body]:
        """The bodies that an event runs: its own, those of its rules and limits."""
        layout = self.layout
        rules = [
            layout.rules[number].name
            for kind in ("before", "instead", "after")
            for number in (*info.rules.get(kind, ()), *info.lasting.get(kind, ()))
        ]
        return [
            *(layout.bodies[number] for number in (info.body, *info.told.values())),
            *(layout.body(f"rule:{name}") for name in rules),
            *(layout.body(f"limit:{layout.limits[number].name}") for number in info.limits),
        ]

    def _happens_in(self, bodies: Iterable[Body]) -> list[Key]:
        """The events and windows that bodies begin."""
        found: dict[Key, None] = {}
        for body in bodies:
            for place in body.places:
                match place.statement:
                    case st.Happen(event=event):
                        found["event", event] = None
                    case st.Open(window=window):
                        found["window", window] = None
                    case st.CarryOut(span=span):
                        found.update(dict.fromkeys(("event", name) for name in self._put_off(span)))
                    case st.Pay(payment=payment):
                        found["payment", payment] = None
        return list(found)

    def _paid(self, payment: str) -> list[Body]:
        """The bodies that spend what is laid down, and what happens for it."""
        kinds = ("payment", "spent")
        return [body for body in self.layout.bodies if body.kind in kinds and body.subject == payment]

    def _put_off(self, span: str) -> list[str]:
        return list(
            dict.fromkeys(
                place.statement.event
                for body in self.layout.bodies
                for place in body.places
                if isinstance(place.statement, st.Later) and place.statement.span == span
            )
        )

    def _event(self, info: EventInfo) -> int:
        layout = self.layout
        own = [layout.bodies[number] for number in (info.body, *info.told.values())]
        cost = 1 + max(self._block(body, body.first) for body in own) + self.cost["may", info.name]
        for kind in ("before", "instead", "after"):
            for number in (*info.rules.get(kind, ()), *info.lasting.get(kind, ())):
                rule = layout.rules[number]
                body = layout.body(f"rule:{rule.name}")
                each = 1 + self.of(rule.where) + self._block(body, body.first)
                if rule.over is None:
                    cost += each
                else:
                    steps, outside = self._each_of(rule.over, each)
                    self.found.rules[rule.name] = steps
                    cost += outside
        for number in info.limits:
            limit = layout.limits[number]
            body = layout.body(f"limit:{limit.name}")
            each = 1 + self.of(limit.holds) + self._block(body, body.first)
            if limit.over is None:
                cost += each
            else:
                each += self.of(limit.over.where)
                self.found.limits[limit.name], outside = self._each_of(limit.over, each)
                cost += outside
        return min(cost, ENDLESS)

    def _each_of(self, over: ex.Set, each: int) -> tuple[int, int]:
        """For what counts for each of a set: the steps for each element, and the cost besides."""
        outside = self.of(over)
        copies = all_copies(self.layout.tables, over)
        whole = each * (self.extents.elements(over) if copies is None else len(copies))
        if copies is not None or whole <= LIGHT:
            return 0, outside + whole
        return 1 + each // UNIT, outside

    def _window(self, window: WindowDecl) -> None:
        layout = self.layout
        cost, effects = 1 + self.of(window.passing), [0]
        for number in layout.window_actions[window.name]:
            action = layout.actions[number]
            cost += self._action(number, action)
            info = layout.events[layout.event_number[action.name]]
            body = layout.bodies[info.body]
            checks = self.of((action.needs, tuple(part.over for part in action.parts if part.target)))
            effects.append(self.cost.get(("event", action.name), 1) + self._block(body, body.cost) + checks)
        self.found.asks[window.name] = ASKING + min(ENDLESS, cost + max(effects)) // UNIT
        self.cost["window", window.name] = 1 + self.of((window.asks, window.start))

    def _action(self, number: int, action: ActionDecl) -> int:
        """The cost of finding the ways to declare an action; each of its parts may count."""
        steps: list[int] = []
        inside = 1 + self.of(action.needs) + self.cost["may", action.name]
        for part in reversed(action.parts):
            each = 1 + inside + (self.telling if self.extents.alike(part.over) else 0)
            whole = each * self.extents.elements(part.over)
            steps.append(1 + each // UNIT if whole > LIGHT else 0)
            inside = self.of(part.over) + (whole if whole <= LIGHT else 0)
        self.found.parts[number] = tuple(reversed(steps))
        return 1 + self.of(action.by_where) + inside

    # Statements

    def _block(self, body: Body, first: int) -> int:
        cost, place = 0, first
        while place >= 0:
            cost += self._statement(body, place)
            place = body.places[place].next
        return min(cost, ENDLESS)

    def _statement(self, body: Body, number: int) -> int:
        place = body.places[number]
        node = place.statement
        blocks = {slot: self._block(body, first) for slot, first in place.blocks.items()}
        inside = max(blocks.values(), default=0)
        match node:
            case st.Repeat():
                self._round(body, number, 1 + blocks.get("body", 0) + self.of(node.expr))
                return 1 + self.of(node.expr)
            case st.ForEach():
                self._round(body, number, 1 + blocks.get("body", 0) + self.of(node.over.where))
                return 1 + self.of((node.over, node.start))
            case st.CarryOut(span=span):
                names = self._put_off(span)
                self._round(body, number, 1 + max((self.cost.get(("event", n), 1) for n in names), default=0))
                return 1
            case st.Pay():
                return 1 + self._pay(body, number, node) + inside
            case st.SecretChoice():
                seats = self.layout.players
                return 1 + self.of(node.seats) + seats * (self._chosen(node.over) + inside)
            case st.Choose():
                return 1 + self.of((node.by, node.number)) + self._chosen(node.over) + inside
            case st.Happen(event=event):
                return _HAPPENING + self.of(node.args) + self.cost.get(("event", event), 1)
            case st.Open(window=window):
                return 1 + self.of(node.args) + self.cost.get(("window", window), 1)
        own = sum(
            self.of(getattr(node, name))
            for name in node.__struct_fields__
            if name not in ("body", "then", "otherwise", "ways")
        )
        if isinstance(node, st.Ask):
            own += self.of(tuple(way.when for way in node.ways))
        elif isinstance(node, st.EndGame):
            own += sum(self.over(score.seats, self.of(score.value)) for score in node.scores)
        return min(ENDLESS, _STATEMENT + own + inside + self._moved(node))

    def _round(self, body: Body, place: int, each: int) -> None:
        self.found.rounds[body.number, place] = 1 + min(each, ENDLESS) // UNIT

    def _chosen(self, over: ex.Set) -> int:
        each = self.telling if self.extents.alike(over) else 0
        return self.of(over) + min(LIGHT, each * self.extents.elements(over))

    def _pay(self, body: Body, number: int, node: st.Pay) -> int:
        self._round(body, number, 1 + self.cost.get(("payment", node.payment), 1))
        means = self.layout.payments[node.payment].means
        each = self.of(tuple((one.over, one.units, one.gives) for one in means))
        return self.of((node.by, node.start, node.needs)) + each * len(node.needs)

    def _moved(self, node: st.Statement) -> int:
        """The cost of what is moved, drawn or mixed."""
        extents = self.extents
        match node:
            case st.Move(many=True, to=to):
                return _MOVED * extents.zone(to)
            case st.Shuffle(zone=zone):
                return _MOVED * extents.zone(zone)
            case st.DrawMany(source=source, count=count) | st.Look(source=source, count=count):
                return _MOVED * min(extents.zone(source), extents.number(count))
            case st.Put(row=row):
                return _MOVED * extents.copies(row)
            case st.Show() | st.Lasting() | st.Later():
                return 16
        return 0


def answers_only(over: ex.Set) -> bool:
    """Whether a set is one of answers."""
    return over.noun == ANSWER_TYPE
