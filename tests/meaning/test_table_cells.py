"""Cells of a table file for attributes that have one value per member of an enum."""

from pathlib import Path

from command_line import run
from regelwerk.meaning.game import check_game

MANIFEST = """\
format: regelwerk-game/1
language: 2
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


def test_a_row_begins_in_a_zone_that_no_seat_owns(tmp_path: Path) -> None:
    """What is near is a zone: not the type of nearly the same name."""
    rules = RULES.replace("path: 0..4 per land = 0", "path: 0..4 per land = 0\n    starts in maps")
    rules += "\ntype map_case:\n    size: 1..2 = 1\n    starts in maps\n\ntable map_case:\n    tube\n"
    rules += "\nzone maps: thing\n".replace("thing", "site") + "\nzone cases of seat: site\n"
    found = {}
    for zone in ("mapps", "cases"):
        folder = tmp_path / zone
        folder.mkdir()
        (folder / "tables").mkdir()
        (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
        (folder / "game.rules").write_text(rules, encoding="utf-8")
        table = TABLE.replace("CELL: 2", f"path.moor: 2, starts_in: {zone}")
        (folder / "tables" / "site.yaml").write_text(table, encoding="utf-8")
        found[zone] = [
            d for d in check_game(folder).diagnostics if "is not a zone without owner" in d.message
        ]
    assert [(d.code, d.near) for d in found["mapps"]] == [("M041", ("maps",))]
    assert [(d.code, d.message) for d in found["cases"]] == [("M041", "`cases` is not a zone without owner")]


def _tested(folder: Path, line: str) -> str:
    text = RULES.replace("event main", "table site:\n    tarn: path.moor = 2\n\nevent main")
    text = text.replace("    expect tarn", f"    {line}\n    expect tarn")
    (folder / "paths.rules").write_text(text, encoding="utf-8")
    done = run("test", folder / "paths.rules")
    return done.out + done.err


def test_a_scenario_sets_one_cell_of_a_row(tmp_path: Path) -> None:
    assert "1 passed" in _tested(tmp_path, "with tarn.path.hill = 0")
    assert "0 passed, 1 failed" in _tested(tmp_path, "with tarn.path.moor = 3")


def test_a_scenario_says_which_of_several_cells_it_sets(tmp_path: Path) -> None:
    assert "M004: `tarn` has more than one `path`" in _tested(tmp_path, "with tarn.path = 3")
    assert "say which, as in `with tarn.path.hill = ...`" in _tested(tmp_path, "with tarn.path = 3")
    assert "did you mean `moor`" in _tested(tmp_path, "with tarn.path.mor = 3")


def test_no_table_gives_figures_for_seats(tmp_path: Path) -> None:
    text = RULES.replace("per land", "per seat").replace("[moor]", "[seat 1]").replace("[hill]", "[seat 2]")
    text = text.replace("event main", "table site:\n    tarn\n\nevent main")
    text = text.replace("    expect tarn", "    with tarn.path = 3\n    expect tarn")
    (tmp_path / "paths.rules").write_text(text, encoding="utf-8")
    told = run("check", tmp_path / "paths.rules").out
    assert "M004: `tarn` has a `path` for each seat, and no table gives it" in told
    assert "write `set tarn.path[seat 1] to ...` below `given:`" in told


MILLS = """\
game mills for 2 players

type mill:
    dry: flag = no

type seat:
    points: 0..9 = 0

table mill:
    old_mill

event main():
    grind(seat 1)
    end game as over

event grind(seat p):
    if not old_mill.dry:
        raise p.points by 1
    raise p.points by 2

scenario "a dry mill grinds less":
    with old_mill.dry = yes
    start grind(seat 1)
    expect seat 1.points = 2
"""


def test_a_scenario_sets_a_flag_of_a_row(tmp_path: Path) -> None:
    (tmp_path / "mills.rules").write_text(MILLS, encoding="utf-8")
    assert "1 passed" in run("test", tmp_path / "mills.rules").err
    (tmp_path / "mills.rules").write_text(MILLS.replace("= yes", "= no"), encoding="utf-8")
    done = run("test", tmp_path / "mills.rules")
    assert "1 failed" in done.out + done.err
