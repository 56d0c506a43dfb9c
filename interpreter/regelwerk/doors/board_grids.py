"""Grids on the board at the terminal: squares in boxes, hexagons in rows that are shifted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_letters

from rich import box
from rich.console import ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from regelwerk.doors.board_model import EMPTY_SPACE, Grid

_USUAL_WIDTH = 8
"""A square is as wide as this if there is room."""
_FRAME = 3
"""The lines and spaces around what stands in a square."""


class GridBoard:
    """A grid, laid out as wide as the terminal is when it is shown.

    Squares that do not fit side by side stand in several bands, each with the numbers of the rows; what
    stands on hexagons that do not fit is shortened to signs, which are explained below.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def __rich_console__(self, console: object, options: ConsoleOptions) -> Iterator[RenderableType]:
        title, rows, hexagons, _ = self._grid
        if hexagons:
            yield _hexagons(title, rows, options.max_width)
        else:
            yield from _bands(title, rows, options.max_width)


def _bands(title: str, rows: Sequence[Sequence[str]], room: int) -> Iterator[Table]:
    """The squares, as many columns side by side as there is room for."""
    count, numbers = len(rows[0]), len(str(len(rows))) + _FRAME + 1
    needed = max(
        len(str(count)), 1, *(len(line) for row in rows for text in row for line in text.split("\n"))
    )
    wide = min(max(needed, min((room - numbers) // count - _FRAME, _USUAL_WIDTH)), room)
    fit = max(1, (room - numbers) // (needed + _FRAME))
    for start in range(0, count, fit):
        table = Table(box=box.SQUARE, show_header=True, show_lines=True, title_justify="left")
        table.title = title if start == 0 else None
        table.add_column("", justify="right", style="dim", no_wrap=True)
        columns = range(start, min(start + fit, count))
        for column in columns:
            table.add_column(str(column + 1), justify="center", min_width=wide)
        for number, row in enumerate(rows, 1):
            table.add_row(str(number), *(Text(row[column]) for column in columns))
        yield table


def _hexagons(title: str, rows: Sequence[Sequence[str]], room: int) -> Text:
    """Rows of hexagons, each half a place further to the right than the one above it."""
    texts = [[" ".join(text.split("\n")) or EMPTY_SPACE for text in row] for row in rows]
    signs: dict[str, str] = {}
    if _width(texts) > room:
        signs = _signs({text for row in texts for text in row if text != EMPTY_SPACE})
        texts = [[signs.get(text, text) for text in row] for row in texts]
    step = _step(texts)
    margin = len(str(len(rows)))
    head = "".join(f"{number:^{step}}" for number in range(1, len(rows[0]) + 1))
    board = Text(no_wrap=True, overflow="ellipsis")
    board.append(f"{title}\n{' ' * (margin + 1)}{head.rstrip()}\n")
    for number, row in enumerate(texts):
        places = "".join(f"{text:^{step}}" for text in row)
        board.append(f"{' ' * (number * step // 2)}{number + 1:>{margin}} {places.rstrip()}\n")
    board.append("   ".join(f"{sign} {text}" for text, sign in signs.items()))
    board.rstrip()
    return board


def _step(texts: Sequence[Sequence[str]]) -> int:
    """How far the places of a row are apart: an even number, since half of it is the shift of the next."""
    widest = max(len(str(len(texts[0]))), *(len(text) for row in texts for text in row))
    return (widest + 2) // 2 * 2


def _width(texts: Sequence[Sequence[str]]) -> int:
    return len(str(len(texts))) + 1 + _step(texts) * len(texts[0]) + _step(texts) // 2 * (len(texts) - 1)


def _signs(texts: set[str]) -> dict[str, str]:
    """One character for each text: one that no other has, else a letter that is free."""
    found: dict[str, str] = {}
    for text in sorted(texts):
        others = {*"".join(texts - {text}), *found.values(), EMPTY_SPACE, " "}
        free = (sign for sign in (*text, *ascii_letters) if sign not in others)
        found[text] = next(free, "*")
    return found
