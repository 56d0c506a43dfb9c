"""Games of many cards: what the texts of cards that lie elsewhere say costs nothing, and changes nothing."""

import random
import sys

import pytest

from regelwerk.match.state import State
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from tools import shipped
from tools.card_bench import many_cards, rules_of
from tools.lockstep import Builds, lockstep

DUEL = """\
game duel_of_cards for 2 players

type card:
    cost: 0..9 = 1
    starts in box

zone box: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone in_play of seat: card, seen by all
zone worn of hero: card, seen by all
zone court: hero, seen by all

type hero:
    strength: 0..30 = 2
    starts in court

type seat:
    gold: 0..999 = 3

table hero:
    ada
    ben

table card:
{rows}

event main():
    for each seat p:
        draw 4 from box to p.hand
    repeat 6 times:
        for each seat p:
            draw 1 from box to p.hand
            open chain(p, ada)
            gain(p, ada.strength)
    end game as over:
        score p.gold for each seat p

event gain(seat p, number n):
    raise p.gold by n

window chain(seat p, hero h):
    asks all seat from p
    answers last first

action begs:
    at chain
    by q where (q.gold < 3)
    only to open
    do:
        raise q.gold by 1

{texts}

action boasts:
    at chain
    by q
    once per main
    needs any card in q.hand
    do:
        gain(q, 1)
"""
ASKS = """
            ask p:
                keep_it:
                    nothing
                give_more:
                    raise p.gold by 2
"""
TEXT = """
text of card_{n}:
    action play_{n}:
        at chain
        by q
        uses this in q.hand
        {when}
        cost:
            move this to q.in_play
        do:
            gain(q, this.cost)
    action wear_{n}:
        at chain
        by q where (this inside q.in_play)
        target hero t in court
        do:
            move this to t.worn
    rule stops_{n}:
        forbid gain where (this inside next(p).in_play and n > {n})
    rule pays_{n}:
        {kind} gain where (n > {n} and this inside p.in_play):
            raise p.gold by 1
            {asks}
    modify strength for hero h:
        raise 1 up to {top} when this inside h.worn
"""


def duel(cards):
    rows = "\n".join(f"    card_{n}: cost = {n % 4}" for n in range(cards))
    texts = "".join(
        TEXT.format(
            n=n,
            when=("only in answer", "only to open", "needs p = q")[n % 3],
            kind=("before", "after")[n % 2],
            asks=ASKS if n < 2 else "",
            top=5 + n % 3,
        )
        for n in range(cards)
    )
    return rules_of(DUEL.format(rows=rows, texts=texts))


@pytest.mark.slow
@pytest.mark.parametrize("cards", [4, 14])
def test_cards_of_all_sorts_agree_with_the_walker(cards):
    builds = Builds(duel(cards))
    for seed in range(5):
        assert lockstep(builds, seed=seed).over is not None


def test_many_copies_agree_with_the_walker():
    builds = Builds(rules_of(many_cards(24, copies=2, rounds=3, hand=5)))
    for seed in range(2):
        assert lockstep(builds, seed=seed).over is not None


@pytest.mark.slow
def test_a_game_of_four_hundred_texts_agrees_with_the_walker():
    lockstep(Builds(shipped.rules("mele"), 2), seed=1, limit=60, reload=False)


def calls_for_a_decision(texts):
    """How many functions run for a decision in a game of so many texts, of which a few matter at a time."""
    program = Program(make_layout(rules_of(many_cards(texts, rounds=4, copies=1)), 2))
    draw, state, calls = random.Random(3), State(program.layout, 3), 0

    def count(frame, event, _):
        nonlocal calls
        calls += event == "call" and frame.f_code.co_filename == program.filename

    program.begin(state)
    sys.setprofile(count)
    decided = program.play(state, draw.randrange)
    sys.setprofile(None)
    return calls / decided


@pytest.mark.slow
def test_a_decision_costs_the_same_with_four_times_as_many_texts():
    assert calls_for_a_decision(240) < 1.6 * calls_for_a_decision(60)
