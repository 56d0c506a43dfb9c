"""What became of declarations before an edit, where it would be wrong to believe it afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from regelwerk.meaning import lints
from regelwerk.meaning.game import check_game
from regelwerk.meaning.kept import Kept
from regelwerk.rules import expressions as x
from regelwerk.source.render import render_short

HEAD = """game example for 2 players

enum suit: hearts, spades
state gold: 0..9 = 0
state favourite: suit = hearts

event main():
    set favourite to spades
    raise gold by 1
    play()
    end game as over

"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    monkeypatch.chdir(tmp_path)


def last_said(*texts: str) -> list[str]:
    """What is said of the last of these texts, if the others stood in the file before it; as if none had."""
    data = None
    for text in texts:
        Path("example.rules").write_text(HEAD + text, "utf-8")
        kept = Kept(data)
        said = render_short(check_game("example.rules", kept=kept).diagnostics, {}, False).splitlines()
        data = kept.data()
    assert said == render_short(check_game("example.rules").diagnostics, {}, False).splitlines()
    return [line.removeprefix("example.rules:") for line in said]


PICKS = """event play():
    nothing

scenario "something is picked":
    seat 1: hearts
    expect gold = 0
"""


def test_a_pick_is_doubtful_only_as_long_as_something_else_is_wrong():
    wrong = PICKS.replace("nothing", "raise gold by gone")
    (found,) = last_said(wrong, PICKS)
    assert found.startswith("17:13: M005 nothing in this game lets a seat choose a `suit`")


LATE = """event play():
    let late be 2
    if favourite = hearts and favourite = spades:
        set gold to late
    other()

event other():
    for the rest of main:
        rule late:
            after play:
                raise gold by 1
"""


def test_a_place_looked_up_later_brings_no_problem_with_names_declared_later():
    (found,) = last_said(LATE.replace("and fav", "or fav"), LATE, LATE)
    assert found.startswith("15:")


OFFERED = """window opening(seat q):
    asks all seat from q
    closes when all pass in a row

action seize:
    at opening
    by p where (favourite = hearts and favourite = spades)
    do:
        raise gold by 1

event play():
    open opening(seat 1)
"""


def test_what_an_action_is_declared_with_stands_where_it_stood():
    (found,) = last_said(OFFERED, OFFERED, OFFERED)
    assert found.startswith("19:40: M060 this never holds")


LIMITED = """value strength(seat p):
    1 when p = seat 2
    otherwise gold

event play():
    fight()

event fight():
    stronger()
    raise gold by 1

event stronger():
    for the rest of fight:
        modify strength for seat p:
            multiply 2

limit enough for each seat p:
    holds strength(p) < 9
    breach:
        lower gold by 1
"""


def test_a_limit_stands_while_an_event_cannot_be_read():
    found = last_said(LIMITED, LIMITED.replace("    raise gold by 1", "    raise raise gold by 1"))
    assert [line.split(": ")[1][:4] for line in found] == ["P041"]


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"\x92\x80", b"\x92\x80\x80", b"\x90", b"nonsense", b"\x92" * 9000]
)
def test_damaged_data_are_as_if_there_were_none(data):
    Path("example.rules").write_text(HEAD + LATE, "utf-8")
    fresh = check_game("example.rules").diagnostics
    assert check_game("example.rules", kept=Kept(data)).diagnostics == fresh


AMOUNTS = """type card:
    worth: 0..9 = 0
    starts in deck

table card:
    ace: worth = 3, copies = 4

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner

event play():
    for each seat p:
        draw 1 from deck to p.hand
        raise gold by 1
        choose suit s by p
        set favourite to s
        set favourite to hearts
"""


def test_a_leak_is_found_behind_an_edit_of_an_amount():
    leak = AMOUNTS.replace("gold by 1", "gold by sum of c.worth over card c in p.hand")
    found = last_said(AMOUNTS, AMOUNTS.replace("gold by 1", "gold by 2"), leak)
    assert [line[:11] for line in found] == ["26:23: M065"]


def test_what_amounts_leave_as_it_is_is_not_looked_for_again(monkeypatch):
    last_said(AMOUNTS)
    kept = Kept()
    check_game("example.rules", kept=kept)
    looks: list[object] = []
    monkeypatch.setattr(lints, "BUT_AMOUNTS", (lambda game: looks.append(game) or [],))
    for text, number in [(AMOUNTS.replace("by 1", "by 2"), 0), (AMOUNTS.replace("hearts", "spades"), 1)]:
        Path("example.rules").write_text(HEAD + text, "utf-8")
        check_game("example.rules", kept=kept)
        assert len(looks) == number


def test_no_expression_has_an_amount_in_it():
    assert not [kind for kind in get_args(x.Expression) if "by" in kind.__struct_fields__]


WARES = """event play():
    nothing

type ware:
    starts in store

table ware:
    jewel: copies = 1

zone store: ware, seen by all
"""


def house(attribute: str) -> str:
    return f"""house rule "{attribute}" amends example:
    extend type ware:
        {attribute}: 0..9 = 3

scenario "what a jewel has of {attribute}":
    let it be the ware w in store where (w is jewel)
    expect it.{attribute} = 3
"""


def test_scenarios_of_several_house_rules_are_kept_side_by_side():
    Path("example.rules").write_text(HEAD + WARES, "utf-8")
    houses = [Path("weight.rules"), Path("size.rules")]
    for path in houses:
        path.write_text(house(path.stem), "utf-8")
    kept = Kept()
    assert not check_game("example.rules", houses, kept).diagnostics
    assert not check_game("example.rules", houses, Kept(kept.data())).diagnostics
