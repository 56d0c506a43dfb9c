"""Choosing by clicks: what is asked is taken, anything else changes nothing and is answered kindly."""

from __future__ import annotations

import re

import pytest
from sqlalchemy.exc import OperationalError

from regelwerk.doors.offers_alike import option_labels
from regelwerk.program.errors import RuleError
from tools.web_house import Browser, House


def both(house: House, game: str = "tic_tac_toe") -> tuple[Browser, Browser]:
    opened = house.open(game, "person", "person")
    return house.at(opened, "1"), house.at(opened, "2")


def test_a_match_is_played_to_its_end(house: House) -> None:
    one, two = both(house)
    assert one.text.count("<title>● Your turn") == 1 and "<title>● Your turn" not in two.text
    for number, who in enumerate((one, two, one, two, one, two, one)):
        assert who.look() and len(who.options) == 9 - number
        assert who.click(0) == 303
    for who in (one, two):
        assert "The match is over." in who.look() and not who.options
    assert one.status == two.status


def test_options_are_those_of_the_match_in_the_language_of_the_page(house: House) -> None:
    one, _ = both(house, "connect_four")
    table = house.tables.table(one.path.split("/")[2])
    assert table is not None
    assert one.options == option_labels(table.match, 0, table.served.labels["en"])
    one.look("?language=de")
    assert '<html lang="de">' in one.text and one.status == "Du bist an der Reihe."
    assert one.options == option_labels(table.match, 0, table.served.labels["de"])
    assert '<html lang="de">' in one.look(), "the language is remembered"


def test_a_field_that_is_an_option_can_be_clicked_on_the_board(house: House) -> None:
    one, two = both(house, "connect_four")
    fields = re.findall(r'form="choosing" name="option" value="(\d+)" aria-label="([^"]*)">', one.text)
    assert [one.options[int(number)] for number, _ in fields] == [label for _, label in fields]
    assert sorted(int(number) for number, _ in fields) == list(range(7))
    assert "</details>" not in one.text and 'form="choosing"' not in two.text
    number, label = fields[3]
    assert label == "board(4, 6)" and one.click(int(number)) == 303
    assert two.look() and "board(4, 5)" in two.options and "board(4, 6)" not in two.options


def test_many_options_on_the_board_are_folded_up(house: House) -> None:
    one, _ = both(house, "go_5")
    assert one.text.count('form="choosing"') == 25
    begin, end = one.text.index('<details id="as-list">'), one.text.index("</details>")
    assert begin < one.text.index('id="option-0"') < end
    table = house.tables.table(one.path.split("/")[2])
    assert table is not None
    others = len(table.match.decisions[0].options) - 25
    assert one.text[:begin].count('name="option"') == others == 1, "passing is seen at once"


@pytest.mark.parametrize(("said", "language"), [("de-AT,de;q=0.9", "de"), ("fr, en", "en"), ("", "en")])
def test_a_page_speaks_the_language_of_the_browser(house: House, said: str, language: str) -> None:
    page = house.client.get("/", headers={"accept-language": said}).text
    assert f'<html lang="{language}">' in page


def test_a_stale_click_is_refused_kindly(house: House) -> None:
    one, two = both(house)
    old = one.form(0)
    assert one.send(old) == 303
    assert one.send(old) == 409 and "nothing was chosen" in one.text
    two.look()
    assert len(two.options) == 8
    assert two.send({**two.form(0), "option": "8"}) == 409, "no such option"
    assert two.send({**two.form(0), "asked": "1"}) == 409, "not asked yet"
    assert len(two.options) == 8
    two.click(0)
    one.look()
    assert one.send(old) == 409 and len(one.options) == 7, "a click for an earlier decision"


def test_only_a_page_of_the_seat_can_choose(house: House) -> None:
    one, two = both(house)
    form = one.form(0)
    for headers in ({"origin": "http://elsewhere"}, {"origin": "null"}, {"sec_fetch_site": "same-site"}):
        assert one.send(form, **headers) == 403
    assert one.send({**form, "token": two.field("token")}) == 403
    assert one.send({**form, "token": ""}) == 403
    assert one.send({**form, "option": "x"}) == 400
    assert one.send({**form, "more": "x" * 10_000}) == 413
    assert one.send({**form, **{str(n): "" for n in range(1500)}}) == 400
    assert one.client.get(f"{one.path}/choose").status_code == 405
    assert two.look() and not two.options, "nothing of this was taken"
    assert one.send(form, origin="http://testserver", sec_fetch_site="same-origin") == 303


def test_bots_answer(house: House) -> None:
    opened = house.open("connect_four", "sensible", "person")
    table = house.tables.table(opened.id)
    assert table is not None and table.count == 0
    seat = house.at(opened, "2")
    assert seat.look() and seat.options and table.count == 1, "the bot that begins has chosen"
    seat.click(0)
    assert table.count == 3 and seat.look() and seat.options


def test_a_choice_that_cannot_be_kept_is_not_made(
    house: House, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    one, _ = both(house)

    def full(*_: object) -> None:
        raise OperationalError("insert", {}, Exception("disk full"))

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "add", full)
        assert one.click(0) == 503
    assert "could not be kept" in one.text and len(one.options) == 9
    assert capfd.readouterr().err == "error: nothing can be kept: disk full\n"
    assert one.click(0) == 303


def test_rules_that_go_wrong_leave_the_match(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = both(house)
    table = house.tables.table(one.path.split("/")[2])
    assert table is not None

    def wrong(*_: object) -> None:
        raise RuleError("a secret of the rules")

    monkeypatch.setattr(table.match, "take", wrong)
    assert one.click(0) == 409
    assert "rules of this game go wrong" in one.text and "secret" not in one.text


def test_our_own_mistake_is_one_line_and_no_traceback(
    house: House, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    one, _ = both(house)
    monkeypatch.setattr("regelwerk.web.app.seat_page", lambda *_: 1 / 0)
    answer = one.client.get(one.path)
    assert answer.status_code == 500 and answer.headers["x-content-type-options"] == "nosniff"
    assert "Something went wrong here" in answer.text and "division" not in answer.text
    assert '<meta http-equiv="refresh" content="5">' in answer.text, "the page tries again by itself"
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "ZeroDivisionError" in said
