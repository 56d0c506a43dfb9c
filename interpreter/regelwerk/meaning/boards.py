"""How a game lies on the table: what its board file names must be there, of a kind that can be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from regelwerk.meaning.drawings import lineage
from regelwerk.rules import declarations as d
from regelwerk.source.diagnostics import DataPath, Diagnostic, near_names
from regelwerk.source.document import Document

CODE = "M095"
SORTS = ("groups", "zones", "counts", "seats", "states")
"""What a panel may show; each shows one of them."""

_MOST = 8
"""How many names a fix lists."""


@dataclass(frozen=True)
class GroupsDecl:
    """Things of a type, and what belongs to each: things of `of` whose attribute `by` names it.

    `under` are attributes of members that name another member, below which they stand; `holds` and
    `member_holds` are zones that each group, or each member, has.
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


@dataclass(frozen=True)
class PanelDecl:
    """One part of the board: groups, or names of one sort. With `by_type` zones are laid out by types."""

    sort: str
    names: tuple[str, ...] = ()
    title: dict[str, str] = field(default_factory=dict)
    groups: GroupsDecl | None = None
    by_type: bool = False


@dataclass(frozen=True)
class BoardDecl:
    """A whole board. `marks` are signs for members of enums, by attribute.

    What is quiet is not told among the events: happenings, changes of values, passes, unseen choices.
    """

    panels: tuple[PanelDecl, ...]
    marks: dict[str, dict[str, str]] = field(default_factory=dict)
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
            what = f"both {' and '.join(f'`{sort}`' for sort in sorts)}" if sorts else "nothing"
            self._problem(f"a panel shows {what}", here, (), f"give each panel one of {_listed(SORTS)}")
            return PanelDecl("states")
        sort, title = sorts[0], dict(panel.get("title", {}))
        beside = [key for key in panel if key not in (sort, "title", *_BESIDE[sort])]
        if beside:
            self._problem(f"a panel of `{sort}` has no `{beside[0]}`", (*here, beside[0]), (), "leave it out")
        if sort == "groups":
            return PanelDecl(sort, title=title, groups=self._groups(here, panel))
        names = {
            "zones": ("zone", [zone.name for zone in self.rules.zones]),
            "counts": ("zone", [zone.name for zone in self.rules.zones]),
            "seats": ("attribute of `seat`", [a.name for a in self._attributes("seat")]),
            "states": ("state", [state.name for state in self.rules.states]),
        }[sort]
        shown = self._all((*here, sort), panel, *names)
        return PanelDecl(sort, shown, title, by_type=panel.get("by_type", False))

    def _groups(self, here: DataPath, panel: dict[str, Any]) -> GroupsDecl:
        kind = panel["groups"]
        things = [name for name in self.types if name != "seat"]
        if kind not in things:
            self._no((*here, "groups"), kind, "type", things)
            return GroupsDecl(kind)
        mine = [a for a in self._attributes(kind) if a.type.per is None]
        seats = [a.name for a in mine if a.type.kind == "seat"]
        self._one((*here, "owner"), panel, f"seat of `{kind}`", seats)
        show = self._all((*here, "show"), panel, f"attribute of `{kind}`", [a.name for a in mine])
        holds = self._all((*here, "holds"), panel, f"zone of `{kind}`", self._zones(kind))
        of, by, inside = panel.get("of"), panel.get("by"), panel.get("members", {})
        group = GroupsDecl(kind, None, None, panel.get("owner"), show, holds)
        if of is None or by is None:
            alone = next((key for key in ("of", "by", "members") if key in panel), None)
            if alone is not None:
                message = f"`{alone}` says nothing without `{'by' if alone == 'of' else 'of'}`"
                self._problem(message, (*here, alone), (), "name a type with `of`, its attribute with `by`")
            return group
        if of not in things:
            self._no((*here, "of"), of, "type", things)
            return group
        theirs = [a for a in self._attributes(of) if a.type.per is None]
        naming = [a.name for a in theirs if self._names(a, kind)]
        self._one((*here, "by"), panel, f"attribute of `{of}` that names a `{kind}`", naming)
        below = [a.name for a in theirs if self._names(a, of)]
        there: DataPath = (*here, "members")
        return GroupsDecl(
            kind, of, by, group.owner, show, holds,
            self._all((*there, "under"), inside, f"attribute of `{of}` that names a `{of}`", below),
            self._all((*there, "show"), inside, f"attribute of `{of}`", [a.name for a in theirs]),
            self._all((*there, "holds"), inside, f"zone of `{of}`", self._zones(of)),
        )  # fmt: skip

    def _marks(self, given: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        enums = {
            a.name: a.type.name
            for declared in self.rules.types
            for a in declared.attributes
            if a.type.kind == "enum" and a.type.per is None
        }
        for attribute, signs in given.items():
            if attribute not in enums:
                self._no(("marks", attribute), attribute, "enum of a type", enums, key=True)
                continue
            members = next((e.members for e in self.rules.enums if e.name == enums[attribute]), ())
            for member in signs:
                if member not in members:
                    what = f"member of `{attribute}`"
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
        return attribute.type.kind == "thing" and attribute.type.name in self._family(kind)

    def _one(self, path: DataPath, data: dict[str, Any], what: str, names: Sequence[str]) -> None:
        key = str(path[-1])
        if key in data and data[key] not in names:
            self._no(path, data[key], what, names)

    def _all(self, path: DataPath, data: dict[str, Any], what: str, names: Sequence[str]) -> tuple[str, ...]:
        given = tuple(data.get(str(path[-1]), ()))
        for number, name in enumerate(given):
            if name not in names:
                self._no((*path, number), name, what, names)
        return given

    def _no(self, path: DataPath, word: str, what: str, names: Iterable[str], key: bool = False) -> None:
        names = list(dict.fromkeys(names))
        help = f"name one of {_listed(names)}" if names else f"there is no {what}: leave it out"
        self._problem(f"`{word}` is no {what}", path, near_names(word, names), help, key)

    def _problem(
        self, message: str, path: DataPath, near: tuple[str, ...], help: str, key: bool = True
    ) -> None:
        span = self.document.key_span(path) if key else self.document.value_span(path)
        self.problems.append(Diagnostic(CODE, message, span, near=near, help=help))


_BESIDE: dict[str, tuple[str, ...]] = {
    "groups": ("of", "by", "owner", "show", "holds", "members"),
    "zones": ("by_type",),
    "counts": (),
    "seats": (),
    "states": (),
}
"""What may stand in a panel beside its sort and title."""


def _listed(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:_MOST]]
    return ", ".join([*shown, "..."] if len(names) > _MOST else shown)
