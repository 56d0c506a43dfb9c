"""A face that all have seen and that is then kept under a cup is told; one that is rolled there is not."""

import pytest

from meaning.games import said

GAME = """game example for 2 players

die cube: 1, 2, 3, 4, 5, 6

type cube_die:
    pips: cube = 1
    starts in box

table cube_die:
    clay_die: copies = 2

zone box: cube_die
zone cup of seat: cube_die, seen by owner

event main():
    for each seat p:
        let d be first(box), otherwise done
        move d to p.cup
        shake(p)
        show p.cup to all seat
    end game as over:
        score sum of d.pips over cube_die d in p.cup for each seat p

event shake(seat p):
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


CUP = "    for each cube_die d in p.cup:\n"
BOX = "    for each cube_die d in box:\n"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            CUP + "        roll cube as n by p\n        set d.pips to n\n",
            ["27:23: M127 warning: everybody saw `n` rolled, so it is no secret in `cup`"],
        ),
        (
            BOX + "        roll d.pips by p\n        move d to p.cup\n",
            ["27:14: M127 warning: everybody saw `pips` rolled, so it is no secret in `cup`"],
        ),
        (CUP + "        roll d.pips by p\n", []),
        (BOX + "        move d to p.cup\n        roll d.pips by p\n", []),
        (CUP + "        roll cube as n by p\n        if n > 3:\n            set d.pips to 6\n", []),
        (BOX + "        roll cube as n by p\n        set d.pips to n\n", []),
        (CUP + "        roll d.pips by p\n        move d to box\n", []),
    ],
    ids=["set", "moved", "rolled there", "moved before", "another number", "set in the open", "laid open"],
)
def test_what_all_saw_rolled_is_no_secret(lines, told):
    assert said(GAME + lines) == told
