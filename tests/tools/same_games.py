"""Small changes that are seen to make no other game, whatever is played: they are not made.

Each is shown by what the rules form says, not by names: a condition that the noun of its set or another one
beside it holds for already, a set of a wider sort of which a row is asked for, the order of a zone that
nothing asks for, what a choice does otherwise that the language does not let be left out, how a window closes
that asks one seat, a range that goes on where no line raises or lowers. An event that no rule brings about is
no part of the game: scenarios alone begin with it.

What can be the same or not, as others answer, pay or judge a limit in between, is no matter for this file: it
is changed, and where nothing notices, a reason is given (`small_reasons`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import Rules
from regelwerk.rules.validate import MAIN
from regelwerk.rules.walk import nodes, parts_of

_FREE = (ex.Any, ex.Every, ex.Count, ex.Sum, ex.Extreme)
"""What comes of a set is the same in whichever order it is gone through."""
_BRING = (st.Happen, st.Later, ex.Supposing)
"""What names the event that is to happen."""
_ALWAYS_TOLD = (
    ex.And, ex.Or, ex.Not, ex.Compare, ex.Count, ex.Set, ex.Number, ex.Flag, ex.Member, ex.Nothing, ex.Local,
    ex.Option, ex.Happened,
)  # fmt: skip
"""What can be asked at any time without the rules going wrong."""


class Sameness:
    """What can be said of changes of a game without playing it."""

    def __init__(self, rules: Rules) -> None:
        self._parents = {each.name: each.parent for each in rules.types}
        self._types = {row.name: row.type for row in rules.rows}
        self._values = {value.name: value.parameters for value in rules.values}
        self._passing = {each.name for each in rules.types if each.lives_until is not None}
        self._unordered = {zone.name for zone in rules.zones if zone.order != "ordered"}
        self._mentions: Counter[str] = Counter()
        self._free: Counter[str] = Counter()
        self._asked: set[str] = set()
        self._gone_through: set[str] = set()
        self._everywhere: set[str] = set()
        self._singles = {row.type for row in rules.rows} - {row.type for row in rules.rows if row.copies > 1}
        self._given = {
            id(attribute)
            for kind in rules.types
            for attribute in kind.attributes
            if not attribute.stored and self._always_given(rules, kind.name, attribute.name)
        }
        cells = [*rules.states, *(a for each in rules.types for a in each.attributes)]
        self._kept: set[str | None] = {name for zone in rules.zones for name in (zone.type, zone.owner)}
        self._kept |= {each.name for each in rules.types if any(a.stored for a in each.attributes)}
        self._kept |= {cell.type.per for cell in cells}
        """Types of what lies somewhere, holds something, changes, or has a cell of its own."""
        self._modified = {each.of for each in rules.modifiers}
        self._raised: set[tuple[str, bool]] = set()
        """What lines of the rules raise, and what they lower, by its name."""
        self._fewest = rules.players[0]
        self._declared_by_rules = False
        """Whether rules put off actions, so that several answers may wait before anybody is asked."""
        self._look_through(rules)
        self._events = {each.name: each for each in rules.events}
        self._brought = {MAIN} | self._brought_about(
            *(getattr(rules, field) for field in rules.__struct_fields__ if field != "events")
        )
        waiting = list(self._brought)
        while waiting:
            more = self._brought_about(self._events.get(waiting.pop())) - self._brought
            self._brought |= more
            waiting += more

    @staticmethod
    def _brought_about(*pieces: Any) -> set[str]:
        return {node.event for node in nodes(pieces) if isinstance(node, _BRING)}

    # ---- events

    def is_played(self, event: str) -> bool:
        """Whether a match can come to an event: where it begins, or anything in it, brings it about."""
        return event not in self._events or event in self._brought

    # ---- ranges

    def wider_is_nothing(self, cell: d.AttributeDecl | d.StateDecl, end: str, value: int) -> bool:
        """Whether a range may as well end here, further out.

        A number is kept within its range as it is raised and lowered, and by modifiers; to set it to what
        lies outside is a mistake of the rules in any case. What begins with no number begins with 0, if the
        range has it.
        """
        kind, up = cell.type, end == "high"
        if kind.low is None or kind.high is None or kind.low <= value <= kind.high:
            return False
        begins = cell.default is not None or kind.low <= 0 <= kind.high
        return begins and cell.name not in self._modified and (cell.name, up) not in self._raised

    # ---- conditions

    def implied(self, part: Any, others: Iterable[Any]) -> bool:
        """Whether a condition on the sort of something says nothing beside the others.

        They ask for a row of that sort, or hand it to a value whose parameter is of that sort and not
        `none`: where the language takes that without the condition, it has been seen to hold before.
        """
        return isinstance(part, ex.IsType) and any(self._of_sort(part, each) for each in others)

    def of_noun(self, part: Any, over: Any) -> bool:
        """Whether a condition of a set asks for a sort that its noun asks for already."""
        return (
            isinstance(over, ex.Set)
            and isinstance(part, ex.IsType)
            and part.of == ex.Local(over.binder)
            and self._below(over.noun, part.type)
        )

    def as_wide(self, over: ex.Set) -> bool:
        """Whether a set of the sort above has nothing more: rows of its own sort are asked for."""
        here = ex.IsType(ex.Local(over.binder), over.noun)
        return any(self._of_sort(here, part) for part in parts_of(over.where))

    def _of_sort(self, part: ex.IsType, test: Any) -> bool:
        if isinstance(test, ex.Or):
            return all(self._of_sort(part, each) for each in test.of)
        if isinstance(test, ex.IsRow | ex.IsType):
            sort = test.type if isinstance(test, ex.IsType) else self._types.get(test.row)
            return test.of == part.of and self._below(sort, part.type)
        if isinstance(test, ex.Call):
            fitting = zip(test.args, self._values.get(test.name, ()), strict=False)
            return any(
                given == part.of
                and parameter.type.kind == "thing"
                and not parameter.type.optional
                and self._below(parameter.type.name, part.type)
                for given, parameter in fitting
            )
        return False

    def _below(self, name: str | None, above: str) -> bool:
        return name is not None and (name == above or self._below(self._parents.get(name), above))

    # ---- zones

    def order_is_asked(self, zone: d.ZoneDecl, other: str) -> bool:
        """Whether it can matter that a zone has another order.

        It does not where every mention of the zone asks what lies there, not where, where nothing of its sort
        is offered from everywhere, and where, if it is to be a pile or none, everybody sees it: what is mixed
        nobody knows any more.
        """
        if "pile" in (zone.order, other) and (zone.seen != "all" or zone.seen_when is not None):
            return True
        near = any(self._below(sort, zone.type) or self._below(zone.type, sort) for sort in self._everywhere)
        return zone.name in self._asked or near or self._mentions[zone.name] > self._free[zone.name]

    def _always_given(self, rules: Rules, kind: str, name: str) -> bool:
        if any(self._below(passing, kind) for passing in self._passing):
            return False  # what comes to be while a match runs has the defaults
        rows = [row for row in rules.rows if self._below(row.type, kind)]
        return bool(rows) and all(name in row.values for row in rows)

    def _single(self, over: ex.Set) -> bool:
        """Whether no two of what is offered are alike, so that in which order they lie is nothing."""
        kinds = {kind for kind in self._parents if self._below(kind, over.noun)}
        return bool(kinds & self._singles) and not any(
            kind in self._types.values() and kind not in self._singles for kind in kinds
        )

    def _look_through(self, rules: Rules) -> None:
        free: set[int] = set()
        everything = list(nodes([getattr(rules, field) for field in rules.__struct_fields__]))
        for node in everything:
            match node:
                case st.Later(by=seat) if seat is not None:
                    self._declared_by_rules = True
                case st.DrawOne() | st.DrawMany() | st.Look():
                    self._asked.add(node.source)
                case st.Shuffle():
                    self._asked.add(node.zone)
                case st.Move(where=place, to=to) if place is not None:
                    self._asked.add(to)
                case st.Change():
                    self._raised.add((node.target.name, node.up))
            for source in self._free_sources(node):
                if isinstance(source, ex.Set):
                    free.add(id(source))
                    source = source.source
                if isinstance(source, ex.Zone):
                    self._free[source.name] += 1
            if isinstance(node, ex.Zone):
                self._mentions[node.name] += 1
            if isinstance(node, ex.Set) and node.source is None:
                self._gone_through.add(node.noun)
        for node in everything:
            if isinstance(node, ex.Set) and node.source is None and id(node) not in free:
                self._everywhere.add(node.noun)

    def _free_sources(self, node: Any) -> Iterator[Any]:
        """The sets and zones in a node whose order is nothing to it."""
        match node:
            case ex.Inside(source=zone) | ex.Builtin(name="size", args=(zone,)):
                yield zone
            case ex.Count(of=over) | ex.Any(of=over) | ex.Every(of=over):
                yield over
            case ex.Sum(over=over) | ex.Extreme(over=over):
                yield over
            case st.Choose(over=over) | d.ActionPart(over=over) | d.Means(over=over) if (
                over is not None and self._single(over)
            ):
                yield over
            case st.Move(what=what, many=True, where=None, to=to) if to in self._unordered:
                yield what.of if isinstance(what, ex.All) else what

    # ---- choices and windows

    @staticmethod
    def otherwise(node: Any) -> Any:
        """What stands for no `otherwise`: an empty one where the language asks for it."""
        wanted = isinstance(node, st.DrawOne | st.PickRandom | st.Choose)
        return () if wanted and not (isinstance(node, st.Choose) and node.amount == "maybe") else None

    def window_alike(self, window: d.WindowDecl, field: str, other: str) -> bool:
        """Whether a window asks the same the other way.

        When one seat alone is asked and passes, all have passed in a row, and each has. Of answers that wait
        where the first one closes the window there is one, unless rules declare some: then which comes first
        is nothing. That one takes effect at once is another thing: what waits is tested again, after it has
        been paid for.
        """
        if window.one_at_a_time:
            return False
        if field == "answers":
            waiting = {window.answers, other} == {"last_first", "in_order"}
            return waiting and window.closes == "one_answer" and not self._declared_by_rules
        return not window.asks_many and {window.closes, other} == {"all_pass", "each_passes"}

    # ---- cases

    def either_first(self, one: ex.Case, other: ex.Case) -> bool:
        """Whether two cases may change places: they lead to the same, and each can be asked for first."""
        return one.then == other.then and all(
            isinstance(node, _ALWAYS_TOLD) or (isinstance(node, ex.Seat) and node.number <= self._fewest)
            for node in nodes([one.when, other.when])
        )

    # ---- rows

    def several_are_one(self, row: d.RowDecl) -> bool:
        """Whether a second thing of a row is nothing to any rule.

        No rule goes through things of its sort, and nothing about one changes or lies with it: then only the
        first is ever named. Places are linked once, however many links lead from one to the other.
        """
        some = self._gone_through | self._kept
        return not any(name is not None and self._below(row.type, name) for name in some)

    def never_default(self, attribute: d.AttributeDecl) -> bool:
        """Whether every row says what it has there."""
        return id(attribute) in self._given


def _same(one: Any, other: Any) -> bool:
    """Whether two expressions are the same, whatever the name is that stands for what is counted."""
    match one, other:
        case ex.Count(of=ex.Set(where=None, sort=()) as a), ex.Count(of=ex.Set() as b):
            return msgspec.structs.replace(a, binder="") == msgspec.structs.replace(b, binder="")
    return bool(one == other)


def excluding(one: Any, other: Any) -> bool:
    """Whether two conditions can be seen never to hold together: the same thing is to be two others."""
    if isinstance(one, ex.Or):
        return all(excluding(each, other) for each in one.of)
    if isinstance(other, ex.Or):
        return all(excluding(one, each) for each in other.of)
    match one, other:
        case ex.Compare(op="=", left=left, right=a), ex.Compare(op="=", left=same, right=b):
            fixed = (ex.Number, ex.Member, ex.Row, ex.Seat, ex.Flag, ex.Nothing)
            return _same(left, same) and a != b and isinstance(a, fixed) and isinstance(b, fixed)
        case ex.IsRow(of=left, row=a), ex.IsRow(of=same, row=b):
            return left == same and a != b
        case ex.And(of=parts), _:
            return any(excluding(part, other) for part in parts)
        case _, ex.And(of=parts):
            return any(excluding(one, part) for part in parts)
    return False
