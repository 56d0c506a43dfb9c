"""What is rolled or chosen before everybody and then kept as if only one seat, or nobody, knew it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.graph import bodies_of_event
from regelwerk.meaning.origins import ROLLED
from regelwerk.meaning.showing import inner_bodies
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span

Told = tuple[Literal["rolled", "chosen"], str]
"""How all came to see something, and by which name."""
_MADE_OF = (x.Number, x.Arithmetic, x.Negative, x.Builtin, x.Option)
"""What a value that all know may be made of, beside what they have seen."""


class Names(msgspec.Struct):
    """What is known of the names of a body: what all saw, where things lie, what all saw of them rolled."""

    told: dict[str, Told] = msgspec.field(default_factory=dict)
    lying: dict[str, str] = msgspec.field(default_factory=dict)
    rolled: dict[str, Told] = msgspec.field(default_factory=dict)

    def inside(self) -> Names:
        """Return the same names for a branch."""
        return Names(dict(self.told), dict(self.lying), dict(self.rolled))

    def forget(self, name: str) -> None:
        """Take away what was known of a name."""
        for known in (self.told, self.lying, self.rolled):
            known.pop(name, None)


Given = tuple[Told | None, str | None]
"""What is known of an argument: how all saw it, or where it lies."""


def secrets_told(game: Whole) -> list[Diagnostic]:
    """M127: what all have seen becomes what a thing shows in a zone that not all see.

    Only what certainly was seen counts: the faces of `roll D as n`, what is chosen in the open, states and
    attributes of seats that are set from those or rolled, and things that lie in the open while they are
    rolled and are then moved. What an event is given counts if all that call it give such.
    """
    flow = _Flow(game)
    flow.follow()
    return [problems.open_secret(*told, zone).at(place) for told, zone, place in flow.found.values()]


class _Flow:
    def __init__(self, game: Whole) -> None:
        self.game = game
        zones = game.rules.zones
        mixed = {zone for each in game.graph.effects.values() for zone in each.shuffled} | {
            zone.name for zone in zones if zone.order == "pile"
        }
        fixed = [zone for zone in zones if zone.seen_when is None]
        self.open = {zone.name for zone in fixed if zone.seen == "all"}
        self.covers = {zone.name for zone in fixed if zone.seen != "all"} - mixed
        below = game.names.below
        covered = [zone.type for zone in zones if game.hidden_zones.covered(zone.name)]
        self.hideable = {
            t.name for t in game.rules.types if any(below(t.name, c) or below(c, t.name) for c in covered)
        }
        self.dice = {
            node.target.name
            for key, effects in game.graph.effects.items()
            if any(to == ROLLED for _, to in effects.routes)
            for node in nodes(game.graph.parts[key])
            if isinstance(node, s.RollDie)
        }
        self.events = {event.name: event for event in game.rules.events}
        self.keys = {key: event for event in game.rules.events for key in bodies_of_event(event)}
        self.cells: dict[tuple[str, ...], Told] = {}
        self.sites: dict[str, dict[int, list[Given]]] = {}
        """By an event what is given to it, by the place that calls it."""
        self.changed: dict[str, None] = {}
        """The events of whose calls one gives something else now."""
        self.learnt: dict[tuple[str, ...], None] = {}
        """The cells of which has become known how all came to see them."""
        self.found: dict[int, tuple[Told, str, Span | None]] = {}
        self._rolled: dict[tuple[str, str], str | None] = {}
        """By an event and its parameter what `_rolls` has found."""

    def follow(self) -> None:
        """Go through all bodies until what they are given is known."""
        bodies = {
            key: part
            for key, part in self.game.graph.parts.items()
            if self.covers and key.split(":")[0] in ("event", "told", "action", "rule")
        }
        readers: dict[tuple[str, ...], list[str]] = {}
        for key in bodies:
            for cell in self.game.graph.effects[key].reads:
                readers.setdefault(cell, []).append(key)
        for part in bodies.values():  # all calls are known behind this, whatever is known of what they give
            self._body(part, Names())
        given: dict[str, Names] = {}
        while self.changed or self.learnt:
            waiting = [key for cell in self.learnt for key in readers.get(cell, ())]
            for event in self.changed:
                new = self._given(self.events[event])
                if new != given.get(event, Names()):
                    given[event] = new
                    waiting += bodies_of_event(self.events[event])
            self.changed, self.learnt = {}, {}
            for key in dict.fromkeys(waiting):
                event_of = self.keys.get(key)
                known = given.get(event_of.name) if event_of is not None else None
                self._body(bodies[key], Names() if known is None else known.inside())

    def _given(self, event: d.EventDecl) -> Names:
        """Return what is known of the parameters of an event: that in which all calls agree."""
        names = Names()
        sites = list(self.sites[event.name].values())
        for number, parameter in enumerate(event.parameters):
            given = [site[number] if number < len(site) else (None, None) for site in sites]
            tolds, zones = [told for told, _ in given], {zone for _, zone in given}
            first = tolds[0]
            if first is not None and all(told is not None for told in tolds):
                names.told[parameter.name] = (first[0], parameter.name)
            zone = next(iter(zones))
            if len(zones) == 1 and zone is not None:
                names.lying[parameter.name] = zone
        return names

    def _body(self, part: object, names: Names) -> None:
        if isinstance(part, tuple):
            self._statements(part, names)
            return
        for body in (getattr(part, "cost", ()), getattr(part, "body", ())):
            self._statements(body, names)

    def _statements(self, body: Sequence[s.Statement], names: Names) -> None:
        for node in body:
            self._statement(node, names)

    def _statement(self, node: s.Statement, names: Names) -> None:
        match node:
            case s.Roll(binder=name):
                names.forget(name)
                names.told[name] = ("rolled", name)
            case s.Let(name=name, value=value):
                told, zone = self._told(value, names), _zone_of(value, names)
                names.forget(name)
                self._bind(name, None if told is None else (told[0], name), zone, names)
            case s.Choose(over=over) | s.PickRandom(over=over):
                names.forget(over.binder)
                self._inside(node, names)
                if isinstance(node, s.Choose) and node.amount == "one":
                    self._chosen(over, names)
            case s.ForEach(over=over, body=body):
                inner = names.inside()
                inner.forget(over.binder)
                self._bind(over.binder, None, _source(over), inner)
                self._statements(body, inner)
            case s.RollDie(target=target):
                self._roll(target, names)
            case s.Assign(target=target, value=value):
                self._set(target, value, names)
            case s.Move(what=x.Local(name=name), to=to):
                self._move(node, name, to, names)
            case s.Happen(event=event, args=args):
                self._call(node, event, args, names)
            case _:
                self._inside(node, names)
        bound = getattr(node, "result", None) if isinstance(node, s.Happen) else None
        if bound is not None:
            names.forget(bound)

    def _inside(self, node: msgspec.Struct, names: Names) -> None:
        for inner in inner_bodies(node):
            self._statements(inner, names.inside())

    def _bind(self, name: str, told: Told | None, zone: str | None, names: Names) -> None:
        if told is not None:
            names.told[name] = told
        if zone is not None:
            names.lying[name] = zone

    def _chosen(self, over: x.Set, names: Names) -> None:
        """All read which one is chosen, where nothing of it may be hidden; other choices stand in no log."""
        zone = _source(over)
        if zone is not None and zone in self.open:
            names.told[over.binder] = ("chosen", over.binder)
            names.lying[over.binder] = zone
        elif over.source is None and over.noun not in self.hideable:
            names.told[over.binder] = ("chosen", over.binder)

    def _roll(self, target: x.State | x.Attribute, names: Names) -> None:
        if isinstance(target, x.State) or target.type == "seat":
            self._learn(_cell(target), ("rolled", target.name))
        elif isinstance(target.of, x.Local) and names.lying.get(target.of.name) in self.open:
            names.rolled[target.of.name] = ("rolled", target.name)

    def _set(self, target: x.State | x.Attribute, value: x.Expression, names: Names) -> None:
        told = self._told(value, names)
        if told is None:
            return
        if isinstance(target, x.State) or target.type == "seat":
            self._learn(_cell(target), (told[0], target.name))
        elif isinstance(target.of, x.Local):
            zone = names.lying.get(target.of.name)
            if zone in self.covers and self._is_secret(told, target, zone):
                self._report(value, told, zone)

    def _learn(self, cell: tuple[str, ...], told: Told) -> None:
        if cell not in self.cells:
            self.cells[cell] = told
            self.learnt[cell] = None

    def _is_secret(self, told: Told, target: x.Attribute, zone: str) -> bool:
        """Say whether an attribute is there to be hidden.

        What is noted in the open of a face-down thing is no secret, and none is meant: that counts only where
        all know the things themselves, or of the face of a die.
        """
        hidden = self.game.hidden_zones
        if (target.type, target.name) in hidden.shown_attributes:
            return False
        return told[0] == "rolled" or zone not in hidden.opaque or target.name in self.dice

    def _move(self, node: s.Move, name: str, to: str, names: Names) -> None:
        rolled = names.rolled.pop(name, None)
        names.lying[name] = to
        if rolled is not None and to in self.covers:
            self._report(node.what, rolled, to)

    def _call(self, node: s.Happen, event: str, args: Sequence[x.Expression], names: Names) -> None:
        given: list[Given] = [(self._told(arg, names), _zone_of(arg, names)) for arg in args]
        declared = self.events.get(event)
        if declared is None:
            return
        sites = self.sites.setdefault(event, {})
        if sites.get(id(node)) != given:
            sites[id(node)] = given
            self.changed[event] = None
        for parameter, arg in zip(declared.parameters, args, strict=False):
            if not isinstance(arg, x.Local) or names.lying.get(arg.name) not in self.open:
                continue
            asked = event, parameter.name
            if asked not in self._rolled:
                self._rolled[asked] = self._rolls(*asked, frozenset())
            attribute = self._rolled[asked]
            if attribute is not None:
                names.rolled[arg.name] = ("rolled", attribute)

    def _rolls(self, event: str, name: str, calls: frozenset[str]) -> str | None:
        """Return the attribute of a parameter that an event surely rolls before all else."""
        if event not in self.events or event in calls:
            return None
        for node in self.events[event].body:
            match node:
                case s.RollDie(target=x.Attribute(of=x.Local(name=of), name=attribute)) if of == name:
                    return attribute
                case s.Happen(event=called, args=args) if x.Local(name) in args and called in self.events:
                    parameters = self.events[called].parameters
                    number = args.index(x.Local(name))
                    if number < len(parameters):
                        return self._rolls(called, parameters[number].name, calls | {event})
                case _ if any(isinstance(each, s.Move | s.Done) for each in nodes(node)):
                    return None
                case _:
                    pass
        return None

    def _told(self, value: x.Expression, names: Names) -> Told | None:
        """Return how all came to see a value, if they surely did."""
        found: list[Told] = []
        waiting = [value]
        while waiting:
            node = waiting.pop()
            if isinstance(node, x.Local):
                if node.name not in names.told:
                    return None
                found.append(names.told[node.name])
            elif isinstance(node, x.State | x.Attribute):
                if _cell(node) not in self.cells:
                    return None
                found.append(self.cells[_cell(node)])
            elif isinstance(node, _MADE_OF):
                waiting += _operands(node)
            else:
                return None
        return found[0] if found else None

    def _report(self, node: x.Expression, told: Told, zone: str) -> None:
        place = self.game.understood.place_of(node)
        self.found.setdefault(id(node), (told, zone, place))


def _cell(target: x.State | x.Attribute) -> tuple[str, ...]:
    return ("state", target.name) if isinstance(target, x.State) else ("attribute", target.type, target.name)


def _source(over: x.Set) -> str | None:
    return over.source.name if isinstance(over.source, x.Zone) else None


def _zone_of(value: x.Expression, names: Names) -> str | None:
    """Return the zone in which a thing lies."""
    match value:
        case x.Local(name=name):
            return names.lying.get(name)
        case x.Builtin(name="first" | "last", args=(x.Zone(name=zone), *_)):
            return zone
        case x.The(of=over):
            return _source(over)
        case _:
            return None


def _operands(node: x.Node) -> Iterator[Any]:
    for name in node.__struct_fields__:
        held = getattr(node, name)
        for each in held if isinstance(held, tuple) else (held,):
            if isinstance(each, x.Node):
                yield each
