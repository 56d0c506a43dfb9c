"""To whom the things of a zone have been shown by a line of the rules, and when they are hidden again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import msgspec

from regelwerk.meaning.effects import Effects
from regelwerk.meaning.graph import bodies_of_event
from regelwerk.meaning.hidden_zones import ANY_ZONE, HiddenZones, Shown
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes


class Change(msgspec.Struct, frozen=True):
    """What a way through a body has shown and not hidden again, and which zones it hides again."""

    shown: frozenset[Shown] = frozenset()
    hidden: frozenset[str] = frozenset()

    def then(self, next_: Change) -> Change:
        """Return this change and another one behind it."""
        return Change(next_.after(self.shown), self.hidden | next_.hidden)

    def after(self, before: Set[Shown]) -> frozenset[Shown]:
        """Return what has been shown behind this change, if that was shown before it."""
        if self is NOTHING:
            return frozenset(before)
        kept = (each for each in before if each.zone not in self.hidden) if self.hidden else before
        return self.shown.union(kept)

    def facts(self) -> tuple[object, ...]:
        """Return the same as plain data."""
        return _sorted(self.shown), sorted(self.hidden)


def _sorted(shown: Iterable[Shown]) -> list[bytes]:
    return sorted(map(msgspec.json.encode, shown))


NOTHING = Change()


class Showing:
    """What has been shown in each body before each of its statements.

    Shown is what may have been shown on one of the ways that lead to a statement. A body that is called
    begins with what was shown at every place that calls it. Things hide again where their zone is shuffled,
    where unknown things are drawn to it, and where dice are rolled that lie in it.
    """

    def __init__(self, rules: d.Rules, zones: HiddenZones, effects: Mapping[str, Effects]) -> None:
        self.zones = zones
        self.rolled = {(node[1], node[2]) for node in zones.rolled if node[0] == "local"}
        self.bodies = dict(_bodies(rules))
        self.called = _called(rules)
        self.follow = {f"rule:{rule.name}" for rule in rules.rules if rule.kind == "after"}
        self.before: dict[str, dict[int, Change]] = {}
        """By a body and the identity of a statement in it what changed in that body before it."""
        self.sites: dict[str, list[tuple[str, Change]]] = {}
        self.change: dict[str, Change] = {}
        self._calls: list[tuple[str, Change]] = []
        """What the body calls that is gone through, and what changed in it before."""
        if any(effects[key].shows for key in self.bodies):
            self._follow(effects)
        self.begin = self._begin()

    def at(self, key: str, statement: object = None) -> frozenset[Shown]:
        """Return what has been shown before a statement of a body, or where that begins."""
        change = self.before.get(key, {}).get(id(statement), NOTHING)
        return change.after(self.begin.get(key, frozenset()))

    def facts(self, key: str) -> tuple[object, ...]:
        """Everything that is known here about one body, as plain data; nothing if nothing was shown."""
        begin, changes = self.begin.get(key, frozenset()), self.before.get(key, {}).values()
        if not begin and not any(change.shown for change in changes):
            return ()
        told = {id(change): change.facts() for change in changes}
        return (_sorted(begin), *(told[id(change)] for change in changes))

    def shows_all(self, statement: s.Statement) -> bool:
        """Say whether everybody is shown something by a statement, inside it, or by what happens there."""
        return any(
            (isinstance(node, s.Show) and node.to_many)
            or (
                isinstance(node, s.Happen)
                and any(each.to is None and not each.some for each in self._of(node.event).shown)
            )
            for node in nodes(statement)
        )

    def _follow(self, effects: Mapping[str, Effects]) -> None:
        """Go through bodies until what is shown in what they call is known: again where that has changed."""
        readers: dict[str, dict[str, None]] = {}
        for key in self.bodies:
            for event in effects[key].happens:
                for read in (f"event:{event}", *self.called.get(event, ())):
                    readers.setdefault(read, {})[key] = None
        changing = self._changing(effects, readers)
        calls: dict[str, list[tuple[str, Change]]] = {}
        for key in self.bodies.keys() - changing:
            each = effects[key]
            later = {event for _, event, _ in each.put_off}
            calls[key] = [(called, NOTHING) for called in each.happens | later | each.opens | each.pays]
        waiting = dict.fromkeys(key for key in self.bodies if key in changing)
        while waiting:
            key = next(iter(waiting))
            del waiting[key]
            self._calls = calls[key] = []
            outside = self._outside(self._walk(key, self.bodies[key], NOTHING))
            # What is left hidden can only become more, so this comes to an end.
            old = self.change.get(key, NOTHING)
            new = Change(outside.shown | old.shown, outside.hidden | old.hidden)
            if new != old:
                self.change[key] = new
                waiting.update(dict.fromkeys(readers.get(key, ())))
        for key in self.bodies:
            for called, change in calls[key]:
                self.sites.setdefault(called, []).append((key, change))

    def _changing(self, effects: Mapping[str, Effects], readers: Mapping[str, Iterable[str]]) -> set[str]:
        """Return the bodies in which something may be shown or hidden again, or in what they call."""
        found = {key for key, _ in self.rolled}
        for key in self.bodies:
            each = effects[key]
            drawn = each.mixed and any(("zone", zone) in each.writes for zone in self.zones.opaque)
            if each.shows or each.shuffled or drawn:
                found.add(key)
        waiting = list(found)
        while waiting:
            new = [key for key in readers.get(waiting.pop(), ()) if key not in found]
            found.update(new)
            waiting += new
        return found

    def _outside(self, change: Change) -> Change:
        """Return a change as a body that calls this one sees it: the names of seats mean nothing there."""
        kept = (each for each in change.shown if each.zone != ANY_ZONE)
        shown = frozenset(Shown(each.zone, None, each.some or each.to is not None) for each in kept)
        return Change(shown, change.hidden)

    def _walk(self, key: str, body: Sequence[s.Statement], change: Change) -> Change:
        for statement in body:
            self.before.setdefault(key, {})[id(statement)] = change
            change = self._statement(key, statement, change)
        return change

    def _statement(self, key: str, node: s.Statement, change: Change) -> Change:
        match node:
            case s.Show(what=what, to=to, to_many=many):
                shown = self._shown(what, None if many else to)
                return change.then(Change(frozenset(shown)))
            case s.Look(source=source, by=by):
                return change.then(Change(frozenset({Shown(source, by), Shown(ANY_ZONE, by)})))
            case s.Shuffle():
                return change.then(Change(hidden=self._hides(key, node)))
            case s.DrawMany() | s.DrawOne():
                change = change.then(Change(hidden=self._hides(key, node)))
            case s.Happen(event=called):
                self._call(called, change)
                return change.then(self._of(called))
            case s.Later(event=called) | s.Open(window=called) | s.Pay(payment=called):
                self._call(called, change)
            case s.ForEach(body=body):
                change = self._walk(key, body, change)
                change = Change(frozenset(_behind(node.over, each) for each in change.shown), change.hidden)
                return change.then(Change(hidden=self._hides(key, node)))
            case s.Repeat(body=body):
                return self._walk(key, body, change.then(Change(hidden=self._hidden_in_round(key, body))))
            case s.Atomic(body=body):
                return self._walk(key, body, change)
            case _:
                pass
        return self._branches(key, node, change)

    def _hides(self, key: str, node: s.Statement) -> frozenset[str]:
        """Return the zones that a statement surely hides again."""
        match node:
            case s.Shuffle(zone=zone):
                return frozenset({zone})
            case s.DrawMany(source=source, to=to) | s.DrawOne(source=source, to=to):
                return frozenset({to} if source in self.zones.opaque else ())
            case s.ForEach(over=x.Set(source=x.Zone(name=zone), binder=binder)):
                return frozenset({zone} if (key, binder) in self.rolled else ())
            case s.Happen(event=called):
                return self._of(called).hidden
            case _:
                return frozenset()

    def _hidden_in_round(self, key: str, body: Sequence[s.Statement]) -> frozenset[str]:
        """Return the zones that one round of a loop hides and does not show again: the next begins so."""
        hidden = frozenset[str]()
        for node in body:
            hidden |= self._hides(key, node)
            shown = {each.zone for inner in nodes(node) for each in self._shown_by(inner)}
            hidden = frozenset() if ANY_ZONE in shown else hidden - shown
        return hidden

    def _shown_by(self, node: object) -> Iterable[Shown]:
        match node:
            case s.Show(what=what, to=to, to_many=many):
                return self._shown(what, None if many else to)
            case s.Look(source=source, by=by):
                return Shown(source, by), Shown(ANY_ZONE, by)
            case s.Happen(event=called):
                return self._of(called).shown
            case _:
                return ()

    def _branches(self, key: str, node: s.Statement, change: Change) -> Change:
        """Put together what bodies inside a statement change; one that leaves leads nowhere."""
        ends = [(inner, self._walk(key, inner, change)) for inner in inner_bodies(node)]
        if not (isinstance(node, s.If) and node.otherwise):
            ends.append(((), change))
        going = [end for inner, end in ends if not leaves(inner)] or [change]
        shown = frozenset[Shown]().union(*(end.shown for end in going))
        return Change(shown, frozenset.intersection(*(end.hidden for end in going)))

    def _call(self, called: str, change: Change) -> None:
        self._calls.append((called, self._outside(change)))

    def _of(self, event: str) -> Change:
        found = [self.change[key] for key in self.called.get(event, ()) if key in self.change]
        if not found:
            return NOTHING
        shown = frozenset[Shown]().union(*(each.shown for each in found))
        return Change(shown, self.change.get(f"event:{event}", NOTHING).hidden)

    def _shown(self, what: x.Expression, to: x.Expression | None) -> Iterator[Shown]:
        zones = [node for node in nodes(what) if isinstance(node, x.Zone)]
        if not zones:
            yield Shown(ANY_ZONE, to)
        for zone in zones:
            sees_it = zone.of == to and zone.name not in self.zones.dark
            if to is None or not sees_it:
                yield Shown(zone.name, to, of=zone.of)

    def _begin(self) -> dict[str, frozenset[Shown]]:
        """Return what has been shown wherever a body is called."""
        callers: dict[str, list[tuple[str, Change]]] = {}
        for called, sites in self.sites.items():
            behind = self._of(called)
            then = sites if behind is NOTHING else [(who, change.then(behind)) for who, change in sites]
            for key in self.called.get(called, ()):
                callers.setdefault(key, []).extend(then if key in self.follow else sites)
        everything = frozenset[Shown]().union(*(change.shown for _, change in _all(callers)))
        begin = dict.fromkeys(callers, everything)
        callees: dict[str, list[str]] = {}
        for key, sites in callers.items():
            for caller, _ in sites:
                callees.setdefault(caller, []).append(key)
        waiting = dict.fromkeys(callers if everything else ())
        while waiting:
            key = next(iter(waiting))
            del waiting[key]
            new = frozenset.intersection(
                *(change.after(begin.get(caller, frozenset())) for caller, change in callers[key])
            )
            if new != begin[key]:
                begin[key] = new
                waiting.update(dict.fromkeys(callees.get(key, ())))
        return begin


def _behind(over: x.Set, shown: Shown) -> Shown:
    """Return what was shown in a loop as it is behind that: what is shown to each seat is shown to all, and
    the zone of each is that of any."""
    element = x.Local(over.binder)
    every = over.noun == "seat" and over.source is None and over.where is None
    to = None if every and shown.to == element else shown.to
    return Shown(shown.zone, to, shown.some, None if element in nodes(shown.of) else shown.of)


def _all(callers: Mapping[str, list[tuple[str, Change]]]) -> Iterator[tuple[str, Change]]:
    for sites in callers.values():
        yield from sites


def _bodies(rules: d.Rules) -> Iterator[tuple[str, tuple[s.Statement, ...]]]:
    """The bodies in which something happens, by their names in the graph."""
    for event in rules.events:
        yield from zip(bodies_of_event(event), (event.body, *(event.told or {}).values()), strict=True)
    for action in rules.actions:
        yield f"action:{action.name}", (*action.cost, *action.body)
    for rule in rules.rules:
        yield f"rule:{rule.name}", rule.body


def _called(rules: d.Rules) -> dict[str, list[str]]:
    """Which bodies run when an event happens, or a window is open; rules belong to their events."""
    found: dict[str, list[str]] = {event.name: list(bodies_of_event(event)) for event in rules.events}
    for rule in rules.rules:
        found.setdefault(rule.event, []).append(f"rule:{rule.name}")
    for action in rules.actions:
        for window in action.at:
            found.setdefault(window, []).append(f"action:{action.name}")
    for opened in rules.windows:
        found.setdefault(opened.name, []).append(f"window:{opened.name}")
    for payment in rules.payments:
        found[payment.name] = [f"payment:{payment.name}"]
    return found


def leaves(body: Sequence[s.Statement]) -> bool:
    """Say whether a body goes on with nothing behind it."""
    return bool(body) and isinstance(body[-1], s.Done | s.Result | s.Leave | s.Stop | s.EndGame)


def inner_bodies(node: msgspec.Struct) -> Iterable[tuple[s.Statement, ...]]:
    """The bodies inside a statement."""
    for name in node.__struct_fields__:
        inner = getattr(node, name)
        if isinstance(inner, tuple) and inner and isinstance(inner[0], msgspec.Struct):
            if isinstance(inner[0], s.Way):
                yield from (way.body for way in inner)
            elif isinstance(inner[0], s.Statement):
                yield inner
