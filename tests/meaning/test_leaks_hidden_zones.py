"""Zones into which unknown things come by a choice, over a name or an event, by mixing and by rolling."""

import pytest

from meaning.games import said

CARDS = """game example for 2 players

type card:
    worth: 1..9
    starts in {begin}

zone box: card
zone deck: card, pile, seen by nobody
zone hand of seat: card, {hand}
zone cover of seat: card, {cover}
zone won of seat: card

table card:
    ace: worth = 9, copies = 4
    ten: worth = 1, copies = 4

event main():
    for each seat p:
        repeat 3 times:
            {deal}
    for each seat p:
        lay(p)
    for each seat p:
        let c be first(p.hand), otherwise stop
        move c to p.won
    for each seat p:
        choose card c in next(p).cover by p, otherwise done
        move c to p.won
    end game as over:
        score sum of c.worth over card c in p.won for each seat p

{more}
event lay(seat p):
"""
DRAW = "draw 1 from deck to p.hand"
TAKE = "let c be first(box), otherwise stop\n            move c to p.hand"
DEALT = {
    "begin": "deck", "deal": DRAW, "hand": "seen by owner", "cover": "seen by owner", "more": "",
}  # fmt: skip
OFFERED = "M065 the seat that is asked may not know the things in `cover` it is offered"
PUT = "event put_under(card c, seat p):\n    move c to p.cover\n"
BEST = "value best(seat p) = first(p.hand)\n"
HAND_OUT = "event hand_out(seat p) gives card or none:\n    result first(p.hand)\n"
HANDED_OUT = """event handed_out(seat p):
    result first(p.hand)
"""
KEPT = """state kept: card or none = none

event lay_kept(seat p):
    let c be kept, otherwise done
    move c to p.cover
"""
MIX = "event mix(seat p):\n    shuffle deck\n"
TOUCH = """event touch(card c, seat p):
    nothing

rule touched:
    after touch:
        move c to p.cover
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _found(lines: str, **parts: str) -> list[str]:
    indented = "".join(f"    {line}\n" for line in lines.splitlines())
    found = said(CARDS.format(**{**DEALT, **parts}) + indented)
    return [message.split(": ", 1)[1] for message in found if "M065" in message or "M127" in message]


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (
            "each seat q secretly chooses card c in q.hand:\n    move c to q.cover\notherwise:\n    nothing",
            {},
        ),
        ("choose card c in p.hand by p, otherwise done\nmove c to p.cover", {}),
        ("choose up to 2 card cs in p.hand by p\nmove cs to p.cover", {}),
        ("choose card c in p.hand by p, otherwise done\nput_under(c, p)", {"more": PUT}),
        ("for each card c in p.hand:\n    move c to p.cover", {}),
        ("let c be best(p), otherwise done\nmove c to p.cover", {"more": BEST}),
        (
            "let c be first(box)\nfor each card k in p.hand:\n    set c to k\n"
            "if c is not none:\n    move c to p.cover",
            {},
        ),
        ("move p.hand to p.cover\nshuffle p.cover", {"hand": "seen by all"}),
        ("let c be handed_out(p), otherwise done\nmove c to p.cover", {"more": HANDED_OUT}),
        ("set kept to first(p.hand)\nlay_kept(p)", {"more": KEPT}),
        ("choose card c in p.hand by p, otherwise done\ntouch(c, p)", {"more": TOUCH}),
    ],
)
def test_what_is_laid_from_a_hand_under_a_cover_is_hidden(lines, parts):
    assert OFFERED in _found(lines, **parts)


@pytest.mark.parametrize(
    "lines", ["move p.hand to p.cover", "for each card c in p.hand:\n    move c to p.cover"]
)
def test_a_pile_that_its_owner_sees_hides_what_was_open(lines):
    open_before = {
        "begin": "box",
        "deal": TAKE,
        "hand": "seen by all",
        "more": MIX,
    }
    assert _found(lines, **open_before, cover="pile, seen by owner") == [OFFERED]


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        ("choose card c in p.hand by p, otherwise done\nmove c to p.cover", {"hand": "seen by all"}),
        ("choose card c in p.hand by p, otherwise done\nmove c to p.won\nmove c to p.cover", {}),
        (
            "choose card c in p.hand by p, otherwise done\nput_under(c, p)\nmove c to p.cover",
            {"more": PUT.replace("p.cover", "p.won")},
        ),
        ("choose card c in p.hand by p, otherwise done\nmove c to p.won\nmove p.won to p.cover", {}),
    ],
)
def test_what_all_have_seen_is_not_hidden_under_a_cover(lines, parts):
    assert _found(lines, **parts) == []


DICE = """game example for 2 players

die six: 1..6

type cube:
    pips: six = 1
    starts in box

table cube:
    clay: copies = 8

zone box: cube
zone cup of seat: cube, seen by owner
zone table_top: cube

event main():
    for each seat p:
        let z be first(box), otherwise stop
        move z to p.cup
        play(p)
    for each seat p:
        choose cube d in next(p).cup by p, otherwise done
        move d to table_top
    end game as over:
        score sum of d.pips over cube d in p.cup for each seat p

event play(seat p):
"""
SHAKE = "\nevent shake(cube d, seat p):\n    roll d.pips by p\n"


@pytest.mark.parametrize(
    ("lines", "hides"),
    [
        ("    for each cube z in p.cup:\n        roll z.pips by p\n", True),
        ("    for each cube z in p.cup:\n        shake(z, p)\n" + SHAKE, True),
        ("    let z be the cube d in p.cup, otherwise done\n    roll z.pips by p\n", True),
        ("    let z be first(p.cup), otherwise done\n    shake(z, p)\n" + SHAKE, True),
        ("    let z be first(box), otherwise done\n    move z to p.cup\n    roll z.pips by p\n", True),
        ("    may choose cube z in p.cup by p\n    if z is not none:\n        shake(z, p)\n" + SHAKE, True),
        ("    let z be first(box), otherwise done\n    shake(z, p)\n" + SHAKE, False),
        ("    let z be first(p.cup), otherwise done\n    move z to table_top\n    roll z.pips by p\n", False),
        ("    for each cube z in table_top:\n        shake(z, p)\n        move z to p.cup\n" + SHAKE, False),
    ],
)
def test_dice_are_hidden_however_they_are_rolled_under_a_cup(lines, hides):
    found = [message.split(": ", 1)[1] for message in said(DICE + lines) if "M065" in message]
    assert found == [OFFERED.replace("cover", "cup")] * hides


STALLS = """game example for 2 players

type card:
    starts in box

type stall:
    keeper: seat

zone box: card
zone hand of seat: card, seen by owner
zone under of stall: card, seen by nobody

table card:
    ace
    ten

table stall:
    corner: keeper = seat 1

event main():
    move box to seat 1.hand
    lay(corner, seat 1)
    end game as over

event lay(stall k, seat p):
    choose card c in p.hand by p, otherwise done
    {mixing}
    move c to k.under
    may choose card d in k.under by p
    if d is not none:
        move d to box
"""


@pytest.mark.parametrize("mixing", ["nothing", "shuffle p.hand"])
def test_who_has_mixed_his_backs_knows_what_he_lays_with_what_is_no_seats(mixing):
    assert not [message for message in said(STALLS.format(mixing=mixing)) if "M065" in message]
