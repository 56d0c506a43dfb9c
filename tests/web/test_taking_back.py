"""A seat takes its last choice back where nobody has gained anything by it, and learns nothing by asking."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from regelwerk.doors.games import load_game
from regelwerk.doors.undoing import Choice, told_apart
from regelwerk.match.match import Match
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.web.table import Stale, Table
from small_rules import GUESS, write
from tools.interference import Pair, positions
from tools.web_house import GAMES, Browser, House


def back(browser: Browser) -> int:
    browser.look()
    return browser.send({"token": browser.field("token"), "asked": browser.field("asked")}, "take-back")


def offered(browser: Browser) -> bool:
    return "Take my last choice back" in browser.look()


def table_of(house: House, browser: Browser) -> Table:
    table = house.tables.table(browser.path.split("/")[2])
    assert table is not None
    return table


@pytest.mark.parametrize("every", [1, 2, 50])
def test_the_last_choice_is_taken_back(house: House, monkeypatch: pytest.MonkeyPatch, every: int) -> None:
    monkeypatch.setattr("regelwerk.web.table.SAVED_EVERY", every)
    opened = house.open("tic_tac_toe", "person", "person")
    one, two = house.at(opened, "1"), house.at(opened, "2")
    one.click(0)
    begun, state = table_of(house, one).match.save(), two.look()
    assert two.click(4) == 303 and offered(two) and not offered(one)
    assert back(two) == 303 and table_of(house, one).match.save() == begun and two.text == state
    assert len(two.options) == 8 and one.look() and not one.options
    assert back(two) == 409 and "The last choice stands" in two.text, "it was one choice, and is gone"
    assert two.click(3) == 303 and one.look() and one.options
    house.again()
    table = table_of(house, one)
    assert (table.count, table.made[0], table.made[1], table.taken_back) == (2, 1, 1, 1)
    assert Match.load(table.match.save(), table.served.game.rules).save() == table.match.save()


def test_a_choice_stands_when_another_has_chosen(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    one, two = house.at(opened, "1"), house.at(opened, "2")
    one.click(0)
    form = {"token": one.field("token") or "", "asked": "1"}
    one.look()
    form["token"] = one.field("token")
    two.click(0)
    assert one.send(form, "take-back") == 409 and "The last choice stands" in one.text
    assert table_of(house, one).count == 2


def test_a_choice_stands_when_a_bot_has_answered(house: House) -> None:
    one = house.at(house.open("tic_tac_toe", "person", "random"), "1")
    one.click(0)
    assert not offered(one) and back(one) == 409


def test_a_choice_stands_when_chance_has_fallen(house: House) -> None:
    house.games = (*GAMES, "pig")
    house.again()
    opened = house.open("pig", "person", "person")
    one = house.at(opened, "1")
    before = table_of(house, one).match.save()
    one.click(0)
    assert table_of(house, one).match.save() != before
    assert back(one) == 409


def test_nobody_takes_back_for_another(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    one, two, watch = (house.at(opened, place) for place in ("1", "2", "watch"))
    one.click(0)
    form = {"token": one.field("token"), "asked": "1"}
    assert two.send(form, "take-back") == 403 and watch.send(form, "take-back") == 403
    with pytest.raises(Stale):
        table_of(house, one).take_back(1, 0)
    assert table_of(house, one).count == 1


def test_a_choice_is_taken_back_once_by_two_clicks(house: House) -> None:
    opened = house.open("connect_four", "person", "person")
    one, two = house.at(opened, "1"), house.at(opened, "2")
    one.click(0)
    two.click(0)
    two.look()
    form = {"token": two.field("token"), "asked": two.field("asked")}
    assert two.send(form, "take-back") == 303
    assert two.send(form, "take-back") == 409 and table_of(house, one).count == 1


def test_after_a_stop_a_choice_is_still_the_last(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    house.at(opened, "1").click(0)
    house.again()
    one = house.at(opened, "1")
    assert offered(one) and back(one) == 303 and len(one.options) == 9


HITS = """\
        choose number n in 1..4 by seat 1
        if any guess_card c in secret where (c.points = n):
            raise hits by 1
        if hits = 5:
            end game as all_guessed
    end game as over
"""


@pytest.mark.parametrize("chosen", range(4))
def test_what_depends_on_a_hidden_card_stands(tmp_path: Path, chosen: int) -> None:
    """Right or wrong: the page tells of it, and nobody guesses until it is right."""
    rules = GUESS.partition("event main")[0].replace("game guess", "game hits") + (
        "state hits: 0..9 = 0\n\nevent main():\n    draw 1 from deck to secret\n    repeat 5 times:\n" + HITS
    )
    house = House(tmp_path / "tables.db", [str(write(tmp_path, rules))])
    one = house.at(house.open(house.games[0], "person", "person"), "1")
    one.click(chosen)
    assert back(one) == 409 and table_of(house, one).count == 1


@pytest.mark.parametrize("game", ["kuhn_poker", "liars_dice", "counterspells", "battleship_small"])
def test_whether_a_choice_stands_tells_nothing(game: str) -> None:
    """Where hidden things lie otherwise, the same choice can be taken back, or cannot."""
    rules, compared = load_game(game).rules, 0
    for seed in range(3):
        rng = Random(seed)
        start = Match.start(rules, rules.players[0], seed=seed)
        for match, decision in positions(start, rng, 12):
            pair = Pair(match, decision.seat, rng)
            if pair.exchanged is None:
                continue
            chosen = rng.randrange(len(decision.options))
            stands = [_stands(each, decision.seat, chosen) for each in (pair.one, pair.other)]
            assert stands[0] == stands[1], f"{game}: an undo can tell"
            compared += 1
    assert compared >= 3


def _stands(match: Match, seat: int, chosen: int) -> bool | None:
    number = next(n for n, decision in enumerate(match.decisions) if decision.seat == seat)
    before, now = match.copy(), match.copy()
    try:
        now.take(number, chosen)
    except (MatchError, RuleError):
        return None
    return told_apart(Choice(before, number, chosen), now)
