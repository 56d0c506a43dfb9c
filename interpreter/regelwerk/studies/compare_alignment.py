"""Two similar games side by side: which thing, value and zone of the one is which of the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regelwerk.match.state import State
from regelwerk.match.text import index_texts, option_text
from regelwerk.program.ending import Decision, Option
from regelwerk.program.layout import Layout
from regelwerk.rules.declarations import ValueType

ABSENT = -1


class Alignment:
    """What the layout `one` and the layout `other` of a similar game have in common.

    `things[id in one]` is the id in the other, -1 for what that does not have. A thing is known by its
    row and the number of its copy; a field by its map and place; a passing thing by type and place.
    """

    def __init__(self, one: Layout, other: Layout) -> None:
        self.one, self.other = one, other
        ids = {name: thing for thing, name in enumerate(_names(other))}
        self.things = [ids.get(name, ABSENT) for name in _names(one)]
        self.same_things = self.things == list(range(len(ids)))
        self.back = [thing for thing in self.things if thing != ABSENT]
        self._enums: dict[str, list[int] | None] = {}
        self.columns = [
            (n, found.column, column.kind, self._places(column.type, column.name))
            for n, column in enumerate(one.tables.columns)
            if (found := other.tables.attributes.get((column.type, column.name))) is not None
            and found.column >= 0
            and index_texts(other, found.kind) == index_texts(one, column.kind)
        ]
        self.cells = [
            (cell.number, other.cells[name].number, cell.kind)
            for name, cell in one.cells.items()
            if name in other.cells
            and index_texts(other, other.cells[name].kind) == index_texts(one, cell.kind)
        ]
        self.zones = [
            (zone.first + n, same.first + n)
            for name, zone in one.tables.zones.items()
            if (same := other.tables.zones.get(name)) is not None and same.count == zone.count
            for n in range(zone.count)
        ]
        self._same_actions = [a.name for a in one.actions] == [a.name for a in other.actions]

    def _places(self, type_name: str, name: str) -> list[tuple[int, int]] | None:
        """Return where the values of a column stand in both; None where all of them stand alike."""
        mine = self.one.tables.attributes[type_name, name]
        theirs = self.other.tables.attributes[type_name, name]
        if type_name == "seat" or (self.same_things and mine.first == theirs.first):
            return None
        return [
            (thing * mine.members + n, (found - theirs.first) * mine.members + n)
            for thing in range(mine.count)
            if (found := self.things[mine.first + thing]) != ABSENT
            for n in range(mine.members)
        ]

    def value(self, kind: ValueType, value: Any) -> Any:
        """A value of the one game as it is in the other; things that are not there are none."""
        if isinstance(value, list | tuple):
            found = [self.value(kind, each) for each in value]
            if kind.kind == "thing" and kind.per is None:
                found = [each for each in found if each != ABSENT]
            return found
        if value == ABSENT:
            return value
        if kind.kind == "thing":
            return self.things[value] if value < len(self.things) else ABSENT
        if kind.kind == "enum":
            members = self._members(kind.name or "")
            return value if members is None or value >= len(members) else members[value]
        return value

    def _members(self, enum: str) -> list[int] | None:
        """Return the numbers of the members of an enum in the other game; None if they are the same."""
        if enum not in self._enums:
            mine = self.one.tables.enums.get(enum, ())
            theirs = self.other.tables.enums.get(enum, ())
            moved = [theirs.index(member) if member in theirs else ABSENT for member in mine]
            self._enums[enum] = None if moved == list(range(len(moved))) else moved
        return self._enums[enum]

    # ---- comparing
    def same_position(self, a: State, b: State) -> bool:
        """Whether values, things and what is known of them are the same, where both games have them."""
        if (a.over is None) != (b.over is None) or (a.over is not None and a.over != b.over):
            return False
        for mine, theirs, kind, places in self.columns:
            left, right = a.columns[mine], b.columns[theirs]
            if places is None:
                if left != right and self.value_list(kind, left) != right:
                    return False
            elif any(self.value(kind, left[i]) != right[j] for i, j in places):
                return False
        for mine, theirs, kind in self.cells:
            if a.cells[mine] != b.cells[theirs] and self.value(kind, a.cells[mine]) != b.cells[theirs]:
                return False
        if self.same_things:
            if a.known != b.known:
                return False
            return all(a.zones[mine] == b.zones[theirs] for mine, theirs in self.zones)
        shared = set(self.back)
        return all(
            [self.things[thing] for thing in a.zones[mine] if self.things[thing] != ABSENT]
            == [thing for thing in b.zones[theirs] if thing in shared]
            for mine, theirs in self.zones
        ) and all(
            known == b.known[thing]
            for known, thing in zip(a.known, self.things, strict=True)
            if thing != ABSENT
        )

    def value_list(self, kind: ValueType, values: Sequence[int]) -> list[int]:
        """A column of the one game as it is in the other."""
        return [self.value(kind, value) for value in values]

    def same_decisions(self, a: State, mine: list[Decision], b: State, theirs: list[Decision]) -> bool:
        """Whether the same seats have the same options."""
        if [decision.seat for decision in mine] != [decision.seat for decision in theirs]:
            return False
        for left, right in zip(mine, theirs, strict=True):
            if len(left.options) != len(right.options) or left.kind != right.kind:
                return False
            if self._numbered_alike(left, right):
                if left.options != right.options:
                    return False
            elif texts(a, left) != texts(b, right):
                return False
        return True

    def same_option(
        self, a: State, left: Decision, option: Option, b: State, right: Decision
    ) -> Option | None:
        """The option of the other game's decision that is this one; None if there is none."""
        if left.kind != right.kind:
            return None
        if self._numbered_alike(left, right):
            return option if option in right.options else None
        text = option_text(a, left, option)
        return next((each for each in right.options if option_text(b, right, each) == text), None)

    def _numbered_alike(self, left: Decision, right: Decision) -> bool:
        """Whether equal numbers mean equal options at these decisions, so that no text is needed."""
        if not self.same_things or left.kind not in ("window", "choose", "several", "secret"):
            return False
        return self._same_actions and left.prompt_key == right.prompt_key


def texts(s: State, decision: Decision) -> list[str]:
    """The texts of all options of a decision."""
    return [option_text(s, decision, option) for option in decision.options]


def _names(layout: Layout) -> list[tuple[str, int]]:
    """A name for every thing of a game: what it belongs to, and its place there."""
    tables = layout.tables
    names: list[tuple[str, int]] = []
    counted: dict[str, int] = {}
    for thing, row in enumerate(tables.row_of):
        if row >= 0:
            names.append((f"row:{tables.row_names[row]}", thing - tables.row_things[row][0]))
            continue
        home = f"type:{tables.type_of[thing]}"
        names.append((home, counted.get(home, 0)))
        counted[home] = counted.get(home, 0) + 1
    return names
