"""What holds in every position of Risk with its house-rule book, beside what holds in every game."""

from __future__ import annotations

from regelwerk.match.state import State
from regelwerk.program.layout import Layout

MOST_UNITS, MOST_TERRITORY_CARDS, MOST_ADVENTURE_CARDS = 5, 5, 4
ENDS = frozenset(("ring_destroyed", "ring_seized", "middle_earth_conquered"))
CARDS = ("adventure_card", "territory_card")


class BookLaws:
    """Looks at the positions of one match. `teams`: allies may stand in one territory."""

    def __init__(self, layout: Layout, teams: bool) -> None:
        tables = layout.tables
        self.teams = teams
        self.players = tables.players
        self.troops, self.figures, self.hand, self.cards = (
            tables.zones[name] for name in ("troops", "figures", "hand", "cards")
        )
        self.lord, self.held, self.side = (
            tables.attributes[owner, name].column
            for owner, name in (("unit", "lord"), ("territory", "held_by"), ("seat", "side"))
        )
        self.sorts = {kind: tables.types[kind] for kind in (*CARDS, "unit")}
        self.first = self.sorts["unit"].first
        self.owned: list[int] | None = None

    def broken(self, s: State) -> str | None:
        """What does not hold, if anything."""
        return self._territories(s) or self._supplies(s) or self._cards(s)

    def _territories(self, s: State) -> str | None:
        """Five units at most, and one owner: all units are his, or those of his allies."""
        lords, held, sides = s.columns[self.lord], s.columns[self.held], s.columns[self.side]
        for number in range(self.troops.count):
            here = s.zones[self.troops.first + number]
            if len(here) > MOST_UNITS:
                return "more than five units in a territory"
            owner = held[number]
            for unit in here:
                lord = lords[unit - self.first]
                if owner < 0 or not (lord == owner or (self.teams and sides[lord] == sides[owner])):
                    return "a unit in a territory that neither its lord nor an ally of his holds"
        return None

    def _supplies(self, s: State) -> str | None:
        """Every unit lies somewhere, keeps its lord, and is in nobody else's supply."""
        lords = s.columns[self.lord]
        if any(s.at[unit] < 0 for unit in range(self.first, self.sorts["unit"].last)):
            return "a unit that is nowhere"
        for seat in range(self.players):
            if any(lords[unit - self.first] != seat for unit in s.zones[self.figures.first + seat]):
                return "a unit in the supply of another"
        if self.owned is not None and lords != self.owned:
            return "a unit that has changed its lord"
        if self.owned is not None or min(lords) >= 0:
            self.owned = list(lords)
        return None

    def _cards(self, s: State) -> str | None:
        """Every card lies somewhere, and hands keep to their limits."""
        for kind in CARDS:
            things = self.sorts[kind]
            if any(s.at[thing] < 0 for thing in range(things.first, things.last)):
                return f"a {kind} that is nowhere"
        for seat in range(self.players):
            if len(s.zones[self.cards.first + seat]) > MOST_TERRITORY_CARDS:
                return "more than five territory cards in a hand"
            if len(s.zones[self.hand.first + seat]) > MOST_ADVENTURE_CARDS:
                return "more than four adventure cards in a hand"
        return None
