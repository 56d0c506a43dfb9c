"""Who leads to whom: bodies, happenings, windows, values and modifiers of a game as one graph.

Nodes are texts: `happens:E` is everything that belongs to the life of an event or an action, `event:E`,
`told:E:ROW`, `action:A`, `rule:R`, `limit:L`, `window:W`, `payment:P`, `value:V`, `modifier:M` are bodies or
expressions. An edge says that one may happen, or be evaluated, inside the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from regelwerk.meaning.effects import Cell, Effects, effects_of, modified_cell
from regelwerk.meaning.made import Made
from regelwerk.rules import declarations as d


def marks_of(rules: d.Rules) -> Iterator[tuple[Cell, str]]:
    """The cells that are so for a while, with the events whose end or beginning writes them."""
    found: list[tuple[Cell, d.AttributeDecl | d.StateDecl]] = [
        (("attribute", declared.name, attribute.name), attribute)
        for declared in rules.types
        for attribute in declared.attributes
    ]
    found += [(("state", state.name), state) for state in rules.states]
    for cell, mark in found:
        if mark.until is not None:
            yield cell, mark.until
        if mark.until_next is not None:
            yield cell, mark.until_next.event


class Graph:
    """The graph of a game. `parts` has what stands in each body, `effects` what it does; `edges` lead on."""

    def __init__(self, rules: d.Rules, effects: Mapping[str, Effects]) -> None:
        self.rules = rules
        self.modifiers_of: dict[Cell, list[str]] = {}
        for modifier in rules.modifiers:
            self.modifiers_of.setdefault(modified_cell(modifier), []).append(modifier.name)
        self.hooks: dict[str, list[d.RuleDecl]] = {}
        for rule in rules.rules:
            self.hooks.setdefault(rule.event, []).append(rule)
        self.parts: dict[str, object] = dict(bodies_of(rules))
        self.effects = {key: effects[key] for key in self.parts}
        for cell, span in marks_of(rules):
            ends = self.effects[f"event:{span}"]
            self.effects[f"event:{span}"] = replace(ends, writes=ends.writes | {cell})
        self.later: dict[str, set[str]] = {}
        for effect in self.effects.values():
            for span, event, declared in effect.put_off:
                if not declared:
                    self.later.setdefault(span, set()).add(event)
        self.edges: dict[str, set[str]] = {
            key: self._leads_to(effect) for key, effect in self.effects.items()
        }
        for window in rules.windows:
            admitted = [action.name for action in rules.actions if window.name in action.at]
            self.edges[f"window:{window.name}"] |= {f"happens:{name}" for name in admitted}
        self._add_happenings()
        self.judge(rules)

    def judge(self, rules: d.Rules) -> None:
        """Let limits be judged after what they name; `rules` differ only in that."""
        self.rules = rules
        for limit in rules.limits:
            self.parts[f"limit:{limit.name}"] = limit
            for name in limit.after:
                self.edges.setdefault(f"happens:{name}", set()).add(f"limit:{limit.name}")
        known = frozenset(self.edges)
        self.edges = {key: further & known for key, further in self.edges.items()}

    def _add_happenings(self) -> None:
        rules = self.rules
        for event in rules.events:
            self.edges[f"happens:{event.name}"] = set(bodies_of_event(event))
        for action in rules.actions:
            self.edges[f"happens:{action.name}"] = {f"action:{action.name}"}
        for name, hooked in self.hooks.items():
            self.edges.setdefault(f"happens:{name}", set()).update(f"rule:{rule.name}" for rule in hooked)

    def _leads_to(self, effects: Effects) -> set[str]:
        found = {f"happens:{event}" for event in effects.happens}
        found |= {f"happens:{event}" for _, event, _ in effects.put_off}
        found |= {f"happens:{event}" for span in effects.carried_out for event in self.later.get(span, ())}
        found |= {f"window:{window}" for window in effects.opens}
        found |= {f"payment:{payment}" for payment in effects.pays}
        found |= {f"happens:{event}" for event in effects.supposed}
        for event in effects.tested:
            hooked = self.hooks.get(event, ())
            found |= {f"rule:{rule.name}" for rule in hooked if rule.kind in ("forbid", "allow")}
        called = [cell for cell in effects.reads if cell[0] == "value"]
        found |= {f"value:{name}" for _, name in called}
        for cell in (*called, *(("attribute", *attribute) for attribute in effects.derived)):
            found |= {f"modifier:{name}" for name in self.modifiers_of.get(cell, ())}
        return found

    def reach(self, *starts: str) -> set[str]:
        """Return everything that may happen, or be evaluated, from these nodes on, themselves included."""
        found: set[str] = set()
        for start in starts:
            self.spread(start, found)
        return found

    def leading_to(self, goals: Iterable[str]) -> set[str]:
        """Return every node from which one of these may happen, themselves included."""
        before: dict[str, list[str]] = {}
        for key, further in self.edges.items():
            for each in further:
                before.setdefault(each, []).append(key)
        found = set(goals)
        waiting = list(found)
        while waiting:
            new = [key for key in before.get(waiting.pop(), ()) if key not in found]
            found.update(new)
            waiting += new
        return found

    def spread(self, start: str, found: set[str]) -> None:
        """Add to `found` what may happen from a node on; what follows from its members is in it already."""
        if start in found or start not in self.edges:
            return
        found.add(start)
        waiting = [start]
        while waiting:
            new = self.edges[waiting.pop()] - found
            found |= new
            waiting += new

    def insides(self, events: Iterable[str]) -> Callable[[str, str], bool]:
        """Return a test whether something (first) may happen while the body of an event or an action runs.

        All `events` are spread at once, each a bit of the number that a node has.
        """
        bits = {event: 1 << number for number, event in enumerate(events)}
        found = dict.fromkeys(self.edges, 0)
        for event, bit in bits.items():
            for key in self.edges.get(f"happens:{event}", ()):
                if key.split(":")[0] in OWN_BODIES:
                    found[key] |= bit
        waiting = {key for key, inside in found.items() if inside}
        while waiting:
            key = waiting.pop()
            inside = found[key]
            for further in self.edges[key]:
                if inside & ~found[further]:
                    found[further] |= inside
                    waiting.add(further)
        return lambda key, event: bool(found[key] & bits[event])

    def all_reads(self, part: object) -> set[Cell]:
        """Return what an expression reads, through the values it calls and the modifiers of what it reads.

        What events ask that are only supposed belongs to it.
        """
        effects = effects_of(part)
        called = [key for key in self.reach(*self._leads_to(effects)) if key.startswith(EVALUATED)]
        found = [effects, *(self.effects[key] for key in called)]
        supposed = self.reach(*(f"happens:{event}" for each in found for event in each.supposed))
        found += [self.effects[key] for key in supposed if key in self.effects]
        return set[Cell]().union(*(each.reads for each in found))

    def ends(self, keys: Iterable[str]) -> bool:
        """Say whether in one of these bodies something may be left, or the game may end."""
        return any(self.effects[key].ends for key in keys if key in self.effects)


EVALUATED = ("value:", "modifier:")
OWN_BODIES = ("event", "told", "action")


def bodies_of_event(event: d.EventDecl) -> Iterator[str]:
    """Return the names of the bodies of an event."""
    yield f"event:{event.name}"
    yield from (f"told:{event.name}:{row}" for row in event.told or {})


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
