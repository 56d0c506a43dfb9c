"""Cells of a table file for attributes that have one value per member of an enum."""

from pathlib import Path

from regelwerk.meaning.game import check_game

MANIFEST = """\
format: regelwerk-game/1
id: paths
title: {en: "Paths"}
version: "1"
rules:
  - game.rules
tables:
  - tables/site.yaml
"""
RULES = """\
# Paths to places.
game paths for 2 players

enum land: hill, moor

type site:
    path: 0..4 per land = 0

event main():
    end game as over:
        winners seat 1

scenario "two moors on the way":
    expect tarn.path[moor] = 2 and tarn.path[hill] = 0
"""
TABLE = "format: regelwerk-table/1\ntype: site\nrows:\n  tarn: {CELL: 2}\n"


def _problems(folder: Path, cell: str) -> list[str]:
    (folder / "tables").mkdir()
    (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "game.rules").write_text(RULES, encoding="utf-8")
    (folder / "tables" / "site.yaml").write_text(TABLE.replace("CELL", cell), encoding="utf-8")
    return [f"{found.code} {found.message}" for found in check_game(folder).diagnostics]


def test_a_table_file_gives_a_cell_per_member(tmp_path: Path) -> None:
    assert _problems(tmp_path, "path.moor") == []


def test_a_cell_of_an_unknown_member_is_one_problem(tmp_path: Path) -> None:
    (found,) = _problems(tmp_path, "path.mor")
    assert "mor" in found
