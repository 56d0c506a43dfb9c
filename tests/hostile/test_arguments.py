"""Whatever a command is given for an argument, it says what is wrong in one clear message, or works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import command_line
from amounts import amount
from hostile.jail import SECONDS, Jail
from regelwerk.doors.command import COMMANDS
from regelwerk.doors.folders import files_under

ARGUMENTS = (
    "", " ", ".", "..", "-", "--", "~", "*", "²", "٣", "--5", "9" * 5000, "-1", "nan", "1e999", "x" * 300,
    "x" * 5000, "é" * 200, "a/" * 2000, "/dev/null", "/dev/full", "/proc/self/mem", "nosuch", "nosuch.rules",
    "nosuch.json", "nosuch.yaml", "game.yaml", "tic_tac_toe/x", "%s%n", "{0}", "a=b", "1=", "=", "\x1b[31m",
    "\u202ex", "\udcff", "a\nb", "\x00", "x`y", "[/b]", "P999", "nosuch.clause.01",
)  # fmt: skip
PLAY, SIMULATE = ("play", "tic_tac_toe"), ("simulate", "tic_tac_toe", "-n", "1")
PLACES: tuple[tuple[str, ...], ...] = (
    *((command.name, "{}") for command in COMMANDS),
    (*PLAY, "--load", "{}"), (*PLAY, "--svg", "{}"), (*PLAY, "--house", "{}"), (*PLAY, "--list", "{}"),
    (*PLAY, "--option", "{}"), (*PLAY, "--delay", "{}", "--seat", "7"), (*PLAY, "--seat", "{}", "--watch"),
    (*SIMULATE, "--out", "{}"), (*SIMULATE, "--continue", "{}"), (*SIMULATE, "--first", "{}", "--seed", "{}"),
    (*SIMULATE, "--jobs", "{}", "--players", "9"), ("describe", "tic_tac_toe", "--players", "{}", "-n", "1"),
    ("export", "tic_tac_toe", "-o", "{}"), ("map", "tic_tac_toe", "--match", "{}", "--seat", "1"),
    ("why", "{}", "not", "{}"), ("replay", "{}", "--game", "{}"), ("explain", "x.y.01", "--game", "{}"),
    ("compare", "tic_tac_toe", "--house", "{}", "--plot", "{}"), ("check", "--game", "{}", "tic_tac_toe"),
    ("doctor", "--rules", "{}"), ("coverage", "{}", "--rows", "--unless", "{}"), ("{}",), ("--{}",),
)  # fmt: skip
FEWER = amount("FEWER_ARGUMENTS", test=9, nightly=1)
"""Options and places that cost time are given every so many arguments only, each others."""
EVERYTHING = (("census", "--"), ("serve", "--"))
"""Counts all games, for long, or serves them, for ever."""
LONGEST = 3000
"""So many characters may be printed by a command that is refused."""
NEVER = ("Traceback", "internal error", "mistake of its own", "\x1b", "\u202e", "Errno")


@pytest.fixture(scope="module")
def jail() -> Iterator[Jail]:
    jail = Jail()
    yield jail
    jail.close()


@pytest.mark.parametrize("place", PLACES, ids=" ".join)
def test_a_hostile_argument(place: tuple[str, ...], jail: Jail, tmp_path: Path) -> None:
    often = len(place) == 2 and place[1] == "{}" and place[0] != "explain"
    first = PLACES.index(place) % FEWER
    here = tmp_path / "here"  # `..` is then a folder that no other test has filled
    here.mkdir()
    for argument in ARGUMENTS if often else ARGUMENTS[first::FEWER]:
        words = tuple(argument if word == "{}" else word.replace("{}", argument) for word in place)
        if words in EVERYTHING:
            continue
        outcome = jail.run(here, words)
        told = (words, outcome.text[:3000])
        assert outcome.status in (0, 1, 2), told
        assert outcome.seconds < SECONDS, told
        for part in NEVER:
            assert part not in outcome.text, told
        if outcome.status:
            assert "error" in outcome.text or "failed" in outcome.text, told
            assert len(outcome.text) < LONGEST, told


def test_a_folder_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.doors.folders.MOST_ENTRIES", 50)
    for number in range(60):
        (tmp_path / f"file{number}").touch()
    for words in (("test",), ("check",), ("census",), ("format", "--check")):
        done = command_line.run(*words, tmp_path)
        assert (done.status, done.out) == (1, "")
        assert done.err == (
            f"error: the folder `{tmp_path}` holds more than 50 files and folders\n"
            "  help: name one that lies nearer to the games\n"
        )


def test_a_folder_deeper_than_anything_calls_itself(tmp_path: Path) -> None:
    folders = [tmp_path / "a"]
    while len(folders) < 1200:
        folders.append(folders[-1] / "a")
    for folder in folders:
        folder.mkdir()
    try:
        assert files_under(tmp_path) == []
        done = command_line.run("format", "--check", tmp_path)
        assert (done.status, done.out) == (0, "nothing to do in 0 files\n")
        refused = command_line.run("new", folders[-1] / "mine")
        assert (refused.status, refused.out) == (1, "")
        assert "cannot be written: too many folders lie in each other\n" in refused.err
    finally:
        for folder in reversed(folders):
            folder.rmdir()


def test_the_whole_disk() -> None:
    """Whatever lies there, it is looked through or refused."""
    done = command_line.run("format", "--check", "/proc")
    assert done.status in (0, 1)
    assert "mistake" not in done.err
