"""What holds in every position of Risk with its house-rule book, beside what holds in every game."""

from __future__ import annotations

from regelwerk.match.state import State
from regelwerk.program.layout import Layout

from .invariants import Things

MOST_UNITS, MOST_TERRITORY_CARDS, MOST_ADVENTURE_CARDS = 5, 5, 4
ENDS = frozenset(("ring_destroyed", "ring_seized", "middle_earth_conquered"))
CARDS = ("adventure_card", "territory_card")


class Moved:
    """What has moved since the last look, and whether it lies as it must: `Things.check`, step by step."""

    def __init__(self, layout: Layout) -> None:
        self.things = Things(layout)
        self.tables = layout.tables
        self.zones: list[list[int]] | None = None
        self.at: list[int] = []

    def look(self, s: State) -> bool:
        """Check everything at first, then what is not as it was; return whether anything is not."""
        if self.zones is None:
            self.things.check(s)
            self.zones, self.at = [list(zone) for zone in s.zones], list(s.at)
            return True
        if s.zones == self.zones and s.at == self.at:
            return False
        for zone, (now, then) in enumerate(zip(s.zones, self.zones, strict=True)):
            if now != then:
                self._zone(s, zone)
                self.zones[zone] = list(now)
        for thing, (place, before) in enumerate(zip(s.at, self.at, strict=True)):
            if place != before and place >= 0:
                assert thing in s.zones[place], "`at` is wrong"
            elif place != before:
                assert self.tables.is_passing[thing], f"a thing that lay in a zone lies nowhere: {thing}"
        self.at = list(s.at)
        return True

    def _zone(self, s: State, zone: int) -> None:
        content = s.zones[zone]
        kind = self.tables.types[self.tables.zone_decl[zone].type]
        assert len(set(content)) == len(content), "a thing lies twice in a zone"
        assert all(s.at[thing] == zone for thing in content), "a thing lies in two zones"
        assert all(kind.first <= thing < kind.last for thing in content), "a thing of another type"
        assert 0 <= s.fixed[zone] <= len(content), "more is fixed than there is"


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
        self.owners: list[list[int]] = []

    def broken(self, s: State, moved: bool = True) -> str | None:
        """What does not hold, if anything. Nothing can be broken where nothing has moved or changed hands."""
        owners = [s.columns[column] for column in (self.lord, self.held, self.side)]
        if not moved and owners == self.owners:
            return None
        self.owners = [list(column) for column in owners]
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
        where = s.at[self.first : self.sorts["unit"].last]
        if min(where) < 0:
            return "a unit that is nowhere"
        for seat in range(self.players):
            supply = s.zones[self.figures.first + seat]
            if supply and {lords[unit - self.first] for unit in supply} != {seat}:
                return "a unit in the supply of another"
        if self.owned is None and min(lords) >= 0:
            self.owned = list(lords)
        return None if self.owned in (None, lords) else "a unit that has changed its lord"

    def _cards(self, s: State) -> str | None:
        """Every card lies somewhere, and hands keep to their limits."""
        for kind in CARDS:
            if min(s.at[self.sorts[kind].first : self.sorts[kind].last]) < 0:
                return f"a {kind} that is nowhere"
        for seat in range(self.players):
            if len(s.zones[self.cards.first + seat]) > MOST_TERRITORY_CARDS:
                return "more than five territory cards in a hand"
            if len(s.zones[self.hand.first + seat]) > MOST_ADVENTURE_CARDS:
                return "more than four adventure cards in a hand"
        return None
