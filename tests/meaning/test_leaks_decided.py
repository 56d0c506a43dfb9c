"""What hidden things decide: that nothing is found, how many there are, how often somebody is asked."""

import pytest

from meaning.games import said

GAME = """game example for 2 players

enum colour: red, blue

type card:
    worth: 1..9
    colour: colour
    starts in deck

type seat:
    gold: 0..99 = 0

table card:
    ace: worth = 9, colour = red, copies = 4
    ten: worth = 1, colour = blue, copies = 4

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone cover of seat: card, seen by owner
zone row of seat: card

payment coins by payer:
    with up to {coins} as n:
        gives 1
        lower payer.gold by n

value most_red(seat p) = count of card c in p.hand where (c.colour = red)

event lay(seat p, card c):
    move c to p.row

event lay_the_one(seat p, card c):
    move all card d in p.hand where (d = c) to p.row

event lay_any(seat p):
    choose card c in p.hand by p, otherwise done
    lay(p, c)

event ask_about(seat p):
    ask p:
        take:
            raise p.gold by 1
        leave_it:
            nothing

window acting(seat p):
    asks p
    closes when each has passed
    answers at once

action bribe:
    at acting
    by q
    uses card c in q.hand
    cost:
        {cost}
    do:
        earn(q, c)

event fine(seat p):
    lower p.gold by 1

event earn(seat p, card c):
    raise p.gold by c.worth

event main():
    for each seat p:
        draw 3 from deck to p.hand
        draw 1 from deck to p.cover
        open acting(p)
        lay_any(p)
        pay coins by p: 1
    repeat 3 times:
        for each seat p:
            play(p, next(p))
    end game as over:
        score p.gold for each seat p

event play(seat p, seat q):
    ask_about(q)
"""
AS_IT_IS = {"cost": "lay(q, c)", "coins": "payer.gold"}
RED = "choose card c in p.hand where (c.colour = red) by p"
SET = "M065 this tells everybody what lies in `hand`: a cell that all see is set from it"
ASKED = "M065 who is asked tells everybody what lies in `hand`"
MANY = "M065 this tells everybody what lies in `hand`: all see how many these are"
OFFER = "M065 what is offered tells the seat what lies in `hand`, which it may not know"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _found(lines: str, **parts: str) -> list[str]:
    indented = "".join(f"    {line}\n" for line in lines.splitlines())
    found = said(GAME.format(**{**AS_IT_IS, **parts}) + indented)
    return [message.split(": ", 1)[1] for message in found if "M065" in message]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (f"{RED}\notherwise:\n    lower p.gold by 1\n    done\nlay(p, c)", [SET]),
        (f"{RED}\notherwise:\n    fine(p)\n    done\nlay(p, c)", [SET]),
        (
            "choose exactly 2 card cs in p.hand where (cs.colour = red) by p\n"
            "otherwise:\n    lower p.gold by 1\nmove cs to p.row",
            [SET],
        ),
        (f"{RED}\notherwise:\n    ask_about(q)\n    done\nmove c to p.cover", [ASKED]),
        (f"{RED}\notherwise:\n    open acting(q)\n    done\nmove c to p.cover", [ASKED]),
        (f"{RED}, otherwise done\nmove c to p.cover\nask_about(q)", [ASKED]),
        # the seat that chooses may be asked something else, and shows what it has
        (
            f"{RED}\notherwise:\n    choose card d in p.hand by p, otherwise done\n    lay(p, d)\n    done\n"
            "lay(p, c)",
            [],
        ),
        (f"{RED}\notherwise:\n    lay_any(p)\n    done\nlay(p, c)", []),
        (f"{RED}, otherwise done\nlay(p, c)\nask_about(q)", []),
        # who may decline tells nothing, nor does that nothing lies there
        (
            RED.replace("choose", "may choose") + "\notherwise:\n    lower p.gold by 1\n    done\nlay(p, c)",
            [],
        ),
        ("choose card c in p.hand by p\notherwise:\n    lower p.gold by 1\n    done\nlay(p, c)", []),
        (f"show p.hand to all seat\n{RED}\notherwise:\n    lower p.gold by 1\n    done\nlay(p, c)", []),
    ],
)  # fmt: skip
def test_that_nothing_is_found_tells_by_what_happens_then(lines, told):
    assert _found(lines) == told


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("pay coins by p: most_red(p)", [MANY]),
        ("pay coins by p: most_red(q)", [MANY]),
        ("draw most_red(p) from deck to p.hand", [MANY]),
        ("let n be most_red(p)\ndraw n from deck to p.hand", [MANY]),
        ("pay coins by p: size(p.hand)", []),
        ("draw size(q.hand) from deck to p.hand", []),
        ("show p.hand to all seat\npay coins by p: most_red(p)", []),
        ("choose up to most_red(q) card cs in p.hand by p\nmove cs to p.row", [OFFER]),
        ("choose up to most_red(p) card cs in p.hand by p\nmove cs to p.row", []),
    ],
)
def test_how_many_tells_what_it_is_counted_from(lines, told):
    assert _found(lines) == told


