"""The page of a seat goes on by itself: when others choose, and when the server has been away."""

from __future__ import annotations

from random import Random

import pytest

from amounts import amount
from tools.chromium import Browser, errors
from tools.web_seat import Seat
from tools.web_site import Site

FIRST = "button[name=option]"

TOGETHER = amount("TOGETHER", test=4, nightly=1000)
"""So many choices two people and a bot make together, at most: by night it is a whole match."""
_NEVER_LOADED_AGAIN = "return window.untouched === true"


def test_the_server_stops_and_comes_back(site: Site, browser: Browser) -> None:
    opened = site.open("tic_tac_toe", "person", "person")
    one = Seat(browser, site.link(opened, "1"))
    two = Seat(browser, site.link(opened, "2"), new=True)
    for seat in (one, two):
        seat.run("window.untouched = true")
    one.choose(one.one(FIRST))
    two.turn()
    site.stop()
    for seat in (one, two):
        seat.until(lambda seat=seat: seat.one("#lost").is_displayed())
    assert all("ERR_" in said for said in errors(browser)), "nothing else is wrong than the connection"
    two.one(FIRST).click()
    site.start()
    for seat in (one, two):
        seat.until(lambda seat=seat: not seat.one("#lost").is_displayed())
    errors(browser)
    if two.asked is not None:
        two.choose(two.one(FIRST))
    assert one.turn() and len(one.all("#choosing " + FIRST)) == 7
    assert one.run(_NEVER_LOADED_AGAIN) and two.run(_NEVER_LOADED_AGAIN)


def test_two_people_and_a_bot_play_together(site: Site, browser: Browser) -> None:
    """What one of them does is shown to the other, without a reload; and whose turn it is in the title."""
    opened = site.open("knizia", "person", "person", "random")
    seats = [Seat(browser, site.link(opened, place), new=place == "2") for place in ("1", "2")]
    for seat in seats:
        seat.run("window.untouched = true")
    table = site.tables.table(opened.id)
    assert table is not None
    rng, clicked = Random(1), 0
    while clicked < TOGETHER:
        seats[0].until(lambda: table.match.over or {table.asked(0), table.asked(1)} != {None})
        if table.match.over:
            break
        seat = seats[0] if table.asked(0) is not None else seats[1]
        assert seat.turn() and seat.front().browser.title.startswith("● Your turn")
        before = table.made.total()
        seat.choose_any(rng)
        assert table.made.total() > before
        clicked += 1
    for number, seat in enumerate(seats):
        seat.until(lambda number=number, seat=seat: seat.state == table.state(number))
        assert seat.run(_NEVER_LOADED_AGAIN)
    print(f"{clicked} clicks, then: {seats[1].text('#status')}")  # shown with `-rP`


def test_a_page_that_is_refused_its_news_asks_again(
    site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a server in front of this one, while this one is away."""
    opened = site.open("tic_tac_toe", "person", "person")
    two = Seat(browser, site.link(opened, "2"))
    with monkeypatch.context() as patched:
        patched.setattr("regelwerk.web.app.MOST_LISTENERS", 0)
        two.run("location.reload()")
        two.until(lambda: two.all("#lost") and two.one("#lost").is_displayed())
    site.advance(opened, 1)
    assert two.turn()
    assert all("503" in said for said in errors(browser))


def test_a_page_that_goes_wrong_for_a_while_comes_back_by_itself(
    site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = site.open("tic_tac_toe", "person", "person")
    two = Seat(browser, site.link(opened, "2"))
    two.run("window.untouched = true")
    with monkeypatch.context() as patched:
        patched.setattr("regelwerk.web.app.seat_page", lambda *_: 1 / 0)
        site.advance(opened, 1)
        two.until(lambda: two.one("#lost").is_displayed())
        assert "Something went wrong here" in two.text("#lost")
    assert two.turn() and not two.one("#lost").is_displayed()
    two.choose(two.one(FIRST))
    assert two.run(_NEVER_LOADED_AGAIN)
    assert all("500" in said for said in errors(browser))
