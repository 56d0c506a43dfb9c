"""Below what scores cannot be."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from regelwerk.doors.games import load_game
from regelwerk.studies.scores import least_score
from small_rules import write

GAME = """\
game tally for 2 players

type card:
    worth: WORTH
    lies_with: seat or none

table card:
    ace: worth = 2
    king: worth = 1

type seat:
    debt: 0..9 = 0

value owned(seat p) = sum of c.worth over card c where (c.lies_with = p)

value total(seat p):
    0 when p.debt > 5
    otherwise owned(p) + 2 * size(all card)

event main():
    choose seat q where (total(q) < 9) by seat 1, otherwise done
    set ace.lies_with to q
    raise q.debt by 1
    end game as told:
        score SCORE for each seat p
"""


@pytest.mark.parametrize(
    ("score", "worth", "least"),
    [
        ("p.debt", "0..9", 0),
        ("total(p)", "0..9", 0),
        ("total(p)", "-1..9", -inf),
        ("total(p) - p.debt", "0..9", -inf),
        ("-p.debt", "0..9", -inf),
        ("greatest of (0, total(p) - p.debt)", "0..9", 0),
        ("smallest of (3, total(p) - p.debt)", "0..9", -inf),
        ("greatest of c.worth over card c where (c.lies_with = p)", "0..9", 0),
    ],
)
def test_the_least_score(tmp_path: Path, score: str, worth: str, least: float) -> None:
    path = write(tmp_path, GAME.replace("SCORE", score).replace("WORTH", worth))
    assert least_score(load_game(str(path)).rules) == least
