"""Carrying a state over from a game to a similar one, by names, so that both go on from the same position."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Any

from regelwerk.match.errors import MatchError
from regelwerk.match.state import State
from regelwerk.program.layout import Layout
from regelwerk.program.points import Body, Place
from regelwerk.program.records import ALWAYS
from regelwerk.program.things import ZONE_ORDERED
from regelwerk.rules.declarations import Parameter
from regelwerk.rules.statements import Let

from .compare_alignment import ABSENT, Alignment

_HIDDEN = re.compile(r"#(\d+)(.*)")


class NotCarried(Exception):
    """What is going on in the one game has no counterpart in the other."""


def carried_over(alignment: Alignment, s: State) -> State:
    """The state in the other game: same position, same chance, same happenings under way.

    Raises NotCarried where a happening under way is written differently there, where a thing of the other
    game would have no place, or where a history is asked that the one game does not keep.
    """
    return _Transfer(alignment, s).run()


class _Transfer:
    def __init__(self, alignment: Alignment, s: State) -> None:
        self.alignment = alignment
        self.one, self.other = alignment.one, alignment.other
        self.s = s

    def run(self) -> State:
        alignment = self.alignment
        if len(alignment.back) < len(self.other.tables.row_of):
            raise NotCarried("things")
        if self.s.picks and not alignment.same_things:
            raise NotCarried("picks")
        data = self.s.plain()
        fresh = State(self.other, self.s.seed)
        self._things(fresh)
        plain = fresh.plain()
        for key in ("zones", "fixed", "known", "columns", "cells"):
            data[key] = plain[key]
        data["options"] = plain["options"]
        self._happenings(data)
        data["stack"] = [self._frame(frame) for frame in data["stack"]]
        try:
            return State.from_plain(self.other, data)
        except (MatchError, LookupError) as error:
            raise NotCarried(str(error)) from None

    def _things(self, fresh: State) -> None:
        """Put values, things and what is known of them into a fresh state of the other game."""
        alignment, s = self.alignment, self.s
        for mine, theirs, kind, places in alignment.columns:
            if places is None:
                fresh.columns[theirs] = alignment.value_list(kind, s.columns[mine])
            else:
                for i, j in places:
                    fresh.columns[theirs][j] = alignment.value(kind, s.columns[mine][i])
        for mine, theirs, kind in alignment.cells:
            fresh.cells[theirs] = alignment.value(kind, s.cells[mine])
        fresh.zones = [[] for _ in fresh.zones]
        shared = {mine for mine, _ in alignment.zones}
        if any(zone and number not in shared for number, zone in enumerate(s.zones)):
            raise NotCarried("zones")
        for mine, theirs in alignment.zones:
            things = [alignment.things[thing] for thing in s.zones[mine]]
            fixed = s.fixed[mine]
            top = [thing for thing in things[len(things) - fixed :] if thing != ABSENT]
            rest = [thing for thing in things[: len(things) - fixed] if thing != ABSENT]
            ordered = self.other.tables.zone_order[theirs] == ZONE_ORDERED
            fresh.zones[theirs] = [*(rest if ordered else sorted(rest)), *top]
            fresh.fixed[theirs] = len(top)
        for thing, known in enumerate(s.known):
            if alignment.things[thing] != ABSENT:
                fresh.known[alignment.things[thing]] = known

    def _happenings(self, data: dict[str, Any]) -> None:
        """Leave out what the other game does not have, and number what is left as it does."""
        one, other = self.one, self.other
        spans = [other.events[number].name for number in other.spans]
        for name in spans:
            if name not in data["levels"] and any(
                frame["body"] == f"event:{name}" for frame in data["stack"]
            ):
                raise NotCarried("levels")
        data["levels"] = {name: data["levels"].get(name, 0) for name in spans}
        data["counts"] = self._counts(data)
        self._records(data)
        data["alive"] = sorted(
            [self.alignment.things[thing], span, level]
            for thing, span, level in data["alive"]
            if self.alignment.things[thing] != ABSENT and span in spans
        )
        for name in data["active"]:
            if name not in other.rule_number:
                raise NotCarried("active")
        lasting = [row for row in map(self._lasting, data["lasting"]) if row and row[2] in spans]
        if len(lasting) < len(data["lasting"]) and any(_runs_rule(frame) for frame in data["stack"]):
            raise NotCarried("lasting")
        data["lasting"] = lasting
        data["queue"] = [
            [event, span, level, self._values(one, other, event, values)]
            for event, span, level, values in data["queue"]
            if event in other.event_number and span in spans
        ]
        data["atomic"] = [[name for name in row if name in other.action_number] for row in data["atomic"]]
        data["leaving"] = [row for row in data["leaving"] if row[0] in spans]
        data["answers"] = [self._answer(row) for row in data["answers"]]
        streams = data["chance"]["streams"]
        zones = {f"zone:{theirs}": f"zone:{mine}" for mine, theirs in self.alignment.zones}
        data["chance"]["streams"] = {
            **{name: n for name, n in streams.items() if _is_there(other, name)},
            **{theirs: streams[mine] for theirs, mine in zones.items() if mine in streams},
        }

    def _counts(self, data: dict[str, Any]) -> list[Any]:
        """The histories that the other game asks for; one that is not kept is empty only outside its span."""
        kept = {(event, span, tuple(names)): rows for event, span, names, rows in data["counts"]}
        counts = []
        for query in self.other.queries:
            event = self.other.events[query.event]
            span = self.other.events[self.other.spans[query.span]].name
            rows = kept.get((event.name, span, query.names))
            if rows is None:
                if data["levels"][span]:
                    raise NotCarried("counts")
                rows = []
            kinds = [kind for name, kind in event.parameters if name in query.names]
            counts.append(
                [event.name, span, list(query.names), [[self._each(kinds, key), n] for key, n in rows]]
            )
        return counts

    def _records(self, data: dict[str, Any]) -> None:
        """Positions that were recorded are of the one game: what they are in the other nobody can say."""
        if any(rows for _, rows in data.pop("records", ())):
            raise NotCarried("records")
        other = self.other
        names = (None if n == ALWAYS else other.events[other.spans[n]].name for n in other.records)
        if other.records:
            data["records"] = [[name, []] for name in names]

    def _each(self, kinds: list[Any], values: list[Any]) -> list[Any]:
        if len(kinds) != len(values):
            raise NotCarried("values")
        return [self.alignment.value(kind, value) for kind, value in zip(kinds, values, strict=True)]

    def _values(self, one: Layout, other: Layout, event: str, values: list[Any]) -> list[Any]:
        mine = one.events[one.event_number[event]].parameters
        if mine != other.events[other.event_number[event]].parameters:
            raise NotCarried("parameters")
        return self._each([kind for _, kind in mine], values)

    def _lasting(self, row: list[Any]) -> list[Any] | None:
        kind, name, span, level, values = row
        numbers = "rule_number" if kind == "rule" else "modifier_number"
        if name not in getattr(self.other, numbers):
            return None
        declared: list[tuple[Parameter, ...] | None] = []
        for layout in (self.one, self.other):
            found = layout.rules if kind == "rule" else layout.modifiers
            declared.append(found[getattr(layout, numbers)[name]].captured)
        if declared[0] != declared[1] or declared[0] is None:
            raise NotCarried("lasting")
        return [kind, name, span, level, self._each([p.type for p in declared[0]], values)]

    def _answer(self, row: list[Any]) -> list[Any]:
        name, status, *values = row
        if name not in self.other.action_number:
            raise NotCarried("answers")
        one, other = (layout.actions[layout.action_number[name]] for layout in (self.one, self.other))
        if len(one.parts) != len(other.parts):
            raise NotCarried("answers")
        parameters = self.one.events[self.one.event_number[name]].parameters
        return [name, status, *self._each([kind for _, kind in parameters[: len(one.parts) + 1]], values)]

    def _frame(self, frame: dict[str, Any]) -> dict[str, Any]:
        name = frame["body"]
        if name not in self.other.body_number:
            raise NotCarried("body")
        mine = self.one.bodies[self.one.body_number[name]]
        theirs = self.other.bodies[self.other.body_number[name]]
        places = self._places(mine, theirs)
        number = mine.point_number[frame["point"]]
        point = str(places.get(number)) if number < len(mine.places) else frame["point"]
        if point not in theirs.point_number:
            raise NotCarried("point")
        there = theirs.points[theirs.point_number[point]]
        here = mine.points[number]
        values = {
            _renamed(name, places): (kind, value)
            for name, kind, value in zip(here.names, here.kinds, frame["values"], strict=True)
        }
        if any(kind.kind == "laid" for kind in here.kinds) and not self.alignment.same_things:
            raise NotCarried("payment")
        carried = []
        for name, kind in zip(there.names, there.kinds, strict=True):
            found = values.get(name)
            if found is None or found[0] != kind:
                raise NotCarried("local")
            carried.append(self.alignment.value(kind, found[1]))
        return {"body": frame["body"], "point": point, "values": carried}

    def _places(self, mine: Body, theirs: Body) -> dict[int, int]:
        """Where the statements of a body stand in the other game's version of it."""
        if mine.parameters != theirs.parameters:
            raise NotCarried("parameters")
        one, other = ([_head(place) for place in body.places] for body in (mine, theirs))
        found = {}
        for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
            found.update({block.a + n: block.b + n for n in range(block.size)})
        return found


def _head(place: Place) -> str:
    """A statement without the blocks in it."""
    statement = place.statement
    fields = {name: getattr(statement, name) for name in statement.__struct_fields__}
    plain = {name: value for name, value in fields.items() if not _holds_statements(value)}
    return f"{place.slot} {type(statement).__name__} {plain}"


def _holds_statements(value: object) -> bool:
    home = Let.__module__
    return isinstance(value, tuple) and any(type(each).__module__ == home for each in value)


def _renamed(name: str, places: dict[int, int]) -> str:
    """The name of a hidden local, which has the place of its statement in it, in the other body."""
    found = _HIDDEN.fullmatch(name)
    return name if found is None else f"#{places.get(int(found[1]), ABSENT)}{found[2]}"


def _runs_rule(frame: dict[str, Any]) -> bool:
    """Whether a rule that may be in force for a while, found by its place among those, is running."""
    return frame["point"].partition(":")[0] in ("before", "instead", "after")


def _is_there(layout: Layout, stream: str) -> bool:
    kind, _, rest = stream.partition(":")
    of = rest.rpartition(":")[0]
    return (kind == "die" and of in layout.dice) or (kind == "pick" and of in layout.body_number)
