"""Lines of scenarios that could not fail: picks of another sort, seats that are not asked, nothing to see."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run

GAME = """\
# A stone, a rank and a card are chosen; then one may swap.
game picks for 2 players

enum rank: king, two

enum mood: merry, grim

type field:
    stone: seat or none

map board: grid 3 by 3 of field

type card:
    worth: 1..9
    starts in stock

type trinket:
    worth: 1..2
    starts in box

table card:
    king: worth = 3
    knave: worth = 2, copies = 2

table trinket:
    bead: worth = 1

zone stock: card, seen by all

zone box: trinket, seen by all

zone hand of seat: card, seen by all

state last: rank = two

state feeling: mood = grim

type seat:
    gold: 0..9 = 0

die face: king, two

event main():
    place(seat 1)
    rank_it(seat 1)
    swapping(seat 1)
    rolling()
    quiet()
    unheard()
    end game as over

event place(seat p):
    choose field f by p
    set f.stone to p

event rank_it(seat p):
    choose rank k by p
    set last to k

event swapping(seat p):
    open trade(p)

event rolling():
    roll face as t
    if t = king:
        set last to king

event feel(seat p):
    ask p:
        merry:
            set feeling to merry
        sulk:
            nothing

window trade(seat p):
    asks p
    closes after one answer
    answers at once

action swap:
    at trade
    by q
    uses card c in q.hand
    do:
        move c to stock

action sell:
    at trade
    by q
    uses trinket t in box
    do:
        raise q.gold by t.worth

rule no_kings:
    forbid swap where (c is king)

event quiet():
    raise seat 1.gold by 1

event unheard():
    if last = king:
        feel(seat 1)
