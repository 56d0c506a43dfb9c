"""The maps of a game on a page: each place leads to what is known of it, and can be chosen there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from regelwerk.doors.drawing import RADIUS, Spot, draw_map, places_of
from regelwerk.doors.labels import Labels
from regelwerk.web.choices import Choices
from regelwerk.web.table import Table
from regelwerk.web.words import say

_WIDE = 2 * RADIUS + 10
"""How wide the button around a place is."""


class MapPicture(NamedTuple):
    """A map that is drawn: what it is called, and its picture (SVG)."""

    title: str
    picture: Markup


def map_places(table: Table) -> set[int]:
    """The things that maps show."""
    rules, tables = table.served.game.rules, table.match.layout.tables
    return {thing for drawing in rules.drawings for thing in places_of(rules, tables, drawing)}


def map_pictures(
    table: Table, seat: int | None, labels: Labels, choices: Choices, path: str
) -> Iterator[MapPicture]:
    """Every map of the game that has a drawing, as the seat may know it."""
    rules, seen = table.served.game.rules, table.view(seat)

    def around(spot: Spot, told: str) -> tuple[str, str]:
        offers = choices.of([spot.thing])
        link = Markup('<a class="{}" href="{}/look?thing={}"{}>').format(
            "spot option" if offers else "spot", path, spot.thing,
            Markup("") if len(offers) > 1 else Markup(' tabindex="-1"'),
        )  # fmt: skip
        return link, Markup("</a>") + (_chosen_here(spot, told, choices) if offers else "")

    for drawing in rules.drawings:
        title = say(labels.language, "map") if len(rules.drawings) == 1 else labels.name(drawing.map)
        svg = draw_map(rules, table.match.layout.tables, seen, drawing, labels, title, around)
        yield MapPicture(title, Markup(svg))


def _chosen_here(spot: Spot, told: str, choices: Choices) -> Markup:
    """A button on a place that is one option, a box to tick where several can be picked, and else a frame:
    the place leads to its panel, which has all of them."""
    offers = choices.of([spot.thing])
    if len(offers) > 1:
        frame = '<circle class="frame" cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="none"/>'
        return Markup(frame).format(spot.x, spot.y, _WIDE / 2)
    number = offers[0].number
    if choices.limits:
        inside = Markup(
            '<label class="on-map"><input type="checkbox" form="choosing" name="pick {}" value="yes" '
            'aria-label="{}"></label>'
        ).format(number, told)
    else:
        said = told if offers[0].text in told else f"{offers[0].text}: {told}"
        inside = Markup(
            '<button class="on-map" form="choosing" name="option" value="{}" aria-label="{}" '
            'title="{}"></button>'
        ).format(number, said, said)
    left, top = spot.x - _WIDE / 2, spot.y - _WIDE / 2
    return Markup(
        '<foreignObject x="{:.1f}" y="{:.1f}" width="{:.0f}" height="{:.0f}">{}</foreignObject>'
    ).format(left, top, _WIDE, _WIDE, inside)
