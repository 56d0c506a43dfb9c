"""`supposing E(...) then (C)`: what it may look at, what it tells, what may stand in it."""

import pytest

from meaning.games import said, said_of

CARDS = """game example for 2 players

type card:
    worth: 1..9
    starts in deck

type seat:
    gold: 0..9 = 0
    rival: seat or none

zone deck: card, ordered, seen by nobody
zone hand of seat: card, seen by owner
zone shown: card

die d6: 1..6

table card:
    ace: worth = 9
    two: worth = 2, copies = 5

state wind: 0..9 = 0

event main():
    set seat 1.rival to seat 2
    raise wind by 1
    for each seat p:
        draw 2 from deck to p.hand
        raise p.gold by wind
    for each seat p:
        play(p, next(p))
    move shown to deck
    end game as over:
        score sum of c.worth over card c in p.hand for each seat p

event play(seat p, seat q):
    ask p:
        take when supposing E:
            move q.hand to p.hand
        leave_it:
            nothing

"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _said(supposed: str, event: str) -> list[str]:
    return [line.split(": ", 1)[1] for line in said(CARDS.replace("E:", supposed + ":") + event)]


LEAK = "M065 what is offered tells the seat what lies in `hand`, which it may not know"


@pytest.mark.parametrize(
    ("supposed", "event"),
    [
        (
            "lay(q) then (any card c in q.hand where (c is ace))",
            "event lay(seat s):\n    raise s.gold by 1\n",
        ),
        (
            "lay(q) then (q.gold > 3)",
            "event lay(seat s):\n    if any card c in s.hand where (c is ace):\n        raise s.gold by 1\n",
        ),
        ("lay(q) then (ace inside shown)", "event lay(seat s):\n    move s.hand to shown\n"),
        (
            "lay(q) then (ace inside shown)",
            "event lay(seat s):\n    let c be first(s.hand), otherwise done\n    move c to shown\n",
        ),
        (
            "lay(q) then (q.gold > 3)",
            "event lay(seat s):\n    fee(s)\n\nevent fee(seat t):\n    raise t.gold by 1\n\n"
            "rule dear:\n    after fee where (ace inside t.hand):\n        raise t.gold by 1\n",
        ),
    ],
)
def test_what_is_supposed_tells_like_what_is_asked(supposed, event):
    assert LEAK in _said(supposed, event)


@pytest.mark.parametrize(
    ("supposed", "event"),
    [
        (
            "lay(p) then (any card c in p.hand where (c is ace))",
            "event lay(seat s):\n    raise s.gold by 1\n",
        ),
        ("lay(p) then (ace inside shown)", "event lay(seat s):\n    move s.hand to shown\n"),
        ("lay(q) then (size(shown) > 1)", "event lay(seat s):\n    raise s.gold by size(s.hand)\n"),
    ],
)
def test_what_everybody_knows_tells_nothing(supposed, event):
    assert [line for line in _said(supposed, event) if "M065" in line] == []


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("choose card c in s.hand by s, otherwise done\n    move c to shown", "somebody is asked something"),
        ("roll d6 as n\n    raise s.gold by n", "chance decides something"),
        ("shuffle deck", "chance decides something"),
        ("draw 1 from s.hand to shown", "chance decides something"),
        ("end game as early", "the game may end"),
        ("leave play", "another event may be left"),
        ("if supposing lay(s) then (s.gold > 3):\n        raise s.gold by 1", "`lay` is supposed again"),
    ],
)
def test_what_cannot_be_supposed(body, why):
    found = _said("lay(p) then (p.gold > 3)", f"event lay(seat s):\n    {body}\n")
    assert f"M117 `lay` cannot be supposed: in `lay` {why}" in found


@pytest.mark.parametrize(
    ("rule", "way"),
    [
        ("rule rich:\n    as soon as seat 1.gold > 3:\n        end game as wealth\n", "`lay` -> `rich`"),
        ("rule lucky:\n    after lay:\n        toss(s)\n", "`lay` -> `lucky` -> `toss`"),
    ],
)
def test_the_rule_on_the_way_is_named(rule, way):
    toss = "\nevent toss(seat s):\n    roll d6 as n\n    lower s.gold by n\n"
    use = "\nrule also:\n    before main:\n        toss(seat 1)\n"
    found = _said(
        "lay(p) then (p.gold > 3)", f"event lay(seat s):\n    raise s.gold by 1\n{toss}{use}\n{rule}"
    )
    assert [line.partition("(")[2].rstrip(")") for line in found if "M117" in line] == [way]


@pytest.mark.parametrize(
    "body",
    [
        "draw 1 from deck to s.hand",
        "if s.gold > 3:\n        leave lay\n    raise s.gold by 1",
        "set s.rival to none",
    ],
)
def test_what_is_certain_can_be_supposed(body):
    found = _said("lay(p) then (p.gold > 3)", f"event lay(seat s):\n    {body}\n")
    assert [line for line in found if "M117" in line] == []


def test_what_was_tested_before_may_be_absent_afterwards():
    lines = "if seat 1.rival is not none and supposing drop() then (seat 1.rival.gold > 3):\n    nothing"
    more = "\nevent drop():\n    set seat 1.rival to none\n"
    assert said_of(lines, more) == ["1:56: M009 what stands before the dot may be `none` here"]


def test_what_is_said_of_an_event_that_is_not_there():
    found = said_of(
        "if supposing dawn() then (rounds > 3):\n    drown()", "\nevent drown():\n    raise rounds by 1\n"
    )
    assert found == ["1:14: M001 there is no event `dawn`"]
