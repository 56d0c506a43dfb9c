"""What `why not` tells of a condition follows from what the seat knows, whatever stands beside it.

Each game asks for something hidden and something open at once. Naming what fails of both would tell of
the hidden one; that it is noticed is shown by an explanation that looks with other eyes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from amounts import amount
from regelwerk.doors.games import load_game
from regelwerk.match import reasons
from regelwerk.match.evaluate import Evaluator
from regelwerk.match.failing import Failing
from regelwerk.match.match import Match
from regelwerk.match.walker import Walker
from regelwerk.players.random_player import RandomPlayer
from regelwerk.program.layout import make_layout
from tools.interference import interfere_in_play

SEEDS = amount("EXPLAINED", test=3, nightly=9)
"""So many matches with each of these lines are played."""
GAME = """game masks for 3 players

type mask:
    worth: 1..9
    starts in box

table mask:
    fox: worth = 1, copies = 3
    owl: worth = 2, copies = 3
    bear: worth = 3, copies = 3
    wolf: worth = 4, copies = 3

zone box: mask, pile, seen by nobody
zone hand of seat: mask, seen by owner
zone gone: mask
state liked: mask or none

event main():
    for each seat p:
        draw 3 from box to p.hand
    for each mask m in seat 3.hand:
        set liked to m
    if many():  # never: so that the checker lets pass what asks for something hidden
        show_all()
    open calls(seat 1)
    show_all()
    for each seat p:
        if foxy(p) and brave(p):
            done
        for each mask m in p.hand where (rich(m)):
            frown(m)
    end game as over

event show_all():
    for each seat p:
        show p.hand to all seat

event frown(mask m):
    done

window calls(seat p):
    asks all seat from p
    closes when each has passed
    answers at once

action wait:
    at calls
    by q
    uses mask m in q.hand
    do:
        move m to gone

action call:
    at calls
    by q
{lines}
    do:
        done

value foxy(seat p) = any mask m in p.hand where (m is fox)
value brave(seat p) = no
value many() = size(gone) > 10
value rich(mask m) = m.worth > 2 and many()

modify brave for seat p:
    be yes when any mask m in p.hand where (m is wolf)

rule modest:
    forbid frown where (any mask o in seat 1.hand where (o is owl))
"""

LINES = {  # `many()` never holds: that nothing is offered tells nothing
    "a hidden zone": "needs (any mask m in next(q).hand where (m is fox)) and many()",
    "a hidden zone in a test": "needs foxy(next(q)) and many()",
    "a hidden zone behind another": "needs many() and not foxy(next(q))",
    "all things": "needs (any mask m where (m is fox and owner(m) = next(q))) and many()",
    "a hidden thing in a cell": "needs (liked is fox) and many()",
    "an attribute of a hidden thing": "needs liked is not none and liked.worth > 2 and many()",
    "a hidden thing handed on": "needs liked is not none and rich(liked)",
    "an alternative": "needs (foxy(next(q)) and size(gone) > 10) or (many() and foxy(next(next(q))))",
    "a modifier": "needs brave(next(q)) and many()",
    "a rule": "needs liked is not none and may frown(liked) and many()",
    "where somebody fits": "by q where",
    "the set of a part": "uses mask m in q.hand where (foxy(next(q)) and m.worth > size(gone) + 4)",
    "a part that is chosen": "uses mask m in q.hand\n    needs foxy(next(q)) and m.worth > size(gone) + 4",
}


def started(folder: Path, lines: str) -> Callable[[int], Match]:
    path = folder / "masks.rules"
    text = GAME.replace("{lines}", f"    {lines}")
    text = text.replace("by q\n    by q where\n", "by q where (foxy(next(q)) and many())\n")
    path.write_text(text, "utf-8")
    layout = make_layout(load_game(str(path)).rules, 3)
    return lambda seed: Match.start_on(layout, Walker(layout), seed)


@pytest.mark.parametrize("name", LINES)
def test_nothing_hidden_is_told(name: str, tmp_path: Path) -> None:
    start = started(tmp_path, LINES[name])
    assert interfere_in_play(start, range(SEEDS), 30, RandomPlayer) > 2 * SEEDS


@pytest.mark.parametrize("name", LINES)
def test_without_the_guard_it_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Seeing(Failing):
        def __init__(self, s, seat=None):
            super().__init__(s, seat)
            self.e = Evaluator(s.layout)

    monkeypatch.setattr(reasons, "Failing", Seeing)
    with pytest.raises(AssertionError, match="can tell: why not"):
        interfere_in_play(started(tmp_path, LINES[name]), range(12), 30, RandomPlayer)
