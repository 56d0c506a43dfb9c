"""A cell begins with a seat that is there in every match, whatever the number of players."""

from pathlib import Path

import pytest

from meaning.games import said
from regelwerk.meaning.game import check_game

GAME = """game lords for {players} players

type land:
    lord: seat or none = {of_type}

type seat:
    rival: seat = {of_seat}

map world: grid 2 by 2 of land

type stone:
    owned_by: seat or none
    starts in box

zone box: stone

table stone:
    rock: owned_by = {of_row}

state leader: seat = {of_state}

event main():
    set leader to seat 1
    set seat 1.rival to seat 2
    for each land l:
        set l.lord to leader.rival
    end game as over:
        winners all seat p where (any stone s in box where (s.owned_by = p))
"""
GOOD = {"players": "2", "of_type": "none", "of_seat": "seat 1", "of_row": "seat 2", "of_state": "seat 2"}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("cell", "place"),
    [("of_type", "4:26"), ("of_seat", "7:19"), ("of_row", "18:22"), ("of_state", "20:22")],
)
@pytest.mark.parametrize(
    ("players", "seat", "message"),
    [
        ("2", 7, "there is no seat 7: this game has up to 2"),
        ("2", 0, "there is no seat 0: this game has up to 2"),
        ("3..4", 4, "with 3 players there is no seat 4 to begin with"),
        ("3..4", 3, None),
    ],
)
def test_a_seat_that_is_not_always_there(cell, place, players, seat, message):
    found = said(GAME.format(**{**GOOD, "players": players, cell: f"seat {seat}"}))
    assert found == ([] if message is None else [f"{place}: M062 {message}"])


def test_a_seat_in_a_table_file(tmp_path: Path) -> None:
    manifest = 'format: regelwerk-game/1\nlanguage: 2\nid: lords\ntitle: {en: Lords}\nversion: "1"\n'
    (tmp_path / "game.yaml").write_text(manifest + "rules: [game.rules]\ntables: [stone.yaml]\n")
    rules = GAME.format(**GOOD).replace("table stone:\n    rock: owned_by = seat 2\n", "")
    (tmp_path / "game.rules").write_text(rules)
    table = "format: regelwerk-table/1\ntype: stone\nrows:\n  rock: {owned_by: seat 3}\n"
    (tmp_path / "stone.yaml").write_text(table)
    found = check_game(tmp_path).diagnostics
    assert [f"{each.code} {each.message}" for each in found] == [
        "M062 there is no seat 3: this game has up to 2"
    ]


@pytest.mark.parametrize("faces", ["1, luck, 1", "luck, 1", "luck, luck, 6"])
def test_a_die_shows_words_or_numbers(faces):
    text = f"""game gaps for 2 players

die gap: {faces}

event main():
    roll gap as g
    if g = luck:
        end game as over
    end game as over
"""
    number = next(face for face in faces.split(", ") if face.isdigit())
    column = 10 + faces.index(number)
    assert said(text)[0] == f"3:{column}: M005 `{number}` is a number, and other faces of this die are words"
