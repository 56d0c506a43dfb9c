"""What happenings, windows, payments and loops cost: see `counting.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ActionDecl, WindowDecl

from .copies import all_copies
from .costs import ENDLESS, LIGHT, Costs
from .counting import UNIT, Counting, Key
from .reach import in_order

if TYPE_CHECKING:
    from .layout import EventInfo, Layout
    from .points import Body

_ASKING = 3
"""So many steps it takes to ask somebody in a window."""
_STATEMENT, _HAPPENING, _MOVED = 8, 60, 10
"""What a statement, a happening and a thing that is moved cost, in nodes that are looked at."""


def make_counting(layout: Layout) -> Counting:
    """Look through the rules of a layout."""
    return _BodyCosts(layout).found


class _BodyCosts(Costs):
    """Works out what bodies cost, when it is known what their expressions do."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        told = [column for column in layout.tables.columns if column.kind.kind == "thing"]
        self.telling = 1 + sum(column.count * column.members for column in told) // 8
        """What it costs to tell a thing from those that are like it."""
        self.known = {}  # from here on no value, attribute or test costs anything else
        self._find_bodies()
        self.known = None  # what is learnt later need not stay as long as the rules

    def _find_bodies(self) -> None:
        """Costs of happenings, from those that are called to those that call them."""
        layout = self.layout
        edges: dict[Key, list[Key]] = {}
        for info in layout.events:
            edges["event", info.name] = self._happens_in(self._bodies_of(info))
        for window in layout.game.windows:
            names = [layout.actions[n].name for n in layout.window_actions[window.name]]
            costs = self._happens_in(layout.body(f"action:{name}") for name in names)
            actions: list[Key] = [("event", name) for name in names]
            edges["window", window.name] = list(dict.fromkeys([*costs, *actions]))
        for payment in layout.game.payments:
            edges["payment", payment.name] = self._happens_in(self._paid(payment.name))
        order, again = in_order(edges)
        again |= self._through_windows(edges, again)
        heights: dict[Key, int] = {}
        for key in order:
            height = 1 + max((heights.get(other, 0) for other in edges[key]), default=0)
            if key[0] == "event":
                cost = self._event(layout.events[layout.event_number[key[1]]])
                height = self.settle(key, cost, key in again, height)
            elif key[0] == "window":
                self._window(layout.windows[key[1]])
            elif key[0] == "payment":
                paid = self._paid(key[1])
                self.cost[key] = max(map(self._body, paid), default=0)
            heights[key] = height
        for info in layout.events:
            if rows := [self.rule(layout.rules[n]) for group in info.lasting.values() for n in group]:
                self.found.lasting[info.number] = 4 + max(rows)
        for body in layout.bodies:
            self._body(body)
            self._block(body, body.cost)

    def _through_windows(self, edges: dict[Key, list[Key]], again: set[Key]) -> set[Key]:
        """The events that windows and payments on circles begin: these themselves are never watched."""
        through = [key for key in again if key[0] in ("window", "payment")]
        return {called for key in through for called in edges[key] if called[0] == "event"}

    def _own_bodies(self, info: EventInfo) -> list[Body]:
        """The bodies of an event itself."""
        return [self.layout.bodies[number] for number in (info.body, *info.told.values())]

    def _bodies_of(self, info: EventInfo) -> list[Body]:
        """The bodies that an event runs: its own, those of its rules and limits."""
        layout = self.layout
        rules = info.hooks("before", "instead", "after")
        return [
            *self._own_bodies(info),
            *(layout.body(f"rule:{layout.rules[number].name}") for number in rules),
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
        layout, found = self.layout, self.found
        cost = 1 + max(self._body(body) for body in self._own_bodies(info)) + self.cost["may", info.name]
        for rule in (layout.rules[number] for number in info.hooks("before", "instead", "after")):
            each = 1 + self.of(rule.where) + self._body(layout.body(f"rule:{rule.name}"))
            cost += self._for_each(rule.over, each, found.rules, rule.name)
        for limit in (layout.limits[number] for number in info.limits):
            tests = (limit.holds, None if limit.over is None else limit.over.where)
            each = 1 + self.of(tests) + self._body(layout.body(f"limit:{limit.name}"))
            cost += self._for_each(limit.over, each, found.limits, limit.name)
        return min(cost, ENDLESS)

    def _for_each(self, over: ex.Set | None, each: int, steps: dict[str, int], name: str) -> int:
        """The cost of what counts once, or for each of a set: then the steps for each element are noted."""
        if over is None:
            return each
        outside = self.of(over)
        copies = all_copies(self.layout.tables, over)
        whole = each * (self.extents.elements(over) if copies is None else len(copies))
        if copies is not None or whole <= LIGHT:
            return outside + whole
        steps[name] = 1 + each // UNIT
        return outside

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
        self.found.asks[window.name] = _ASKING + min(ENDLESS, cost + max(effects)) // UNIT
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

    def _body(self, body: Body) -> int:
        return self._block(body, body.first)

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
                most = extents.range(count)[1]
                return _MOVED * min(extents.zone(source), extents.unknown if most is None else most)
            case st.Roll(count=count) if count is not None:
                most = extents.range(count)[1]
                return _MOVED * (extents.unknown if most is None else max(0, most))
            case st.Show() | st.Lasting() | st.Later():
                return 16
        return 0
