"""The components of the game are an edition: rows say where they are from, and another one may be chosen."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest
import yaml

from command_line import run
from regelwerk.doors.comparison import also_different, differences
from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.meaning.game import Checked, check_game
from regelwerk.meaning.without import judged
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.sight import Sight
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.resources import data_path
from tools.renaming import renamed_game
from tools.shipped import checked

pytestmark = [
    pytest.mark.about("games/fuenf_heere", "tests/games/fuenf_heere"),
    pytest.mark.xdist_group("fuenf_heere"),
]
HERE = data_path("games") / "fuenf_heere"
TABLES = sorted([*(HERE / "edition").glob("*.yaml"), *(HERE / "houses").glob("*/tables/*.yaml")])
FAMILIES = {"levy_story", "host_story", "march_story", "strike_story", "courage_story"}


SKIRMISH = HERE / "houses" / "skirmish"
NAMED_IN_THE_BOOK = {"front_gate", "ruins_of_dale", "thorins_mighty_blows"}
"""Rows that rules may name, besides characters, units and their cards."""


@pytest.fixture(scope="module")
def skirmish() -> Checked:
    return checked("fuenf_heere", SKIRMISH)


@pytest.mark.parametrize("table", TABLES, ids=lambda path: f"{path.parents[1].name} {path.stem}")
def test_every_row_says_where_it_is_from(table: Path) -> None:
    rows = yaml.safe_load(table.read_text("utf-8"))["rows"]
    silent = [name for name, row in rows.items() if not {"provenance", "source"} <= row.keys()]
    assert silent == []


def test_rules_name_no_row_that_only_the_edition_has() -> None:
    rows = {
        table.stem: set(re.findall(r"^  (\w+):", table.read_text("utf-8"), re.MULTILINE))
        for table in (HERE / "edition").glob("*.yaml")
    }
    of_the_book = {"character", "unit", "unit_card"}
    only_there = set().union(*(names for table, names in rows.items() if table not in of_the_book))
    assert only_there > NAMED_IN_THE_BOOK
    for rules in HERE.glob("*.rules"):
        lines = [line.partition("#")[0] for line in rules.read_text("utf-8").splitlines()]
        assert not set(re.findall(r"\w+", " ".join(lines))) & (only_there - NAMED_IN_THE_BOOK), rules


def test_another_edition_has_rows_of_its_own(skirmish: Checked) -> None:
    assert skirmish.rules is not None and skirmish.base is not None and skirmish.base.rules is not None
    assert {row.name for row in skirmish.rules.rows if row.type == "region"} == {
        "front_gate", "long_meadow", "ruins_of_dale", "camp_hill", "grey_mire", "burnt_heath", "torn_rise",
        "high_ground", "high_pass",
    }  # fmt: skip
    assert not FAMILIES & {each.name for each in skirmish.rules.types}
    assert {each.name for each in skirmish.base.rules.types} > FAMILIES


def test_its_matches_come_to_an_end_and_both_sides_win(skirmish: Checked) -> None:
    assert skirmish.rules is not None
    layout = make_layout(skirmish.rules, 2)
    program, winners = Program(layout), set()
    for seed in range(60):
        if winners == {0, 1}:
            break
        match = Match.start_on(layout, program, seed, log=False)
        bots = [RandomPlayer(Random(f"{seed} {seat}")) for seat in range(2)]
        for _ in range(5_000):
            if match.over:
                break
            sight = Sight(match, 0)
            match.take(0, bots[sight.seat].choose(sight))
        assert match.result is not None
        winners |= {*match.result.winners}
    assert winners == {0, 1}


def test_it_is_told_table_by_table(skirmish: Checked) -> None:
    names = [each.name for each in differences(skirmish)]
    assert len(names) == len({*names}) < 40
    assert {"table region", "table event_card", "type levy_story", "text of beorn"} <= {*names}
    assert not [name for name in names if name.startswith("row ")]
    assert not [name for name in also_different(skirmish) if name.startswith("row ")]
    assert len(judged(skirmish)) < 40


def test_everybody_reads_which_edition_is_played() -> None:
    titles = [
        load_game("fuenf_heere", houses).title(language)
        for houses in ([], ["skirmish"])
        for language in ("en", "de")
    ]
    assert titles == [
        "The Battle of Five Armies, reconstructed edition",
        "Die Schlacht der Fünf Heere, rekonstruierte Ausgabe",
        "The Battle of Five Armies, The Skirmish, a tiny edition",
        "Die Schlacht der Fünf Heere, Das Scharmützel, eine winzige Ausgabe",
    ]


def test_under_other_names_it_is_the_same_edition(skirmish: Checked, tmp_path: Path) -> None:
    renaming = renamed_game(HERE, tmp_path, seed=5, kept={"fuenf_heere"})
    renamed = check_game(tmp_path, [tmp_path / "houses" / "skirmish"])
    assert [each.message for each in renamed.diagnostics] == []
    assert renamed.rules is not None and skirmish.rules is not None
    assert [renaming.old.get(row.name, row.name) for row in renamed.rules.rows] == [
        row.name for row in skirmish.rules.rows
    ]


def test_its_export_plays_alone(tmp_path: Path) -> None:
    exported = run("export", "fuenf_heere", "--house", "skirmish").out
    (tmp_path / "skirmish.json").write_text(exported, "utf-8")
    assert "hail_of_arrows" not in exported and json.loads(exported)["standing"] == "advantage"
    assert run("export", tmp_path / "skirmish.json").out == exported
    done = run("simulate", tmp_path / "skirmish.json", "-n", "2")
    assert done.status == 0


GONE = "which has gone with the table `region`"
LEFT = "the table `line_of_shot` of the game names rows that have gone with the table `region`: "


def test_a_row_that_rules_name_is_lacking(tmp_path: Path) -> None:
    book = tmp_path / "printed"
    shutil.copytree(SKIRMISH, book)
    for path in (*book.rglob("*.yaml"), *book.rglob("*.rules")):
        path.write_text(path.read_text("utf-8").replace("front_gate", "old_gate"), "utf-8")
    (said,) = run("check", "fuenf_heere", "--house", book, "--format", "short").out.splitlines()
    assert said.endswith(f"region.yaml:3:7: M141 the rules of the game name the row `front_gate`, {GONE}")


def test_a_table_is_forgotten(tmp_path: Path) -> None:
    book = tmp_path / "printed"
    shutil.copytree(SKIRMISH, book)
    (book / "tables" / "line_of_shot.yaml").unlink()
    (said,) = run("check", "fuenf_heere", "--house", book, "--format", "short").out.splitlines()
    assert f"region.yaml:3:7: M141 {LEFT}" in said and " more" in said
