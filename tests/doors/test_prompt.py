"""Whatever is typed at the prompt of a match, the match goes on."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest

from command_line import run
from regelwerk.doors import session
from regelwerk.doors.keyboard import LONGEST, Keyboard
from regelwerk.doors.screen import Screen
from regelwerk.source.numbers import counting_number, decimal_number, in_digits, whole_number
from small_rules import GUESS, RACE, write

ENDLESS = """\
game endless for 1 players

state last: 1..3 = 1

event main():
    repeat while last < 3:
        choose number k in 1..2 by seat 1
        set last to k
"""

GRABS = """\
game grabs for 2 players

state taken: 0..9 = 0
option most: 1..9 = 3

event main():
    open grabbing(seat 1)
    end game as over

window grabbing(seat p):
    asks all seat from p
    closes when each has passed
    answers at once

action grab:
    at grabbing
    by q
    uses number k in 1..3
    do:
        set taken to smallest of (k, most)
"""

NO_NUMBERS = (
    "²",
    "①",
    "٣",
    "१",
    "--5",
    "1_0",
    "+1",
    " 1",
    "1.0",
    "0x1",
    "nan",
    "inf",
    "1e3",
    "",
    "-",
    "9" * 99,
)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number(text: str) -> None:
    assert whole_number(text) is None
    assert counting_number(text) is None


def test_what_is_a_number() -> None:
    assert [whole_number(text) for text in ("0", "007", "-5", "9" * 38)] == [0, 7, -5, int("9" * 38)]
    assert [counting_number(text) for text in ("12", "-5")] == [12, None]
    assert [decimal_number(text) for text in ("2", "2.", "0.5", ".5")] == [2, 2, 0.5, 0.5]
    assert [decimal_number(text) for text in ("nan", "inf", "1e3", "-1", "²", ".", "")] == [None] * 7
    assert [in_digits(text) for text in ("²", "①", "٣٤", "12", "x", "½")] == [
        "2",
        "1",
        "34",
        None,
        None,
        None,
    ]


TYPED = ("²", "①", "why ²", "why chain ²", "why not grab(--5)", "why not grab(²)", "why not grab(-)",
         "9" * 5000, "why " + "9" * 5000, "why chain " + "9" * 5000, "\x1b[2J\u202eboo", "save \x00",
         "x" * 100_000, "why not " + "(" * 3000,
         f"save {'y' * 300}", f"picture {'y' * 300}", "{0}", "[/b]", "\ud800",
         "undo", "why not", "why chain", "why", "save", "picture", "\x85", "\u2028")  # fmt: skip


def test_nothing_that_is_typed_ends_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = write(tmp_path, GRABS)
    for typed in TYPED:
        done = run("play", path, "--seed", "1", typed=f"{typed}\n?\n")
        assert (done.status, done.err) == (0, "seed 1\n"), typed
        assert "why chain    how the last" in done.out or "why chain    wie die letzte" in done.out, typed
        assert "mistake" not in done.out
        assert not set("\x1b\u202e\ud800\x00\x85\u2028") & set(done.out), typed


def test_digits_of_other_scripts_are_understood_but_not_taken(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    out = run("play", path, "--seed", "1", "--language", "en", typed="²\nwhy ①\nwhy chain ²\n").out
    assert "`²` is nothing you can say here; did you mean `2`?\n" in out
    assert "`why ①` is nothing you can say here; did you mean `why 1`?\n" in out
    assert "after `why chain` stands at most the number of a chain\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "{}", "--delay", "nan"], "`nan` is no number of seconds"),
        (["play", "{}", "--delay", "1e1"], "`1e1` is no number of seconds"),
        (["play", "{}", "--seed", "٣"], "`٣` is no whole number"),
        (["simulate", "{}", "-n", "1_0"], "`1_0` is no whole number"),
        (["simulate", "{}", "--jobs", "²"], "`²` is no whole number"),
        (["describe", "{}", "--players", "9" * 5000], "is no whole number"),
        (["map", "{}", "--seat", "①"], "`①` is no whole number"),
    ],
)
def test_numbers_of_commands(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = run(*(word.format(write(tmp_path, GRABS)) for word in arguments))
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert len(done.err) < 400


@pytest.mark.parametrize("value", ["²", "٣", "1_0", "9" * 5000, ""])
def test_numbers_of_options_and_chains(tmp_path: Path, value: str) -> None:
    path = write(tmp_path, GRABS)
    done = run("play", path, "--watch", "--option", f"most={value}")
    assert done.status == 1
    assert "is no value of `most`\n  help: write a number\n" in done.err
    saved = tmp_path / "match.json"
    run("play", path, typed=f"save {saved}\n")
    assert run("why", saved, "chain", value or "x", "--game", path).status == 2
    assert run("play", path, "--watch", "--list", f"{value}=x").status == 1


def test_a_seat_and_watching_do_not_go_together(tmp_path: Path) -> None:
    path = write(tmp_path, GUESS)
    done = run("play", path, "--seat", "2", "--watch")
    assert done.status == 2
    assert done.err.startswith("error: with --watch nobody plays a seat; leave --seat or --watch out; see")
    assert run("play", path, "--seat", "99").status == 1


ODD_LINES = b"\xff\xfe1\n" + b"x" * 50_000 + b"\n\x00\n2"


def read_odd_lines(stream: TextIO) -> None:
    keyboard = Keyboard(stream)
    assert keyboard.line("") == "\udcff\udcfe1"
    assert keyboard.line("") == "x" * LONGEST
    assert [keyboard.line(""), keyboard.line("")] == ["\x00", "2"]
    with pytest.raises(EOFError):
        keyboard.line("")


def test_lines_are_read_whatever_they_hold() -> None:
    read_odd_lines(io.TextIOWrapper(io.BytesIO(ODD_LINES), "utf-8", "surrogateescape"))


def test_lines_of_a_file_are_read_whatever_they_hold(tmp_path: Path) -> None:
    path = tmp_path / "typed"
    path.write_bytes(ODD_LINES)
    with path.open(encoding="utf-8", errors="surrogateescape") as stream:
        read_odd_lines(stream)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """As at a terminal: bytes of a process of its own, which takes its input for one."""
    code = (
        "import sys; from regelwerk.doors.command import main; sys.stdin.isatty = lambda: True; "
        f"sys.exit(main(['play', {str(write(tmp_path, RACE))!r}, '--seed', '1']))"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], input=b"\xff\xfe\n\xc3(\n\x00\n?\n", capture_output=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"why chain" in done.stdout
    assert b"`\\udcff\\udcfe`" in done.stdout


def test_what_a_screen_shows_is_clean() -> None:
    out = io.StringIO()
    screen = Screen(file=out, force_terminal=True, width=60, highlight=False)
    screen.print("[b]a\x1b]0;title\x07b\u202ec[/b]\td\x9b1m")
    assert "\x1b[1ma\\x1b]0;titleb\\u202ec\x1b[0m" in out.getvalue()
    assert "\\u009b1m" in out.getvalue()


def test_a_mistake_of_its_own_in_an_answer_does_not_end_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        raise ZeroDivisionError("division")

    monkeypatch.setattr("regelwerk.doors.session.source_of", fail)
    done = run("play", write(tmp_path, RACE), "--seed", "1", typed="why 1\nlog\n")
    assert done.status == 0
    assert "mistake of its own at test_prompt.py:" in done.out
    assert "(ZeroDivisionError: division); please report it with what you typed\n" in done.out
    assert done.out.endswith("turn (seat 1)\n> \n")


ORDERED = """\
game ordered for 2 players

event main():
    pays(seat 1, 3)
    ask seat 1:
        more:
            nothing
        enough:
            nothing
    end game as over

event pays(seat who, number amount):
    nothing
"""


def test_arguments_stand_in_their_order_after_a_match_was_loaded(tmp_path: Path) -> None:
    game, saved = write(tmp_path, ORDERED), tmp_path / "match.json"
    run("play", game, "--seed", 1, "--seat", 1, typed=f"save {saved}\nquit\n")
    assert "pays (seat 1, 3)\n" in run("replay", saved, "--game", game).out
    again = run("play", game, "--load", saved, "--seat", 1, "--language", "en", typed="log\nquit\n").out
    assert "pays (seat 1, 3)\n" in again


def test_bots_do_not_play_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match is kept, as whenever one is broken off."""
    monkeypatch.setattr(session, "MOST_BY_BOTS", 40)
    path = write(tmp_path, ENDLESS)
    done = run("play", path, "--seed", 1, "--language", "en")
    assert done.status == 1
    assert "error: bots have made 40 choices, and nobody was asked between\n" in done.err
    assert "go on with `regelwerk play" in done.err
