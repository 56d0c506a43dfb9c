"""Small games as text, for tests that go through the command line."""

from __future__ import annotations

from pathlib import Path

from regelwerk.meaning.game import check_game
from regelwerk.rules.declarations import Rules

GUESS = """\
# A hidden card is to be guessed.
game guess for 2 players

type guess_card:
    points: 1..4
    starts in deck

table guess_card:
    ace: points = 1
    king: points = 2
    queen: points = 3
    jack: points = 4

zone deck: guess_card, pile, seen by nobody
zone secret: guess_card, seen by nobody

event main():
    draw 1 from deck to secret
    guessing(seat 1)

event guessing(seat p):
    choose number n in 1..4 by p
    if any guess_card c in secret where (c.points = n):
        end game as found:
            winners p
    end game as missed:
        winners next(p)
"""

RACE = """\
# Each turn one step or a throw; whoever first stands on 6 wins.
game race for 2..3 players

die cube: 1..3

type seat:
    at: 0..6 = 0

event main():
    let p be seat 1
    repeat:
        turn(p)
        set p to next(p)

event turn(seat p):
    open moving(p)
    if p.at = 6:
        end game as home:
            winners p
            score q.at for each seat q

window moving(seat p):
    asks p
    closes after one answer
    answers at once

action step:
    at moving
    by q
    do:
        raise q.at by 1

action throw:
    cites race.moves.01
    at moving
    by q
    needs q.at < 4
    do:
        roll cube as n by q
        raise q.at by n

rule tired:
    forbid throw where (q.at = 3)
"""


def understood(folder: Path, text: str) -> Rules:
    """The rules of a game of which `check` says nothing."""
    checked = check_game(write(folder, text))
    assert checked.diagnostics == []
    assert checked.rules is not None
    return checked.rules


def write(folder: Path, text: str) -> Path:
    """Write a game into a folder as one rule file; the name is the game's."""
    name = next(line for line in text.splitlines() if line.startswith("game ")).split()[1]
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return path
