"""Where things that are known and things that are not move together, their order in the log tells nothing."""

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.match.walker import Walker
from regelwerk.program.layout import make_layout

GAME = """game sweep for 3 players

type mask:
    worth: 1..9
    starts in box

table mask:
    fox: worth = 1
    owl: worth = 2
    bear: worth = 3
    wolf: worth = 4

zone box: mask, pile, seen by nobody
zone hand of seat: mask, seen by owner
zone open_row: mask

event main():
    draw 1 from box to seat 1.hand
    draw 1 from box to seat 2.hand
    draw 2 from box to open_row
    move {what} to box
    choose number n in 1..9 by seat 3
    end game as over:
        score n + size(p.hand) for each seat p
"""
ORDERS = ["all mask", "all mask m sorted by (m.worth)", "all mask m where (m.worth < 5)"]


@pytest.mark.parametrize("what", ORDERS)
def test_what_a_seat_does_not_know_is_told_last(tmp_path, what):
    path = tmp_path / "sweep.rules"
    path.write_text(GAME.replace("{what}", what), "utf-8")
    layout = make_layout(load_game(str(path)).rules, 3)
    for seed in range(12):
        match = Match.start_on(layout, Walker(layout), seed)
        swept = [e for e in view(match, 2)["log"] if e["kind"] == "moved" and e["to"] == "box"]
        assert [("thing" in e, e["from"]) for e in swept] == [
            (True, "open_row"),
            (True, "open_row"),
            (False, "hand of seat 1"),
            (False, "hand of seat 2"),
        ]
