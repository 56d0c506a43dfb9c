"""Grids at the terminal: nothing is cut off, hexagons stand in shifted rows."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from regelwerk.doors.board import board, scene_of
from regelwerk.doors.labels import Labels
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.meaning.game import check_game

GAME = """\
game board for 2 players

type cell:
    mark: seat or none

map field: grid SIZE of cell, adjacent HOW

event main():
    set field(2, 1).mark to seat 1
    set field(3, 2).mark to seat 2
    choose cell c by seat 1
    set c.mark to seat 1
    end game as enough
"""


def _shown(tmp_path: Path, size: str, how: str, width: int) -> list[str]:
    path = tmp_path / "board.rules"
    path.write_text(GAME.replace("SIZE", size).replace("HOW", how), "utf-8")
    rules = check_game(path).rules
    assert rules is not None
    match = Match.start(rules, players=2, seed=1)
    out = io.StringIO()
    shown = board(view(match, 0), match.layout.tables, Labels(rules, "en"), "t", scene_of(match))
    Console(file=out, width=width, emoji=False).print(shown)
    lines = [line.strip("┃").rstrip() for line in out.getvalue().splitlines()]
    return lines[: next(number for number, line in enumerate(lines) if "Events" in line)]


@pytest.mark.parametrize("width", [40, 60, 100])
def test_each_band_of_a_wide_grid_has_all_rows_with_their_numbers(tmp_path: Path, width: int) -> None:
    lines = _shown(tmp_path, "26 by 2", "orthogonally", width)
    cells = [[cell.strip() for cell in line.strip(" │").split("│")] for line in lines if "│" in line]
    heads, firsts, seconds = cells[::3], cells[1::3], cells[2::3]
    assert [number for head in heads for number in head if number] == [str(n) for n in range(1, 27)]
    assert len(heads) > 1
    assert {row[0] for row in firsts} == {"1"} and {row[0] for row in seconds} == {"2"}
    assert [cell for row in firsts for cell in row[1:] if cell] == ["seat 1"]


def test_a_small_grid_is_one_table(tmp_path: Path) -> None:
    lines = _shown(tmp_path, "3 by 2", "in all directions", 80)
    assert [line.split() for line in lines if "seat" in line] == [
        ["│", "1", "│", "│", "seat", "1", "│", "│"],
        ["│", "2", "│", "│", "│", "seat", "2", "│"],
    ]


def test_each_row_of_hexagons_is_shifted_by_half_a_place(tmp_path: Path) -> None:
    lines = _shown(tmp_path, "4 by 3", "as hexagons", 80)
    rows = [line for line in lines if "·" in line]
    assert [row.split() for row in rows] == [
        ["1", "·", "seat", "1", "·", "·"],
        ["2", "·", "·", "seat", "2", "·"],
        ["3", "·", "·", "·", "·"],
    ]
    assert [row.index("·") - rows[0].index("·") for row in rows] == [0, 4, 8]


def test_hexagons_that_do_not_fit_are_signs(tmp_path: Path) -> None:
    lines = _shown(tmp_path, "11 by 11", "as hexagons", 90)
    rows = [line for line in lines if "·" in line]
    assert rows[0].split() == ["1", "·", "1", *"·" * 9]
    assert rows[1].split() == ["2", "·", "·", "2", *"·" * 8]
    assert "1 seat 1   2 seat 2" in [line.strip() for line in lines]
