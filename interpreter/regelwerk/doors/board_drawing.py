"""The parts of a board, drawn for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from regelwerk.doors.board_grids import GridBoard
from regelwerk.doors.board_model import (
    EMPTY_SPACE,
    MARKER,
    Beside,
    Events,
    Facts,
    Grid,
    Groups,
    Legend,
    Line,
    Part,
    Rows,
    Spaces,
    plain,
)

INDENT, ABREAST = 2, 3
"""How far a member stands below another, and how many seats have their columns side by side."""

_STYLES = {MARKER: "bold yellow", EMPTY_SPACE: "dim"}


def drawn(parts: Iterable[Part], title: str) -> RenderableType:
    """A board in its frame."""
    inside = Group(*(_drawn(part) for part in parts))
    escaped = title.replace("[", r"\[")
    return Panel(inside, title=f"[b]{escaped}[/b]", title_align="left", box=box.HEAVY)


def _drawn(part: Part) -> RenderableType:
    match part:
        case Grid():
            return GridBoard(part)
        case Rows():
            return _rows(part)
        case Beside():
            row = Table.grid(padding=(0, 2))
            row.add_row(*(_rows(rows) for rows in part.parts))
            return row
        case Facts(title, told):
            return Text.assemble((f"{title}  " if title else "", "bold"), "   ".join(told))
        case Groups():
            return _groups(part)
        case Spaces():
            return _spaces(part)
        case Legend(signs):
            return Text("   ".join(f"{sign} {meaning}" for sign, meaning in signs), style="dim")
        case Events(title, lines):
            text = Text("\n".join(lines), style="dim", no_wrap=True, overflow="ellipsis")
            return Panel(text, title=title, title_align="left", box=box.ROUNDED, style="dim")


def _rows(part: Rows) -> Table:
    """A table with a line under its headings, if any of them says something."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(part.headings))
    for heading in part.headings:
        table.add_column(Text(heading), overflow="fold")
    for row in part.rows:
        table.add_row(*(Text(plain(words), "dim" if n == part.faint else "") for n, words in enumerate(row)))
    if part.more:
        table.add_row(Text(part.more, "dim"))
    return table


def _groups(part: Groups) -> RenderableType:
    if part.by_owner is None:
        return Group(Text(part.title, style="bold"), _abreast(part.groups, part.columns), "")
    owners = list(part.by_owner.items())
    abreast = [owners[n : n + ABREAST] for n in range(0, len(owners), ABREAST)]
    return Group(*(_by_owner(part.title, some) for some in abreast))


def _by_owner(title: str, columns: Sequence[tuple[str, Sequence[Line]]]) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    for owner, _ in columns:
        table.add_column(Text(f"{title}, {owner}"), ratio=1, overflow="fold")
    table.add_row(*(_lines(lines) for _, lines in columns))
    return table


def _abreast(groups: Sequence[Sequence[Line]], count: int) -> RenderableType:
    """Groups one below the other, in as many columns as the board file says, about equally long."""
    longest = sum(map(len, groups)) / count
    columns: list[list[Line]] = [[]]
    for lines in groups:
        if len(columns) < count and len(columns[-1]) + len(lines) / 2 > longest:
            columns.append([])
        columns[-1] += lines
    table = Table.grid(padding=(0, 2, 0, 0), expand=count > 1)
    for _ in columns:
        table.add_column(ratio=1, overflow="fold")
    table.add_row(*(_lines(lines) for lines in columns))
    return table


def _lines(lines: Sequence[Line]) -> Group:
    return Group(*(_line(line) for line in lines))


def _line(line: Line) -> RenderableType:
    name, rest = plain(line.name), plain(line.rest)
    if line.section:
        return Text(name, style="italic")
    text = Text(name) if line.depth else Text.assemble((name, "bold"))
    text.append("".join(f" {sign}" for sign in line.signs), "bold yellow")
    if rest:
        text.append(f"  {rest}", "dim")
    return Padding(text, (0, 0, 0, INDENT * line.depth)) if line.depth else text


def _spaces(part: Spaces) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(Text(part.title), no_wrap=True)
    for number in part.numbers:
        table.add_column(Text(str(number)), justify="right", no_wrap=True)
    for name, spaces in part.rows:
        table.add_row(Text(plain(name)), *(Text(space, _STYLES.get(space, "")) for space in spaces))
    return table
