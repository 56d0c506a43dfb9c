"""What a question tells: the things in zones that a seat cannot look into, and what depends on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import msgspec

from regelwerk.meaning.hidden_zones import HiddenZones, Seer, Shown
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes

Tie = frozenset[bytes]
MOST_CALLS = 12
"""How many calls inside each other are looked into."""


class Question(msgspec.Struct, frozen=True):
    """Something a seat (None: everybody) gets to see: a condition, or a set whose elements are options.

    `before` is what was shown before it; `known` are rows the seat is known to hold itself.
    """

    seer: Seer
    shown: x.Expression | x.Set
    before: frozenset[Shown]
    known: frozenset[str] = frozenset()


class Happening(msgspec.Struct, frozen=True):
    """What belongs to the life of an event: its parameters, its bodies, its rules and limits."""

    parameters: tuple[str, ...]
    pieces: tuple[object, ...]


class Knowledge(msgspec.Struct, frozen=True):
    """What a search asks of the rules: values, events, what zones hide, who declares actions, single rows.

    What zones hide is worked out when something is searched.
    """

    values: Mapping[str, d.ValueDecl]
    happenings: Mapping[str, Happening]
    hidden: Callable[[], HiddenZones]
    declared_by: Mapping[str, str]
    unique: Collection[str]
    recorded: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Under `record` a zone that recorded positions tell about: who asks how often one came learns of it."""


def knowledge_of(game: Whole) -> Knowledge:
    """Return what is to be known of the rules of a game."""
    rules = game.rules
    return Knowledge(
        {value.name: value for value in rules.values},
        _happenings(rules) if any(each.supposed for each in game.graph.effects.values()) else {},
        lambda: game.hidden_zones,
        {action.name: action.by for action in rules.actions},
        frozenset(row.name for row in rules.rows if row.copies == 1),
    )


def _happenings(rules: d.Rules) -> dict[str, Happening]:
    """Return what belongs to each event."""
    found = {}
    for event in rules.events:
        name = event.name
        hooked = tuple(rule for rule in rules.rules if rule.event == name)
        limits = tuple(limit for limit in rules.limits if name in limit.after)
        parameters = tuple(parameter.name for parameter in event.parameters)
        found[name] = Happening(parameters, (event.body, event.told, hooked, limits))
    return found


def ties_of(part: object) -> set[Tie]:
    """Return what is compared with `=` or named by `let` in a body: these may be one and the same."""
    ties: set[Tie] = set()
    for node in nodes(part):
        if isinstance(node, x.Compare) and node.op == "=":
            ties.add(frozenset(msgspec.json.encode(side) for side in (node.left, node.right)))
        elif isinstance(node, s.Let):
            ties.add(frozenset((msgspec.json.encode(x.Local(node.name)), msgspec.json.encode(node.value))))
    return ties


