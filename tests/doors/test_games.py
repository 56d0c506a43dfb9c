"""Finding, loading and caching games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from regelwerk.doors.games import load_game, shipped_games
from regelwerk.meaning import game
from regelwerk.resources import data_path
from regelwerk.source import cache
from small_rules import GUESS, RACE, write


def test_unknown_names_are_answered_with_near_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    listed = ", ".join(sorted(shipped_games()))
    assert run("check", "tictactoe") == (
        1,
        "",
        "error: there is no game `tictactoe`\n"
        "  did you mean `tic_tac_toe`?\n"
        "  help: name a folder with a `game.yaml`, a `.rules` file, an exported `.json` file, "
        f"or one of {listed}\n",
    )
    write(tmp_path, RACE)
    assert run("check", "rice.rules").err == (
        "error: there is no file or folder `rice.rules`\n"
        "  did you mean `race.rules`?\n"
        "  help: correct the path\n"
    )
    (tmp_path / "empty").mkdir()
    assert run("export", "empty").err == (
        "error: the folder `empty` is no game: it has no `game.yaml`\n"
        "  help: name a folder with a `game.yaml`\n"
    )
    assert run("check", "empty").err == (
        "error: the folder `empty` holds no game\n"
        "  help: name a folder with a `game.yaml`, or with games in it\n"
    )


def test_an_exported_game_plays_as_the_text(tmp_path: Path) -> None:
    text = write(tmp_path, RACE)
    exported = tmp_path / "race.json"
    assert run("export", text, "-o", exported).status == 0
    assert run("export", text).out.encode() == exported.read_bytes()
    figures = [run("simulate", game, "-n", "20", "--json") for game in (text, exported)]
    assert figures[0] == figures[1]
    assert figures[0].status == 0


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[:300], "not rules in the rules form"),
        (lambda text: "[1, 2]", "not rules in the rules form"),
        (lambda text: text.replace("regelwerk-rules/", "regelwerk-rulez/"), "regelwerk-rulez/"),
    ],
)
def test_damaged_exports_are_refused(tmp_path: Path, damage: object, message: str) -> None:
    exported = tmp_path / "race.json"
    assert callable(damage)
    exported.write_text(damage(run("export", write(tmp_path, RACE)).out))
    done = run("simulate", exported)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"error: `{exported}` is ")
    assert message in done.err
    assert done.err.endswith("  help: write it again with `regelwerk export`\n")


def test_of_a_game_with_errors_the_first_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, RACE.replace("raise q.at", "raise q.att", 1))
    done = run("simulate", path)
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"error: `{path}` has 1 error: {path}:31:17: M004 a `seat` has no attribute `att`\n"
        f"  help: `regelwerk check {path}` says more\n"
    )
    path.write_text(RACE.replace("q.at", "q.att"))
    done = run("test", path)
    assert "errors, the first of them: " in done.err and len(done.err.splitlines()) == 2


def test_the_cache_is_used_and_never_believed(tmp_path: Path, own_cache: Path) -> None:
    path = write(tmp_path, GUESS)
    fresh = load_game(str(path))
    (kept,) = own_cache.glob("game-*.kept")
    before = kept.read_bytes()
    assert load_game(str(path)) == fresh
    for damaged in (b"", before[:-50], before.replace(b"guess", b"gues5"), b"\xff\xfe" * 40):
        kept.write_bytes(damaged)
        assert load_game(str(path)) == fresh
        assert kept.read_bytes() == before
    path.write_text(GUESS.replace("2 players", "3 players"))
    assert load_game(str(path)).rules.players == (3, 3)
    assert len(list(own_cache.glob("game-*"))) == 2


def test_the_cache_can_be_off_or_impossible(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, GUESS)
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    assert run("simulate", path, "-n", "1").status == 0
    monkeypatch.setenv("REGELWERK_CACHE", str(path / "below_a_file"))
    assert run("simulate", path, "-n", "1").status == 0
    assert list(own_cache.glob("*")) == []


@pytest.mark.slow
def test_processes_share_the_cache(tmp_path: Path, own_cache: Path) -> None:
    path = write(tmp_path, GUESS)
    code = f"from regelwerk.doors.games import load_game; print(load_game({str(path)!r}).rules.game)"
    processes = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(2)]
    assert [process.communicate()[0] for process in processes] == [b"guess\n"] * 2
    assert sorted(kept.name.split("-")[0] for kept in own_cache.glob("*")) == [
        "game",
        "parts",
        "tables",
        "trees",
    ]


@pytest.mark.parametrize("name", ["nim", "knizia"])
def test_an_export_says_nothing_of_the_folders_of_this_machine(name: str) -> None:
    """Places begin with the folder in which the game lies, wherever that is."""
    exported = json.loads(run("export", name).out)
    assert str(data_path("games")) not in json.dumps(exported)
    folder = "classics" if name == "nim" else name
    assert {place.partition("/")[0] for place in exported["places"].values()} == {folder}


def test_a_forged_entry_of_the_cache_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that no check would let pass are checked anew, though their digest fits."""
    monkeypatch.setenv(cache.SWITCH, str(tmp_path / "cache"))
    path = write(tmp_path, RACE)
    exported = run("export", path).out
    (entry,) = (tmp_path / "cache").glob("game-*.kept")
    game = json.loads(cache.read(entry.stem) or b"")
    game["rules"]["states"] = []
    cache.write(entry.stem, json.dumps(game).encode())
    assert json.loads(cache.read(entry.stem) or b"") == game
    assert run("export", path).out == exported
    assert run("simulate", path, "-n", "2").status == 0


def test_scenarios_that_were_forged_in_the_cache_get_a_message(tmp_path: Path, own_cache: Path) -> None:
    path = write(tmp_path, f'{RACE}\nscenario "a throw":\n    start turn(seat 1)\n    seat 1 is not asked\n')
    run("check", path)
    (entry,) = own_cache.glob("game-*.kept")
    game = json.loads(cache.read(entry.stem) or b"")
    game["scenarios"] = [1]
    cache.write(entry.stem, json.dumps(game).encode())
    done = run("test", path)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("error: what is kept of `race` has been changed\n  help: ")
    assert run("simulate", path, "-n", "2").status == 0


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("command", ["check", "export"])
def test_a_file_that_is_saved_while_it_is_looked_at_is_not_taken_for_the_other(
    command: str, first: bool, tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found of one text is found again for neither of both, whichever of them was read."""
    path, other, look = write(tmp_path, RACE), RACE.replace("p.at = 6", "p.at = 5"), game.check_game

    def check_game(*given: Any, **named: Any) -> Any:
        found = None if first else look(*given, **named)
        write(tmp_path, other)
        return look(*given, **named) if first else found

    with monkeypatch.context() as saving:
        saving.setattr(game, "check_game", check_game)
        assert run(command, path).status == 0
    later = run("export", path).out
    write(tmp_path, RACE)
    assert run("export", path).out != later
    write(tmp_path, other)
    assert run("export", path).out == later
