"""A clause is looked up in the lists of clauses, without checking whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run


def test_what_is_no_clause_is_said_without_checking_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(path: Path) -> None:
        raise AssertionError(f"{path} is read whole")

    monkeypatch.setattr("regelwerk.meaning.files.load_game", load)
    monkeypatch.setattr("regelwerk.meaning.files.load_house", load)
    done = run("explain", "nosuch.clause")
    assert done.status == 1
    assert done.err.startswith("error: there is no code or clause `nosuch.clause`\n")
    near = run("explain", "knizia.turn.9999").err
    assert "did you mean `knizia.turn." in near
    assert run("explain", "knizia.turn.9999").err == near


def test_a_list_that_was_changed_is_read_anew(tmp_path: Path) -> None:
    folder = tmp_path / "pairs"
    folder.mkdir()
    manifest = 'format: regelwerk-game/1\nlanguage: 2\nid: pairs\ntitle: {en: "Pairs"}\nversion: "1"\n'
    (folder / "game.yaml").write_text(f"{manifest}rules: [pairs.rules]\nclauses: clauses.yaml\n")
    (folder / "pairs.rules").write_text("game pairs for 2 players\n\nevent main():\n    end game as over\n")
    for title in ("First", "Second"):
        listed = f'clauses:\n  pairs.a.01: {{title: "{title}", kind: end}}\n'
        (folder / "clauses.yaml").write_text(f"format: regelwerk-clauses/1\ngame: pairs\n{listed}")
        done = run("explain", "pairs.a.01", "--game", folder)
        assert done.out == f"pairs.a.01  {title} (end)\n", done.err
        assert "did you mean `pairs.a.01`?" in run("explain", "pairs.a.02", "--game", folder).err


def test_a_folder_with_the_name_of_a_file_of_data_is_no_hindrance(tmp_path: Path) -> None:
    folder = tmp_path / "pairs"
    (folder / "old.yaml").mkdir(parents=True)
    (folder / "game.yaml").write_text("format: regelwerk-game/1\nlanguage: 2\n")
    assert run("explain", "pairs.a.01", "--game", folder).err.startswith("error: there is no code or clause")
