"""What panels of a board have in common."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from regelwerk.doors.board_values import View
from regelwerk.doors.labels import Labels


def plain_table(*headings: str) -> Table:
    """A table with a line under its headings, if any of them says something."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(headings))
    for heading in headings:
        table.add_column(Text(heading), overflow="fold")
    return table


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
