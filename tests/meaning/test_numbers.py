"""Numbers that can never be meant: what ranges, literals and counting decide beforehand."""

import pytest

from command_line import run
from meaning.games import HEAD, MAIN, said, said_of

BOARDS = """
type spot:
    full: flag = no

type hex:
    wet: flag = no

die cube: 1..6

map board: grid 3 by 2 of spot
map field: grid 3 by 3 of hex, adjacent as hexagons

state pace: 0..5 per 1..4 = 1
option side: 2..4 = 3

rule also:
    before main:
        use_it()

event use_it():
    set board(1, 1).full to board(2, 2).full
    set field(1, 1).wet to field(1, 2).wet
    set pace[1] to pace[2]
    roll cube as n
    if n > side:
        set pace[2] to n
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("set board(4, 1).full to yes", "1:11: M026 `board` has columns from 1 to 3"),
        ("set board(1, 3).full to yes", "1:14: M026 `board` has rows from 1 to 2"),
        ("set board(0, 1).full to yes", "1:11: M026 `board` has columns from 1 to 3"),
        ("set pace[5] to 1", "1:10: M026 `pace` has cells from 1 to 4"),
        ("set rounds to -1", "1:15: M026 `rounds` goes from 0 to 9"),
        ("raise rounds by -1", "1:17: M026 the amount must be 1 or more, this is -1"),
        ("lower rounds by 0", "1:17: M026 the amount must be 1 or more, this is 0"),
        ("raise rounds by smallest of (rounds, 0)", "1:17: M026 the amount must be 1 or more, this is 0"),
        ("raise rounds by 0 - rounds", "1:17: M026 the amount must be 1 or more, this is 0 or less"),
        ("draw 0 from deck to seat 1.hand", "1:6: M026 how many are drawn must be 1 or more, this is 0"),
        ("repeat 0 times:\n    raise rounds by 1", "1:8: M026 how often must be 1 or more, this is 0"),
        (
            "roll 0 cube as thrown\nset rounds to size(thrown)",
            "1:6: M026 how many dice must be 1 or more, this is 0",
        ),
        (
            "roll 2 cube as thrown\nlet n be thrown[0], otherwise done\nset rounds to n",
            "2:17: M026 the place in the list must be 1 or more, this is 0",
        ),
        (
            "choose up to 0 card cs in table_top by seat 1\nmove cs to deck",
            "1:14: M026 how many must be 1 or more, this is 0",
        ),
    ],
)
def test_a_number_that_can_never_be_meant(lines, message):
    assert said_of(lines, BOARDS) == [message]


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("count of card < 0", "M060 this is never so: the number is 0 or more"),
        ("size(deck) >= 0", "M060 this is always so: the number is 0 or more"),
        ("times use_it this main >= -3", "M060 this is always so: the number is 0 or more"),
        ("rounds + 1 = 0", "M060 this is never so: the range is 1..10"),
        ("side > 2 * 2", "M060 this is never so: the ranges are 2..4 and 4..4"),
        ("rounds < row(board(1, 1)) - 20 + rounds - rounds", None),
        ("pace[1] < 0 - rounds - 1", "M060 this is never so: the ranges are 0..5 and -10..-1"),
        ("any number n in 1..6 where (n > 6)", "M060 this is never so: the range is 1..6"),
        ("any number n in 1..side where (n < 1)", "M060 this is never so: the range is 1..4"),
        ("sum of c.worth over card c in table_top < 0", "M060 this is never so: the number is 0 or more"),
        ("greatest of c.worth over card c in table_top > 9", "M060 this is never so: the range is 0..9"),
    ],
)
def test_a_comparison_that_ranges_decide(condition, message):
    found = said_of(f"if {condition}:\n    raise rounds by 1", BOARDS)
    assert [line.split(": ", 1)[1] for line in found] == ([] if message is None else [message])


def test_faces_of_dice_are_compared_within_their_range():
    lines = "roll 2 cube as thrown\nif any number n in thrown where (n = 7):\n    raise rounds by 1"
    assert said_of(lines, BOARDS) == ["2:34: M060 this is never so: the range is 1..6"]


@pytest.mark.parametrize("line", ["set n to 9", "raise n by 3"])
def test_a_face_that_is_changed_may_be_out_of_the_range_of_its_die(line):
    assert said_of(f"roll cube as n\n{line}\nif n > 6:\n    raise rounds by 1", BOARDS) == []
    looped = f"roll cube as n\nrepeat while n < 7:\n    {line}\n    if n > 6:\n        raise rounds by 1"
    assert said_of(looped, BOARDS) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("distance(field(1, 1), field(2, 2), all card)", "1:50: M008 a list of `card` never holds a `hex`"),
        ("size(reach(field(1, 1), all spot))", "1:39: M008 a list of `spot` never holds a `hex`"),
        ("size(reach(all hex h where (h.wet), all seat))", "1:51: M008 a list of seats never holds a `hex`"),
        ("size(reach(field(1, 1), deck))", "1:39: M008 a list of `card` never holds a `hex`"),
    ],
)
def test_a_way_over_what_is_no_place_of_the_map(call, message):
    assert said_of(f"set rounds to {call}", BOARDS) == [message]


def test_a_limit_that_counts_below_nothing_is_reported_where_it_counts():
    more = "\nlimit enough:\n    holds size(table_top) >= 0\n    breach:\n        lower rounds by 1\n"
    found = said(HEAD + MAIN + more + "\nevent play():\n    nothing\n")
    assert [line.split(" ", 1)[1] for line in found] == ["M060 this is always so: the number is 0 or more"]


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        (
            "set rounds to sum of pace[n] over number n in 1..5",
            ["1:27: M138 `n` goes from 1 to 5, and this is there from 1 to 4"],
        ),
        (
            "for each number n in 0..4:\n    set pace[n] to 1",
            ["2:14: M138 `n` goes from 0 to 4, and this is there from 1 to 4"],
        ),
        (
            "for each number n in 1..3:\n    set board(n, n).full to yes",
            ["2:18: M138 `n` goes from 1 to 3, and this is there from 1 to 2"],
        ),
        (
            "for each number n in 1..4:\n    set pace[n + 1] to 1",
            ["2:14: M138 `n` goes from 1 to 4: this comes to 5, and it is there from 1 to 4"],
        ),
        (
            "for each number n in 1..4:\n    if pace[n - 1] = 1:\n        raise rounds by 1",
            ["2:13: M138 `n` goes from 1 to 4: this comes to 0, and it is there from 1 to 4"],
        ),
        (
            "set rounds to count of number n in 0..4 where (pace[n] > 1)",
            ["1:53: M138 `n` goes from 0 to 4, and this is there from 1 to 4"],
        ),
        (
            "set rounds to count of number n in 1..5 where (pace[n] > 1 and n < 3)",
            ["1:53: M138 `n` goes from 1 to 5, and this is there from 1 to 4"],
        ),
        (
            "if any number n in 0..4 where (pace[n] > 1):\n    raise rounds by 1",
            ["1:37: M138 `n` goes from 0 to 4, and this is there from 1 to 4"],
        ),
        (
            "let n be the number n in 0..4 where (pace[n] > 1), otherwise done\nset rounds to n",
            ["1:43: M138 `n` goes from 0 to 4, and this is there from 1 to 4"],
        ),
        (
            "for each number n in 0..4 where (pace[n] > 1):\n    raise rounds by n",
            ["1:39: M138 `n` goes from 0 to 4, and this is there from 1 to 4"],
        ),
        (
            "choose number n in 1..5 by seat 1\nraise rounds by 1\nset pace[n] to 1",
            ["3:10: M138 `n` goes from 1 to 5, and this is there from 1 to 4"],
        ),
        (
            "choose number n in 1..5 at random\nset pace[n] to 1",
            ["2:10: M138 `n` goes from 1 to 5, and this is there from 1 to 4"],
        ),
        (
            "repeat 2 times:\n    choose number n in 1..5 by seat 1\n    set pace[n] to 1",
            ["3:14: M138 `n` goes from 1 to 5, and this is there from 1 to 4"],
        ),
        (
            "for each number n in 0..4:\n    set pace[n] to 1\n    if n = 3:\n        stop",
            ["2:14: M138 `n` goes from 0 to 4, and this is there from 1 to 4"],
        ),
        ("for each number n in 1..5:\n    set pace[n] to 1\n    if n = 3:\n        stop", []),
        ("for each number n in 1..5:\n    set pace[n] to 1\n    use_it()", []),
        ("for each number n in 1..rounds:\n    set pace[n] to 1", []),
        ("if rounds < 5:\n    for each number n in 1..rounds:\n        set pace[n] to 1", []),
        ("if rounds > 0:\n    set rounds to sum of pace[n] over number n in rounds..4", []),
        (
            "for each number n in 1..(rounds + 5):\n    set pace[n] to 1",
            ["2:14: M138 `n` goes from 1 to 5, and this is there from 1 to 4"],
        ),
        ("if any number n in 1..5 where (pace[n] > 1):\n    raise rounds by 1", []),
        ("set rounds to count of number n in 1..5 where (n < 5 and pace[n] > 1)", []),
        (
            "set rounds to sum of (sum of pace[n] over card c where (c.tapped)) over number n in 1..5",
            [],
        ),
        ("choose number n in 1..5 by seat 1\nif n < 5:\n    set pace[n] to 1", []),
        ("choose number n in 1..5 where (n < 5) by seat 1, otherwise done\nset pace[n] to 1", []),
        (
            "choose up to 2 number ns in 1..5 by seat 1\nfor each number n in ns where (n < 5):\n"
            "    set pace[n] to 1",
            [],
        ),
        ("choose number n in 1..5 by seat 1\nset n to smallest of (n, 4)\nset pace[n] to 1", []),
        ("set rounds to sum of pace[n] over number n in 1..4", []),
        ("for each number n in 0..4:\n    if n > 0:\n        set pace[n] to 1", []),
        ("for each number n in 0..4 where (n > 0):\n    set pace[n] to 1", []),
        ("for each number n in 0..4:\n    if n = 0:\n        stop\n    set pace[n] to 1", []),
        ("if every number n in 0..4 has (n = 0 or pace[n] > 1):\n    raise rounds by 1", []),
        ("set rounds to sum of pace[n] over number n in 1..side", []),
    ],
)
def test_numbers_that_go_on_behind_the_last_cell(lines, messages):
    assert said_of(lines, BOARDS) == messages


@pytest.mark.parametrize(
    ("faces", "messages"),
    [
        ("0, 0, 1..3", []),
        ("1..1000", []),
        ("6..1", ["M025 the range 6..1 is upside down"]),
        ("1..999999999", ["M025 a die has 1000 faces at most"]),
        ("999999999..1", ["M025 the range 999999999..1 is upside down"]),
        ("sun, 1..3", ["M005 `1..3` is a number, and other faces of this die are words"]),
    ],
)
def test_a_range_of_faces(faces, messages):
    found = said_of("roll odd as f by seat 1", f"\ndie odd: {faces}\n")
    assert [line.split(" ", 1)[1] for line in found] == [*messages, "M015 `f` is never used"]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("1..6", "1, 2, 3, 4, 5, 6", True),
        ("1..6", "1..3, 4..6", True),
        ("0, 0, 1..3", "0, 0..3", True),
        ("4..4", "4", True),
        ("1..6", "6, 1..5", False),
        ("1..3, 3", "1..3", False),
    ],
)
def test_faces_in_other_words_are_the_same_die(tmp_path, one, other, alike):
    (tmp_path / "dd.rules").write_text(DICE.replace("FACES", one))
    (tmp_path / "house.rules").write_text(f'house rule "h" amends dd:\n    replace die d: {other}\n')
    done = run("check", tmp_path / "dd.rules", "--house", tmp_path / "house.rules")
    assert ("M108: die `d` means the same as in the game" in done.out) == alike
    assert done.status == alike


DICE = """\
game dd for 2 players

die d: FACES

type seat:
    n: 0..9 = 0

event main():
    roll d as x by seat 1
    raise seat 1.n by x
    end game as over
"""
