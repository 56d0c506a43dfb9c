"""`upgrade`: whole games of an earlier edition of the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run

MANIFEST = 'format: regelwerk-game/1\nid: coins\ntitle: {en: Coins}\nversion: "1"\nrules: [coins.rules]\n'
OLD = """\
game coins for 2 players

state gold: 0..9 = 0

# Enough is enough.
test rich() = gold > 2

event main():
    repeat until rich():
        raise gold by greater(1, gold)
    end game as over
"""
NEW = """\
game coins for 2 players

state gold: 0..9 = 0

# Enough is enough.
value rich() = gold > 2

event main():
    repeat:
        raise gold by greatest of (1, gold)
        if rich():
            stop
    end game as over
"""
HOUSE = (
    'format: regelwerk-house/1\ntitle: {en: "Rich"}\namends: {game: coins, version: "1"}\nrules: [r.rules]\n'
)
RICHER = 'house rule "richer" amends coins:\n    replace test rich() = gold > 5\n'


def game(folder: Path) -> Path:
    house = folder / "houses" / "richer"
    house.mkdir(parents=True)
    (folder / "game.yaml").write_text(MANIFEST)
    (folder / "coins.rules").write_text(OLD)
    (house / "house.yaml").write_text(HOUSE)
    (house / "r.rules").write_text(RICHER)
    return folder


def texts(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.slow
def test_a_game_with_its_house_rules(tmp_path: Path) -> None:
    folder = game(tmp_path / "coins")
    before = texts(folder)
    refused = run("check", folder)
    assert refused.status == 1
    assert "M130" in refused.out and "call `regelwerk upgrade` with this folder" in refused.out
    looked = run("upgrade", "--check", folder)
    assert looked.status == 1 and texts(folder) == before
    assert looked.out.count("would change ") == 4
    done = run("upgrade", folder)
    assert done.status == 0 and done.err == ""
    assert done.out.count("upgraded ") == 4
    after = texts(folder)
    assert after["coins.rules"] == NEW
    assert after["game.yaml"] == MANIFEST.replace("/1\n", "/1\nlanguage: 2\n", 1)
    assert "language: 2" in after["houses/richer/house.yaml"]
    assert run("check", "--format", "short", folder).out == ""
    assert run("upgrade", folder) == (0, "nothing to do in 4 files\n", "")


def test_a_game_with_a_file_that_cannot_be_read_is_not_said_to_be_done(tmp_path: Path) -> None:
    folder = game(tmp_path / "coins")
    (folder / "houses" / "richer" / "r.rules").write_text(RICHER + "    remove test\n")
    done = run("upgrade", folder)
    assert done.status == 1
    assert "r.rules:2:13" in done.err and "P052: `test` was written so" in done.err
    after = texts(folder)
    assert after["coins.rules"] == NEW
    assert after["houses/richer/r.rules"] == RICHER + "    remove test\n"
    assert "language" not in after["game.yaml"] and "language" not in after["houses/richer/house.yaml"]


def test_a_manifest_in_which_the_edition_finds_no_place(tmp_path: Path) -> None:
    folder = game(tmp_path / "coins")
    odd = '{format: regelwerk-game/1, id: coins, title: {en: Coins}, version: "1", rules: [coins.rules]}\n'
    (folder / "game.yaml").write_text(odd)
    done = run("upgrade", folder)
    assert done.status == 1
    assert "write `language: 2` below `format`" in done.err
    assert (folder / "game.yaml").read_text() == odd


def stamped(folder: Path, manifest: str) -> str:
    """What becomes of a manifest, and that a second time nothing more does."""
    file = folder / "game.yaml"
    file.write_text(manifest)
    run("upgrade", folder)
    after = file.read_text()
    run("upgrade", folder)
    assert file.read_text() == after
    return after


def test_only_the_edition_of_a_manifest_changes(tmp_path: Path) -> None:
    folder = game(tmp_path / "coins")
    for old, new in (
        ("language: 1  # the first", "language: 2  # the first"),
        ('language: "2"', "language: 2"),
        ("language:", "language: 2"),
    ):
        manifest = MANIFEST.replace("/1\n", f"/1\n{old}\n", 1)
        assert stamped(folder, manifest) == manifest.replace(old, new)
    below = MANIFEST.replace("format: ", "format:\n  ")
    assert stamped(folder, below) == below.replace("/1\n", "/1\nlanguage: 2\n", 1)


def test_a_manifest_of_something_else_is_left_alone(tmp_path: Path) -> None:
    folder = game(tmp_path / "coins")
    for other in ("format: something-else/1\nid: coins\n", MANIFEST.replace("game/1", "game/9")):
        assert stamped(folder, other) == other


def test_what_is_of_a_later_edition_is_left_alone_and_said(tmp_path: Path) -> None:
    folder = game(tmp_path / "coins")
    (folder / "game.yaml").write_text(MANIFEST.replace("/1\n", "/1\nlanguage: 3\n", 1))
    before = texts(folder)
    done = run("upgrade", folder)
    assert done.status == 1 and done.out == ""
    assert "game.yaml:2:1" in done.err and "take a newer version of regelwerk" in done.err
    assert texts(folder) == before


def test_what_a_game_declares_itself_is_no_function_of_the_first_edition(tmp_path: Path) -> None:
    folder = tmp_path / "coins"
    folder.mkdir()
    (folder / "own.rules").write_text("value greater(number a, number b) = a * 2 > b\n")
    asks = "value both() = greater(1, 2) and greater(2, 1)\n"
    (folder / "asks.rules").write_text(asks)
    assert run("upgrade", folder) == (0, "nothing to do in 2 files\n", "")
    (folder / "asks.rules").write_text(asks.replace("value", "test"))
    run("upgrade", folder)
    assert (folder / "asks.rules").read_text() == asks


def test_what_no_edition_reads_is_said_as_check_says_it(tmp_path: Path) -> None:
    file = tmp_path / "example.rules"
    for text, found in (
        ("value until() = 3\n", "1:7: P014 `until` is a word of the language"),
        ("test rich(number chance) = chance > 2\n", "1:18: P014 `chance` is a word of the language"),
        ("test rich() = 99999999999999999999 > 2\n", "1:15: P012 "),
    ):
        file.write_text(text)
        done = run("upgrade", file)
        place, code, said = found.split(" ", 2)
        assert done.status == 1 and f"error {code}: {said}" in done.err, done.err
        assert f"example.rules:{place[:-1]}" in done.err
        assert file.read_text() == text


def test_what_only_the_author_can_say_is_left_to_him(tmp_path: Path) -> None:
    file = tmp_path / "example.rules"
    file.write_text('scenario "luck":\n    chance 4, ruby\n    expect 1 = 1\n')
    done = run("upgrade", file)
    assert "`regelwerk upgrade` leaves that to you" in done.err
    assert "rewrites whole games" not in done.err


def test_an_empty_name_is_not_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game(tmp_path / "coins")
    before = texts(folder)
    monkeypatch.chdir(folder)
    for command in ("upgrade", "format"):
        done = run(command, "")
        assert done.status == 1 and "an empty name stands for no file" in done.err
    assert texts(folder) == before


def test_a_later_edition_is_refused(tmp_path: Path) -> None:
    folder = game(tmp_path / "coins")
    (folder / "game.yaml").write_text(MANIFEST.replace("/1\n", "/1\nlanguage: 3\n", 1))
    done = run("check", "--format", "short", folder)
    assert done.status == 1
    assert "game.yaml:2:1: M130 this is written in a later edition of the language" in done.out


def test_exports_and_saves_of_an_earlier_edition_are_refused_by_name(tmp_path: Path) -> None:
    export = tmp_path / "old.json"
    export.write_text('{"format":"regelwerk-rules/1","game":"coins"}')
    done = run("describe", export)
    assert done.status == 1
    assert "rules of an earlier edition: export them anew" in done.err
    saved = tmp_path / "old.match"
    saved.write_text('{"format":"regelwerk-match/1","game":"tic_tac_toe"}')
    done = run("replay", saved)
    assert done.status == 1
    assert "saved by an earlier edition" in done.err
