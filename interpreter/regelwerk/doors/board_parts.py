"""What panels of a board have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regelwerk.doors.board_model import Grid
from regelwerk.doors.board_values import USUAL, View, value_words
from regelwerk.doors.labels import Labels
from regelwerk.program.things import GridInfo


def seat_names(view: View, labels: Labels) -> list[str]:
    """The seats, with a sign for whom the match waits for."""
    names = []
    for number in range(1, len(view["seats"]) + 1):
        seat = f"seat {number}"
        marks = [f"({labels.word('you')})"] if view["seat"] == seat else []
        if isinstance(view["waiting"], list) and seat in view["waiting"]:
            marks.append("<")
        names.append(" ".join([labels.text(seat), *marks]))
    return names


def grid_part(view: View, grid: GridInfo, labels: Labels) -> Grid:
    """A grid and what stands on its fields."""
    things = {thing["id"]: thing for thing in view["things"]}
    texts = [_field(things.get(grid.first + n), labels) for n in range(grid.width * grid.height)]
    rows = [texts[at : at + grid.width] for at in range(0, len(texts), grid.width)]
    return Grid(labels.name(grid.name), rows, grid.adjacent == "as_hexagons", grid.first)


def _field(field: Mapping[str, Any] | None, labels: Labels) -> str:
    """What a field shows: its values other than none, 0 and no."""
    values = {} if field is None else {k: v for k, v in field.items() if k not in ("thing", "id")}
    return "\n".join(value_words(value, labels) for value in values.values() if value not in USUAL)
