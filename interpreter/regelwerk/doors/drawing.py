"""A linked map as a picture (SVG), from the rules' own drawing, the tables and what a seat may know.

Nothing here knows a game: which attributes are positions, owners and signs, the drawing says. All text is
escaped, for games come from anywhere. Colours stand in attributes; classes say what is what, so that a page
in which the picture stands can choose others, and put something around a place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from regelwerk.doors.labels import Labels
from regelwerk.program.things import SEAT, AttributeInfo, Tables
from regelwerk.rules.declarations import DrawingDecl, GraphDecl, MarkerDecl, Rules

View = Mapping[str, Any]

WIDTH, MARGIN, RADIUS, LEGEND = 1280.0, 60.0, 13.0, 24.0
"""Sizes in pixels: of the picture, around the places, of a place, of a line of the legend."""
SPREAD = 1.6
"""The greatest height of the picture, in widths."""
SEAT_COLOURS = (
    "#2f6fb3", "#b33636", "#3b8f4d", "#c98a1b", "#7a4fa3", "#2b9a9a",
    "#8a5a33", "#c2528b", "#5a6b2f", "#4a4a8f", "#9c7a00", "#3f6f63",
)  # fmt: skip
GROUP_TINTS = (
    "#e4ecd8", "#f3e6d3", "#dfe7f1", "#f0dede", "#e8e0f0", "#dcefee", "#f4f0cc", "#e6e6e6", "#eeddc8",
)  # fmt: skip
NOBODY, INK, PAPER = "#d9d5cb", "#222222", "#fbfaf6"
DASHES = {"dashed": "8 5", "dotted": "2 4"}
MOST = 4
"""How many kinds of contents are named at a place."""


class Spot(NamedTuple):
    """A place of the map: its thing, its row, and where it is drawn."""

    thing: int
    row: str
    x: float
    y: float


Around = Callable[[Spot, str], tuple[str, str]]
"""Markup before and behind a place that is told so."""


def draw_map(
    rules: Rules, tables: Tables, view: View, drawing: DrawingDecl, labels: Labels, title: str,
    around: Around | None = None,
) -> str:  # fmt: skip
    """The map as SVG. `view` is what the seat (or nobody) that the picture is for may know."""
    return _Picture(rules, tables, view, drawing, labels).svg(title, around or _nothing)


def places_of(rules: Rules, tables: Tables, drawing: DrawingDecl) -> range:
    """The things that are the places of a map."""
    info = tables.types[_graph_of(rules, drawing).type]
    return range(info.first, info.last)


def _graph_of(rules: Rules, drawing: DrawingDecl) -> GraphDecl:
    return next(graph for graph in rules.graphs if graph.name == drawing.map)


def _nothing(spot: Spot, told: str) -> tuple[str, str]:
    return "", ""


class _Picture:
    """One picture in the making."""

    def __init__(
        self, rules: Rules, tables: Tables, view: View, drawing: DrawingDecl, labels: Labels
    ) -> None:
        graph = _graph_of(rules, drawing)
        self.parents = {declared.name: declared.parent for declared in rules.types}
        self.tables, self.view, self.drawing, self.labels = tables, view, drawing, labels
        self.place, self.link = graph.type, graph.link
        self.seen = _seen_things(view)
        self.spots, self.height = self._spots()

    # ---- reading

    def _info(self, type_name: str, attribute: str) -> AttributeInfo:
        kind: str | None = type_name
        while kind is not None and (kind, attribute) not in self.tables.attributes:
            kind = self.parents[kind]
        assert kind is not None, attribute
        return self.tables.attributes[kind, attribute]

    def _value(self, type_name: str, attribute: str, thing: int) -> Any:
        """The value as a view shows it, or the number (name of a member, row or seat) that tables fix."""
        info = self._info(type_name, attribute)
        if info.column >= 0:
            return self.seen.get(thing, {}).get(attribute)
        value = info.values[(thing - info.first) * info.members]
        kind = info.kind.kind
        if kind == "number":
            return value
        if kind == "flag":
            return "yes" if value else "no"
        if value < 0:
            return "none"
        if kind == "enum":
            return self.tables.enums[info.kind.name or ""][value]
        return f"seat {value + 1}" if kind == "seat" else self._row(value)

    def _row(self, thing: int) -> str:
        number = self.tables.row_of[thing]
        return self.tables.row_names[number] if number >= 0 else self.tables.type_of[thing]

    def _inside(self, zone: str, row: str) -> Mapping[str, Any]:
        return next((copy for copy in self.view["zones"].get(zone, ()) if copy.get("of") == row), {})

    def _spots(self) -> tuple[list[Spot], float]:
        """The places, moved and stretched into the picture."""
        info = self.tables.types[self.place]
        things = range(info.first, info.last)
        found = [
            (thing, *(self._value(self.place, key, thing) for key in (self.drawing.x, self.drawing.y)))
            for thing in things
        ]
        if not found:
            return [], 2 * MARGIN
        left, top = min(x for _, x, _ in found), min(y for _, _, y in found)
        wide = max(max(x for _, x, _ in found) - left, 1)
        high = max(y for _, _, y in found) - top
        scale = (WIDTH - 2 * MARGIN) / wide
        down = min(scale, SPREAD * WIDTH / max(high, 1))
        spots = [
            Spot(thing, self._row(thing), MARGIN + (x - left) * scale, MARGIN + (y - top) * down)
            for thing, x, y in found
        ]
        return spots, 2 * MARGIN + high * down

    # ---- drawing

    def svg(self, title: str, around: Around) -> str:
        legend = self._legend()
        height = self.height + LEGEND * (len(legend) + 1)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {height:.0f}" '
            f'width="{WIDTH:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="11">',
            f"<title>{escape(title)}</title>",
            f'<rect class="paper" width="100%" height="100%" fill="{PAPER}"/>',
            *(self._ground(spot) for spot in self.spots),
            *self._links(),
            *(part for spot in self.spots for part in self._spot(spot, around)),
            *(
                f'<g transform="translate({MARGIN:.0f} {self.height + LEGEND * number:.0f})">{line}</g>'
                for number, line in enumerate(legend)
            ),
            "</svg>",
        ]
        return "\n".join(part for part in parts if part) + "\n"

    @cached_property
    def _groups(self) -> list[str]:
        if self.drawing.group is None:
            return []
        return sorted({str(self._value(self.place, self.drawing.group, spot.thing)) for spot in self.spots})

    def _tint(self, group: str) -> str:
        return GROUP_TINTS[self._groups.index(group) % len(GROUP_TINTS)]

    def _ground(self, spot: Spot) -> str:
        """A wide patch behind a place; patches of one group run together."""
        if self.drawing.group is None:
            return ""
        tint = self._tint(str(self._value(self.place, self.drawing.group, spot.thing)))
        return _dot("ground", spot.x, spot.y, RADIUS * 3.6, tint)

    def _links(self) -> Iterable[str]:
        at = {spot.thing: spot for spot in self.spots}
        info = self.tables.types[self.link]
        ends = [self._info(self.link, name) for name in ("from_place", "to_place")]
        for thing in range(info.first, info.last):
            a, b = (at[end.values[thing - end.first]] for end in ends)
            yield _line(a.x, a.y, b.x, b.y, self._stroke(self._kind(thing)))

    def _kind(self, thing: int) -> str | None:
        return None if self.drawing.kind is None else str(self._value(self.link, self.drawing.kind, thing))

    def _stroke(self, kind: str | None) -> str:
        return self.drawing.strokes.get(kind or "", "plain")

    def _spot(self, spot: Spot, around: Around) -> Iterable[str]:
        owner = self._owner(spot)
        colour = NOBODY if owner is None else SEAT_COLOURS[(owner - 1) % len(SEAT_COLOURS)]
        name = self.labels.text(spot.row)
        told = self._told(spot, name)
        before, behind = around(spot, told)
        yield f"{before}<g><title>{escape(told)}</title>"
        yield _shape("circle", spot.x, spot.y, RADIUS, colour)
        number = self._number(spot)
        if number is not None:
            ink = INK if owner is None else "#ffffff"
            yield _text(spot.x, spot.y + 4, str(number), "middle", ink, 'class="number" font-weight="bold"')
        signs = [marker.sign for marker in self.drawing.markers if self._marked(marker, spot)]
        for place, sign in enumerate(signs):
            yield _shape(sign, spot.x + RADIUS + 6 + 11 * place, spot.y - RADIUS + 2, 5, "#f2c230")
        yield _text(spot.x, spot.y + RADIUS + 11, name, "middle")
        for line, words in enumerate(self._contents(spot)):
            yield _text(spot.x, spot.y + RADIUS + 22 + 10 * line, words, "middle", "#555555", 'font-size="9"')
        yield f"</g>{behind}"

    def _owner(self, spot: Spot) -> int | None:
        if self.drawing.owner is None:
            return None
        words = str(self._value(self.place, self.drawing.owner, spot.thing)).split()
        return int(words[1]) if len(words) == 2 and words[0] == "seat" else None

    def _number(self, spot: Spot) -> int | None:
        name = self.drawing.number
        if name is None:
            return None
        if name in self.tables.zones:
            return int(self._inside(name, spot.row).get("count", 0))
        return int(self._value(self.place, name, spot.thing) or 0)

    def _contents(self, spot: Spot) -> list[str]:
        """What lies in the zones of a place; where another zone than the first begins, it is named."""
        lines: list[str] = []
        for zone in self.drawing.contents:
            inside = self._inside(zone, spot.row)
            things = [*inside.get("things", ()), *inside.get("in_order", ())]
            counted = Counter(str(thing.get("thing", "hidden")).split("#")[0] for thing in things)
            hidden = sum(int(back["count"]) for back in inside.get("hidden", ()))
            if hidden:
                counted["hidden"] += hidden
            words = {"hidden": self.labels.word("hidden")}
            found = [
                f"{count} {words.get(name) or self.labels.name(name)}" for name, count in counted.items()
            ]
            if found and zone != self.drawing.contents[0]:
                found[0] = f"{self.labels.name(zone)}: {found[0]}"
            lines += found[:MOST] + ([f"... {len(found) - MOST}"] if len(found) > MOST else [])
        return lines

    def _marked(self, marker: MarkerDecl, spot: Spot) -> bool:
        if marker.of == SEAT:
            return any(_same_row(seat.get(marker.by), spot.row) for seat in self.view["seats"])
        if marker.of is not None:
            info = self.tables.types[marker.of]
            things = range(info.first, info.last)
            return any(_same_row(self._value(marker.of, marker.by, thing), spot.row) for thing in things)
        if marker.by in self.view["cells"]:
            return _same_row(self.view["cells"][marker.by], spot.row)
        if marker.by in self.tables.zones:
            return bool(self._inside(marker.by, spot.row).get("count", 0))
        value = self._value(self.place, marker.by, spot.thing)
        return value == marker.member if marker.member is not None else value not in (None, "none", "no")

    def _told(self, spot: Spot, name: str) -> str:
        """What a pointer resting on a place shows."""
        owner = self._owner(spot)
        words = [name]
        if self.drawing.group is not None:
            words.append(self.labels.text(str(self._value(self.place, self.drawing.group, spot.thing))))
        if owner is not None:
            words.append(self.labels.text(f"seat {owner}"))
        return ", ".join([*words, *self._contents(spot)])

    # ---- legend

    def _legend(self) -> list[str]:
        lines = []
        if self.drawing.owner is not None:
            seats = [(self.labels.text(f"seat {n + 1}"), SEAT_COLOURS[n]) for n in range(self.tables.players)]
            lines.append(_row_of([(_shape("circle", 8, -4, 7, fill), text) for text, fill in seats]))
        groups = [(self.labels.text(group), self._tint(group)) for group in self._groups]
        if groups:
            lines.append(_row_of([(_dot("ground", 8, -4, 7, fill), text) for text, fill in groups]))
        signs = [
            (_shape(marker.sign, 8, -4, 5, "#f2c230"), self.labels.text(marker.member or marker.by))
            for marker in self.drawing.markers
        ]
        if signs:
            lines.append(_row_of(signs))
        shown = [kind for kind in self._kinds() if self._stroke(kind) != "hidden"]
        if shown:
            pairs = [(_line(0, -4, 22, -4, self._stroke(kind)), self.labels.text(kind)) for kind in shown]
            lines.append(_row_of(pairs))
        return lines

    def _kinds(self) -> Sequence[str]:
        if self.drawing.kind is None:
            return []
        info = self.tables.types[self.link]
        found = [self._kind(thing) for thing in range(info.first, info.last)]
        return list(dict.fromkeys(kind for kind in found if kind is not None))


def _seen_things(view: View) -> dict[int, Mapping[str, Any]]:
    """Everything that is seen, by its number."""
    found = {thing["id"]: thing for thing in view["things"]}
    for copies in view["zones"].values():
        for copy in copies:
            for thing in (*copy["things"], *copy.get("in_order", ())):
                if "id" in thing:
                    found[thing["id"]] = thing
    return found


def _same_row(value: Any, row: str) -> bool:
    return isinstance(value, str) and value.split("#")[0] == row


def _text(x: float, y: float, words: str, anchor: str, fill: str = INK, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" {more}>{escape(words)}</text>'


def _dot(sort: str, x: float, y: float, r: float, fill: str) -> str:
    return f'<circle class="{sort}" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"/>'


def _row_of(entries: Sequence[tuple[str, str]]) -> str:
    """A line of the legend: pictures with their words."""
    parts, x = [], 0.0
    for picture, words in entries:
        parts.append(f'<g transform="translate({x:.0f} 0)">{picture}{_text(28, 0, words, "start")}</g>')
        x += 44 + 6.5 * len(words)
    return "".join(parts)


def _line(x1: float, y1: float, x2: float, y2: float, stroke: str) -> str:
    if stroke == "hidden":
        return ""
    line = f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    if stroke == "double":
        inner = f'{line} class="inner" stroke="{PAPER}" stroke-width="2"/>'
        return f'{line} stroke="{INK}" stroke-width="5"/>{inner}'
    dashes = f' stroke-dasharray="{DASHES[stroke]}"' if stroke in DASHES else ""
    return f'{line} stroke="{INK}" stroke-width="{3 if stroke == "thick" else 1.2}"{dashes}/>'


def _shape(sign: str, x: float, y: float, r: float, fill: str) -> str:
    """A sign of size `r` about a point."""
    look = f'fill="{fill}" stroke="{INK}" stroke-width="1"'
    if sign == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {look}/>'
    corners = [(x + r * dx, y + r * dy) for dx, dy in _CORNERS[sign]]
    return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in corners)}" {look}/>'


_CORNERS: dict[str, tuple[tuple[float, float], ...]] = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "triangle": ((0, -1.2), (1.2, 1), (-1.2, 1)),
    "star": (
        (0, -1.4), (0.35, -0.45), (1.35, -0.4), (0.55, 0.2), (0.85, 1.2),
        (0, 0.6), (-0.85, 1.2), (-0.55, 0.2), (-1.35, -0.4), (-0.35, -0.45),
    ),
    "cross": (
        (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4),
        (0.4, 1.2), (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
    ),
}  # fmt: skip
"""The corners of signs of size 1."""
