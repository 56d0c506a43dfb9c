"""`check --watch`: what is wrong now, what has come and gone, while files change."""

from __future__ import annotations

import os
import pty
import time
from pathlib import Path

import pytest

from command_line import run
from regelwerk.doors.watching import Stamps, next_stamps, stamps
from small_rules import RACE, write
from watching import watching

BROKEN = RACE.replace("p.at = 6", "p.att = 6")
WORSE = BROKEN.replace("raise q.at by 1", "raise q.att by 1")
MANIFEST = "format: regelwerk-game/1\nlanguage: 2\nid: race\ntitle: {{en: Race}}\nversion: '1'\nrules: [{}]\n"
HOUSE = 'house rule "Shorter" amends race:\n    remove event walk\n'


@pytest.mark.slow
def test_what_comes_and_goes(tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN)
    with watching("check", "--watch", path, "--format", "short") as author:
        said = author.round()
        assert said.startswith(f"{path}: 1 error (")
        assert said.endswith(" s) - watching 1 file, Ctrl-C ends\n")
        assert "p.att" not in said and author.out.count("`att`") == 1

        write(tmp_path, "\n\n" + WORSE)
        said = author.round()
        assert said.startswith(f"changed: {path}\nnew: {path}:")
        assert "\ngone: " not in said
        assert f"{path}: 2 errors, 1 new (" in said
        assert author.out.count("`att`") == 3

        write(tmp_path, RACE)
        said = author.round()
        assert said.count("\ngone: ") == 2 and "\nnew: " not in said
        assert f"{path}: nothing is wrong, 2 gone (" in said
        assert "\x1b" not in author.out + said


@pytest.mark.slow
def test_files_and_folders_that_come_and_go(tmp_path: Path) -> None:
    folder = tmp_path / "race"
    folder.mkdir()
    manifest, rules = folder / "game.yaml", folder / "race.rules"
    manifest.write_text(MANIFEST.format("race.rules"))
    rules.write_text(RACE)
    with watching("check", "--watch", folder) as author:
        assert "nothing is wrong" in author.round()
        rules.rename(folder / "course.rules")
        assert "2 errors, 2 new" in author.round()
        manifest.write_text(MANIFEST.format("course.rules"))
        assert "nothing is wrong, 2 gone" in author.round()
        (folder / "houses").mkdir()
        (folder / "houses" / "shorter.rules").write_text(HOUSE)
        said = author.round()
        assert "\nnew: " in said and "houses/shorter.rules:2:" in said and "watching 3 files" in said
        folder.rename(tmp_path / "away")
        said = author.round()
        assert f"\nnew: error: there is no file or folder `{folder}`\n" in said
        assert "watching 0 files" in said
        (tmp_path / "away").rename(folder)
        (folder / "houses" / "shorter.rules").unlink()
        assert "nothing is wrong, 1 gone" in author.round()


@pytest.mark.slow
def test_at_a_terminal_the_screen_is_begun_anew(tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN)
    side, other = pty.openpty()
    with watching("check", "--watch", path, terminal=other) as author:
        author.round()
        os.read(side, 65536)
        write(tmp_path, RACE)
        author.round()
        assert os.read(side, 65536) == b"\x1b[2J\x1b[H"
    os.close(side)
    os.close(other)


def test_what_is_not_there_is_not_watched(tmp_path: Path) -> None:
    done = run("check", "--watch", tmp_path / "race.rules")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"error: there is no file or folder `{tmp_path / 'race.rules'}`\n")


def test_a_save_that_comes_in_pieces_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    path = Path("race.rules")
    sizes = iter([1, 1, 1, 0, 400, 800, 800, 900])

    def look() -> Stamps:
        return {path: (0, next(sizes), 0)}

    assert next_stamps(look, look()) == {path: (0, 800, 0)}


def test_files_that_never_rest_are_looked_at_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    looks: list[Stamps] = []

    def look() -> Stamps:
        looks.append({Path("race.rules"): (0, len(looks), 0)})
        return looks[-1]

    assert next_stamps(look, look()) == looks[-1]
    assert len(looks) < 100


def test_only_files_of_games_are_watched(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    for name in ("notes.txt", ".race.rules.swp", "race.rules~"):
        (tmp_path / name).write_text(name)
    (tmp_path / ".#race.rules").symlink_to("nobody@nowhere")
    assert list(stamps([tmp_path])) == [path]
    assert list(stamps([path, tmp_path / "none.rules"])) == [path]
