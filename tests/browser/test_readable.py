"""Every page can be read: on a phone, light and dark, in both languages, and by whoever hears it read out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from amounts import NIGHTLY, amount
from regelwerk.web.tables import Opened
from tools.axe import complaints
from tools.chromium import Browser, errors, looks
from tools.web_seat import SECONDS, Seat
from tools.web_site import Site

LARGE = ("knizia", "mele", "risiko", "ringkrieg", "fuenf_heere")
SMALL = ("connect_four", "counterspells", "go_5", "kuhn_poker")
PHONE = 360

ADVANCED = amount("ADVANCED", test=25, nightly=250)
"""So many choices have been made at the large boards that are looked at."""

_THERE = "return document.readyState == 'complete' && document.documentElement !== null"
_WIDTHS = "return [document.documentElement.scrollWidth, innerWidth]"


def assert_fits(browser: Browser) -> None:
    """The page as a whole does not scroll sideways."""
    # A page may come in the place of another one just now.
    WebDriverWait(browser, SECONDS, 0.05).until(lambda _: browser.execute_script(_THERE))
    wide, window = browser.execute_script(_WIDTHS)
    assert wide <= window == PHONE, f"{browser.current_url} is {wide} wide"


def assert_readable(browser: Browser, dark: bool, width: int) -> None:
    looks(browser, width, dark=dark)
    assert complaints(browser) == [], f"{browser.current_url}, {'dark' if dark else 'light'}"


def in_the_middle(site: Site, played: str) -> Opened:
    """A table at which some choices have been made."""
    found = site.open(played, "person", "person")
    site.advance(found, ADVANCED if played in LARGE else 2)
    return found


def who_is_asked(site: Site, found: Opened) -> str:
    table = site.tables.table(found.id)
    assert table is not None
    return "1" if table.match.over else str(table.match.decisions[0].seat + 1)


@pytest.mark.parametrize("played", [*LARGE, *SMALL])
def test_the_page_of_a_seat(site: Site, browser: Browser, played: str) -> None:
    found = in_the_middle(site, played)
    looks(browser, PHONE, 640)
    seat = Seat(browser, site.link(found, who_is_asked(site, found)))
    assert_fits(browser)
    assert_readable(browser, False, 1200)
    assert_readable(browser, True, 1200 if NIGHTLY else PHONE)
    browser.get(f"{site.address}{seat.run('return location.pathname')}?language=de")
    assert seat.run("return document.documentElement.lang") == "de"
    looks(browser, PHONE, 640)
    assert_fits(browser)


def before_a_table(site: Site) -> Iterator[str]:
    yield "/"
    for played in LARGE:
        yield f"/new?game={played}&players=2"
    yield "/nowhere"


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages_before_a_table(site: Site, browser: Browser, language: str) -> None:
    looks(browser, PHONE, 640)
    for path in before_a_table(site):
        browser.get(f"{site.address}{path}{'&' if '?' in path else '?'}language={language}")
        assert_fits(browser)
        assert complaints(browser) == [], path
    errors(browser)  # one of the pages is not there
    browser.get(f"{site.address}/new?game=mele")
    browser.execute_script("document.querySelector('form').submit()")
    assert_fits(browser)
    assert_readable(browser, True, PHONE)


def test_pages_beside_the_board(site: Site, browser: Browser) -> None:
    """Panels as pages of their own, the log, and the page of whoever has opened the table."""
    found = in_the_middle(site, "mele")
    seat = Seat(browser, site.link(found, who_is_asked(site, found)))
    path = seat.run("return location.pathname")
    panels = [link.get_attribute("href") for link in seat.all("a[data-panel]")]
    looked = next(link for link in panels if "look?" in str(link))
    why = next(link for link in panels if "why?" in str(link))
    looks(browser, PHONE, 640)
    for address in (looked, why, f"{site.address}{path}/why-not", f"{site.address}{path}/events"):
        browser.get(str(address))
        assert_fits(browser)
        assert complaints(browser) == [], address
    browser.get(site.link(found, "host"))
    seat.until(lambda: "/join/" not in browser.current_url)
    assert_fits(browser)
    assert complaints(browser) == []


def test_the_page_where_lists_are_brought(site: Site, browser: Browser) -> None:
    looks(browser, PHONE, 640)
    browser.get(f"{site.address}/new?game=mele")
    for wanted, value in (("#list-1", "table"), ("#list-2", "table"), ("#seat-02", "person")):
        browser.execute_script("document.querySelector(arguments[0]).value = arguments[1]", wanted, value)
    browser.execute_script("document.querySelector('form').submit()")
    seat = Seat(browser, browser.execute_script("return document.querySelector('dd a').href"))
    assert seat.all("#bring")
    browser.execute_script("document.querySelectorAll('details').forEach((each) => each.open = true)")
    assert_fits(browser)
    assert_readable(browser, False, PHONE)
    assert_readable(browser, True, PHONE)
