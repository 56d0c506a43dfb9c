"""What all have seen rolled or chosen and is then kept under a cup is told; what is rolled there is not."""

import pytest

from meaning.games import said
from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.views import view

GAME = """game example for 2 players

die cube: 1..6

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


CELLS = "\ntype seat:\n    luck: cube = 1\n\nstate wanted: 1..6 = 1\n"
CUP = "    for each cube_die d in p.cup:\n"
BOX = "    for each cube_die d in box:\n"
ROLL_IT = "\nevent roll_it(cube_die d, seat p):\n    roll d.pips by p\n"
TURN = "\nevent turn(cube_die d, number n):\n    set d.pips to n\n"


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
        (
            CUP + "        roll 2 cube as ns by p\n        set d.pips to first(ns)\n",
            ["27:23: M127 warning: everybody saw `ns` rolled, so it is no secret in `cup`"],
        ),
        (
            "    roll cube as n by p\n    let m be 7 - n\n" + CUP + "        set d.pips to m\n",
            ["28:23: M127 warning: everybody saw `m` rolled, so it is no secret in `cup`"],
        ),
        (
            BOX + "        roll_it(d, p)\n        move d to p.cup\n" + ROLL_IT,
            ["27:14: M127 warning: everybody saw `pips` rolled, so it is no secret in `cup`"],
        ),
        (
            CUP + "        roll cube as n by p\n        turn(d, n)\n" + TURN,
            ["30:19: M127 warning: everybody saw `n` rolled, so it is no secret in `cup`"],
        ),
        (
            "    roll p.luck by p\n" + CUP + "        set d.pips to p.luck\n",
            ["27:23: M127 warning: everybody saw `luck` rolled, so it is no secret in `cup`"],
        ),
        (
            "    roll cube as n by p\n    set wanted to n\n" + CUP + "        set d.pips to wanted\n",
            ["28:23: M127 warning: everybody saw `wanted` rolled, so it is no secret in `cup`"],
        ),
        (
            "    choose number n in 1..6 by p\n"
            + CUP
            + "        roll d.pips by p\n        set d.pips to n\n",
            ["28:23: M127 warning: everybody saw `n` chosen, so it is no secret in `cup`"],
        ),
        (
            "    choose number n in 1..6 by p\n" + CUP + "        set d.pips to n\n",
            ["27:23: M127 warning: everybody saw `n` chosen, so it is no secret in `cup`"],
        ),
        (
            "    let d be first(box), otherwise done\n    move d to p.cup\n"
            "    choose number n in 1..6 by p\n    set d.pips to n\n",
            ["28:19: M127 warning: everybody saw `n` chosen, so it is no secret in `cup`"],
        ),
        (CUP + "        roll d.pips by p\n", []),
        (CUP + "        turn(d, 3)\n        roll cube as n by p\n        turn(d, n)\n" + TURN, []),
        (CUP + "        set d.pips to p.luck\n", []),
        ("    choose number n in 1..6 at random\n" + CUP + "        set d.pips to n\n", []),
        (
            "    may choose number n in 1..6 by p\n    if n is not none:\n"
            "        for each cube_die d in p.cup:\n            set d.pips to n\n",
            [],
        ),
        (BOX + "        roll_it(d, p)\n" + ROLL_IT, []),
        (BOX + "        move d to p.cup\n        roll_it(d, p)\n" + ROLL_IT, []),
        (BOX + "        choose number n in 1..6 by p\n        set d.pips to n\n", []),
        (
            "    choose number n in 1..6 by p\n    choose cube_die d in p.cup by p, otherwise done\n"
            "    set d.pips to n\n",
            [],
        ),
        (BOX + "        move d to p.cup\n        roll d.pips by p\n", []),
        (CUP + "        roll cube as n by p\n        if n > 3:\n            set d.pips to 6\n", []),
        (BOX + "        roll cube as n by p\n        set d.pips to n\n", []),
        (CUP + "        roll d.pips by p\n        move d to box\n", []),
    ],
)
def test_what_all_saw_rolled_is_no_secret(lines, told):
    found = said(GAME + lines + CELLS)
    assert [message for message in found if "M127" in message] == told


def test_what_is_told_as_chosen_is_read_by_the_other_seat(tmp_path):
    lines = "    choose number n in 1..6 by p\n" + CUP + "        set d.pips to n\n"
    path = tmp_path / "example.rules"
    path.write_text(GAME + lines, "utf-8")
    match = Match.start(load_game(str(path)).rules, players=2, seed=1)
    (decision,) = match.decisions
    match.take(decision.seat, 3)
    chosen = [entry for entry in view(match, 1)["log"] if entry["kind"] == "chose"]
    assert [entry["option"] for entry in chosen] == ["4"]
