"""A choice is taken back only where nobody gains anything by that."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from small_rules import GUESS, write

STANDS = "the last choice cannot be taken back: since then another seat has chosen"
NOTHING = "there is nothing to take back"
BOTH = ("--seat", "1", "--seat", "2", "--seed", "1", "--language", "en")

GUESSES = f"""\
{GUESS.partition("event main")[0]}\
state hits: 0..9 = 0

event main():
    draw 1 from deck to secret
    repeat 5 times:
        choose number n in 1..4 by seat 1
        BODY
    end game as over
"""
TOLD = """if any guess_card c in secret where (c.points = n):
            raise hits by 1
        if hits = 5:
            end game as all_guessed"""
WINDOW = """\
game reply for 2 players

type card:
    points: 1..4
    starts in deck

table card:
    ace: points = 1
    king: points = 2

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner
state called: 0..9 = 0

event main():
    draw 1 from deck to seat 1.hand
    draw 1 from deck to seat 2.hand
    repeat 3 times:
        choose number n in 1..4 by seat 1
        set called to n
        open replies(seat 2)
    end game as over

window replies(seat p):
    asks p
    closes when each has passed
    answers at once

action reply:
    at replies
    by q
    needs any card c in q.hand where (c.points = called)
    do:
        set called to 0
"""


def test_a_bet_that_a_bot_has_answered_stands() -> None:
    """In Kuhn poker: a check, the bot bets, and the check stands; if it checks, the match is over."""
    stood = []
    for seed in range(8):
        done = run("play", "kuhn_poker", "--seed", seed, "--language", "en", typed="1\nundo\n")
        stood.append(STANDS in done.out)
        assert stood[-1] != ("won by" in done.out)
    assert any(stood)


@pytest.mark.parametrize("seed", range(6))
def test_what_depends_on_a_hidden_card_stands(seed: int, tmp_path: Path) -> None:
    """Right or wrong: nobody was shown the card, but the state of the match tells of it."""
    path = write(tmp_path, GUESSES.replace("BODY", TOLD))
    assert STANDS in run("play", path, "--seed", seed, "--language", "en", typed="1\nundo\n").out


def test_what_depends_on_nothing_hidden_is_taken_back(tmp_path: Path) -> None:
    path = write(tmp_path, GUESSES.replace("BODY", "raise hits by n"))
    out = run("play", path, "--seed", "1", "--language", "en", typed="1\n1\nundo\nundo\nundo\n").out
    assert STANDS not in out
    assert out.count(NOTHING) == 1


def test_an_answer_that_another_seat_could_not_give_counts(tmp_path: Path) -> None:
    """Whether seat 2 is asked tells of its hand; that it was passed for does, too."""
    path = write(tmp_path, WINDOW)
    for seed in range(4):
        for number in (1, 2):
            typed = f"{number}\np\nundo\n"
            out = run("play", path, "--seed", seed, "--language", "en", typed=typed).out
            assert out.count(STANDS) == 1


def test_what_another_seat_has_answered_stands_even_if_the_answer_is_taken_back(tmp_path: Path) -> None:
    out = run("play", "tic_tac_toe", *BOTH, typed="5\n1\nundo\nundo\n").out
    assert out.count(STANDS) == 1
    out = run("play", "tic_tac_toe", *BOTH, typed="5\nundo\nundo\n").out
    assert (out.count(STANDS), out.count(NOTHING)) == (0, 1)


@pytest.mark.parametrize("seed", range(6))
def test_a_guess_at_one_of_many_cards_stands_whether_it_was_right_or_wrong(tmp_path: Path, seed: int) -> None:
    """Nobody finds a card by guessing and taking back what was wrong."""
    cards = "\n".join(f"    card_{n}" for n in range(1, 61))
    named = " or ".join(f"(c is card_{n} and n = {n})" for n in range(1, 61))
    game = f"""\
game oracle for 2 players

type card:
    starts in deck

type seat:
    guesses: 0..9 = 0

table card:
{cards}

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner
state hits: 0..9 = 0

event main():
    draw 1 from deck to seat 2.hand
    repeat 3 times:
        guess(seat 1)
    end game as over:
        score p.guesses for each seat p

event guess(seat p):
    choose number n in 1..60 by p
    raise p.guesses by 1
    if any card c in seat 2.hand where (named(c, n)):
        raise hits by 1
        if hits = 3:
            end game as all_guessed

value named(card c, number n) = {named}
"""
    told = ("play", write(tmp_path, game), *BOTH[:4], "--seed", seed, "--language", "en")
    assert STANDS in run(*told, typed="1\nundo\n").out
