"""The panels of a board file: groups with their members, zones, counts, seats, states; from a view alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from regelwerk.doors.board_model import Facts, Groups, Line, Named, Part, Rows, Words, plain
from regelwerk.doors.board_parts import seat_names
from regelwerk.doors.board_tracks import line_panel, tracks_panel
from regelwerk.doors.board_values import (
    PER_ZONE,
    USUAL,
    Thing,
    View,
    contents,
    differences,
    fits,
    is_a,
    joined,
    named_value,
    row_text,
    shortened,
    signs_of,
    standing,
    things_seen,
    value_of,
    value_words,
)
from regelwerk.doors.labels import Labels
from regelwerk.meaning.boards import BoardDecl, GroupsDecl, PanelDecl
from regelwerk.program.things import SEAT, Tables


def panel_of(panel: PanelDecl, plan: BoardDecl, view: View, tables: Tables, labels: Labels) -> Part | None:
    """A panel as it is now; None if there is nothing to show in it."""
    title = panel.title.get(labels.language) or next(iter(panel.title.values()), "")
    if panel.groups is not None:
        return _Groups(panel.groups, plan, view, tables, labels).part(title)
    if panel.line is not None:
        return line_panel(panel.line, view, labels, title)
    if panel.tracks is not None:
        return tracks_panel(panel.tracks, plan, view, tables, labels, title)
    if panel.sort == "zones":
        return _zones(panel, plan, view, tables, labels, title)
    if panel.sort == "counts":
        return _counts(panel, view, labels, title)
    if panel.sort == "seats":
        return _seats(panel, view, labels, title)
    return _states(panel, view, labels, title)


def _zones(
    panel: PanelDecl, plan: BoardDecl, view: View, tables: Tables, labels: Labels, title: str
) -> Rows | None:
    rows: list[tuple[Words, ...]] = []
    for name in panel.names:
        for copy in view["zones"].get(name, ()):
            head = " ".join([labels.name(name), *([labels.text(copy["of"])] if "of" in copy else [])])
            for kind, part in _by_type(copy, tables) if panel.by_type else [("", copy)]:
                texts = contents(part, tables, labels, plan.marks, plan.quiet_values, panel.show)
                if texts:
                    rows.append((head, labels.name(kind) if kind else "", shortened(texts, labels, PER_ZONE)))
                    head = ""
    return Rows((title or labels.word("Zones"), "", ""), rows, faint=1) if rows else None


def _by_type(copy: Thing, tables: Tables) -> Iterator[tuple[str, dict[str, Any]]]:
    """The contents of a zone apart by their types, in the order of the types; what is not seen last."""
    seen = [thing for thing in [*copy["things"], *copy.get("in_order", ())] if "thing" in thing]
    of = {"of": copy["of"]} if "of" in copy else {}
    for kind in tables.types:
        mine = [thing for thing in seen if tables.type_of[thing["id"]] == kind]
        if mine:
            yield kind, {**of, "things": mine, "hidden": ()}
    backs = [thing for thing in copy.get("in_order", ()) if "thing" not in thing]
    yield "", {**of, "things": backs, "hidden": copy["hidden"]}


def _counts(panel: PanelDecl, view: View, labels: Labels, title: str) -> Rows | None:
    """How many things lie in zones: a line for each owner, but for things that own nothing, and one for what
    belongs to nobody."""
    owners = dict.fromkeys(copy.get("of", "") for name in panel.names for copy in view["zones"].get(name, ()))
    rows = []
    for owner in owners:
        counts = [
            sum(copy["count"] for copy in view["zones"].get(name, ()) if copy.get("of", "") == owner)
            for name in panel.names
        ]
        if any(counts) or not owner or owner.startswith("seat "):
            rows.append((labels.text(owner), *(str(count) if count else "" for count in counts)))
    return Rows((title, *(labels.name(name) for name in panel.names)), rows) if rows else None


def _seats(panel: PanelDecl, view: View, labels: Labels, title: str) -> Rows | None:
    """A column for each seat; what is empty at all of them takes no line."""
    rows = []
    for name in panel.names:
        values = [seat[name] for seat in view["seats"]]
        if any(value not in USUAL for value in values):
            rows.append((labels.name(name), *(value_words(value, labels) for value in values)))
    return Rows((title or labels.word("Seats"), *seat_names(view, labels)), rows) if rows else None


def _states(panel: PanelDecl, view: View, labels: Labels, title: str) -> Facts | None:
    """All in one line; what is empty is left out."""
    told = [
        f"{labels.name(name)}: {value_words(value, labels)}"
        for name in panel.names
        if (value := view["cells"].get(name, "none")) not in ("none", "no")
    ]
    return Facts(title, told) if told else None


class _Groups:
    """Things of a type with what belongs to them, those of a seat below one another."""

    def __init__(
        self, groups: GroupsDecl, plan: BoardDecl, view: View, tables: Tables, labels: Labels
    ) -> None:
        self.groups, self.plan, self.view, self.tables, self.labels = groups, plan, view, tables, labels
        self.copies: dict[tuple[str, int], Thing] = {}
        for name, copies in view["zones"].items():
            info = tables.zones[name]
            if info.owner not in (None, SEAT):
                for number, copy in enumerate(copies):
                    self.copies[name, tables.zone_owner[info.first + number]] = copy
        seen = things_seen(view)
        self.heads = [thing for thing in seen if is_a(thing["id"], groups.type, tables)]
        if groups.only or groups.every:
            open_things = standing(groups.type, view, tables)
            self.heads = [head for head in open_things if fits(head, groups.only, view, tables)]
        self.members: dict[str, list[Thing]] = {}
        if groups.of is not None and groups.by is not None:
            for thing in seen:
                if is_a(thing["id"], groups.of, tables):
                    self.members.setdefault(str(value_of(thing, groups.by, tables)), []).append(thing)
            self.heads += self._only_named({str(head["thing"]) for head in self.heads})
            self.heads.sort(key=lambda head: int(head["id"]))

    def _only_named(self, seen: set[str]) -> Iterator[Thing]:
        """Groups of which the view tells nothing of their own, because nothing about them changes."""
        kind = self.tables.types[self.groups.type]
        for thing in range(kind.first, kind.last):
            name = row_text(thing, self.tables)
            if name in self.members and name not in seen:
                yield {"thing": name, "id": thing}

    def part(self, title: str) -> Groups | None:
        """The groups; None if there is none. With an owner each seat has its own."""
        groups = self.groups
        shown = [head for head in self.heads if self._is_there(head)]
        if not shown:
            return None
        title = title or self.labels.name(groups.type)
        if groups.owner is None:
            return Groups(title, self._in_sections(shown), groups.columns)
        columns: dict[str, list[Line]] = {}
        for head in shown:
            owner = str(value_of(head, groups.owner, self.tables))
            columns.setdefault(owner, []).extend(self._group(head))
        owners = sorted(columns, key=lambda owner: (len(owner), owner))
        return Groups(title, (), by_owner={self.labels.text(owner): columns[owner] for owner in owners})

    def _in_sections(self, shown: list[Thing]) -> list[list[Line]]:
        """The lines of each group; the first of a section has the value that its groups share above it."""
        sections = self.groups.sections
        if sections is None:
            return [self._group(head) for head in shown]
        alike: dict[str, list[Thing]] = {}
        for head in shown:
            alike.setdefault(str(value_of(head, sections, self.tables)), []).append(head)
        lines: list[list[Line]] = []
        in_tables = self.tables.row_number
        for value in sorted(
            alike, key=lambda value: (value == "none", in_tables.get(value.split("#")[0], 0))
        ):
            first, *others = (self._group(head) for head in alike[value])
            heading = f"{self.labels.name(sections)}: {value_words(value, self.labels)}"
            lines += [[Line(heading, section=True), *first], *others]
        return lines

    def _is_there(self, head: Thing) -> bool:
        """Whether a group has members; where there are none for any, whether it says something."""
        if self.groups.every:
            return True
        if self.groups.of is not None:
            return head["thing"] in self.members
        if self.groups.only:
            return True
        if self.tables.is_passing[head["id"]] or differences(head, self.tables):
            return True
        copies = (self.copies.get((name, head["id"])) for name in self.groups.holds)
        return any(copy is not None and copy["count"] for copy in copies)

    def _group(self, head: Thing) -> list[Line]:
        groups = self.groups
        rest = self._rest(head, groups.show, groups.holds)
        lines = [Line(self._name(head), self._signs(head), rest)]
        mine = self.members.get(head["thing"], [])
        names = {thing["thing"] for thing in mine}
        below: dict[str, list[Thing]] = {}
        for thing in mine:
            above = next(
                (v for a in groups.under if (v := str(value_of(thing, a, self.tables))) in names), ""
            )
            below.setdefault(above, []).append(thing)
        told: set[str] = set()
        for thing in [*below.get("", ()), *mine]:
            lines += self._member(thing, below, 1, told)
        return lines

    def _member(
        self, thing: Thing, below: dict[str, list[Thing]], depth: int, told: set[str]
    ) -> Iterator[Line]:
        """A member, and those below it in turn; each once, though things may name one another in a circle."""
        if thing["thing"] in told:
            return
        told.add(thing["thing"])
        groups = self.groups
        rest = self._rest(thing, groups.member_show, groups.member_holds)
        yield Line(self._name(thing), self._signs(thing), rest, depth)
        for other in below.get(thing["thing"], ()):
            yield from self._member(other, below, depth + 1, told)

    def _name(self, thing: Thing) -> Named:
        return Named(self.labels.text(thing["thing"]), (thing["id"],))

    def _signs(self, thing: Thing) -> list[str]:
        """The signs for values of a thing, printed ones too."""
        marks = self.plan.marks
        values = {name: value_of(thing, name, self.tables) for name in marks}
        return signs_of(values, marks)

    def _rest(self, thing: Thing, show: tuple[str, ...], holds: tuple[str, ...]) -> Words:
        """What lies in zones, the first without its name; then values that are not empty.

        A thing that lies there is not named again as a value.
        """
        labels = self.labels
        parts: list[Words] = []
        for number, name in enumerate(holds):
            copy = self.copies.get((name, thing["id"]))
            texts = [] if copy is None else self._contents(copy)
            if texts:
                head = (f"{labels.name(name)}: ",) if number else ()
                parts.append((*head, *shortened(texts, labels)))
        told = []
        for name in show:
            value = value_of(thing, name, self.tables)
            if isinstance(value, dict):
                value = {key: inner for key, inner in value.items() if inner not in USUAL} or "none"
            again = "#" in str(value) and any(value_words(value, labels) in plain(part) for part in parts)
            if value not in USUAL and not again:
                told.append(named_value(name, value, labels))
        if told:
            parts.append(", ".join(told))
        return joined("; ", parts)

    def _contents(self, copy: Thing) -> list[Named]:
        return contents(copy, self.tables, self.labels, self.plan.marks, self.plan.quiet_values)
