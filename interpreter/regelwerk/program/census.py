"""Which bodies may suspend, which may only be left, and which always run to their end.

The classes are inferred over the whole program: an event has the class of the worst of its bodies, its
rules, its limits and everything that happens inside.
"""

from __future__ import annotations

from regelwerk.rules import statements as st

from .layout import EventInfo, Layout
from .points import Body

PLAIN, LEAVING, SUSPENDING = 0, 1, 2

_DECIDING = (st.Choose, st.Ask, st.SecretChoice, st.Open, st.Pay)


class Census:
    """The class of every body (by number) and of every event (by number)."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.bodies = [PLAIN] * len(layout.bodies)
        self.events = [PLAIN] * len(layout.events)
        self.costs = [PLAIN] * len(layout.actions)
        self.ends = [_ends(body) for body in layout.bodies]
        self.queued: dict[str, list[int]] = {}
        self.declared: set[int] = set()
        """Actions, by the numbers of their events, that rules put off until a window declares them."""
        self.left: set[str] = set()
        """Events that are left from inside something else than their own body."""
        self.afterwards: set[str] = set()
        self.tied: set[str] = set()
        """Events to whose spans something may be tied."""
        self._prepare()
        while self._round():
            pass

    def _prepare(self) -> None:
        for body in self.layout.bodies:
            own = self.layout.events[body.event].name if body.event >= 0 else None
            for place in body.places:
                statement = place.statement
                if isinstance(statement, st.Lasting | st.Later):
                    self.tied.add(statement.span)
                if isinstance(statement, st.Leave) and statement.afterwards:
                    self.afterwards.add(statement.event)
                    self.tied.add(statement.event)
                elif isinstance(statement, st.Leave):
                    if statement.event != own or place.number < body.cost_places:
                        self.left.add(statement.event)
                elif isinstance(statement, st.Later) and statement.by is not None:
                    self.declared.add(self.layout.event_number[statement.event])
                elif isinstance(statement, st.Later):
                    events = self.queued.setdefault(statement.span, [])
                    number = self.layout.event_number[statement.event]
                    if number not in events:
                        events.append(number)
        self.tied.update(self.layout.lifetimes.values())
        for info in self.layout.events:
            if info.name in self.left:
                self.events[info.number] = SUSPENDING
        for body in self.layout.bodies:
            if body.kind == "window":
                self.bodies[body.number] = SUSPENDING

    def _round(self) -> bool:
        changed = False
        for body in self.layout.bodies:
            places = range(body.cost_places, len(body.places))
            found = max([self.of(body, place) for place in places], default=PLAIN)
            if found > self.bodies[body.number]:
                self.bodies[body.number] = found
                changed = True
        for info in self.layout.events:
            found = self._life(info)
            if found > self.events[info.number]:
                self.events[info.number] = found
                changed = True
            if info.action >= 0:
                body = self.layout.bodies[info.body]
                places = range(body.cost_places)
                found = max([self.of(body, place) for place in places], default=PLAIN)
                if found > self.costs[info.action]:
                    self.costs[info.action] = found
                    changed = True
        return changed

    def _life(self, info: EventInfo) -> int:
        numbers = [info.body, *info.told.values()]
        for group in (info.rules, info.lasting):
            for kind in ("before", "instead", "after"):
                numbers += [self.rule_body(number).number for number in group.get(kind, [])]
        numbers += [self.limit_body(number).number for number in info.limits]
        return max([self.bodies[n] for n in numbers] + [self.events[info.number]], default=PLAIN)

    def rule_body(self, rule: int) -> Body:
        return self.layout.body(f"rule:{self.layout.rules[rule].name}")

    def limit_body(self, limit: int) -> Body:
        return self.layout.body(f"limit:{self.layout.limits[limit].name}")

    def of(self, body: Body, place: int) -> int:
        """The class of a statement, that of the statements inside it left out."""
        statement = body.places[place].statement
        if isinstance(statement, _DECIDING):
            return SUSPENDING
        if isinstance(statement, st.Happen):
            return self.events[self.layout.event_number[statement.event]]
        if isinstance(statement, st.CarryOut):
            return max([self.events[n] for n in self.queued.get(statement.span, [])], default=PLAIN)
        if isinstance(statement, st.EndGame):
            return LEAVING
        if isinstance(statement, st.Leave) and not statement.afterwards:
            own = self.layout.events[body.event].name if body.event >= 0 else None
            return PLAIN if statement.event == own and place >= body.cost_places else LEAVING
        return PLAIN

    def suspends(self, body: Body, place: int) -> bool:
        """Whether a match may stand somewhere inside this statement."""
        return any(self.of(body, inner) == SUSPENDING for inner in range(place, self.end(body, place)))

    def end(self, body: Body, place: int) -> int:
        """One more than the number of the last statement inside a statement."""
        return self.ends[body.number][place]


def _ends(body: Body) -> list[int]:
    ends = [place.number + 1 for place in body.places]
    for place in reversed(body.places):
        if place.parent >= 0:
            ends[place.parent] = max(ends[place.parent], ends[place.number])
    return ends
