"""Boards with lines and tracks: what a file may name, and who sees what of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run

RULES = """\
game hills for 2 players

enum sight: owl, fox

type hill:
    steep: flag
    height: 0..4 = 0
    top: 3..4
    colour: sight

type stone:
    hill: hill
    place: 1..9
    sight: sight
    warm: flag = no

type goal:
    hill: hill
    worth: 1..9

type egg:
    age: 0..3 = 0
    starts in nest

type seat:
    far: 0..3 = 0
    rich: 0..99 = 0

table hill:
    north: steep = yes, top = 4, colour = owl
    south: steep = no, top = 3, colour = fox

table stone:
    north_2: hill = north, place = 2, sight = owl
    south_1: hill = south, place = 1, sight = fox

table goal:
    summit: hill = north, worth = 5
    bench: hill = south, worth = 2

table egg:
    white_egg
    brown_egg

zone nest: egg, seen by nobody
zone open_nest: egg, seen by all

state spot: hill = north
state season: sight = owl
state wind: 0..3 = 2
state purse: 0..99 = 0

event main():
    move brown_egg to open_nest
    for each seat p:
        ask p:
            climb:
                raise north.height by 1
                raise p.far by 1
            rest:
                set north_2.warm to yes
                raise p.rich by 1
                raise purse by 1
    set spot to south
    raise white_egg.age by 1
    raise brown_egg.age by 1
    ask seat 1:
        stay:
            lower wind by 1
        go:
            raise south.height by 1
            set season to fox
    end game as night
"""
BOARD = """\
format: regelwerk-board/1
panels:
  - tracks: hill
    at: height
    to: top
    only: {colour: season}
    spaces: {of: stone, by: hill, number: place, sign: sight}
  - line: [far, wind]
  - tracks: egg
    at: age
  - groups: goal
    only: {hill: spot}
    show: [worth]
marks:
  sight: {owl: "o"}
"""
MANIFEST = """\
format: regelwerk-game/1
language: 2
id: hills
title: {en: "Hills"}
version: "1"
rules: [hills.rules]
board: board.yaml
"""


def _write(tmp_path: Path, board: str) -> None:
    for name, text in (("hills.rules", RULES), ("board.yaml", board), ("game.yaml", MANIFEST)):
        (tmp_path / name).write_text(text, encoding="utf-8")


def _screens(tmp_path: Path, board: str, *typed: str) -> tuple[list[list[str]], str]:
    """The boards that the two seats see, line by line without blanks side by side, and what went wrong."""
    _write(tmp_path, board)
    said = "".join(f"{line}\n" for line in (*typed, "quit"))
    done = run("play", tmp_path, "--seat", 1, "--seat", 2, "--seed", 1, "--language", "en", typed=said)
    boards = done.out.split("┏━ ")[1:]
    return [[" ".join(line.strip("┃ ").split()) for line in text.splitlines()] for text in boards], done.err


def test_markers_signs_and_lengths(tmp_path: Path) -> None:
    screens, _ = _screens(tmp_path, BOARD, "1")
    first, second = screens
    assert [line for line in first if line.startswith(("hill", "nor"))] == [
        "hill 0 1 2 3 4",
        "north ● · o · ·",
    ]
    assert "north · ● o · ·" in second
    assert "seat 1 (you) < ● · · ·" in first and "seat 1 · ● · ·" in second
    assert "wind · · ● ·" in first


def test_only_what_fits_a_state_is_shown(tmp_path: Path) -> None:
    screens, _ = _screens(tmp_path, BOARD, "1", "1")
    before, after = screens[0], screens[-1]
    assert "summit worth 5" in before and not any(line.startswith("bench") for line in before)
    assert "bench worth 2" in after and not any(line.startswith("summit") for line in after)
    assert any(line.startswith("north ·") for line in after)


def test_a_track_of_a_thing_that_is_not_seen_is_not_shown(tmp_path: Path) -> None:
    screens, _ = _screens(tmp_path, BOARD, "1", "1")
    assert "brown_egg ● · · ·".replace("_", " ") in screens[0]
    assert "brown egg · ● · ·" in screens[-1]
    assert not any("white egg" in line for screen in screens for line in screen)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tracks: hill\n", "tracks: hil\n", "3:13: `hil` is no type"),
        ("    at: height\n", "", "3:5: tracks say nothing without `at`"),
        ("at: height", "at: steep", "4:9: `steep` is no number of `hill` up to 40"),
        ("to: top", "to: bottom", "5:9: `bottom` is no number of `hill` up to 40"),
        ("{colour: season}", "{color: season}", "6:12: `color` is no attribute of `hill`"),
        ("{colour: season}", "{colour: spot}", "6:20: `spot` is no state that is like `colour`"),
        ("of: stone", "of: stones", "7:18: `stones` is no type"),
        ("by: hill", "by: place", "7:29: `place` is no printed attribute of `stone` that names a `hill`"),
        ("number: place", "number: hill", "7:43: `hill` is no printed number of `stone`"),
        ("sign: sight", "sign: warm", "7:56: `warm` is no printed enum of `stone`"),
        ("[far, wind]", "[far, purse]", "8:17: `purse` is no number of seats and no state from 0 to 40"),
        ("  - line: [far, wind]", "  - line: [far]\n    at: wind", "9:5: a panel of `line` has no `at`"),
        ("{hill: spot}", "{worth: wind, hil: spot}", "12:25: `hil` is no attribute of `goal`"),
    ],
)
def test_names_that_are_not_there(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in BOARD
    _write(tmp_path, BOARD.replace(old, new, 1))
    found = run("check", tmp_path).out
    place, _, message = said.partition(" ")
    assert f"error M095: {message}\n" in found
    assert f"board.yaml:{place.rstrip(':')}" in found
