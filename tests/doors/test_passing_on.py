"""Passing at the terminal: once, or until something new can be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import Done, run
from doors.camps import BOARD, RULES, write_camps
from small_rules import GUESS, write

ENDS = "a number, `p` to pass, `pp` to pass on, `why N`, `undo`, `save FILE`, `quit`, or `?`"


def _play(game: Path, *said: str, seats: tuple[int, ...] = (1, 2), seed: int = 1) -> Done:
    people = [part for seat in seats for part in ("--seat", seat)]
    typed = "".join(f"{line}\n" for line in said)
    return run("play", game, *people, "--seed", seed, "--bots", "random", "--language", "en", typed=typed)


def _asked(done: Done) -> list[str]:
    """Who was asked, question by question."""
    return [line.partition(":")[0] for line in done.out.splitlines() if line.endswith(": noise")]


@pytest.fixture
def camps(tmp_path: Path) -> Path:
    return write_camps(tmp_path)


@pytest.mark.parametrize("word", ["p", "pass", "P"])
def test_pass_passes_once(camps: Path, word: str) -> None:
    done = _play(camps, word, word, "quit")
    assert _asked(done) == ["seat 1", "seat 2", "seat 1"]
    assert ENDS in done.out


@pytest.mark.parametrize("word", ["pp", "pass on"])
def test_pass_on_goes_on_until_something_new_can_be_done(camps: Path, word: str) -> None:
    # Both pass the quarrel and the noise behind it; then seat 1 draws a card that it has not declined.
    done = _play(camps, word, word, "quit")
    assert _asked(done) == ["seat 1", "seat 2", "seat 1"]
    assert "seat 1  find  " not in done.out.partition("> ")[0]
    last = done.out.rpartition("save FILE")[0]
    assert "> hand of seat 1" in last.rpartition("┛")[2], "what has happened meanwhile stands below the board"


def test_pass_on_stops_at_a_state_that_the_board_shows(tmp_path: Path) -> None:
    # Seat 2 never gets a card: without the state on the board it is not asked again.
    said = ("pp", "pp", *["p"] * 5, "quit")
    quiet = _asked(_play(write_camps(tmp_path), *said))
    evenings = BOARD.replace("states: [loudest]", "states: [evening]")
    told = _asked(_play(write_camps(tmp_path, evenings), *said))
    assert quiet.count("seat 2") == 1 < told.count("seat 2")


def test_another_action_of_the_others_asks_again_where_it_is_shown(camps: Path) -> None:
    # Shouting changes who is loudest, which the board shows.
    done = _play(camps, "pp", "1", "quit")
    assert _asked(done) == ["seat 1", "seat 2", "seat 1"]


def test_nothing_but_a_window_is_passed(tmp_path: Path) -> None:
    path = write(tmp_path, GUESS)
    done = _play(path, "p", "pp", "", "quit", seats=(1,))
    assert done.out.count("there is nothing to pass here; take an option by its number") == 2
    assert "to pass on" not in done.out


def test_an_empty_line_does_nothing(camps: Path) -> None:
    assert _asked(_play(camps, "pp", "", "", "quit")) == ["seat 1", "seat 2"]


QUIET = """\
game quiet for 2 players

state heard: 0..9 = 0

event main():
    repeat 3 times:
        open noise()
    choose number n in 1..2 by seat 1
    end game as over:
        score n + heard for each seat

window noise():
    asks all seat q where (q = seat 1)
    closes after one answer
    answers at once

action shout:
    at noise
    by q
    do:
        raise heard by 1
"""


def test_passing_on_is_taken_back_as_a_whole(tmp_path: Path) -> None:
    done = _play(write(tmp_path, QUIET), "pp", "undo", "p", "quit", seats=(1,))
    assert _asked(done) == ["seat 1", "seat 1", "seat 1"]
    assert done.out.count("choose number") == 1


def test_passing_stands_where_the_question_to_another_seat_tells_of_its_hand(camps: Path) -> None:
    done = _play(camps, "pp", "undo", "quit")
    assert _asked(done) == ["seat 1", "seat 2"]
    assert "the last choice cannot be taken back" in done.out


def test_the_help_says_it(camps: Path) -> None:
    out = _play(camps, "?", "quit").out
    assert "pass on: pass until something else can be done" in out


def test_many_options_stand_below_their_actions(tmp_path: Path) -> None:
    camps = write_camps(tmp_path)
    (camps / "camps.rules").write_text(
        RULES.replace("draw 2 from pile", "draw 3 from pile").replace(
            "by q\n    uses find x in q.hand\n    target fighter f in q.in_play",
            "by q\n    uses find x in q.hand\n    target fighter f",
        )
    )
    out = _play(camps, "quit", seats=(1,)).out
    head = out.index("  pack up  action pack_up\n")
    below = [line.split()[0] for line in out[head:].splitlines()[1:13]]
    assert below == [str(number) for number in range(4, 16)]
    assert "   1  shout  action shout\n" in out
    assert "\n  16  pass  window noise\n" in out
