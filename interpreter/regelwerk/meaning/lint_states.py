"""Leaks through public cells: what everybody reads, set from things in zones that not everybody sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.lint_knowledge import Question, Search, knowledge_of, ties_of
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span

_DECIDED = (s.Show, s.Look, s.EndGame, s.Choose, s.Ask, s.SecretChoice, s.Pay, s.Open)
MOST_CALLS = 6
"""How many happenings inside each other are followed."""
_SEAT = "seat"


@dataclass
class Secrets:
    """Locals of a body, with zones: those that stand for hidden things, those whose value tells of them."""

    things: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)

    def inside(self) -> Secrets:
        """Return the secrets inside a branch; what is bound there is bound there only."""
        return Secrets(dict(self.things), dict(self.values))


def public_cells(game: Whole) -> list[Diagnostic]:
    """M065: cells that everybody sees, set from what lies where not everybody sees it."""
    flow = _Flow(game)
    for event in game.rules.events:
        for body in (event.body, *(event.told or {}).values()):
            flow.body(body, Secrets(), ())
    for action in game.rules.actions:
        flow.action(action)
    for rule in game.rules.rules:
        flow.body(rule.body, Secrets(), ())
    return flow.problems


class _Flow:
    """Follows the bodies of a game, into the events that they let happen with something secret."""

    def __init__(self, game: Whole) -> None:
        self.game = game
        self.knowledge = knowledge_of(game)
        self.hidden = self.knowledge.hidden
        self.events = {event.name: event for event in game.rules.events}
        self.open_types = {t.name for t in game.rules.types if not self._lies_in_zones(t.name)} | {_SEAT}
        self.problems: list[Diagnostic] = []
        self.reported: set[Span | None] = set()
        self.followed: set[tuple[str, ...]] = set()

    def body(self, body: Sequence[s.Statement], secrets: Secrets, calls: tuple[str, ...]) -> None:
        """Follow a body, unless something is shown there: then it is decided in play who knows what.

        Where the game ends all is told in the end: of such a body only what is repeated before is followed.
        """
        if not body or not self.hidden.opaque:
            return
        inside = list(nodes(tuple(body)))
        if any(isinstance(node, s.EndGame) for node in inside):
            body = [node for node in body if isinstance(node, s.Repeat) and not _ends(node.body)]
            inside = list(nodes(tuple(body)))
        if not body or any(isinstance(node, s.Show | s.Look) for node in inside):
            return
        uncovered = {
            node.what.name
            for node in inside
            if isinstance(node, s.Move) and self._lays_open(node) and isinstance(node.what, x.Local)
        }
        secrets.things = {name: zone for name, zone in secrets.things.items() if name not in uncovered}
        _Body(self, tuple(body), uncovered, calls).statements(body, secrets)

    def action(self, action: d.ActionDecl) -> None:
        """Follow what an action does with things from hidden zones that it uses."""
        secrets = Secrets()
        for part in action.parts:
            zone = self.zone(part.over.source)
            if zone is not None:
                secrets.things[part.over.binder] = zone
        self.body((*action.cost, *action.body), secrets, ())

    def _lies_in_zones(self, name: str) -> bool:
        """Say whether things of a type may lie in a zone: it is for this type, one above or one below."""
        below = self.game.names.below
        return any(below(name, zone.type) or below(zone.type, name) for zone in self.game.rules.zones)

    def zone(self, source: x.Expression | None) -> str | None:
        """Return the name of a zone whose things not everybody knows."""
        if isinstance(source, x.Zone) and source.name in self.hidden.opaque:
            return source.name
        return None

    def is_public(self, target: x.State | x.Attribute) -> bool:
        """Say whether everybody reads a cell."""
        return isinstance(target, x.State) or target.type in self.open_types

    def sets_public(self, body: Sequence[s.Statement], calls: frozenset[str]) -> bool:
        """Say whether a body, or an event that it lets happen, sets a cell that all read, or rolls one.

        A body in which something is shown or laid open, or the game ends, does not count; nor does one in
        which somebody decides: what then happens, that seat has told by itself.
        """
        found = list(nodes(tuple(body)))
        if any(isinstance(node, _DECIDED) or self._lays_open(node) for node in found):
            return False
        if any(isinstance(node, s.Assign | s.Change) and self.is_public(node.target) for node in found):
            return True
        if any(isinstance(node, s.RollDie) for node in found):
            return True  # that a die is rolled is told to all, whatever it shows
        called = {node.event for node in found if isinstance(node, s.Happen)} & self.events.keys() - calls
        return len(calls) < MOST_CALLS and any(
            self.sets_public(self.events[name].body, calls | {name}) for name in sorted(called)
        )

    def _lays_open(self, node: object) -> bool:
        return isinstance(node, s.Move) and node.to not in self.hidden.opaque

    def report(self, node: msgspec.Struct, zone: str) -> None:
        """Report a place once."""
        place = self.game.understood.place_of(node)
        if place is None or place in self.reported:
            return
        self.reported.add(place)
        self.problems.append(problems.leak("set", zone).at(place))


class _Body:
    """One body being followed."""

    def __init__(
        self, flow: _Flow, part: tuple[s.Statement, ...], uncovered: set[str], calls: tuple[str, ...]
    ) -> None:
        self.flow, self.part, self.uncovered, self.calls = flow, part, uncovered, calls
        self.ties = ties_of(part)

    def statements(self, body: Sequence[s.Statement], secrets: Secrets) -> None:
        """Follow statements in their order."""
        for statement in body:
            self._statement(statement, secrets)

    def _statement(self, node: s.Statement, secrets: Secrets) -> None:
        match node:
            case s.Let(name=name, value=value):
                self._bind(name, value, secrets)
            case s.Assign(target=target, value=value):
                self._set(target, value, secrets)
            case s.Change(target=target, by=value):
                self._set(target, value, secrets)
            case s.RollDie(target=target):
                self._set(target, None, secrets)
            case s.If(when=when, then=then, otherwise=otherwise):
                self._branch(when, secrets, (*then, *(otherwise or ())))
                self.statements(then, secrets.inside())
                self.statements(otherwise or (), secrets.inside())
            case s.Repeat(expr=expr, body=body):
                if expr is not None:
                    self._branch(expr, secrets, body)
                self.statements(body, secrets.inside())
            case s.ForEach(over=over, body=body):
                if over.where is not None:
                    self._branch(x.Any(over), secrets, body, over)
                inner = secrets.inside()
                self._element(over, inner)
                self.statements(body, inner)
            case s.Choose(over=over, amount=amount):
                if amount in ("one", "maybe"):
                    self._element(over, secrets)
                self._inside(node, secrets)
            case s.DrawOne(binder=binder, source=source, to=to):
                if source in self.flow.hidden.opaque and to in self.flow.hidden.opaque:
                    self._keep(binder, to, secrets)
                self._inside(node, secrets)
            case s.Happen(event=event, args=args, result=result):
                self._happen(event, args, secrets)
                if result is not None:
                    secrets.values.pop(result, None)
                    secrets.things.pop(result, None)
            case _:
                self._inside(node, secrets)

    def _inside(self, node: msgspec.Struct, secrets: Secrets) -> None:
        for inner in _bodies(node):
            self.statements(inner, secrets.inside())

    def _branch(
        self,
        when: x.Expression,
        secrets: Secrets,
        inside: Sequence[s.Statement],
        place: x.Expression | x.Set | None = None,
    ) -> None:
        """A branch that hidden things decide may set nothing that all see, nor let happen what does."""
        zone = self._told(when, secrets)
        if zone is not None and self.flow.sets_public(inside, frozenset(self.calls)):
            self.flow.report(place or when, zone)

    def _set(self, target: x.State | x.Attribute, value: x.Expression | None, secrets: Secrets) -> None:
        if not self.flow.is_public(target):
            return
        for part in (value, target.key):
            if part is not None:
                zone = self._told(part, secrets) or self._thing(part, secrets)
                if zone is not None:
                    self.flow.report(part, zone)

    def _bind(self, name: str, value: x.Expression, secrets: Secrets) -> None:
        secrets.values.pop(name, None)
        secrets.things.pop(name, None)
        told = self._told(value, secrets)
        if told is not None:
            secrets.values[name] = told
            return
        thing = self._thing(value, secrets)
        if thing is not None:
            self._keep(name, thing, secrets)

    def _element(self, over: x.Set, secrets: Secrets) -> None:
        zone = self.flow.zone(over.source)
        if zone is not None:
            self._keep(over.binder, zone, secrets)

    def _keep(self, name: str, zone: str, secrets: Secrets) -> None:
        if name not in self.uncovered:
            secrets.things[name] = zone

    def _happen(self, event: str, args: Sequence[x.Expression], secrets: Secrets) -> None:
        declared = self.flow.events.get(event)
        if declared is None or len(self.calls) >= MOST_CALLS or event in self.calls:
            return
        inner = Secrets()
        for parameter, arg in zip(declared.parameters, args, strict=False):
            told = self._told(arg, secrets)
            thing = self._thing(arg, secrets)
            if told is not None:
                inner.values[parameter.name] = told
            elif thing is not None:
                inner.things[parameter.name] = thing
        key = (event, *sorted(inner.values), "/", *sorted(inner.things))
        if (inner.values or inner.things) and key not in self.flow.followed:
            self.flow.followed.add(key)
            for body in (declared.body, *(declared.told or {}).values()):
                self.flow.body(body, inner.inside(), (*self.calls, event))

    def _told(self, value: x.Expression, secrets: Secrets) -> str | None:
        """Return the zone that a value tells about."""
        search = _Values(self.flow, Question(None, value, self.part), self.ties, secrets.values)
        found = search.told(value, secrets.things)
        return None if found is None else found[1]

    def _thing(self, value: x.Expression, secrets: Secrets) -> str | None:
        """Return the zone from which a value is a thing."""
        if isinstance(value, x.Local):
            return secrets.things.get(value.name)
        if isinstance(value, x.The):
            return self.flow.zone(value.of.source)
        if isinstance(value, x.Builtin) and value.name in ("first", "last", "nth") and value.args:
            return self.flow.zone(value.args[0])
        return None


class _Values(Search):
    """Searches a value; that something is there at all tells nothing, a local that is told by one does."""

    def __init__(
        self, flow: _Flow, question: Question, ties: set[frozenset[bytes]], values: dict[str, str]
    ) -> None:
        super().__init__(flow.knowledge, question, ties)
        self.known_values = values

    def identity(self, node: msgspec.Struct, secret: dict[str, str]) -> str | None:
        """Return the zone whose hidden things a node tells apart."""
        if isinstance(node, x.Local):
            return self.known_values.get(node.name)
        if isinstance(node, x.Compare) and x.Nothing() in (node.left, node.right):
            return None
        return super().identity(node, secret)


def _ends(body: Sequence[s.Statement]) -> bool:
    """Say whether the game ends in a body."""
    return any(isinstance(node, s.EndGame) for node in nodes(tuple(body)))


def _bodies(node: msgspec.Struct) -> Iterator[tuple[s.Statement, ...]]:
    """The bodies inside a statement."""
    for name in node.__struct_fields__:
        inner = getattr(node, name)
        if isinstance(inner, tuple) and inner and isinstance(inner[0], msgspec.Struct):
            if isinstance(inner[0], s.Way):
                yield from (way.body for way in inner)
            elif isinstance(inner[0], s.Statement):
                yield inner
