"""A mark that nothing sets is told, one that something sets or changes is not."""

import pytest

from meaning.games import said

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
