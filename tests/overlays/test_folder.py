"""A book of house rules in a folder: a manifest, several rule files, tables, labels, clauses, scenarios."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run
from duels import DUEL

MANIFEST = """format: regelwerk-house/1
language: 2
title: {en: "Gems and glory", de: "Ruhm und Edelsteine"}
amends: {game: duel, version: "1"}
rules: [gems.rules, glory.rules]
tables: [tables/card.yaml]
labels: {en: labels/en.yaml}
clauses: clauses.yaml
scenarios: [scenarios/all.rules]
"""
FILES = {
    "house.yaml": MANIFEST,
    "gems.rules": 'house rule "glory" amends duel:\n    extend enum colour: green\n\n    remove rule bonus\n',
    "glory.rules": 'house rule "glory" amends duel:\n'
    "    rule shining:\n        cites book.glory.1\n        after lay where (c.colour = green):\n"
    "            gain(q, 5)\n",
    "tables/card.yaml": "format: regelwerk-table/1\ntype: card\nrows:\n"
    "  jade: {colour: green, worth: 2}\n  emerald: {colour: green, copies: 2}\n",
    "labels/en.yaml": "format: regelwerk-labels/1\nlanguage: en\nlabels:\n"
    '  green: "Green"\n  jade: "Jade"\n  emerald: "Emerald"\n',
    "clauses.yaml": "format: regelwerk-clauses/1\ngame: duel\nclauses:\n"
    '  book.glory.1: {title: "Green shines", kind: rule}\n'
    '  book.glory.2: {title: "Red does not", kind: rule}\n',
    "scenarios/all.rules": 'scenario "jade shines":\n    cites book.glory.2\n'
    "    given:\n        put 1 jade in seat 1.hand\n    start turn(seat 1)\n    seat 1: lay(jade)\n"
    "    expect seat 1.points = 7\n",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game folder with a book of house rules that comes with it."""
    (tmp_path / "game.yaml").write_text(
        "format: regelwerk-game/1\nlanguage: 2\n"
        'id: duel\ntitle: {en: "Duel"}\nversion: "1"\nrules: [duel.rules]\n'
    )
    (tmp_path / "duel.rules").write_text(DUEL)
    for name, text in FILES.items():
        path = tmp_path / "houses" / "glory" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def change(game: Path, name: str, old: str, new: str) -> None:
    path = game / "houses" / "glory" / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_it_is_found_by_name_by_folder_and_by_manifest(game: Path) -> None:
    book = game / "houses" / "glory"
    exports = [run("export", game, "--house", name).out for name in ("glory", book, book / "house.yaml")]
    assert exports[0] == exports[1] == exports[2]
    rules = json.loads(exports[0])
    assert [house["title"] for house in rules["house_rules"]] == ["glory"]
    assert {"jade", "emerald"} <= {row["name"] for row in rules["rows"]}
    assert rules["labels"]["en"]["jade"] == "Jade"


def test_check_and_test_look_at_it(game: Path) -> None:
    assert run("check", game).err == "nothing is wrong\n"
    assert run("test", game, "-v").out == "passed: jade shines\n"


def test_its_title_is_shown_in_the_language_of_the_players(game: Path) -> None:
    played = run("play", game, "--house", "glory", "--language", "de", "--seed", "1", typed="quit\n").out
    assert "Ruhm und Edelsteine" in played


def test_coverage_is_about_its_own_clauses(game: Path) -> None:
    done = run("coverage", game, "--house", "glory")
    assert done.status == 0
    assert "rules: rule shining" in done.out and 'scenarios: "jade shines"' in done.out
    assert done.out.endswith("2 clauses, 1 cited by rules, 1 by scenarios, 0 not executable, 0 not covered\n")


