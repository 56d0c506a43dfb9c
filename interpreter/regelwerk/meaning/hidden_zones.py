"""Which zones certainly hold things that a seat does not know, as far as declarations and moves say."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set

import msgspec

from regelwerk.meaning.effects import Effects
from regelwerk.meaning.routes import Routes
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x

HAPPENING = ("event", "told", "action", "rule", "limit")
"""Bodies in which something happens."""
ANY_ZONE = "*"
"""The zone of a thing that is shown by its name."""
Seer = x.Expression | None
"""The seat that looks; None is everybody."""


class Shown(msgspec.Struct, frozen=True):
    """Things of a zone were shown to a seat; to None: to everybody, or to a seat of another body (`some`).

    `of` is the seat whose zone it is; None if that may be any.
    """

    zone: str
    to: Seer
    some: bool = False
    of: Seer = None

    def is_of(self, zone: x.Zone, ties: Set[frozenset[bytes]]) -> bool:
        """Say whether it may be this zone."""
        if self.zone not in (zone.name, ANY_ZONE):
            return False
        return self.of is None or zone.of is None or not _are_two(self.of, zone.of, ties)


class HiddenZones:
    """Zones that are not seen by all and into which unknown things come.

    A zone seen by nobody hides its things from everybody if things begin there, are mixed there, or come
    from such a zone. What comes there from a zone that a seat sees, is mixed into what a seat sees, or is
    rolled there, only that seat knows; so it is with zones seen by their owners. Things come on routes: over
    what is chosen, names and parameters, too. What a line shows is known behind it (see `showing.py`);
    everywhere else a zone hides what it is declared to hide.
    """

    def __init__(self, rules: d.Rules, effects: Mapping[str, Effects]) -> None:
        self.zones = {zone.name: zone for zone in rules.zones}
        self.shown_attributes = {(t.name, a.name) for t in rules.types for a in t.attributes if a.on_back}
        self.shown_types = {t.name for t in rules.types if t.on_back}
        happening = [each for key, each in effects.items() if key.split(":")[0] in HAPPENING]
        self.dark = {zone.name for zone in rules.zones if "nobody" in (zone.seen, _under_option(zone))}
        starting = (*(t.starts_in for t in rules.types), *(row.starts_in for row in rules.rows))
        begin = {zone for zone in starting if zone is not None}
        piles = {zone.name for zone in rules.zones if zone.order == "pile" and self.covered(zone.name)}
        mixed = piles & frozenset[str]().union(*(each.mixed for each in happening))
        mixed |= {name for each in happening for name in each.shuffled if self.covered(name)}
        routes = Routes(rules, effects, {name for name in self.zones if self.covered(name)})
        blind = self.dark & (begin | piles | mixed)
        self.blind = routes.reached(blind, self.dark)
        # Where backs alone are mixed their owner knows them still, also where they come to lie with no seat.
        backs = {name for name in mixed - self.dark if self.zones[name].order == "set"}
        of_seats = {zone.name for zone in rules.zones if zone.owner in (None, "seat")}
        hiding = routes.reached(blind | mixed - backs | routes.rolled, self.zones)
        hiding |= routes.reached(backs, self.zones) & of_seats
        self.opaque = hiding
        self.laid_open: dict[str, set[str]] = {}
        """By a body the names in it of things that are moved to where all see them."""
        for _, key, name, *_ in routes.laid_open:
            self.laid_open.setdefault(key, set()).add(name)
        self.rolled = routes.rolled_things
        brought = {part.zone for declared in rules.lists for part in declared.parts}
        filled = begin | {to[1] for to in routes.back if to[0] == "zone"}
        self.open = (
            filled - hiding - brought - {zone.name for zone in rules.zones if zone.seen_when is not None}
        )
        """Zones into which things come that all know, and certainly no others."""

    @property
    def facts(self) -> tuple[object, ...]:
        """Everything that is known here, as plain data."""
        return (
            sorted(self.shown_attributes),
            sorted(self.shown_types),
            sorted(self.dark),
            sorted(self.blind),
            sorted(self.opaque),
        )

    def covered(self, name: str) -> bool:
        """Say whether there is an option under which not everybody sees into a zone."""
        zone = self.zones[name]
        return zone.seen != "all" or _under_option(zone) != "all"

    def hides(
        self, zone: x.Zone, seer: Seer, ties: set[frozenset[bytes]], shown: Collection[Shown] = ()
    ) -> bool:
        """Say whether things in a zone are certainly unknown to a seat, after what has been `shown`."""
        if zone.name not in self.opaque:
            return False
        if any(each.is_of(zone, ties) and _is_told(each, seer, ties) for each in shown):
            return False
        if zone.name in self.blind:
            return True
        if zone.of is None:
            return zone.name in self.dark
        if seer is None:
            return True
        return _are_two(zone.of, seer, ties)


def _is_told(shown: Shown, seer: Seer, ties: set[frozenset[bytes]]) -> bool:
    """Say whether a seat may be one to which something was shown."""
    if shown.to is None:
        return seer is not None or not shown.some
    return seer is not None and not _are_two(shown.to, seer, ties)


def _are_two(a: x.Expression, b: x.Expression, ties: Set[frozenset[bytes]]) -> bool:
    """Say whether two expressions certainly stand for two seats."""
    pair = frozenset(msgspec.json.encode(side) for side in (a, b))
    return len(pair) == 2 and pair not in ties and _differ(a, b)


def _under_option(zone: d.ZoneDecl) -> str:
    return zone.seen if zone.seen_when is None else zone.seen_then


def _differ(a: x.Expression, b: x.Expression) -> bool:
    """Say whether two seats that are not the same expression are meant to be two seats."""
    if isinstance(a, x.Local | x.Seat) and isinstance(b, x.Local | x.Seat):
        return True
    for one, other in ((a, b), (b, a)):
        if isinstance(one, x.Builtin) and one.name == "next" and one.args == (other,):
            return True
    return False
