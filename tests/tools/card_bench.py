"""How fast a game of many cards is played: `python -m tools.card_bench`, in `tests/`.

The game is made up: 300 rows of cards, six of each, hands of eight. Each text has an action at the chain;
some have an action on the table, a rule that forbids, one that comes before, and a modifier.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

from regelwerk.match.state import State
from regelwerk.meaning.game import check_game
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.rules.declarations import Rules
from regelwerk.source.render import render_short

TEXTS, COPIES, HAND, ROUNDS = 300, 6, 8, 30

_HEAD = """\
game many_cards for 2 players

type card:
    starts in box

zone box: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone in_play of seat: card, seen by all
zone spent of seat: card, pile, seen by nobody

type seat:
    gold: 0..99999 = 0
    power: 0..99 = 1

table card:
"""
_BODY = """
event main():
    for each seat p:
        draw {hand} from box to p.hand
    repeat {rounds} times:
        for each seat p:
            draw missing(p) from box to p.hand
            open chain(p)
            gain(p, p.power)
    end game as over:
        score p.gold for each seat p

event gain(seat p, number n):
    raise p.gold by n

window chain(seat p):
    asks all seat from p
    answers last first

value missing(seat p) = {hand} - count of card in p.hand

value worth(card c) told by its text, otherwise 1
"""
_TEXT = """
text of card_{n}:
    worth = {worth}
    action play_{n}:
        at chain
        by q
        uses this in q.hand
        cost:
            move this to q.spent
        do:
            raise q.gold by {worth}
"""
_IN_PLAY = """
text of card_{n}:
    worth = {worth}
    action play_{n}:
        at chain
        by q
        uses this in q.hand
        cost:
            move this to q.in_play
        do:
            gain(q, worth(this))
    action use_{n}:
        at chain
        by q where (q = p)
        uses this in q.in_play
        do:
            move this to q.spent
    rule halve_{n}:
        forbid gain where (n > {worth} + 3 and any this in next(p).in_play)
    rule add_{n}:
        before gain where (any this in p.in_play):
            raise p.gold by 1
    modify power for seat p:
        raise 1 when any this in p.in_play
"""


def many_cards(texts: int = TEXTS, copies: int = COPIES, rounds: int = ROUNDS, hand: int = HAND) -> str:
    """The text of the game; every third card stays in play and has rules of its own."""
    rows = "".join(f"    card_{n}: copies = {copies}\n" for n in range(texts))
    told = "".join((_IN_PLAY if n % 3 == 0 else _TEXT).format(n=n, worth=n % 5 + 1) for n in range(texts))
    return _HEAD + rows + _BODY.format(hand=hand, rounds=rounds) + told


def rules_of(text: str) -> Rules:
    """The rules of a game given as text; it must be without errors."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many_cards.rules"
        path.write_text(text, encoding="utf-8")
        checked = check_game(path)
    assert checked.rules is not None, render_short(checked.diagnostics, {}, False)
    return checked.rules


def play(program: Program, seed: int) -> tuple[int, float]:
    """Play one match at random; returns decisions and seconds."""
    draw = random.Random(seed)
    state = State(program.layout, seed)
    start = time.perf_counter()
    program.begin(state)
    decided = program.play(state, draw.randrange)
    return decided, time.perf_counter() - start


def main() -> None:
    """Print decisions a second, the median of several matches."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=TEXTS)
    parser.add_argument("--matches", type=int, default=5)
    given = parser.parse_args()
    start = time.perf_counter()
    rules = rules_of(many_cards(given.texts))
    checked = time.perf_counter()
    program = Program(make_layout(rules, 2))
    made = time.perf_counter()
    played = [play(program, seed) for seed in range(given.matches)]
    rate = statistics.median(decided / seconds for decided, seconds in played)
    print(
        f"{given.texts} texts, {given.texts * COPIES} things: checked in {checked - start:.1f} s, "
        f"program in {made - checked:.1f} s, {sum(d for d, _ in played) // len(played)} decisions a match, "
        f"{rate:.0f} decisions/s"
    )


if __name__ == "__main__":
    main()
