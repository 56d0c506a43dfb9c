"""What keeps an event from being supposed: somebody is asked, chance decides, or more ends than itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from . import declarations as d
from . import expressions as x
from . import statements as s
from .walk import nodes

Reason = Literal["asks", "chance", "ends", "leaves", "itself"]


class Obstacle(NamedTuple):
    """Why what stands after `supposing` cannot be: a reason, and the happenings on the way to it."""

    node: x.Supposing
    reason: Reason
    way: tuple[str, ...]


_ALWAYS: dict[type[x.Node], Reason] = {
    **dict.fromkeys((s.Choose, s.Ask, s.SecretChoice, s.Pay, s.Open), "asks"),
    **dict.fromkeys((s.Roll, s.RollDie, s.PickRandom, s.Shuffle), "chance"),
    s.EndGame: "ends",
}  # fmt: skip


def obstacles(rules: d.Rules, *pieces: object) -> list[Obstacle]:
    """What is supposed in pieces of rules and cannot be, with the shortest way to what hinders it."""
    supposed = [node for node in nodes(pieces) if isinstance(node, x.Supposing)]
    ways = _Ways(rules) if supposed else None
    hindered = {} if ways is None else {name: ways.find(name) for name in {n.event for n in supposed}}
    return [Obstacle(node, *found) for node in supposed if (found := hindered[node.event]) is not None]


class _Ways:
    """Follows what an event may do, rules, limits and what is asked on the way included."""

    def __init__(self, rules: d.Rules) -> None:
        self.rules = rules
        self.events = {event.name: event for event in rules.events}
        self.values = {value.name: value for value in rules.values}
        self.unordered = {zone.name for zone in rules.zones if zone.order != "ordered"}
        self.put_off: dict[str, list[str]] = {}
        for node in nodes(rules):
            if isinstance(node, s.Later) and node.by is None:
                self.put_off.setdefault(node.span, []).append(node.event)

    def find(self, event: str) -> tuple[Reason, tuple[str, ...]] | None:
        """The nearest obstacle."""
        ways: list[tuple[str, ...]] = [(event,)]
        seen = {event}
        for way in ways:
            for part, own, rule in self._parts(way[-1]):
                for node in self._all(part):
                    reason = self._reason(node, way, own)
                    if reason is not None:
                        return reason, way + rule
                    for name in self._led_to(node):
                        if name not in seen:
                            seen.add(name)
                            ways.append((*way, *rule, name))
        return None

    def _parts(self, name: str) -> Iterator[tuple[object, str, tuple[str, ...]]]:
        """What happens or is asked in the life of an event, each with the event that it may leave.

        What belongs to a rule or a limit comes with its name.
        """
        if name in self.events:
            event = self.events[name]
            yield (event.body, event.told), name, ()
        yield from ((rule, "", (rule.name,)) for rule in self.rules.rules if rule.event == name)
        yield from ((limit, "", (limit.name,)) for limit in self.rules.limits if name in limit.after)

    def _all(self, part: object) -> Iterator[x.Node]:
        """The nodes of a part, of the values it calls, and of what changes these and its attributes."""
        seen: set[tuple[str | None, str]] = set()
        waiting = [part]
        while waiting:
            for node in nodes(waiting.pop()):
                yield node
                if isinstance(node, x.Call | x.Attribute):
                    key = (node.type if isinstance(node, x.Attribute) else None, node.name)
                    if key in seen:
                        continue
                    seen.add(key)
                    waiting += [self.values[node.name]] if isinstance(node, x.Call) else []
                    waiting += [m for m in self.rules.modifiers if (m.type, m.of) == key]
                elif isinstance(node, x.May):
                    forbidding = ("forbid", "allow")
                    hooked = (rule for rule in self.rules.rules if rule.event == node.event)
                    waiting += [(rule.over, rule.where) for rule in hooked if rule.kind in forbidding]

    def _led_to(self, node: x.Node) -> list[str]:
        if isinstance(node, s.Happen | x.Supposing):
            return [node.event]
        return self.put_off.get(node.span, []) if isinstance(node, s.CarryOut) else []

    def _reason(self, node: x.Node, way: tuple[str, ...], own: str) -> Reason | None:
        if isinstance(node, s.Leave):
            return None if node.event == own and not node.afterwards else "leaves"
        if isinstance(node, s.DrawOne | s.DrawMany | s.Look):
            return "chance" if node.source in self.unordered else None
        if isinstance(node, x.Supposing):
            return "itself" if node.event == way[0] else None
        return _ALWAYS.get(type(node))
