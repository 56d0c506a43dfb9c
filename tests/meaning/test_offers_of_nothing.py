"""Offers of which nothing can come are told where that is certain, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.meaning.game import check_game

GAME = """game diggers for 2 players

option night: flag = no

type card:
    worth: 1..3 = 1
    starts in deck

table card:
    clay: copies = 4
    gem: worth = 2

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by all

type seat:
    gold: 0..9 = 3
    tired: flag = no

event main():
    for each seat p:
        draw 1 from deck to p.hand
        turn(p)
    end game as over:
        score p.gold for each seat p

event turn(seat p):
    open digging(p)
    if p.tired and not night:
        earn(p, 1)

event earn(seat p, number n):
    raise p.gold by n

window digging(seat p):
    asks p
    closes after one answer
    answers {answers}

action rest:
    at digging
    by q
    do:
        set q.tired to yes

action dig:
    at digging
    by q{by}
    needs {needs}
{cost}    do:
        {do}
{more}
"""

POOR = "q.gold = 0"
IF_RICH = "if q.gold > 0:\n            earn(q, 1)"
PERHAPS = "event perhaps(seat p):\n    if {}:\n        earn(p, 1)"
COST = "    cost:\n        {}\n"
NOTHING = "nothing can come of `dig`: its lines ask for what is not so where it is offered"
HARD = "`hard` always forbids `dig`, so nobody is ever offered it"

DEAD = {
    "its needs": ({"needs": POOR, "do": IF_RICH}, NOTHING),
    "its seat": ({"by": " where (q.gold = 0)", "needs": "not q.tired", "do": IF_RICH}, NOTHING),
    "paid for": (
        {"needs": POOR, "cost": COST.format("set q.tired to yes"), "do": IF_RICH}, NOTHING
    ),
    "in a chain": ({"needs": POOR, "do": IF_RICH, "answers": "last first"}, NOTHING),
    "forbidden": ({"do": "earn(q, 1)", "more": "rule hard:\n    forbid dig"}, HARD),
    "forbidden where it is offered": (
        {"needs": POOR, "do": "earn(q, 1)", "more": "rule hard:\n    forbid dig where (q.gold < 2)"}, HARD
    ),
    "what it does is forbidden": (
        {"needs": POOR, "do": "earn(q, 1)", "more": "rule hard:\n    forbid earn where (p.gold < 2)"}, NOTHING
    ),
    "what it calls": (
        {"needs": POOR, "do": "perhaps(q)", "more": PERHAPS.format("p.gold > 0")}, NOTHING
    ),
    "what that calls": (
        {
            "needs": POOR, "do": "first(q)",
            "more": "event first(seat s):\n    perhaps(s)\n\n" + PERHAPS.format("p.gold > 0"),
        },
        NOTHING,
    ),
    "an empty hand": (
        {
            "needs": "size(q.hand) = 0",
            "do": "choose card c in q.hand by q, otherwise done\n        move c to deck",
        },
        NOTHING,
    ),
    "no such card": (
        {
            "needs": "not any card c in q.hand where (c.worth > 1)",
            "do": "choose card k in q.hand where (k.worth > 1) by q, otherwise done\n        move k to deck",
        },
        NOTHING,
    ),
    "for each of none": (
        {"needs": "not any card in q.hand", "do": "for each card k in q.hand where (k is gem):\n"
         "            move k to deck"},
        NOTHING,
    ),
}  # fmt: skip
ALIVE = {
    "nothing is meant": {"needs": POOR, "do": f"{IF_RICH}\n        otherwise:\n            nothing"},
    "something else is done": {
        "needs": POOR, "do": f"{IF_RICH}\n        otherwise:\n            set q.tired to yes"
    },
    "it is paid away": {"needs": POOR, "cost": COST.format("raise q.gold by 1"), "do": IF_RICH},
    "it is paid away elsewhere": {"needs": POOR, "cost": COST.format("earn(q, 1)"), "do": IF_RICH},
    "a rule goes before": {
        "needs": POOR, "do": IF_RICH, "more": "rule hard:\n    before dig:\n        earn(q, 1)"
    },
    "the seat is not asked for again": {
        "by": " where (q.gold = 0)", "needs": "not q.tired", "do": IF_RICH, "answers": "last first"
    },
    "forbidden at night": {
        "do": "earn(q, 1)", "more": "rule hard:\n    only with night\n    forbid dig"
    },
    "forbidden and allowed": {
        "do": "earn(q, 1)",
        "more": "rule hard:\n    forbid dig\n\nrule soft:\n    allow dig where (q.tired) despite hard",
    },
    "forbidden to the rich": {
        "needs": POOR, "do": "earn(q, 1)", "more": "rule hard:\n    forbid dig where (q.gold > 2)"
    },
    "what it calls does": {"needs": POOR, "do": "perhaps(q)", "more": PERHAPS.format("p.gold = 0")},
    "what it calls asks of another": {
        "needs": POOR, "do": "perhaps(next(q))", "more": PERHAPS.format("p.gold > 0")
    },
    "a text may tell what it calls": {
        "needs": POOR, "do": "tell(c, q)", "by": "\n    uses card c in q.hand",
        "more": "event tell(card k, seat p) told by its text, otherwise perhaps(p)\n\n"
        "text of gem:\n    tell:\n        earn(p, 1)\n\n" + PERHAPS.format("p.gold > 0"),
    },
    "a limit is judged after what it calls": {
        "needs": POOR, "do": "perhaps(q)",
        "more": PERHAPS.format("p.gold > 0") + "\n\nlimit poor for each seat p:\n    holds p.gold > 0\n"
        "    checked after perhaps\n    breach:\n        earn(p, 1)",
    },
    "what it calls is asked for": {
        "needs": f"{POOR}\n    needs not happened perhaps this turn", "do": "perhaps(q)",
        "more": PERHAPS.format("p.gold > 0"),
    },
    "a rule follows what it calls": {
        "needs": POOR, "do": "perhaps(q)",
        "more": PERHAPS.format("p.gold > 0") + "\n\nrule kind:\n    after perhaps:\n        earn(p, 1)",
    },
    "something lasts until what it calls": {
        "needs": f"{POOR}\n    needs not dirt", "do": "perhaps(q)", "cost": COST.format("set dirt to yes"),
        "more": "state dirt: flag = no until the next perhaps\n\n" + PERHAPS.format("p.gold > 0"),
    },
    "what it calls calls itself": {
        "needs": POOR, "do": "perhaps(q)",
        "more": "event perhaps(seat p):\n    if p.gold = 0:\n        perhaps(p)",
    },
    "other cards": {
        "needs": "not any card c in q.hand where (c.worth > 1)",
        "do": "choose card k in q.hand by q, otherwise done\n        move k to deck",
    },
    "another hand": {
        "needs": "size(q.hand) = 0",
        "do": "choose card c in next(q).hand by q, otherwise done\n        move c to q.hand",
    },
    "it has just happened": {
        "needs": "not happened dig this turn", "do": "if happened dig this turn:\n            earn(q, 1)"
    },
}  # fmt: skip


def _said(folder: Path, parts: dict[str, str]) -> list[str]:
    given = {
        "by": "",
        "needs": "q.gold < 9",
        "cost": "",
        "answers": "at once",
        "more": "",
        "washing": "turn",
        **parts,
    }
    path = folder / "diggers.rules"
    path.write_text(GAME.format(**given))
    checked = check_game(path)
    assert checked.rules is not None, [each.message for each in checked.diagnostics]
    return [each.message for each in checked.diagnostics if each.code == "M131"]


@pytest.mark.parametrize("case", DEAD)
def test_an_action_of_which_nothing_can_come(case: str, tmp_path: Path) -> None:
    parts, expected = DEAD[case]
    assert _said(tmp_path, parts) == [expected]


@pytest.mark.parametrize("case", ALIVE)
def test_an_action_of_which_something_may_come(case: str, tmp_path: Path) -> None:
    assert _said(tmp_path, ALIVE[case]) == []


def test_a_way_may_ask_for_a_value_of_the_game(tmp_path: Path) -> None:
    """Between what a way asks for and its lines nothing happens, so a value stays what it was."""
    value = "value spent(seat p) = p.gold < 1 and not happened dig(q: p) this turn\n\n"
    ask = (
        "event evening(seat p):\n    ask p:\n        go_on when spent(p):\n            if {}spent(p):\n"
        "                raise p.gold by 1\n"
    )
    rest = "        stay:\n            nothing\n\nrule late:\n    before earn:\n        evening(p)\n"
    for no, found in (("not ", 1), ("", 0)):
        said = _said(tmp_path, {"do": "earn(q, 1)", "more": value + ask.format(no) + rest})
        assert len(said) == found


def test_what_is_called_has_names_of_its_own(tmp_path: Path) -> None:
    """Of the `c` of whoever calls it is known that it is there; its own is not, as nothing is in the hand."""
    ask = (
        "event evening(seat p, card c or none):\n    ask p:\n"
        "        go_on when c is not none and size(p.hand) = 0:\n            perhaps(p)\n"
        "        stay:\n            nothing\n\n"
        "event perhaps(seat p):\n    may choose card {0} in p.hand by p\n    if {0} is none:\n"
        "        earn(p, 1)\n\nrule late:\n    before earn:\n        evening(p, none)\n"
    )
    for name in ("c", "k"):
        assert not _said(tmp_path, {"do": "earn(q, 1)", "more": ask.format(name)})
