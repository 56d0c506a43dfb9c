"""What is clicked on the board and beside it: panels, places of a map, the language, light and dark."""

from __future__ import annotations

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from tools.chromium import Browser, looks
from tools.web_seat import Seat
from tools.web_site import Site

_OPEN = "return document.querySelector('#panel').open"
_COLOURS = "const style = getComputedStyle(document.body); return [style.backgroundColor, style.color]"


def asked(site: Site, browser: Browser, game: str) -> Seat:
    """The page of the seat that is asked first at a new table of two people: nobody else changes it."""
    opened = site.open(game, "person", "person")
    table = site.tables.table(opened.id)
    assert table is not None
    return Seat(browser, site.link(opened, str(table.match.decisions[0].seat + 1)))


def test_a_panel_says_why_an_option_is_offered_and_is_put_away(site: Site, browser: Browser) -> None:
    seat = asked(site, browser, "knizia")
    link = seat.one("#choosing a.about")
    option = str(link.get_attribute("aria-label")).partition(": ")[2]
    path = browser.current_url
    seat.click(link)
    seat.until(lambda: seat.run(_OPEN))
    assert seat.text("#panel h1") == option
    assert "knizia." in seat.text("#panel") and seat.all("#panel pre")
    seat.one("#close").click()
    assert not seat.run(_OPEN) and browser.current_url == path


def test_a_thing_is_looked_at_and_chosen_from_its_panel(site: Site, browser: Browser) -> None:
    seat = asked(site, browser, "counterspells")
    here = seat.one("main .here a.about")
    seat.click(here)
    seat.until(lambda: seat.run(_OPEN))
    assert seat.text("#panel h1")
    seat.choose(seat.one("#panel button[name=option]"))
    assert not seat.run(_OPEN)


def test_what_is_not_there_is_said_in_words(site: Site, browser: Browser) -> None:
    seat = asked(site, browser, "knizia")
    seat.one("#name").send_keys("no such thing\n")
    seat.until(lambda: seat.run(_OPEN))
    assert "no such thing" in seat.text("#panel .notice")


def test_a_place_is_chosen_on_the_map(site: Site, browser: Browser) -> None:
    seat = asked(site, browser, "risiko")
    while not seat.all(".map button.on-map"):
        seat.choose(seat.one("#choosing button[name=option]"))
    place = seat.one(".map button.on-map")
    told = str(place.get_attribute("aria-label"))
    before = seat.asked
    seat.choose(place)
    assert seat.asked != before
    events = seat.text("section[aria-labelledby=events] ol")
    assert any(word in events for word in told.replace(":", "").replace(",", "").split() if len(word) > 3), (
        told
    )


def test_a_place_of_the_map_that_is_no_option_leads_to_its_panel(site: Site, browser: Browser) -> None:
    seat = asked(site, browser, "ringkrieg")
    spot = next(each for each in seat.all(".map a.spot:not(.option)") if each.is_displayed())
    circle = spot.find_element(By.CSS_SELECTOR, "circle")
    ActionChains(browser).scroll_to_element(circle).move_to_element(circle).click().perform()
    seat.until(lambda: seat.run(_OPEN))
    assert seat.text("#panel h1")


def test_the_language_is_changed_and_stays(site: Site, browser: Browser) -> None:
    seat = asked(site, browser, "knizia")
    english = seat.text("#question")
    seat.one("a[hreflang=de]").click()
    seat.until(lambda: seat.all("a[hreflang=en]"))
    assert seat.text("#status") == "Du bist an der Reihe." and seat.text("#question") != english
    browser.get(browser.current_url.partition("?")[0])
    assert seat.run("return document.documentElement.lang") == "de"
    seat.choose(seat.one("#choosing button[name=option]"))
    assert seat.run("return document.documentElement.lang") == "de"


def test_light_and_dark_are_two_things(site: Site, browser: Browser) -> None:
    browser.get(site.address)
    light = browser.execute_script(_COLOURS)
    looks(browser, dark=True)
    dark = browser.execute_script(_COLOURS)
    assert light[0] != dark[0] and light[1] != dark[1]


def test_a_choice_is_taken_back(site: Site, browser: Browser) -> None:
    seat = asked(site, browser, "tic_tac_toe")
    before = seat.text("section[aria-labelledby=board]")
    seat.choose(seat.one("#choosing button[name=option]"))
    assert seat.asked is None and seat.text("section[aria-labelledby=board]") != before
    seat.choose(seat.one("#take-back"))
    assert seat.turn() and seat.text("section[aria-labelledby=board]") == before
    assert not seat.all("#take-back")
