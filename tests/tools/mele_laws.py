"""What holds in every position of The Lidless Eye, beside what holds in every game."""

from __future__ import annotations

from regelwerk.match.evaluate import Evaluator
from regelwerk.match.state import State
from regelwerk.program.layout import Layout
from regelwerk.rules import expressions as ex

ON_THE_TABLE = ("in_play", "possessions", "events", "factions", "score_pile")


class EyeLaws:
    """Looks at the positions of one match, one after the other."""

    def __init__(self, layout: Layout) -> None:
        tables = layout.tables
        self.layout, self.tables = layout, tables
        self.evaluator = Evaluator(layout)
        unique = tables.attributes["card", "unique"]
        self.unique = [
            list(things)
            for things in tables.row_things
            if len(things) > 1 and unique.first <= things.start < unique.first + unique.count
            and unique.values[things.start - unique.first]
        ]  # fmt: skip
        self.table = frozenset(
            info.first + number
            for info in (tables.zones[name] for name in ON_THE_TABLE)
            for number in range(info.count)
        )
        self.phases = tables.enums["turn_phase"]
        self.cells = {name: layout.cells[name].number for name in ("phase", "active", "journey")}
        self.played = tables.attributes["company", "hazards_played"]
        self.limit = tables.attributes["company", "hazard_limit"]
        self.before: list[tuple[int, int]] = []
        self.organised = False

    def broken(self, s: State) -> str | None:
        """What does not hold, if anything."""
        return self._unique(s) or self._hazards(s) or self._influence(s)

    def _unique(self, s: State) -> str | None:
        """Of a unique card one copy at most is on the table, whoever it belongs to."""
        for things in self.unique:
            if sum(s.at[thing] in self.table for thing in things) > 1:
                return f"two of `{self.tables.row_names[self.tables.row_of[things[0]]]}` are on the table"
        return None

    def _hazards(self, s: State) -> str | None:
        """Whoever has just played a hazard has kept to the limit of the company.

        What lowers the limit in the same chain (*Deeper Shadow*) comes after the hazard was played.
        """
        now = list(zip(s.columns[self.played.column], s.columns[self.limit.column], strict=True))
        before, self.before = self.before, now
        for number, ((count, limit), (then, had)) in enumerate(zip(now, before or now, strict=True)):
            lowered = max(0, had - limit)
            limit_now = self._value(s, "hazard_limit", self.played.first + number)
            if count > then and count > limit_now + lowered:
                return "more hazards against a company than its limit"
        return None

    def _influence(self, s: State) -> str | None:
        """When the organisation is over, nobody spends more influence than he has."""
        phase = self.phases[s.cells[self.cells["phase"]]]
        over = self.organised and phase != "organisation"
        self.organised = phase == "organisation"
        seat = s.cells[self.cells["active"]]
        return "more influence is spent than there is" if over and self._value(s, "overdrawn", seat) else None

    def _value(self, s: State, name: str, argument: int) -> int:
        declared = self.layout.values[name]
        call = ex.Call(name, (ex.Local(declared.parameters[0].name),))
        found: int = self.evaluator.value(s, {declared.parameters[0].name: argument}, call)
        return found
