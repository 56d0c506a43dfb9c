"""What fails in a condition: the tests down to the part that does not hold, in words and by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.reasons import Reason, asked_about, explain_not
from regelwerk.match.written import LONGEST, written
from regelwerk.rules import expressions as ex

GAME = """game fair for 2 players

enum mood: calm, cross

type beast:
    mood: mood = calm
    weight: 1..9
    starts in yard

table beast:
    goat: weight = 3
    ram: weight = 7
    hen: weight = 1

zone yard: beast
zone pen of seat: beast
state open_gates: 0..3 = 0

event main():
    open visit(seat 1)
    set goat.mood to cross
    raise open_gates by 1
    if ready(goat) and placid(ram) and fancied(hen):
        move ram to seat 1.pen
    for each beast b where (may weigh(b)):
        weigh(b)
    end game as over

event weigh(beast b):
    done

window visit(seat p):
    asks all seat from p
    closes when each has passed
    answers at once

action stroll:
    at visit
    by q
    do:
        done

action show_off:
    at visit
    by q
    uses beast b in yard where (WHERE)
    do:
        done

value heavy(beast b) = b.weight > 5
value fit(beast b) = heavy(b) and b.mood = calm
value ready(beast b) = fit(b)
value placid(beast b) = yes
value fancied(beast b) told by its text, otherwise heavy(b)

text of hen:
    fancied = b.mood = cross

modify placid for beast b:
    be no when b.weight > 5

rule no_hens:
    forbid weigh where (b is hen)
"""


def reasons(folder: Path, where: str, question: str, source: str = "yard") -> list[Reason]:
    path = folder / "fair.rules"
    text = GAME.replace("WHERE", where).replace("beast b in yard where", f"beast b in {source} where")
    path.write_text(text, "utf-8")
    match = Match.start(load_game(str(path)).rules, seed=1)
    action, parts = asked_about(match, question)
    return explain_not(match, 0, action, parts)


FOUND = {
    "a chain of tests": (
        "ready(b)", "goat", "`ready(goat)`: `fit(goat)`: `heavy(goat)`: `goat.weight > 5` (3)",
    ),
    "two parts": (
        "b.mood = cross and open_gates > 1", "goat",
        "`goat.mood = cross` (calm); also `open_gates > 1` (0)",
    ),
    "alternatives": ("heavy(b) or open_gates > 1", "goat", "none of `heavy(goat)`, `open_gates > 1`"),
    "the alternative that has begun to hold": (
        "(b is goat and heavy(b)) or open_gates > 1", "goat", "`heavy(goat)`: `goat.weight > 5` (3)",
    ),
    "what should not hold": ("not heavy(b)", "ram", "`heavy(ram)` holds"),
    "a text of a card": ("fancied(b)", "hen", "`fancied(hen)`: for `hen`: `hen.mood = cross` (calm)"),
    "a modifier": ("placid(b)", "ram", "`placid(ram)`: a modifier changes it"),
    "a set with one candidate": (
        "any beast o in yard where (o is hen and o.mood = cross)", "goat",
        "`any beast o in yard where (o is hen and o.mood = cross)`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_a_part_that_fails_is_named(name: str, tmp_path: Path) -> None:
    where, beast, expected = FOUND[name]
    found = reasons(tmp_path, where, f"show_off({beast})")
    assert [reason.text for reason in found] == [f"what is named is not in what it uses: {expected}"]


def test_names_and_the_place_of_the_innermost_test(tmp_path: Path) -> None:
    (found,) = reasons(tmp_path, "ready(b)", "show_off(goat)")
    assert found.key == "value:heavy"
    assert {"ready", "fit", "heavy", "weight"} <= set(found.names)
    assert "mood" not in found.names, "that part holds"


def test_the_place_of_a_modifier(tmp_path: Path) -> None:
    (found,) = reasons(tmp_path, "placid(b)", "show_off(ram)")
    assert found.key == "modifier:placid_1"


def test_what_lies_elsewhere(tmp_path: Path) -> None:
    text = "what is named is not in what it uses: `goat` is not in `seat 1.pen`"
    (found,) = reasons(tmp_path, "ready(b)", "show_off(goat)", "q.pen")
    assert found.text == text
    (found,) = reasons(tmp_path, "ready(b)", "show_off", "q.pen")
    assert found.text == "no beast is in what it uses: none in `q.pen`"


SCENARIO = """
scenario "a goat is not shown off":
    start visit(seat 1)
    seat 1 cannot show_off(goat) because NAME
"""


@pytest.mark.parametrize(("name", "passes"), [("heavy", True), ("ready", True), ("placid", False)])
def test_a_scenario_may_name_a_test_that_fails(name: str, passes: bool, tmp_path: Path) -> None:
    path = tmp_path / "fair.rules"
    path.write_text((GAME + SCENARIO.replace("NAME", name)).replace("WHERE", "ready(b)"), "utf-8")
    done = run("test", path)
    assert (done.status == 0) is passes, done.out
    assert passes or "but not because of `placid`" in done.out


@pytest.mark.parametrize("more", [0, 1])
def test_a_condition_is_cut_off_only_where_it_is_too_long(more: int) -> None:
    """At the longest all of it is there; one letter more, and it ends with dots, no longer than before."""
    name = "x" * (LONGEST - len(" = 1") + more)
    text = written(ex.Compare("=", ex.Local(name), ex.Number(1)), {})
    assert text == (f"{name[: LONGEST - 4]} ..." if more else f"{name} = 1")
    assert len(text) <= LONGEST