def test_of_how_many_units_may_be_paid_the_payer_learns():
    assert _found("ask_about(q)", coins="most_red(next(payer))") == [OFFER]
    assert _found("ask_about(q)", coins="most_red(payer)") == []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("repeat while most_red(p) > 0:\n    ask_about(q)\n    move p.hand to p.cover", [ASKED]),
        ("repeat most_red(p) times:\n    ask_about(q)", [ASKED]),
        (
            "repeat while most_red(p) > 0:\n"
            "    may choose card c in p.hand where (c.colour = red) by p\n"
            "    if c is none:\n        stop\n    move c to p.cover",
            [ASKED],
        ),
        (
            "repeat while size(p.hand) > 0:\n"
            "    may choose card c in p.hand where (c.colour = red) by p\n"
            "    if c is none:\n        stop\n    move c to p.cover",
            [],
        ),
    ],
)
def test_how_often_is_asked_tells(lines, told):
    assert _found(lines) == told


NINE = "if any card c in q.hand where (c.worth = 9):\n    raise p.gold by 1\n"
IN_ROUNDS = "repeat 3 times:\n"
FIRST_ROUND = "show q.hand to all seat\n"


def _indented(lines: str) -> str:
    return "".join(f"    {line}\n" for line in lines.splitlines())


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (FIRST_ROUND + IN_ROUNDS + _indented(NINE + "draw 1 from deck to q.hand\nask_about(p)"), [SET]),
        (FIRST_ROUND + IN_ROUNDS + _indented(NINE + "ask_about(p)"), []),
        (IN_ROUNDS + _indented(FIRST_ROUND + NINE + "draw 1 from deck to q.hand\nask_about(p)"), []),
        (IN_ROUNDS + _indented(FIRST_ROUND + "draw 1 from deck to q.hand\n" + NINE + "ask_about(p)"), [SET]),
        (IN_ROUNDS + _indented(NINE + FIRST_ROUND + "draw 1 from deck to q.hand\nask_about(p)"), []),
        (FIRST_ROUND + "draw 1 from deck to q.hand\n" + NINE, [SET]),
        (FIRST_ROUND + "draw 1 from deck to q.hand\n" + FIRST_ROUND + NINE, []),
        ("let n be most_red(p)\nshow p.hand to all seat\nraise p.gold by n", []),
    ],
)
def test_what_is_hidden_again_is_hidden_in_later_rounds_and_behind(lines, told):
    assert _found(lines) == told


@pytest.mark.parametrize(
    ("cost", "told"),
    [
        ("move c to q.row", []),
        ("lay(q, c)", []),
        ("lay_the_one(q, c)", []),
        ("move c to q.cover", [SET]),
    ],
)
def test_what_a_cost_has_laid_open_is_known(cost, told):
    assert _found("ask_about(q)", cost=cost) == told
