"""How maps are drawn: what the files of drawings name must be there and be of a kind that can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from regelwerk.meaning import problems
from regelwerk.meaning.problems import Role
from regelwerk.rules import declarations as d
from regelwerk.source.diagnostics import DataPath, Diagnostic, Edit, near_names
from regelwerk.source.document import Document


def drawings(
    documents: Sequence[Document], rules: d.Rules
) -> tuple[tuple[d.DrawingDecl, ...], list[Diagnostic]]:
    """Return the drawings of files that fit the schema, and M084 for whatever cannot be drawn."""
    found: list[d.DrawingDecl] = []
    problems: list[Diagnostic] = []
    for document in documents:
        reading = _Reading(document, rules)
        drawing = reading.drawing()
        problems += reading.problems
        if drawing is not None and not reading.problems:
            found.append(drawing)
    return tuple(found), problems


def lineage(types: Mapping[str, d.TypeDecl], name: str) -> list[str]:
    """A type and those above it."""
    found: list[str] = []
    kind: str | None = name
    while kind is not None and kind in types:
        found.append(kind)
        kind = types[kind].parent
    return found


class _Reading:
    """One file; what is wrong is collected in `problems`."""

    def __init__(self, document: Document, rules: d.Rules) -> None:
        self.document = document
        self.data: dict[str, Any] = cast("dict[str, Any]", document.value)
        self.rules = rules
        self.problems: list[Diagnostic] = []
        self.types = {declared.name: declared for declared in rules.types}
        self.place = ""

    def drawing(self) -> d.DrawingDecl | None:
        data = self.data
        graph = next((g for g in self.rules.graphs if g.name == data["map"]), None)
        if graph is None:
            self._wrong(("map",), "linked map", (g.name for g in self.rules.graphs))
            return None
        self.place = graph.type
        mine = self._attributes(graph.type)
        numbers = [a.name for a in mine if a.type.kind == "number" and a.type.per is None]
        fixed = [a.name for a in mine if a.name in numbers and not a.stored]
        zones = [zone.name for zone in self.rules.zones if zone.owner in lineage(self.types, graph.type)]
        self._one("x", "number that tables fix", fixed)
        self._one("y", "number that tables fix", fixed)
        self._one("group", "enum or thing", (a.name for a in mine if a.type.kind in ("enum", "thing")))
        self._one("owner", "seat", (a.name for a in mine if a.type.kind == "seat"))
        self._one("number", "number or zone", [*numbers, *zones])
        contents = tuple(data.get("contents", ()))
        for number, name in enumerate(contents):
            if name not in zones:
                self._wrong(("contents", number), ("zone of {}", self.place), zones)
        markers = tuple(
            self._marker(number, each, mine, zones) for number, each in enumerate(data.get("markers", ()))
        )
        kind, strokes = self._links(graph.link)
        return d.DrawingDecl(
            graph.name, data["x"], data["y"], data.get("group"), data.get("owner"), data.get("number"),
            contents, markers, kind, strokes,
        )  # fmt: skip

    def _attributes(self, name: str) -> list[d.AttributeDecl]:
        return [a for kind in lineage(self.types, name) for a in self.types[kind].attributes]

    def _one(self, key: str, what: str, names: Iterable[str]) -> None:
        names = list(names)
        if key in self.data and self.data[key] not in names:
            self._wrong((key,), (f"{what} of {{}}", self.place), names)

    def _marker(
        self, number: int, given: dict[str, str], mine: list[d.AttributeDecl], zones: list[str]
    ) -> d.MarkerDecl:
        by, of, member = given["by"], given.get("of"), given.get("is")
        here = ("markers", number)
        if of is not None:
            naming = [a.name for a in self._attributes(of) if self._names_a_place(a.type)]
            if of not in self.types:
                self._wrong((*here, "of"), "type", self.types)
            elif by not in naming:
                self._wrong((*here, "by"), ("attribute of {} that names a {}", of, self.place), naming)
        else:
            enums = {a.name: a.type.name for a in mine if a.type.kind == "enum"}
            plain = {a.name for a in mine if a.type.kind == "flag" or a.type.optional}
            states = [state.name for state in self.rules.states if self._names_a_place(state.type)]
            fitting = enums if member is not None else [*plain, *zones, *states]
            if by not in fitting:
                what = "enum" if member is not None else "flag, zone or state"
                self._wrong((*here, "by"), (f"{what} for a sign at {{}}", self.place), fitting)
            elif member is not None and member not in self._members(enums[by]):
                self._wrong((*here, "is"), ("member of {}", by), self._members(enums[by]))
        return d.MarkerDecl(by, cast(Any, given["sign"]), of, member)

    def _names_a_place(self, kind: d.ValueType) -> bool:
        return kind.kind == "thing" and kind.name in lineage(self.types, self.place) and kind.per is None

    def _links(self, link: str) -> tuple[str | None, dict[str, Any]]:
        given = self.data.get("links")
        if given is None:
            return None, {}
        enums = {a.name: a.type.name for a in self._attributes(link) if a.type.kind == "enum"}
        if given["by"] not in enums:
            self._wrong(("links", "by"), ("enum of {}", link), enums)
            return None, {}
        members = self._members(enums[given["by"]])
        for member in given["strokes"]:
            if member not in members:
                self._wrong(("links", "strokes", member), ("member of {}", given["by"]), members, member)
        return given["by"], dict(given["strokes"])

    def _members(self, enum: str | None) -> tuple[str, ...]:
        return next((e.members for e in self.rules.enums if e.name == enum), ())

    def _wrong(self, path: DataPath, what: Role, names: Iterable[str], word: str | None = None) -> None:
        names = list(names)
        if word is None:
            word = str(_at(self.document.value, path))
            span = self.document.value_span(path)
        else:
            span = self.document.key_span(path)
        known = tuple(names[: problems.MOST_LISTED + 1])
        problem = problems.drawing_of_nothing(word, what, known)
        near = near_names(word, names)
        self.problems.append(problem.at(span, near=near, fix=Edit.to_nearest(span, near)))


def _at(value: Any, path: DataPath) -> Any:
    for part in path:
        value = value[part]
    return value
