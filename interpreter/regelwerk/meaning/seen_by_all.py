"""What all seats see: who is asked, which cells they read, where things lie open."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from regelwerk.meaning.hidden_zones import Shown
from regelwerk.meaning.whole import Whole
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes

ASKING = (s.Choose, s.SecretChoice, s.Ask, s.Pay, s.Open)
_DECIDED = (s.Show, s.Look, s.EndGame, s.Choose, s.Ask, s.SecretChoice, s.Pay, s.Open)
MOST_CALLS = 6
"""How many happenings inside each other are followed."""
_SEAT = "seat"


class SeenByAll:
    """What everybody sees of the bodies of a game."""

    def __init__(self, game: Whole) -> None:
        self.game = game
        self.hidden = game.hidden_zones
        self.events = {event.name: event for event in game.rules.events}
        self.open_types = {t.name for t in game.rules.types if not self._may_be_covered(t.name)} | {_SEAT}
        self.open_zones = {zone.name for zone in game.rules.zones if not self.hidden.covered(zone.name)}
        asking = (key for key, each in game.graph.effects.items() if each.asks or each.opens)
        self.asking = game.graph.leading_to(asking)

    def asks(self, body: Sequence[s.Statement], but: x.Expression | None = None) -> bool:
        """Say whether somebody may be asked in statements, or in what they let happen.

        `but` is a seat that does not count, nor does what is called with it: that may ask just this seat.
        """
        for node in nodes(tuple(body)):
            if isinstance(node, s.Happen):
                if f"happens:{node.event}" in self.asking and (but is None or but not in node.args):
                    return True
            elif isinstance(node, ASKING):
                asked = node.args if isinstance(node, s.Open) else (getattr(node, "by", None),)
                if but is None or but not in asked:
                    return True
        return False

    def _may_be_covered(self, name: str) -> bool:
        """Say whether things of a type, one above or one below may lie in a zone that not all see."""
        below = self.game.names.below
        return any(
            below(name, zone.type) or below(zone.type, name)
            for zone in self.game.rules.zones
            if self.hidden.covered(zone.name)
        )

    def zone(self, source: x.Expression | None, before: frozenset[Shown]) -> str | None:
        """Return the name of a zone whose things not everybody knows, after what was shown before."""
        if not isinstance(source, x.Zone) or source.name not in self.hidden.opaque:
            return None
        known = any(
            each.to is None and each.zone == source.name and each.is_of(source, set()) for each in before
        )
        return None if known else source.name

    def is_public(self, target: x.State | x.Attribute, lying_open: Collection[str] = ()) -> bool:
        """Say whether everybody reads a cell; `lying_open` are names of things that all see."""
        if isinstance(target, x.State) or target.type in self.open_types:
            return True
        return isinstance(target.of, x.Local) and target.of.name in lying_open

    def sets_public(
        self, body: Sequence[s.Statement], calls: frozenset[str], lying_open: Collection[str] = ()
    ) -> bool:
        """Say whether a body, or an event that it lets happen, sets a cell that all read, or rolls one.

        A body in which something is shown or laid open, or the game ends, does not count; nor does one in
        which somebody decides: what then happens, that seat has told by itself.
        """
        found = list(nodes(tuple(body)))
        if any(isinstance(node, _DECIDED) or self.lays_open(node) for node in found):
            return False
        if any(
            isinstance(node, s.Assign | s.Change) and self.is_public(node.target, lying_open)
            for node in found
        ):
            return True
        if any(isinstance(node, s.RollDie) for node in found):
            return True  # that a die is rolled is told to all, whatever it shows
        called = {node.event for node in found if isinstance(node, s.Happen)} & self.events.keys() - calls
        return len(calls) < MOST_CALLS and any(
            self.sets_public(self.events[name].body, calls | {name}) for name in sorted(called)
        )

    def lays_open(self, node: object) -> bool:
        """Say whether a node moves something to where it is not hidden."""
        return isinstance(node, s.Move) and node.to not in self.hidden.opaque