class Search:
    """One question, searched for what it tells."""

    def __init__(self, knowledge: Knowledge, question: Question, ties: set[Tie]) -> None:
        self.values = knowledge.values
        self.happenings = knowledge.happenings
        self.hidden = knowledge.hidden()
        self.question = question
        self.ties = ties
        self.searched: set[bytes] = set()
        self.recorded = knowledge.recorded

    def find(self) -> tuple[msgspec.Struct, str] | None:
        """Return the node that tells, and the zone it tells about."""
        shown = self.question.shown
        if isinstance(shown, x.Set) and shown.source is not None:
            zone = self._hidden(shown.source)
            if zone is not None:
                return shown, zone
        return self.told(shown, {}, frozenset())

    def _hidden(self, source: x.Expression | None) -> str | None:
        """Return the name of a zone the seat cannot look into."""
        if not isinstance(source, x.Zone) or source.name == "answers":
            return None
        hides = self.hidden.hides(source, self.question.seer, self.ties, self.question.before)
        return source.name if hides else None

    def told(
        self, node: object, secret: dict[str, str], calls: frozenset[str] = frozenset()
    ) -> tuple[msgspec.Struct, str] | None:
        """Search a part; `secret` has the locals that stand for hidden things, with their zones."""
        if isinstance(node, x.Set):
            zone = self._hidden(node.source)
            if zone is not None:
                secret = {**secret, node.binder: zone}
        if isinstance(node, x.LetIn) and (zone := self._zone_of(node.value, secret)) is not None:
            secret = {**secret, node.binder: zone}
        for over in ("of", "over"):
            inner = getattr(node, over, None)
            if isinstance(inner, x.Set):
                zone = self._hidden(inner.source)
                if zone is not None:
                    secret = {**secret, inner.binder: zone}
        if isinstance(node, msgspec.Struct):
            zone = self.identity(node, secret)
            if zone is not None:
                return node, zone
        if isinstance(node, x.Call) and self._is_new(node, calls):
            value = self.values[node.name]
            given = {p.name: arg for p, arg in zip(value.parameters, node.args, strict=False)}
            found = self.told(replaced(value.body, given), secret, calls | {node.name})
            if found is not None:
                return node, found[1]
        if isinstance(node, x.Supposing | s.Happen) and self._is_new(node, calls):
            found = self._happening(node, secret, calls)
            if found is not None:
                return node, found[1]
        if isinstance(node, x.Recorded) and "record" in self.recorded:
            return node, self.recorded["record"]
        for part in _children(node):
            found = self.told(part, secret, calls)
            if found is not None:
                return found
        return None

    def _happening(
        self, node: x.Supposing | s.Happen, secret: dict[str, str], calls: frozenset[str]
    ) -> tuple[msgspec.Struct, str] | None:
        """Search what happens: all that it asks, and the things that it moves and names, may be asked for."""
        happening = self.happenings.get(node.event)
        if happening is None:
            return None
        given = dict(zip(happening.parameters, node.args, strict=False))
        pieces = replaced(happening.pieces, given)
        for inner in nodes(pieces):
            if isinstance(inner, s.Let) and (zone := self._zone_of(inner.value, secret)) is not None:
                secret = {**secret, inner.name: zone}
        return self.told(pieces, secret, calls | {node.event})

    def _is_new(self, call: x.Call | x.Supposing | s.Happen, calls: frozenset[str]) -> bool:
        """Say whether a call is worth looking into: not one looked into before, and not one too deep."""
        key, name = msgspec.json.encode(call), call.name if isinstance(call, x.Call) else call.event
        if key in self.searched or name in calls or len(calls) >= MOST_CALLS:
            return False
        self.searched.add(key)
        return True

    def identity(self, node: msgspec.Struct, secret: dict[str, str]) -> str | None:
        """Return the zone whose hidden things a node tells apart."""
        if isinstance(node, x.IsRow):
            return None if node.row in self.question.known else self._zone_of(node.of, secret)
        if isinstance(node, x.IsType):
            return None if node.type in self.hidden.shown_types else self._zone_of(node.of, secret)
        if isinstance(node, x.Attribute):
            shown = (node.type, node.name) in self.hidden.shown_attributes
            return None if shown else self._zone_of(node.of, secret)
        if isinstance(node, x.Told):
            return self._zone_of(node.of, secret)
        if isinstance(node, x.Compare):
            return self._zone_of(node.left, secret) or self._zone_of(node.right, secret)
        if isinstance(node, x.Builtin) and node.name == "same":
            return self._zone_of(node.args[0], secret) or self._zone_of(node.args[1], secret)
        if isinstance(node, x.Feature):
            return self._zone_of(node.value, secret)
        if isinstance(node, s.Assign):
            return self._zone_of(node.value, secret)
        if isinstance(node, s.Move):
            moved = (self._hidden(part) for part in nodes(node.what) if isinstance(part, x.Zone))
            return self._zone_of(node.what, secret) or next(filter(None, moved), None)
        if isinstance(node, s.DrawOne | s.DrawMany):
            return self._hidden(x.Zone(node.source, node.source_of))
        if isinstance(node, x.Inside) and isinstance(node.of, x.Row):
            return None if node.of.name in self.question.known else self._hidden(node.source)
        return None

    def _zone_of(self, node: x.Expression, secret: dict[str, str]) -> str | None:
        if isinstance(node, x.Local):
            return secret.get(node.name)
        if isinstance(node, x.The):
            return self._hidden(node.of.source)
        if isinstance(node, x.Builtin) and node.name in ("first", "last", "nth") and node.args:
            return self._hidden(node.args[0])
        return None


def _children(node: object) -> Iterator[object]:
    if isinstance(node, msgspec.Struct):
        for name in node.__struct_fields__:
            yield getattr(node, name)
    elif isinstance(node, tuple):
        yield from node
    elif isinstance(node, dict):
        yield from node.values()


def replaced(part: object, given: dict[str, x.Expression]) -> object:
    """Return an expression with parameters replaced by what is given for them."""
    if isinstance(part, x.Local):
        return given.get(part.name, part)
    if isinstance(part, msgspec.Struct):
        fields = {name: getattr(part, name) for name in part.__struct_fields__}
        new = {name: replaced(value, given) for name, value in fields.items()}
        if all(new[name] is value for name, value in fields.items()):
            return part
        return type(part)(**new)
    if isinstance(part, tuple):
        rebuilt = tuple(replaced(inner, given) for inner in part)
        return part if all(a is b for a, b in zip(rebuilt, part, strict=True)) else rebuilt
    if isinstance(part, dict):
        renewed = {name: replaced(inner, given) for name, inner in part.items()}
        return part if all(renewed[name] is inner for name, inner in part.items()) else renewed
    return part