"""


def played(folder: Path, lines: str) -> str:
    """What `regelwerk test` says of a scenario with these lines, or `check` if it has errors."""
    path = folder / "picks.rules"
    path.write_text(f'{GAME}\nscenario "lines":\n{lines}', "utf-8")
    done = run("test", path)
    assert "mistake of its own" not in done.err
    return run("check", path).out if "says more" in done.err else done.out + done.err


BEGIN = "    start place(seat 1)\n"
AFTER = "    seat 1: board(2, 2)\n    expect board(2, 2).stone = seat 1\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            BEGIN + "    seat 1: seat 2\n" + AFTER,
            "M005: nothing in this game lets a seat choose a seat",
        ),
        (BEGIN + "    seat 1: 4\n" + AFTER, "M005: nothing in this game lets a seat choose a number"),
        (BEGIN + "    seat 1 cannot 17\n" + AFTER, "M005: nothing in this game lets a seat choose a number"),
        (
            BEGIN + "    seat 1 cannot two\n" + AFTER,
            "seat 1 is asked for a `field` here, but `two` is a `rank`",
        ),
        (
            BEGIN + "    seat 1 cannot swap(king)\n" + AFTER,
            "seat 1 is asked for a `field` here, but `swap(king)` is an action",
        ),
        (
            "    start feel(seat 1)\n    seat 1: swap(king)\n    expect feeling = merry\n",
            "seat 1 is asked for one of the ways `merry`, `sulk` here, but `swap(king)` is an action",
        ),
        (
            "    start rank_it(seat 1)\n    seat 1: sulk\n    expect last = king\n",
            "seat 1 is asked for a `rank` here, but `sulk` is a way",
        ),
        (
            "    given:\n        put king in seat 1.hand\n    start swapping(seat 1)\n"
            "    seat 1 cannot swap(seat 2)\n    seat 1: pass\n    expect seat 1.gold = 0\n",
            "M005: `c` of `swap` must be a `card`, this is a seat",
        ),
        (
            "    given:\n        put king in seat 1.hand\n    start swapping(seat 1)\n"
            "    seat 1 may swap(bead)\n",
            "M005: `c` of `swap` must be a `card`, this is a `trinket`",
        ),
        (
            "    start swapping(seat 1)\n    seat 1: sell(bead, bead)\n    expect seat 1.gold = 1\n",
            "M006: `sell` takes one, here are 2",
        ),
    ],
)
def test_a_pick_of_another_sort_is_told(tmp_path: Path, lines: str, said: str) -> None:
    assert said in played(tmp_path, lines)


@pytest.mark.parametrize(
    "lines",
    [
        "    start rank_it(seat 1)\n    seat 1 may king\n    seat 1: king\n    expect last = king\n",
        "    start feel(seat 1)\n    seat 1 may merry\n    seat 1: merry\n    expect feeling = merry\n",
        "    given:\n        put king in seat 1.hand\n        put knave in seat 1.hand\n"
        "    start swapping(seat 1)\n    seat 1 cannot swap(king) because no_kings\n"
        "    seat 1: swap(knave)\n    expect size(seat 1.hand) = 1\n",
    ],
    ids=["a member that is a row, too", "a way that is a member, too", "a row that is a member, too"],
)
def test_a_word_with_two_meanings_is_what_is_asked_for(tmp_path: Path, lines: str) -> None:
    assert played(tmp_path, lines) == "1 passed\n"


def test_a_member_that_is_a_row_is_not_said_to_be_missing(tmp_path: Path) -> None:
    lines = "    start rank_it(seat 1)\n    seat 1 cannot king\n    seat 1: two\n    expect last = two\n"
    assert "seat 1 is offered `king`" in played(tmp_path, lines)


def test_what_chance_gives_is_of_the_kind_that_its_source_gives(tmp_path: Path) -> None:
    lines = "    start rolling()\n    chance face: {}\n    expect last = king\n"
    assert played(tmp_path, lines.format("king")) == "1 passed\n"
    assert "M005: what chance gives must be a `face`, this is a `card`" in played(
        tmp_path, lines.format("knave")
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("chance bones: king", "M123: there is no die, no zone and nothing chosen at random `bones`"),
        ("chance face: kign", "M123: the die `face` has no face `kign`"),
        ("chance card: king", "M123: no `card` is chosen at random"),
        ("chance rolling: king", "M123: there is no die, no zone and nothing chosen at random `rolling`"),
    ],
)
def test_what_gives_nothing_by_chance_is_no_source(tmp_path: Path, line: str, said: str) -> None:
    assert said in played(tmp_path, f"    start rolling()\n    {line}\n    expect last = king\n")


def test_what_an_unknown_source_gives_is_not_judged(tmp_path: Path) -> None:
    said = played(tmp_path, "    start rolling()\n    chance bones: knave\n    expect last = king\n")
    assert said.count("error ") == 1


KNAVES = "    given:\n        put 2 knave in seat 1.hand\n        put king in seat 1.hand\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("may only swap(knave), sell(bead), pass", "1 passed"),
        ("may only pass, sell, swap(knave)", "1 passed"),
        ("may only swap(knave), pass", "seat 1 is offered more than that\n  came: also sell(bead)\n"),
        ("may only sell(bead), swap(knave)", "seat 1 is offered more than that\n  came: also pass\n"),
        ("may only swap(king), sell(bead), swap(knave), pass", "seat 1 is not offered `swap(king)`\n"),
        ("may only king", "seat 1 is asked for an action here, but `king` is"),
    ],
)
def test_everything_that_is_offered_may_be_said(tmp_path: Path, line: str, said: str) -> None:
    lines = f"{KNAVES}    start swapping(seat 1)\n    seat 1 {line}\n"
    assert said in played(tmp_path, lines)


def test_things_alike_are_said_once_and_a_name_may_be_only(tmp_path: Path) -> None:
    lines = "    let only be the rank r where (r = king)\n    start rank_it(seat 1)\n    seat 1 may {}\n"
    assert played(tmp_path, lines.format("only")) == "1 passed\n"
    assert played(tmp_path, lines.format("only only, two")) == "1 passed\n"
    assert "seat 1 is offered more than that\n" in played(tmp_path, lines.format("only only"))


@pytest.mark.parametrize(
    "line", ["seat 2 cannot swap(king)", "seat 2 may swap(king)", "seat 2 may only swap(king)"]
)
def test_what_is_said_of_a_seat_that_is_not_asked_fails(tmp_path: Path, line: str) -> None:
    lines = (
        "    start swapping(seat 1)\n    " + line + "\n    seat 1: sell(bead)\n    expect seat 1.gold = 1\n"
    )
    assert "seat 2 is not asked here" in played(tmp_path, lines)


def test_that_a_seat_is_not_asked_can_be_said(tmp_path: Path) -> None:
    lines = "    start swapping(seat 1)\n    {}\n    seat 1: sell(bead)\n    expect seat 1.gold = 1\n"
    assert played(tmp_path, lines.format("seat 2 is not asked")) == "1 passed\n"
    assert "  seat 1 is asked here\n" in played(tmp_path, lines.format("seat 1 is not asked"))


def test_that_nobody_is_asked_proves_nothing_alone(tmp_path: Path) -> None:
    said = played(tmp_path, "    start unheard()\n    seat 1 is not asked\n")
    assert "this scenario would pass without being played" in said


def test_what_stands_above_the_start_is_about_the_position(tmp_path: Path) -> None:
    lines = "    expect seat 1.gold = {}\n    start quiet()\n    expect seat 1.gold = 1\n"
    assert played(tmp_path, lines.format(0)) == "1 passed\n"
    assert "what is expected does not hold" in played(tmp_path, lines.format(1))
    asked = "    seat 1 may king\n    start rank_it(seat 1)\n    expect last = two\n"
    assert "M063: above `start` stand lines about what is asked" in played(tmp_path, asked)


@pytest.mark.parametrize(
    ("condition", "came"),
    [
        ("every card c in seat 1.hand has (c.worth = 9)", "there is no such card: write `not any card ...`"),
        ("not any card c in seat 1.hand where (c.worth = 9)", "`hand` is empty: leave the `where` out"),
        (
            "seat 1.gold = 1 and every seat p has (every card c in p.hand has (c.worth = 9))",
            "there is no such card: write `not any card ...`",
        ),
    ],
)
def test_what_is_expected_of_nothing_fails(tmp_path: Path, condition: str, came: str) -> None:
    said = played(tmp_path, f"    start quiet()\n    expect {condition}\n    expect seat 1.gold = 1\n")
    assert "  what is expected holds because there is nothing of which it is said\n" in said
    assert f"  came: {came}" in said


@pytest.mark.parametrize("condition", ["not any card in seat 1.hand", "size(seat 1.hand) = 0"])
def test_that_there_is_nothing_can_be_expected(tmp_path: Path, condition: str) -> None:
    lines = f"    start quiet()\n    expect {condition}\n    expect seat 1.gold = 1\n"
    assert played(tmp_path, lines) == "1 passed\n"


def test_a_position_that_is_only_read_back_proves_nothing(tmp_path: Path) -> None:
    said = played(tmp_path, "    given:\n        set seat 1.gold to 3\n    expect seat 1.gold = 3\n")
    assert "M087: this scenario proves nothing: it expects only what it sets itself" in said
    worth = "expect sum of c.worth over card c in seat 1.hand = 3\n"
    assert played(tmp_path, f"    given:\n        put king in seat 1.hand\n    {worth}") == "1 passed\n"


def test_what_goes_wrong_in_a_position_is_told_with_the_place_of_its_line(tmp_path: Path) -> None:
    twice = 2 * "        put 2 knave in seat 1.hand\n"
    said = played(tmp_path, f"    given:\n{twice}{BEGIN}{AFTER}")
    line = GAME.count("\n") + 5
    assert f"(in `given`, {tmp_path / 'picks.rules'}:{line})\n" in said


def test_a_name_that_is_never_used_stops_no_scenario(tmp_path: Path) -> None:
    said = played(tmp_path, f"    let anna be seat 1\n{BEGIN}{AFTER}")
    assert said.startswith("1 warning: ") and said.endswith(" shows it\n1 passed\n")
    found = run("check", tmp_path / "picks.rules")
    assert (found.status, "warning M116: `anna` is never used" in found.out) == (0, True)


BIDS = """\
# Bids last a round.
game bids for 2 players

