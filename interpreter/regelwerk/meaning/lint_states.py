"""Leaks through public cells: what everybody reads, set from things in zones that not everybody sees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from operator import itemgetter
from typing import Literal

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.effects import RECORDED, Cell
from regelwerk.meaning.graph import Graph, bodies_of_event
from regelwerk.meaning.hidden_zones import ANY_ZONE
from regelwerk.meaning.lint_knowledge import Question, Search, knowledge_of, ties_of
from regelwerk.meaning.seen_by_all import MOST_CALLS, SeenByAll
from regelwerk.meaning.showing import inner_bodies, leaves
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span

_TOLD = (s.Show, s.Look, s.EndGame)


Told = Literal["set", "who is asked", "how many"]
"""How all come to know."""


class Secrets(msgspec.Struct):
    """Locals of a body, with zones: those that stand for hidden things, those whose value tells of them."""

    things: dict[str, str] = msgspec.field(default_factory=dict)
    values: dict[str, str] = msgspec.field(default_factory=dict)
    lying_open: set[str] = msgspec.field(default_factory=set)
    """Names of things that lie where all see them."""

    def inside(self) -> Secrets:
        """Return the secrets inside a branch; what is bound there is bound there only."""
        return Secrets(dict(self.things), dict(self.values), set(self.lying_open))

    def forget(self, zones: Collection[str]) -> None:
        """Take away what has been shown to all; `ANY_ZONE` are single things, of which one may be meant."""
        for known in (self.things, self.values):
            for name in [name for name, zone in known.items() if zone in zones or ANY_ZONE in zones]:
                del known[name]


def public_cells(game: Whole) -> list[Diagnostic]:
    """M065: cells that everybody sees, set from what lies where not everybody sees it."""
    return game.once(_followed).problems


def recorded_secret(game: Whole) -> dict[str, str]:
    """Return, under `record`, a zone that recorded positions tell about, if there is one."""
    if not any(RECORDED in effects.writes for effects in game.graph.effects.values()):
        return {}
    recorded = game.once(_followed).recorded
    return {"record": min(recorded)} if recorded else {}


def _followed(game: Whole) -> _Flow:
    flow = _Flow(game)
    telling = _telling(game.graph, flow.hidden.opaque)
    for event in game.rules.events:
        bodies = (event.body, *(event.told or {}).values())
        for key, body in zip(bodies_of_event(event), bodies, strict=True):
            if key in telling:
                flow.body(key, body, Secrets(), ())
    for action in game.rules.actions:
        if f"action:{action.name}" in telling:
            flow.action(action)
    for rule in game.rules.rules:
        if f"rule:{rule.name}" in telling:
            flow.body(f"rule:{rule.name}", rule.body, Secrets(), ())
    return flow


def _telling(graph: Graph, opaque: Set[str]) -> set[str]:
    """Return the bodies in which there may be something secret: they, or values that they call, name such a
    zone, suppose something or look back at what was recorded."""
    secret: set[Cell] = {RECORDED, *(("zone", name) for name in opaque)}
    found: set[str] = set()
    grown = True
    while grown:
        new = {
            key
            for key, each in graph.effects.items()
            if key not in found and (each.supposed or each.reads & secret or each.writes & secret)
        }
        found |= new
        secret = {("value", key.removeprefix("value:")) for key in new if key.startswith("value:")}
        grown = bool(secret)
    return found


class _Flow(SeenByAll):
    """Follows the bodies of a game, into the events that they let happen with something secret."""

    def __init__(self, game: Whole) -> None:
        super().__init__(game)
        self.knowledge = game.once(knowledge_of)
        self.problems: list[Diagnostic] = []
        self.recorded: set[str] = set()
        self.reported: set[Span | None] = set()
        self.followed: set[tuple[str, ...]] = set()

    def body(self, key: str, body: Sequence[s.Statement], secrets: Secrets, calls: tuple[str, ...]) -> None:
        """Follow a body up to where something is shown: behind that it is decided in play who knows what.

        Where the game ends all is told in the end: of such a body that is followed which is repeated, or
        after which somebody is still asked.
        """
        if not body or not self.hidden.opaque:
            return
        inside = list(nodes(tuple(body)))
        if any(isinstance(node, s.EndGame) for node in inside):
            last = max((number for number, node in enumerate(body) if self.asks((node,))), default=-1)
            before = [node for n, node in enumerate(body) if n <= last or isinstance(node, s.Repeat)]
            body = [node for node in before if not _ends((node,))]
            inside = list(nodes(tuple(body)))
        if not body:
            return
        uncovered = self.hidden.laid_open.get(key, set()) | {
            node.what.name
            for node in inside
            if isinstance(node, s.Move) and self.lays_open(node) and isinstance(node.what, x.Local)
        }
        secrets.things = {name: zone for name, zone in secrets.things.items() if name not in uncovered}
        _Body(self, key, tuple(body), uncovered, calls).statements(body, secrets)

    def action(self, action: d.ActionDecl) -> None:
        """Follow what an action does with things from hidden zones that it uses."""
        secrets = Secrets()
        key = f"action:{action.name}"
        for part in action.parts:
            zone = self.zone(part.over.source, self.game.showing.at(key))
            if zone is not None:
                secrets.things[part.over.binder] = zone
        self.body(key, (*action.cost, *action.body), secrets, ())

    def untold(self, body: Sequence[s.Statement]) -> Iterator[tuple[int, s.Statement]]:
        """Yield, with numbers, the statements behind which somebody is asked before all see something."""
        asked = shown = False
        for number in range(len(body) - 1, -1, -1):
            node = body[number]
            shows = self.game.showing.shows_all(node)
            if shows:
                asked, shown = False, True
            told = shows and isinstance(node, s.Show | s.Look | s.Happen)
            asked = asked or (not told and self.asks((node,)))
            if (asked or not shown) and not told:
                yield number, node

    def report(self, node: msgspec.Struct, zone: str, how: Told = "set") -> None:
        """Report a place once."""
        place = self.game.understood.place_of(node)
        if place is None or place in self.reported:
            return
        self.reported.add(place)
        self.problems.append(problems.leak(how, zone).at(place))


class _Body:
    """One body being followed."""

    def __init__(
        self,
        flow: _Flow,
        key: str,
        part: tuple[s.Statement, ...],
        uncovered: set[str],
        calls: tuple[str, ...],
    ) -> None:
        self.flow, self.key, self.uncovered, self.calls = flow, key, uncovered, calls
        self.before = flow.game.showing.at(key)
        self.ties = ties_of(part)
        self.covered = {
            node.what.name
            for node in nodes(part)
            if isinstance(node, s.Move) and isinstance(node.what, x.Local) and flow.hidden.covered(node.to)
        }

    def statements(self, body: Sequence[s.Statement], secrets: Secrets) -> None:
        """Follow statements in their order."""
        showing = self.flow.game.showing
        for number, statement in sorted(self.flow.untold(body), key=itemgetter(0)):
            self.before = showing.at(self.key, statement)
            secrets.forget({each.zone for each in self.before if each.to is None and not each.some})
            if isinstance(statement, s.If):
                self._asked(statement, body[number + 1 :], secrets)
            elif isinstance(statement, s.Choose) and statement.otherwise is not None:
                self._found(statement, body[number + 1 :], secrets)
            self._statement(statement, secrets)

    def _asked(self, node: s.If, rest: Sequence[s.Statement], secrets: Secrets) -> None:
        """Everybody sees that somebody is asked: hidden things may not decide whether it happens."""
        ways = [node.then, node.otherwise or ()]
        if not any(self.flow.asks(way) for way in (*ways, rest)):
            return
        zone = self._told(node.when, secrets)
        if zone is None or self._tells_itself(node.when, (*node.then, *(node.otherwise or ())), secrets):
            return
        if self._differ(ways, rest, None):
            self.flow.report(node.when, zone, "who is asked")

    def _differ(
        self, ways: Sequence[Sequence[s.Statement]], rest: Sequence[s.Statement], but: x.Expression | None
    ) -> bool:
        """Say whether only one of two ways leads to a question, of another than `but`."""
        first, second = (self.flow.asks(way if leaves(way) else (*way, *rest), but) for way in ways)
        return first != second

    def _found(self, node: s.Choose, rest: Sequence[s.Statement], secrets: Secrets) -> None:
        """That there is nothing to choose is seen by what happens then; who may decline tells nothing."""
        if node.amount in ("maybe", "up_to", "any"):
            return
        otherwise = node.otherwise or ()
        zone = self._told(x.Any(node.over), secrets)
        if zone is None:
            return
        if self.flow.sets_public(otherwise, frozenset(self.calls), secrets.lying_open):
            self.flow.report(node.over, zone)
        known = secrets.inside()
        self._element(node.over, known)
        itself = self._tells_itself(x.Local(node.over.binder), (*otherwise, *rest), known)
        if not itself and self._differ(((), otherwise), rest, node.by):
            self.flow.report(node.over, zone, "who is asked")

    def _asked_again(self, expr: x.Expression, body: Sequence[s.Statement], secrets: Secrets) -> None:
        zone = self._told(expr, secrets) if self.flow.asks(body) else None
        if zone is not None and not self._tells_itself(expr, body, secrets):
            self.flow.report(expr, zone, "who is asked")

    def _count(self, count: x.Expression, secrets: Secrets) -> None:
        """How many things move, are rolled or asked for is seen by all."""
        zone = self._told(count, secrets)
        if zone is not None:
            self.flow.report(count, zone, "how many")

    def _asked_each(self, over: x.Set, body: Sequence[s.Statement], secrets: Secrets) -> None:
        """So may they not decide how often somebody is asked."""
        zone = self._told(x.Any(over), secrets) if self.flow.asks(body) else None
        known = secrets.inside()
        self._element(over, known)
        if zone is not None and not self._tells_itself(x.Local(over.binder), body, known):
            self.flow.report(over, zone, "who is asked")

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
            case s.Record(of=of):
                zone = self._told(of, secrets)
                if zone is not None:
                    self.flow.recorded.add(zone)
            case s.If(when=when, then=then, otherwise=otherwise):
                self._branch(when, secrets, (*then, *(otherwise or ())))
                self.statements(then, secrets.inside())
                self.statements(otherwise or (), secrets.inside())
            case s.Repeat(expr=expr, body=body):
                if expr is not None:
                    self._branch(expr, secrets, body)
                    self._asked_again(expr, body, secrets)
                self.statements(body, secrets.inside())
            case s.DrawMany(count=count):
                self._count(count, secrets)
            case s.Roll(count=count) if count is not None:
                self._count(count, secrets)
            case s.Pay(needs=needs):
                for need in needs:
                    self._count(need.count, secrets)
                self._inside(node, secrets)
            case s.ForEach(over=over, body=body):
                if over.where is not None:
                    self._branch(x.Any(over), secrets, body, over)
                    self._asked_each(over, body, secrets)
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

    def _tells_itself(self, when: x.Expression, inside: Sequence[s.Statement], secrets: Secrets) -> bool:
        """Say whether what is tested is shown behind the test: laid open, or handed to what may do that."""
        tested = {each.name for each in nodes(when) if isinstance(each, x.Local)}
        tested &= secrets.things.keys() | self.uncovered
        for each in nodes(tuple(inside)):
            handed = each.args if isinstance(each, s.Happen) else ()
            if isinstance(each, s.Move) and self.flow.lays_open(each):
                handed = (each.what,)
            if isinstance(each, _TOLD) or any(x.Local(name) in handed for name in tested):
                return True
        return False

    def _inside(self, node: msgspec.Struct, secrets: Secrets) -> None:
        for inner in inner_bodies(node):
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
        if zone is not None and self.flow.sets_public(inside, frozenset(self.calls), secrets.lying_open):
            self.flow.report(place or when, zone)

    def _set(self, target: x.State | x.Attribute, value: x.Expression | None, secrets: Secrets) -> None:
        if not self.flow.is_public(target, secrets.lying_open):
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
        self._see(name, value, secrets)

    def _see(self, name: str, source: object, secrets: Secrets) -> None:
        """Note a name of what lies in an open zone, unless it is moved to where not all see it."""
        secrets.lying_open.discard(name)
        if isinstance(source, x.Builtin) and source.args:
            source = source.args[0]
        elif isinstance(source, x.The):
            source = source.of.source
        elif isinstance(source, x.Local) and source.name in secrets.lying_open:
            secrets.lying_open.add(name)
        if isinstance(source, x.Zone) and source.name in self.flow.open_zones and name not in self.covered:
            secrets.lying_open.add(name)

    def _element(self, over: x.Set, secrets: Secrets) -> None:
        self._see(over.binder, over.source, secrets)
        zone = self.flow.zone(over.source, self.before)
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
        way = (event, *sorted(inner.values), "/", *sorted(inner.things))
        if (inner.values or inner.things) and way not in self.flow.followed:
            self.flow.followed.add(way)
            bodies = (declared.body, *(declared.told or {}).values())
            for key, body in zip(bodies_of_event(declared), bodies, strict=True):
                self.flow.body(key, body, inner.inside(), (*self.calls, event))

    def _told(self, value: x.Expression, secrets: Secrets) -> str | None:
        """Return the zone that a value tells about."""
        search = _Values(self.flow, Question(None, value, self.before), self.ties, secrets.values)
        found = search.told(value, secrets.things)
        return None if found is None else found[1]

    def _thing(self, value: x.Expression, secrets: Secrets) -> str | None:
        """Return the zone from which a value is a thing."""
        if isinstance(value, x.Local):
            return secrets.things.get(value.name)
        if isinstance(value, x.The):
            return self.flow.zone(value.of.source, self.before)
        if isinstance(value, x.Builtin) and value.name in ("first", "last", "nth") and value.args:
            return self.flow.zone(value.args[0], self.before)
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
