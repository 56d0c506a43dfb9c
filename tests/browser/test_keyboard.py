"""Everything is reached by the keyboard alone, and seen where one is."""

from __future__ import annotations

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from amounts import amount
from tools.chromium import Browser
from tools.web_seat import Seat
from tools.web_site import Site

CHOICES = amount("KEYED", test=2, nightly=60)
"""So many choices of the cooperative game are made by keys."""

FARTHEST = 500
"""Nothing on a page is farther away than so many presses of a key."""

_AT = "const at = document.activeElement; return at.matches(arguments[0])"
_SEEN = """const at = document.activeElement, style = getComputedStyle(at);
    return at.matches(':focus-visible') && style.outlineStyle !== 'none' &&
        parseFloat(style.outlineWidth) >= 2"""


class Keyboard:
    """A person without a mouse."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def press(self, *keys: str) -> None:
        ActionChains(self.browser).send_keys(*keys).perform()

    def go_to(self, wanted: str, key: str = Keys.TAB) -> None:
        """Press a key until what is wanted has the focus."""
        for _ in range(FARTHEST):
            if self.browser.execute_script(_AT, wanted):
                assert self.browser.execute_script(_SEEN), f"it is not seen that one is at {wanted}"
                return
            self.press(key)
        raise AssertionError(f"no key leads to {wanted}")


def test_a_table_is_opened_and_a_match_played_to_its_end(site: Site, browser: Browser) -> None:
    keys = Keyboard(browser)
    browser.get(site.address)
    keys.go_to('a[href="/new?game=tic_tac_toe"]')
    keys.press(Keys.ENTER)
    keys.go_to("#seat-02")
    keys.press(Keys.ARROW_UP)
    assert browser.execute_script("return document.activeElement.value") == "random"
    keys.go_to("form button")
    keys.press(Keys.ENTER)
    keys.go_to("dd a")
    seat = Seat(browser, browser.execute_script("return document.activeElement.href"))
    while seat.turn():
        keys.go_to("#choosing button[name=option]")
        before = seat.state
        keys.press(Keys.ENTER)
        seat.until(lambda before=before: seat.state != before)
    assert "The match is over." in seat.text("#status")


def test_the_cooperative_game_is_played_and_looked_into(site: Site, browser: Browser) -> None:
    seat, keys = Seat(browser, site.link(site.open("knizia", "person", "random"), "1")), Keyboard(browser)
    for number in range(CHOICES):
        if not seat.turn():
            print(f"{number} choices by keys, then: {seat.text('#status')}")  # shown with `-rP`
            return
        keys.go_to("#choosing a.about, #choosing summary")
        if browser.execute_script("return document.activeElement.tagName") == "A":
            keys.press(Keys.ENTER)
            seat.until(lambda: seat.run("return document.querySelector('#panel').open"))
            assert seat.run("return document.querySelector('#panel').contains(document.activeElement)")
            keys.press(Keys.ESCAPE)
            seat.until(lambda: not seat.run("return document.querySelector('#panel').open"))
            assert seat.run(_AT, "#choosing a.about"), "whoever closes a panel is where he was"
        keys.go_to("#choosing button[name=option], #choosing input[type=checkbox]")
        before = seat.state
        if seat.run(_AT, "input"):
            keys.press(Keys.SPACE)
            keys.go_to("#picks-more")
        keys.press(Keys.SPACE)
        seat.until(lambda before=before: seat.state != before)
        assert not seat.run("return document.activeElement === document.body"), "one is not lost on the page"