type bowl:
    full: flag = no until bidding

table bowl:
    cup

state bid: 0..9 = 0 until bidding

state total: 0..9 = 0

event main():
    bidding()
    end game as over

event bidding():
    for each seat p:
        choose number n in 1..3 by p
        raise bid by n
    set cup.full to yes
    set total to bid

scenario "two bids":
    start bidding()
    seat 1: 2
    seat 2: 3
    expect total = 5
"""


def bids(folder: Path, old: str, new: str) -> str:
    path = folder / "bids.rules"
    path.write_text(BIDS.replace(old, new), "utf-8")
    return run("test", path).out


def test_a_mark_whose_time_is_over_is_told(tmp_path: Path) -> None:
    over = "came: `{}` is over: it lasts until `bidding` ends, and none is running"
    assert over.format("bid") in bids(tmp_path, "expect total = 5", "expect total = 5 and bid = 5")
    assert over.format("full") in bids(tmp_path, "expect total = 5", "expect cup.full")
    during = bids(tmp_path, "    seat 2: 3\n    expect total = 5", "    expect bid = 5")
    assert "is 2, on the right 5" in during
    assert "is over" not in during
    assert "is over" not in bids(tmp_path, "expect total = 5", "expect total = 4")


def test_what_goes_wrong_in_the_position_is_told_with_its_line(tmp_path: Path) -> None:
    position = (
        "    given:\n        set total to 1\n        for each seat p:\n            lower total by 1\n"
        "            set total to total - 1\n    start bidding()\n    seat 1"
    )
    told = bids(tmp_path, "    start bidding()\n    seat 1", position)
    assert "bids.rules:28\n      for each seat p:\n" in told
    assert "`total` cannot become -1: it is out of range (in `given`, " in told
