"""Who leads to whom: bodies, happenings, windows, values and modifiers of a game as one graph.

Nodes are texts: `happens:E` is everything that belongs to the life of an event or an action, `event:E`,
`told:E:ROW`, `action:A`, `rule:R`, `limit:L`, `window:W`, `payment:P`, `value:V`, `modifier:M` are bodies or
expressions. An edge says that one may happen, or be evaluated, inside the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regelwerk.meaning.effects import Cell, modified_cell, reads
from regelwerk.meaning.made import Made
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes


class Graph:
    """The graph of a game. `parts` has what stands in each body; `edges` where it leads."""

    def __init__(self, rules: d.Rules) -> None:
        self.rules = rules
        self.modifiers_of: dict[Cell, list[str]] = {}
        for modifier in rules.modifiers:
            self.modifiers_of.setdefault(modified_cell(modifier), []).append(modifier.name)
        self.hooks: dict[str, list[d.RuleDecl]] = {}
        for rule in rules.rules:
            self.hooks.setdefault(rule.event, []).append(rule)
        self.later: dict[str, set[str]] = {}
        self.parts: dict[str, object] = dict(bodies_of(rules))
        for node in nodes(tuple(self.parts.values())):
            if isinstance(node, s.Later) and node.by is None:
                self.later.setdefault(node.span, set()).add(node.event)
        self.edges: dict[str, set[str]] = {key: self._leads_to(part) for key, part in self.parts.items()}
        for window in rules.windows:
            admitted = [action.name for action in rules.actions if window.name in action.at]
            self.edges[f"window:{window.name}"] |= {f"happens:{name}" for name in admitted}
        self._add_happenings()

    def _add_happenings(self) -> None:
        rules = self.rules
        for event in rules.events:
            own = {f"event:{event.name}", *(f"told:{event.name}:{row}" for row in event.told or {})}
            self.edges[f"happens:{event.name}"] = own
        for action in rules.actions:
            self.edges[f"happens:{action.name}"] = {f"action:{action.name}"}
        for name, hooked in self.hooks.items():
            self.edges.setdefault(f"happens:{name}", set()).update(f"rule:{rule.name}" for rule in hooked)
        for limit in rules.limits:
            for name in limit.after:
                self.edges.setdefault(f"happens:{name}", set()).add(f"limit:{limit.name}")

    def _leads_to(self, part: object) -> set[str]:
        found: set[str] = set()
        for node in nodes(part):
            if isinstance(node, s.Happen | s.Later):
                found.add(f"happens:{node.event}")
            elif isinstance(node, s.CarryOut):
                found |= {f"happens:{event}" for event in self.later.get(node.span, ())}
            elif isinstance(node, s.Open):
                found.add(f"window:{node.window}")
            elif isinstance(node, s.Pay):
                found.add(f"payment:{node.payment}")
            elif isinstance(node, x.May):
                forbidding = (
                    rule for rule in self.hooks.get(node.event, ()) if rule.kind in ("forbid", "allow")
                )
                found |= {f"rule:{rule.name}" for rule in forbidding}
            elif isinstance(node, x.Call):
                found.add(f"value:{node.name}")
                found |= {f"modifier:{name}" for name in self.modifiers_of.get(("value", node.name), ())}
            elif isinstance(node, x.Attribute) and not node.printed:
                cell = ("attribute", node.type, node.name)
                found |= {f"modifier:{name}" for name in self.modifiers_of.get(cell, ())}
        return found

    def reach(self, *starts: str) -> set[str]:
        """Return everything that may happen, or be evaluated, from these nodes on, themselves included."""
        found: set[str] = set()
        for start in starts:
            self.spread(start, found)
        return found

    def spread(self, start: str, found: set[str]) -> None:
        """Add to `found` what may happen from a node on; what follows from its members is in it already."""
        if start in found or start not in self.edges:
            return
        found.add(start)
        waiting = [start]
        while waiting:
            for key in self.edges[waiting.pop()]:
                if key not in found and key in self.edges:
                    found.add(key)
                    waiting.append(key)

    def inside(self, event: str) -> set[str]:
        """Return everything that may happen while the body of an event or an action is running."""
        return self.reach(
            *(key for key in self.edges.get(f"happens:{event}", ()) if key.split(":")[0] in OWN_BODIES)
        )

    def parts_in(self, keys: Iterable[str]) -> list[object]:
        """Return what stands in these bodies."""
        return [self.parts[key] for key in keys if key in self.parts]

    def all_reads(self, part: object) -> set[Cell]:
        """Return what an expression reads, through the values it calls and the modifiers of what it reads."""
        keys = self.reach(*self._leads_to(part))
        keys = {key for key in keys if key.startswith(("value:", "modifier:"))}
        return reads(part).union(*(reads(self.parts[key]) for key in keys))


OWN_BODIES = ("event", "told", "action")


def bodies_of(rules: d.Rules | Made) -> Iterator[tuple[str, object]]:
    """Return what is evaluated or carried out, by the names of its nodes."""
    for value in rules.values:
        yield f"value:{value.name}", value
    for modifier in rules.modifiers:
        yield f"modifier:{modifier.name}", modifier
    for event in rules.events:
        yield f"event:{event.name}", event.body
        for row, body in (event.told or {}).items():
            yield f"told:{event.name}:{row}", body
    for action in rules.actions:
        yield f"action:{action.name}", action
    for window in rules.windows:
        yield f"window:{window.name}", window
    for rule in rules.rules:
        yield f"rule:{rule.name}", rule
    for limit in rules.limits:
        yield f"limit:{limit.name}", limit
    for payment in rules.payments:
        yield f"payment:{payment.name}", payment
