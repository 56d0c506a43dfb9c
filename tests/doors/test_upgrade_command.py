"""`upgrade`: whole games of an earlier edition of the language."""

from __future__ import annotations

from pathlib import Path

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
