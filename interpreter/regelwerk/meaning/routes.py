"""The routes of all bodies of a game put together: which zones things may reach from which."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from regelwerk.meaning.effects import Effects
from regelwerk.meaning.origins import FREE, ROLLED, Origin, Route
from regelwerk.rules import declarations as d


class Routes:
    """Routes over which things stay as unknown as they were.

    A name whose thing is moved to an open zone, in its body or by whom it is handed to, leads nowhere: all
    know that thing.
    """

    def __init__(self, rules: d.Rules, effects: Mapping[str, Effects], covered: Collection[str]) -> None:
        self.covered = covered
        self.bodies = _bodies_of_called(rules, effects)
        self._given: dict[Origin, list[Origin]] = {}
        self.to: dict[Origin, set[Origin]] = {}
        self.back: dict[Origin, set[Origin]] = {}
        for key, each in effects.items():
            for source, target in each.routes:
                self._add(self._places(key, source), self._places(key, target))
        for source, target in _of_hooks(rules):
            self._add([source], [target])
        self.laid_open = self._laid_open()
        self.rolled_things = self._rolled_things()
        self.rolled = self._rolled()

    def reached(self, zones: Collection[str], among: Collection[str]) -> set[str]:
        """Return these zones, and all to which things may come from them over zones `among` them alone."""
        others = {("zone", name) for name in self.covered if name not in among}
        found = self._spread({("zone", name) for name in zones}, self.to, others)
        return {node[1] for node in found if node[0] == "zone"}

    def _add(self, sources: list[Origin], targets: list[Origin]) -> None:
        for source in sources:
            self.to.setdefault(source, set()).update(targets)
        for target in targets:
            self.back.setdefault(target, set()).update(sources)

    def _places(self, key: str, origin: Origin) -> list[Origin]:
        """Return an origin that is meant in one body as the whole game knows it."""
        kind = origin[0]
        if kind == "local":
            return [("local", key, origin[1], origin[2])]
        if kind == "given":
            if origin not in self._given:
                self._given[origin] = self._parameters(origin[1], int(origin[2]))
            return self._given[origin]
        return [("result", key.split(":")[1])] if origin == ("result",) else [origin]

    def _parameters(self, called: str, number: int) -> list[Origin]:
        bodies = self.bodies.get(called, ())
        return [("local", body, names[number], FREE) for body, names in bodies if number < len(names)]

    def _laid_open(self) -> set[Origin]:
        """The names whose things are moved to where all see them, or handed to such a name."""
        opened = {node for node in self.to if node[0] == "zone" and node[1] not in self.covered}
        opened |= {node for node in self.back if node[0] == "zone" and node[1] not in self.covered}
        found: set[Origin] = set()
        waiting = list(opened)
        while waiting:
            for node in self.back.get(waiting.pop(), ()):
                if node[0] == "local" and node not in found:
                    found.add(node)
                    waiting.append(node)
        return found

    def _spread(
        self, start: Collection[Origin], along: Mapping[Origin, set[Origin]], barred: Collection[Origin] = ()
    ) -> set[Origin]:
        found = {node for node in start if self._is_hidden(node)}
        waiting = list(found)
        while waiting:
            for node in along.get(waiting.pop(), ()):
                if node not in found and node not in barred and self._is_hidden(node):
                    found.add(node)
                    waiting.append(node)
        return found

    def _is_hidden(self, node: Origin) -> bool:
        return node[1] in self.covered if node[0] == "zone" else node not in self.laid_open

    def _rolled_things(self) -> set[Origin]:
        """The names of things that are rolled, or handed to where that is done."""
        names = {node: {each for each in before if each[0] != "zone"} for node, before in self.back.items()}
        return self._spread(self.back.get(ROLLED, set()), names)

    def _rolled(self) -> set[str]:
        """The covered zones in which a die is rolled that lies there, or has been moved there before."""
        dice = self.back.get(ROLLED, set())
        near = [self.back.get(node, ()) for node in self.rolled_things]
        zones = dice.union(*near, *(self.to[node] for node in dice))
        return {node[1] for node in zones if node[0] == "zone" and node[1] in self.covered}


def _bodies_of_called(
    rules: d.Rules, effects: Mapping[str, Effects]
) -> dict[str, list[tuple[str, list[str]]]]:
    """By what can be called the bodies that take its arguments, each with their names in order."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for event in rules.events:
        names = [parameter.name for parameter in event.parameters]
        keys = (f"event:{event.name}", *(f"told:{event.name}:{row}" for row in event.told or ()))
        found[event.name] = [(key, names) for key in keys]
    for value in rules.values:
        found[value.name] = [(f"value:{value.name}", [parameter.name for parameter in value.parameters])]
    for window in rules.windows:
        names = [parameter.name for parameter in window.parameters]
        keys = (f"window:{window.name}", *(f"action:{a.name}" for a in rules.actions if window.name in a.at))
        found[window.name] = [(key, names) for key in keys]
    for action in rules.actions:
        found[action.name] = [(f"action:{action.name}", [action.by, *(p.over.binder for p in action.parts)])]
    return found


def _of_hooks(rules: d.Rules) -> Iterator[Route]:
    """Rules have the names of what they are hooked on."""
    parameters = {event.name: (f"event:{event.name}", event.parameters) for event in rules.events}
    names = {name: (key, [p.name for p in given]) for name, (key, given) in parameters.items()}
    names |= {a.name: (f"action:{a.name}", [part.over.binder for part in a.parts]) for a in rules.actions}
    for rule in rules.rules:
        key, given = names.get(rule.event, ("", []))
        yield from (
            (("local", key, name, FREE), ("local", f"rule:{rule.name}", name, FREE)) for name in given
        )