WRONG = {
    "row that is there": (
        "tables/card.yaml", "  jade:", "  ruby:",
        "tables/card.yaml:4:3: M105 the game has a row `ruby` already",
    ),
    "cell out of range": (
        "tables/card.yaml", "worth: 2", "worth: 20",
        "tables/card.yaml:4:32: M032 `worth` must be a number from 1 to 9",
    ),
    "label for nothing": (
        "labels/en.yaml", "  jade:", "  jada:",
        "labels/en.yaml:5:3: M079 warning: nothing in this game has the name `jada`",
    ),
    "label missing": (
        "labels/en.yaml", '  jade: "Jade"\n', "",
        "labels/en.yaml:1:1: M076 warning: a name that players see has no label `en`: `jade`",
    ),
    "unknown clause": (
        "glory.rules", "book.glory.1", "book.glory.3",
        "glory.rules:3:15: M053 there is no clause `book.glory.3`",
    ),
    "file that is not there": (
        "house.yaml", "gems.rules", "gem.rules",
        "house.yaml:5:9: M078 there is no file `gem.rules` in this folder",
    ),
    "file that is not named": (
        "house.yaml", ", glory.rules", "", "glory.rules:1:1: M078 `glory.rules` is not named in the manifest"
    ),
    "key that is not known": ("house.yaml", "clauses:", "claws:", "house.yaml:8:1: S"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_problem_of_a_file_in_the_folder(name: str, game: Path) -> None:
    file, old, new, expected = WRONG[name]
    change(game, file, old, new)
    done = run("check", game, "--house", "glory", "--format", "short")
    assert f"houses/glory/{expected}" in done.out.replace("\\", "/")


def test_names_of_the_game_need_no_label_in_house_rules(game: Path) -> None:
    manifest = game / "game.yaml"
    manifest.write_text(manifest.read_text() + "labels: {en: en.yaml}\n")
    (game / "en.yaml").write_text('format: regelwerk-labels/1\nlanguage: en\nlabels: {ruby: "Ruby"}\n')
    assert "M076" in run("check", game, "--format", "short").out
    assert run("check", game, "--house", "glory", "--format", "short").out == ""


def test_a_folder_without_a_manifest_is_refused(game: Path) -> None:
    done = run("check", game, "--house", game / "houses" / "glory" / "tables")
    assert done.status == 1 and "holds no house rules: it has no `house.yaml`" in done.err


def test_a_folder_of_games_leaves_books_of_house_rules_out(
    game: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    above = tmp_path_factory.mktemp("above")
    (game / "houses" / "glory").rename(above / "glory")
    (above / "duel.rules").write_text(DUEL)
    assert run("check", above).err == "nothing is wrong\n"


def test_a_changed_file_of_the_folder_is_read_again(game: Path) -> None:
    before = run("export", game, "--house", "glory").out
    change(game, "tables/card.yaml", "worth: 2", "worth: 3")
    assert run("export", game, "--house", "glory").out != before


def test_clauses_of_house_rules_are_explained(game: Path) -> None:
    for arguments in (("--game", game), ("--game", game, "--house", "glory")):
        done = run("explain", "book.glory.1", *arguments)
        assert done.out.splitlines() == ["book.glory.1  Green shines (rule)", "  cited by rule shining"]
    assert run("explain", "book.glory.2", "--game", game).out.endswith('  tested by "jade shines"\n')
    done = run("explain", "book.glory.3", "--game", game, "--house", "glory")
    assert done.status == 1 and "did you mean `book.glory.1`" in done.err
    assert run("explain", "book.glory.1", "--house", "glory").status == 2


def test_a_single_file_brings_labels_beside_and_over_those_of_the_game(game: Path) -> None:
    one = game / "houses" / "one.rules"
    one.write_text(
        'house rule "onyx" amends duel version "1":\n'
        "    table card:\n        onyx: colour = red, worth = 2\n\n"
        '    labels en:\n        onyx: "Milky stone"\n        jade: "Green stone"\n        pass: "Not now"\n'
    )
    rules = json.loads(run("export", game, "--house", "glory", "--house", one).out)
    assert rules["labels"]["en"] == {
        "green": "Green", "jade": "Green stone", "emerald": "Emerald", "onyx": "Milky stone",
        "pass": "Not now",
    }  # fmt: skip
    one.write_text(one.read_text().replace('onyx: "Milky', 'red: "Milky'))
    said = run("check", game, "--house", "glory", "--house", one, "--format", "short")
    assert "one.rules:1:1: M076 warning: a name that players see has no label `en`: `onyx`" in said.out


def test_labels_of_one_book_are_one_table(game: Path) -> None:
    change(game, "gems.rules", "    extend enum", '    labels en:\n        green: "Grün"\n\n    extend enum')
    said = run("check", game, "--house", "glory", "--format", "short")
    assert "labels/en.yaml:4:3: M115 `green` has two labels `en`" in said.out
