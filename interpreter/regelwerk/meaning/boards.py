"""How a game lies on the table: what its board file names must be there, of a kind that can be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.drawings import lineage
from regelwerk.meaning.problems import Role
from regelwerk.rules import declarations as d
from regelwerk.source.diagnostics import DataPath, Diagnostic, Edit, near_names
from regelwerk.source.document import Document
from regelwerk.source.wording import Problem

CODE = "M095"
SORTS = ("groups", "zones", "counts", "seats", "states", "line", "tracks")
"""What a panel may show; each shows one of them."""

LONGEST_LINE = 40
"""How many spaces a line or a track may have."""

_MARKED = f"enum, flag, seat or number up to {LONGEST_LINE} of a type"
"""What signs can stand for."""

"""How many names a fix lists."""


class GroupsDecl(msgspec.Struct, frozen=True):
    """Things of a type, and what belongs to each: things of `of` whose attribute `by` names it.

    `under` are attributes of members that name another member, below which they stand; `holds` and
    `member_holds` are zones that each group, or each member, has. Groups without an owner stand in `columns`,
    those with the same value of `sections` below one another. With `every`, those that say nothing are shown
    as well.
    """

    type: str
    of: str | None = None
    by: str | None = None
    owner: str | None = None
    show: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    member_show: tuple[str, ...] = ()
    member_holds: tuple[str, ...] = ()
    only: dict[str, str] = msgspec.field(default_factory=dict)
    columns: int = 1
    sections: str | None = None
    every: bool = False


class SpacesDecl(msgspec.Struct, frozen=True):
    """The spaces of tracks: things of a type whose attribute `by` names the track, `number` the space on it.

    `sign` is an enum of theirs; its marks stand on the spaces.
    """

    type: str
    by: str
    number: str
    sign: str


class TracksDecl(msgspec.Struct, frozen=True):
    """A track for each thing of a type: the number `at` is where its marker stands, `to` its last space;
    without `to` that is `last`, the greatest that `at` can be.

    `only` are attributes that must have the value of a state, for tracks as for groups.
    """

    type: str
    at: str
    to: str | None = None
    last: int = 0
    only: dict[str, str] = msgspec.field(default_factory=dict)
    spaces: SpacesDecl | None = None


class LineDecl(msgspec.Struct, frozen=True):
    """A line of spaces from `first` to `last`: on it stand seats, by attributes, and states."""

    seats: tuple[str, ...]
    states: tuple[str, ...]
    first: int
    last: int


class PanelDecl(msgspec.Struct, frozen=True):
    """One part of the board. With `by_type` zones are laid out by types; `show` are values of what lies in
    them."""

    sort: str
    names: tuple[str, ...] = ()
    title: dict[str, str] = msgspec.field(default_factory=dict)
    groups: GroupsDecl | None = None
    tracks: TracksDecl | None = None
    line: LineDecl | None = None
    by_type: bool = False
    show: tuple[str, ...] = ()


class BoardDecl(msgspec.Struct, frozen=True):
    """A whole board. `marks` are signs for members of enums, seats, flags and numbers, by attribute.

    What is quiet is not told among the events: happenings, changes of values, passes, unseen choices.
    """

    panels: tuple[PanelDecl, ...]
    marks: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    quiet_events: frozenset[str] = frozenset()
    quiet_values: frozenset[str] = frozenset()
    quiet_passes: bool = False
    quiet_unseen: bool = False


def board_of(document: Document, rules: d.Rules) -> tuple[BoardDecl | None, list[Diagnostic]]:
    """Return the board of a file that fits the schema, or M095 for whatever cannot be shown."""
    reading = _Reading(document, rules)
    board = reading.board()
    return (None if reading.problems else board), reading.problems


class _Reading:
    """One file; what is wrong is collected in `problems`."""

    def __init__(self, document: Document, rules: d.Rules) -> None:
        self.document = document
        self.rules = rules
        self.problems: list[Diagnostic] = []
        self.types = {declared.name: declared for declared in rules.types}

    def board(self) -> BoardDecl:
        data = cast("dict[str, Any]", self.document.value)
        quiet = data.get("quiet", {})
        happening = [event.name for event in self.rules.events]
        happening += [action.name for action in self.rules.actions]
        happening += [rule.name for rule in self.rules.rules]
        attributes = [a.name for declared in self.rules.types for a in declared.attributes]
        states = [state.name for state in self.rules.states]
        return BoardDecl(
            tuple(self._panel(number, panel) for number, panel in enumerate(data["panels"])),
            self._marks(data.get("marks", {})),
            frozenset(self._all(("quiet", "events"), quiet, "event, action or rule", happening)),
            frozenset(self._all(("quiet", "values"), quiet, "attribute or state", [*attributes, *states])),
            quiet.get("passes", False),
            quiet.get("unseen", False),
        )

    def _panel(self, number: int, panel: dict[str, Any]) -> PanelDecl:
        here: DataPath = ("panels", number)
        sorts = [sort for sort in SORTS if sort in panel]
        if len(sorts) != 1:
            problem = problems.wrong_board("panel", sorts=tuple(sorts), known=tuple(SORTS))
            self._problem(problem, here)
            return PanelDecl("states")
        sort, title = sorts[0], dict(panel.get("title", {}))
        beside = [key for key in panel if key not in (sort, "title", *_BESIDE[sort])]
        if beside:
            problem = problems.wrong_board("key", beside[0], problems.cell(sort))
            self._problem(problem, (*here, beside[0]))
        if sort == "groups":
            return PanelDecl(sort, title=title, groups=self._groups(here, panel))
        if sort == "tracks":
            return PanelDecl(sort, title=title, tracks=self._tracks(here, panel))
        if sort == "line":
            return PanelDecl(sort, title=title, line=self._line(here, panel))
        by_sort: dict[str, tuple[Role, list[str]]] = {
            "zones": ("zone", [zone.name for zone in self.rules.zones]),
            "counts": ("zone", [zone.name for zone in self.rules.zones]),
            "seats": (("attribute of {}", "seat"), [a.name for a in self._attributes("seat")]),
            "states": ("state", [state.name for state in self.rules.states]),
        }
        shown = self._all((*here, sort), panel, *by_sort[sort])
        attributes = [a.name for kind in self.types.values() for a in kind.attributes if a.type.per is None]
        told = self._all((*here, "show"), panel, "attribute of a type", attributes)
        return PanelDecl(sort, shown, title, by_type=panel.get("by_type", False), show=told)

    def _groups(self, here: DataPath, panel: dict[str, Any]) -> GroupsDecl:
        kind = panel["groups"]
        things = self._things()
        if kind not in things:
            self._no((*here, "groups"), kind, "type", things)
            return GroupsDecl(kind)
        mine = [a.name for a in self._attributes(kind)]
        seats = [a.name for a in self._attributes(kind) if a.type.kind == "seat" and a.type.per is None]
        self._one((*here, "owner"), panel, ("seat of {}", kind), seats)
        show = self._all((*here, "show"), panel, ("attribute of {}", kind), mine)
        holds = self._all((*here, "holds"), panel, ("zone of {}", kind), self._zones(kind))
        of, by, inside = panel.get("of"), panel.get("by"), panel.get("members", {})
        only = self._only(here, panel, kind)
        columns, sections = panel.get("columns", 1), panel.get("sections")
        alike = [a.name for a in self._attributes(kind) if a.type.kind != "number" and a.type.per is None]
        self._one((*here, "sections"), panel, ("attribute of {}", kind), alike)
        group = GroupsDecl(
            kind, None, None, panel.get("owner"), show, holds, only=only, columns=columns, sections=sections,
            every=panel.get("every", False),
        )  # fmt: skip
        if of is None or by is None:
            alone = next((key for key in ("of", "by", "members") if key in panel), None)
            if alone is not None:
                without = problems.cell("by" if alone == "of" else "of")
                self._problem(problems.wrong_board("alone", alone, without), (*here, alone))
            return group
        if of not in things:
            self._no((*here, "of"), of, "type", things)
            return group
        theirs = self._attributes(of)
        naming = [a.name for a in theirs if self._names(a, kind)]
        self._one((*here, "by"), panel, ("attribute of {} that names a {}", of, kind), naming)
        below = [a.name for a in theirs if self._names(a, of)]
        there: DataPath = (*here, "members")
        return GroupsDecl(
            kind, of, by, group.owner, show, holds,
            self._all((*there, "under"), inside, ("attribute of {} that names a {}", of, of), below),
            self._all((*there, "show"), inside, ("attribute of {}", of), [a.name for a in theirs]),
            self._all((*there, "holds"), inside, ("zone of {}", of), self._zones(of)),
            only, columns, sections, group.every,
        )  # fmt: skip

    def _tracks(self, here: DataPath, panel: dict[str, Any]) -> TracksDecl:
        kind, at, to = panel["tracks"], panel.get("at"), panel.get("to")
        if kind not in self._things():
            self._no((*here, "tracks"), kind, "type", self._things())
            return TracksDecl(kind, "")
        if at is None:
            self._problem(problems.wrong_board("tracks", "at"), (*here, "tracks"))
            return TracksDecl(kind, "")
        numbers = [a.name for a in self._attributes(kind) if _is_line(a.type)]
        self._one((*here, "at"), panel, (f"number of {{}} up to {LONGEST_LINE}", kind), numbers)
        self._one((*here, "to"), panel, (f"number of {{}} up to {LONGEST_LINE}", kind), numbers)
        last = next((a.type.high or 0 for a in self._attributes(kind) if a.name == at), 0)
        only, spaces = self._only(here, panel, kind), self._spaces(here, panel, kind)
        return TracksDecl(kind, at, to, last, only, spaces)

    def _spaces(self, here: DataPath, panel: dict[str, Any], kind: str) -> SpacesDecl | None:
        given = panel.get("spaces")
        if given is None:
            return None
        there: DataPath = (*here, "spaces")
        of = given["of"]
        if of not in self._things():
            self._no((*there, "of"), of, "type", self._things())
            return None
        printed = [a for a in self._attributes(of) if not a.stored and a.type.per is None]
        naming = [a.name for a in printed if self._names(a, kind)]
        self._one((*there, "by"), given, ("printed attribute of {} that names a {}", of, kind), naming)
        numbers = [a.name for a in printed if a.type.kind == "number"]
        self._one((*there, "number"), given, ("printed number of {}", of), numbers)
        enums = [a.name for a in printed if a.type.kind == "enum"]
        self._one((*there, "sign"), given, ("printed enum of {}", of), enums)
        return SpacesDecl(of, given["by"], given["number"], given["sign"])

    def _only(self, here: DataPath, panel: dict[str, Any], kind: str) -> dict[str, str]:
        mine = {a.name: a.type for a in self._attributes(kind) if a.type.per is None}
        for name, state in panel.get("only", {}).items():
            if name not in mine:
                self._no((*here, "only", name), name, ("attribute of {}", kind), mine, key=True)
                continue
            alike = [s.name for s in self.rules.states if _alike(s.type, mine[name])]
            if state not in alike:
                self._no((*here, "only", name), state, ("state that is like {}", name), alike)
        return dict(panel.get("only", {}))

    def _things(self) -> list[str]:
        return [name for name in self.types if name != "seat"]

    def _line(self, here: DataPath, panel: dict[str, Any]) -> LineDecl:
        seats = {a.name: a.type for a in self._attributes("seat") if _is_line(a.type)}
        states = {state.name: state.type for state in self.rules.states if _is_line(state.type)}
        what = f"number of seats and no state from 0 to {LONGEST_LINE}"
        names = self._all((*here, "line"), panel, what, [*seats, *states])
        ranges = [kind for name, kind in (seats | states).items() if name in names]
        return LineDecl(
            tuple(name for name in names if name in seats),
            tuple(name for name in names if name in states),
            min((kind.low or 0 for kind in ranges), default=0),
            max((kind.high or 0 for kind in ranges), default=0),
        )

    def _marks(self, given: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        kinds = {
            a.name: a.type
            for declared in self.rules.types
            for a in declared.attributes
            if a.type.per is None and (a.type.kind in ("enum", "seat", "flag") or _is_line(a.type))
        }
        seats = [f"seat {number}" for number in range(1, self.rules.players[1] + 1)]
        for attribute, signs in given.items():
            if attribute not in kinds:
                self._no(("marks", attribute), attribute, _MARKED, kinds, key=True)
                continue
            kind = kinds[attribute]
            enum = next((e for e in self.rules.enums if e.name == kind.name), None)
            members = enum.members if enum is not None else _values(kind) or seats
            for member in signs:
                if member not in members:
                    what = ("member of {}", attribute)
                    self._no(("marks", attribute, member), member, what, members, key=True)
        return {attribute: dict(signs) for attribute, signs in given.items()}

    def _family(self, name: str) -> list[str]:
        """A type, those above it, and those below it."""
        return [
            other
            for other in self.types
            if name in lineage(self.types, other) or other in lineage(self.types, name)
        ]

    def _attributes(self, name: str) -> list[d.AttributeDecl]:
        return [a for kind in self._family(name) for a in self.types[kind].attributes]

    def _zones(self, name: str) -> list[str]:
        return [zone.name for zone in self.rules.zones if zone.owner in self._family(name)]

    def _names(self, attribute: d.AttributeDecl, kind: str) -> bool:
        kind_of = attribute.type
        return kind_of.kind == "thing" and kind_of.per is None and kind_of.name in self._family(kind)

    def _one(self, path: DataPath, data: dict[str, Any], what: Role, names: Sequence[str]) -> None:
        key = str(path[-1])
        if key in data and data[key] not in names:
            self._no(path, data[key], what, names)

    def _all(self, path: DataPath, data: dict[str, Any], what: Role, names: Sequence[str]) -> tuple[str, ...]:
        given = tuple(data.get(str(path[-1]), ()))
        for number, name in enumerate(given):
            if name not in names:
                self._no((*path, number), name, what, names)
        return given

    def _no(self, path: DataPath, word: str, what: Role, names: Iterable[str], key: bool = False) -> None:
        names = list(dict.fromkeys(names))
        known = tuple(names[: problems.MOST_LISTED + 1])
        self._problem(
            problems.wrong_board("nothing", word, what, known=known), path, near_names(word, names), key
        )

    def _problem(
        self, problem: Problem, path: DataPath, near: tuple[str, ...] = (), key: bool = True
    ) -> None:
        span = self.document.key_span(path) if key else self.document.value_span(path)
        self.problems.append(problem.at(span, near=near, fix=Edit.to_nearest(span, near)))


_BESIDE: dict[str, tuple[str, ...]] = {
    "groups": ("of", "by", "owner", "show", "holds", "members", "only", "columns", "sections", "every"),
    "zones": ("by_type", "show"),
    "counts": (),
    "seats": (),
    "states": (),
    "line": (),
    "tracks": ("at", "to", "only", "spaces"),
}
"""What may stand in a panel beside its sort and title."""


def _is_line(kind: d.ValueType) -> bool:
    """Whether a kind is that of a single number from a range that is short enough to be laid out."""
    low, high = kind.low, kind.high
    return kind.per is None and low is not None and high is not None and 0 <= low <= high <= LONGEST_LINE


def _values(kind: d.ValueType) -> list[str]:
    """What a flag, or a number from a short range, can be."""
    if kind.kind == "flag":
        return ["yes", "no"]
    return [str(number) for number in range(kind.low or 0, (kind.high or 0) + 1) if kind.kind == "number"]


def _alike(state: d.ValueType, attribute: d.ValueType) -> bool:
    return state.per is None and (state.kind, state.name) == (attribute.kind, attribute.name)
