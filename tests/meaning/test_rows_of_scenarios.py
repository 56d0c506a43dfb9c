"""Rows that one scenario makes up: checked as those of a table are, and known to no other scenario."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from command_line import run
from regelwerk.match.match import make_build
from regelwerk.meaning.game import check_game
from regelwerk.meaning.kept import Kept
from regelwerk.rules.scenarios import Scenarios
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

GAME = (Path(__file__).parent / "hoard.rules").read_text("utf-8")


def found_in(folder: Path, *edits: tuple[str, str]) -> list[str]:
    """What `check` says of the game with other words in it, without the file."""
    text = GAME
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    path = folder / "hoard.rules"
    path.write_text(text, "utf-8")
    return [
        line.partition("hoard.rules:")[2] for line in run("check", "--format", "short", path).out.splitlines()
    ]


def test_scenarios_have_rows_of_their_own(tmp_path: Path) -> None:
    assert found_in(tmp_path) == []
    assert "3 passed" in run("test", tmp_path / "hoard.rules").err


@pytest.mark.parametrize(
    ("edits", "problems"),
    [
        (
            [("raise gold by 4", "raise golt by 4")],
            ["42:19: M001 there is no `golt`"],
        ),
        (
            [("worth = n", "weight = n")],
            [
                "48:22: M030 a `card` has no attribute `weight`",
                "56:25: M030 a `card` has no attribute `weight`",
            ],
        ),
        (
            [("crown: worth = n", "crown: worth = 12"), ("(number n)", ""), ("(1)", ""), ("(n: 9)", "")],
            ["39:29: M032 `worth` must be a number from 1 to 9, this is `12`"],
        ),
        (
            [
                ("row card crown: worth = n", "row card crown"),
                ("(number n)", ""),
                ("(1)", ""),
                ("(n: 9)", ""),
            ],
            ["39:14: M031 `crown` has no `worth`"],
        ),
        (
            [("row card crown: worth = n", "row card ruby: worth = n"), ("text of crown", "text of ruby")],
            ["39:14: M002 `ruby` is declared twice"],
        ),
        ([("text of crown", "text of pearl")], ["40:13: M034 this scenario has no `row` line for `pearl`"]),
        (
            [
                ("            raise gold by 4", "            nothing"),
                (
                    "    seat 1: crown\n",
                    "    seat 1: crown\n    row card opal: worth = 2\n"
                    "    text of opal:\n        gain:\n            nothing\n",
                ),
            ],
            [
                "53:5: M063 `row` makes the position, but the course has begun above it",
                "54:5: M063 `text` makes the position, but the course has begun above it",
            ],
        ),
        (
            [
                (
                    '"there is no crown":\n    given',
                    '"there is no crown":\n    given:\n        put crown in seat 1.hand\n    given',
                )
            ],
            ["65:13: M001 there is no table row `crown`"],
        ),
    ],
)
def test_what_is_made_up_is_checked_as_rows_of_tables_are(
    tmp_path: Path, edits: list[tuple[str, str]], problems: list[str]
) -> None:
    assert found_in(tmp_path, *edits) == problems


def test_an_error_in_a_row_stops_no_other_scenario(tmp_path: Path) -> None:
    found_in(tmp_path, ("raise gold by 4", "raise golt by 4"))
    done = run("test", tmp_path / "hoard.rules")
    assert "1 passed" in done.err


def test_a_scenario_with_a_row_is_made_smaller(tmp_path: Path) -> None:
    found_in(tmp_path, ("    expect gold = 6", "    with 3 players\n    expect gold = 7"))
    found_in(tmp_path, ("    expect gold = 6", "    seat 1 is not asked\n    expect gold = 7"))
    told = run("test", "--smallest", tmp_path / "hoard.rules").out
    smallest = told.partition('"a crown, at its smallest":')[2]
    assert "position crowned(1)" in smallest
    assert "is not asked" not in smallest


def test_all_builds_have_the_row_and_an_export_too(tmp_path: Path) -> None:
    found_in(tmp_path)
    checked = check_game(tmp_path / "hoard.rules")
    assert checked.rules is not None
    assert "crown" not in [row.name for row in checked.rules.rows]
    tested = msgspec.json.decode(msgspec.json.encode(checked.scenarios), type=Scenarios)
    for make in (None, partial(make_build, name="fast")):
        layouts = Layouts(checked.rules, tested.scenarios)
        assert [run_scenario(layouts, each, make).failure for each in tested.scenarios] == [None] * 3


def test_a_scenario_left_alone_because_of_errors_is_looked_at_once_they_are_gone(tmp_path: Path) -> None:
    rules, _, scenarios = GAME.partition("position crowned")
    manifest = """format: regelwerk-game/1
language: 2
id: hoard
title: {en: "Hoard"}
version: "0.1"
rules: [hoard.rules]
scenarios: [crowned.rules]
"""
    (tmp_path / "game.yaml").write_text(manifest, "utf-8")
    (tmp_path / "crowned.rules").write_text("position crowned" + scenarios, "utf-8")
    (tmp_path / "hoard.rules").write_text(rules.replace("raise gold by c.worth", "raise golt by 1"), "utf-8")
    assert run("check", tmp_path).status == 1
    (tmp_path / "hoard.rules").write_text(rules, "utf-8")
    assert "3 passed" in run("test", tmp_path).err


def test_what_is_kept_is_of_use_beside_made_up_rows(tmp_path: Path) -> None:
    """Without them nothing else is understood again: a declaration begins with the numbers it began with."""
    found_in(tmp_path)
    kept = Kept()
    check_game(tmp_path / "hoard.rules", kept=kept)
    again = Kept(kept.data())
    check_game(tmp_path / "hoard.rules", kept=again)
    assert not again.changed
