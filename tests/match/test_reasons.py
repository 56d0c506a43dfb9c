"""Why an action is not offered: the line that stands in the way, and nothing a seat may not know."""

from __future__ import annotations

import pytest

from regelwerk.match.match import Match
from regelwerk.match.reasons import asked_about, explain_not
from regelwerk.meaning.game import check_game
from regelwerk.program.errors import MatchError

GAME = """game market for 2 players

type ware:
    price: 1..9
    starts in stock

table ware:
    apple: price = 2
    pearl: price = 9
    fig: price = 1, copies = 2

zone stock: ware, pile, seen by nobody
zone stall of seat: ware, seen by owner
zone gone: ware

type seat:
    coins: 0..9 = 3

event main():
    move apple to seat 1.stall
    move pearl to seat 2.stall
    repeat:
        round()

event round():
    open trade(seat 1)
    atomic except rest:
        open trade(seat 1)
    end game as over

window trade(seat p):
    asks all seat from p
    closes when each has passed
    answers at once

action sell:
    at trade
    by q where (q.coins < 9)
    uses ware w in q.stall
    needs w.price <= q.coins
    needs q.coins > 1
    once per round
    do:
        move w to gone
        raise q.coins by w.price

action rest:
    at trade
    by q
    do:
        lower q.coins by 3

rule honest:
    forbid sell where (w is apple and q.coins = 5)
"""


@pytest.fixture
def match(tmp_path):
    path = tmp_path / "market.rules"
    path.write_text(GAME, "utf-8")
    checked = check_game(path)
    assert checked.rules is not None, checked.diagnostics
    return Match.start(checked.rules, seed=1)


def reasons(match: Match, seat: int, question: str) -> list[str]:
    action, parts = asked_about(match, question)
    return [reason.text for reason in explain_not(match, seat, action, parts)]


def take(match: Match, text: str) -> None:
    option = next(o for o in match.decisions[0].options if match.text(o) == text)
    match.take(0, option)


def until_asked(match: Match, seat: int) -> None:
    while match.decisions[0].seat != seat:
        take(match, "pass")


def test_what_is_offered_has_no_reasons(match):
    assert reasons(match, 0, "sell(apple)") == []
    assert reasons(match, 0, "sell") == []


def test_a_seat_that_is_not_asked_learns_that_alone(match):
    assert reasons(match, 1, "sell(pearl)") == ["seat 2 is not asked now"]
    assert reasons(match, 1, "rest") == ["seat 2 is not asked now"]


def test_a_thing_of_another_seat_is_like_one_that_is_not_there(match):
    assert reasons(match, 0, "sell(pearl)") == reasons(match, 0, "sell(fig)")
    assert reasons(match, 0, "sell(pearl)") == ["what is named is not in what it uses"]


def test_each_need_is_named_with_its_line(match):
    take(match, "rest")
    until_asked(match, 0)
    action, parts = asked_about(match, "sell(apple)")
    found = explain_not(match, 0, action, parts)
    assert [reason.text for reason in found] == [
        "its need 1 does not hold: `apple.price <= seat 1.coins` (2 and 0)",
        "its need 2 does not hold: `seat 1.coins > 1` (0)",
    ]
    lines = [int(match.rules.places[reason.key].rpartition(":")[2]) for reason in found]
    text = GAME.split("\n")
    assert [text[line - 1].strip() for line in lines] == ["needs w.price <= q.coins", "needs q.coins > 1"]


def test_once_per(match):
    take(match, "sell(apple)")
    until_asked(match, 0)
    assert reasons(match, 0, "sell") == ["it has been declared once per `round`"]


def test_a_rule_that_forbids(match):
    match.state.columns[0][0] = 5
    match._decisions = None
    action, parts = asked_about(match, "sell(apple)")
    found = explain_not(match, 0, action, parts)
    assert [(reason.name, reason.text) for reason in found] == [("honest", "the rule `honest` forbids it")]
    line = GAME[: GAME.index("rule honest")].count("\n") + 1
    assert match.rules.places[found[0].key].endswith(f":{line}")


def test_an_atomic_block(match):
    while not match.state.atomic:
        take(match, "pass")
    found = reasons(match, match.decisions[0].seat, "sell")
    assert found == ["an atomic block that is running does not admit it"]


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("buy", "there is no action `buy`"),
        ("sell(stone)", "`stone` is nothing that could stand there"),
        ("sell(apple, fig)", "`sell` has 1 part, not 2"),
        ("sell(apple", "there is no action `sell(apple`"),
        ("", "there is no action ``"),
    ],
)
def test_questions_about_nothing(match, question, message):
    with pytest.raises(MatchError) as caught:
        asked_about(match, question)
    assert str(caught.value) == message
