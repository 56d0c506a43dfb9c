"""A mark that nothing sets is told, and one that is set and asked for by nothing."""

from pathlib import Path

import pytest

from meaning.games import said
from regelwerk.meaning.game import check_game
from regelwerk.source.render import render_short

GAME = """game marks for 2 players

type seat:
    tired: flag = no until lap
    points: 0..9 = 0

state speed: 0..9 = 1 until lap

event main():
    lap()
    end game as over:
        score p.points for each seat p

event lap():
    for each seat p where (not p.tired):
        raise p.points by speed
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


TIRED = "4:5: M126 warning: nothing sets `tired`, so it is always what it is when `lap` ends"
SPEED = "7:7: M126 warning: nothing sets `speed`, so it is always what it is when `lap` ends"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", [TIRED, SPEED]),
        ("        set p.tired to yes\n", [SPEED]),
        ("        raise speed by 1\n", [TIRED]),
        ("        set p.tired to yes\n        lower speed by 1\n", []),
        ("\nmodify tired for seat p:\n    be yes when p.points > 3\n", [SPEED]),
    ],
    ids=["neither", "the attribute", "the state", "both", "a modifier"],
)
def test_what_no_line_sets_is_told(more, told):
    assert said(GAME + more) == told


SET = """game marks for 2 players

type seat:
    tired: flag = no until lap
    laps: 0..9 = 0 until lap
    points: 0..9 = 0

die dice: 1..3

state shown: dice = 1 until lap

event main():
    lap()
    end game as over:
        score p.points for each seat p

event lap():
    for each seat p where (p.points < 3):
        set p.tired to yes
        raise p.laps by 1
        roll shown
        raise p.points by 1
"""
NOT_TIRED = "4:5: M128 warning: nothing asks for `tired`, so it makes no difference until `lap` ends"
NO_LAPS = "5:5: M128 warning: nothing asks for `laps`, so it makes no difference until `lap` ends"
NOT_SHOWN = "10:7: M128 warning: nothing asks for `shown`, so it makes no difference until `lap` ends"
ALL = [NOT_TIRED, NO_LAPS, NOT_SHOWN]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", ALL),
        ("p.points < 3", "p.points < 3 and not p.tired", [NO_LAPS, NOT_SHOWN]),
        ("by 1\n        roll", "by p.laps + 1\n        roll", [NOT_TIRED, NOT_SHOWN]),
        ("tired to yes", "tired to not p.tired", [NO_LAPS, NOT_SHOWN]),
        ("points by 1", "points by shown", [NOT_TIRED, NO_LAPS]),
        ("tired to yes", "tired to shown = 2", [NOT_TIRED, NO_LAPS]),
    ],
    ids=[
        "all are only set",
        "a condition",
        "what it is raised by",
        "what it is set to",
        "a line that sets another",
        "what another is set to",
    ],
)
def test_what_nothing_asks_for_is_told(old, new, told):
    assert said(SET.replace(old, new, 1)) == told


def test_what_a_modifier_asks_for_is_not_told():
    more = "\nmodify points for seat p:\n    raise 1 when p.tired\n"
    assert said(SET + more) == [NO_LAPS, NOT_SHOWN]


def test_a_scenario_that_expects_it_does_not_count():
    more = '\nscenario "both are tired":\n    start lap()\n    expect not seat 1.tired\n'
    assert NOT_TIRED in said(SET + more)


HOUSE = """house rule "the tired score" amends marks:
    rule tired_ones:
        after lap:
            for each seat p where (p.tired):
                raise p.points by 1
"""


def _folder(board: str = "", houses: str = "") -> list[str]:
    folder = Path("marks")
    (folder / "houses").mkdir(parents=True)
    manifest = 'format: regelwerk-game/1\nlanguage: 2\nid: marks\ntitle: {en: Marks}\nversion: "1"\n'
    manifest += "rules: [game.rules]\n"
    (folder / "game.yaml").write_text(manifest + ("board: board.yaml\n" if board else ""), encoding="utf-8")
    (folder / "game.rules").write_text(SET, encoding="utf-8")
    if board:
        (folder / "board.yaml").write_text(board, encoding="utf-8")
    if houses:
        (folder / "houses" / "tired.rules").write_text(houses, encoding="utf-8")
    told = render_short(check_game(folder).diagnostics, {}, False).splitlines()
    return [line.removeprefix("marks/game.rules:") for line in told]


def test_what_the_board_shows_is_not_told():
    assert _folder(board="format: regelwerk-board/1\npanels:\n  - seats: [laps]\n") == [NOT_TIRED, NOT_SHOWN]


def test_what_house_rules_of_the_game_ask_for_is_not_told():
    assert _folder(houses=HOUSE) == [NO_LAPS, NOT_SHOWN]


def test_in_a_folder_without_either_all_are_told():
    assert _folder() == ALL
