"""What somebody does at the page of a place in a browser: looks, clicks, presses keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tools.chromium import SECONDS, Browser

_HERE = "const main = document.querySelector('main[data-stream]');"
_STATE = f"{_HERE} return main && main.dataset.state;"
_ASKED = f"{_HERE} return main && main.querySelector('#choosing input[name=asked]')?.value || null;"
_OVER = """return /^The match is over|^Die Partie ist zu Ende/.test(
    document.querySelector('#status')?.textContent ?? '')"""
_UNFOLD = """for (let at = arguments[0].parentElement; at; at = at.parentElement)
    if (at.tagName === 'DETAILS' && !at.open) return at.querySelector('summary')"""
_TRIES = 20


class Seat:
    """The page of a place in a window of its own."""

    def __init__(self, browser: Browser, link: str, *, new: bool = False) -> None:
        self.browser = browser
        if new:
            browser.switch_to.new_window("tab")
        self.window = browser.current_window_handle
        browser.get(link)
        self.until(lambda: self.run(f"{_HERE} return main !== null && document.readyState === 'complete'"))

    def front(self) -> Seat:
        """Bring its window before the others."""
        if self.browser.current_window_handle != self.window:
            self.browser.switch_to.window(self.window)
        return self

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page."""
        return self.front().browser.execute_script(script, *arguments)

    def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until something holds, and return it."""
        return WebDriverWait(self.browser, SECONDS, 0.05).until(lambda _: holds())

    @property
    def state(self) -> str:
        return str(self.run(_STATE))

    @property
    def asked(self) -> str | None:
        """How often the seat had chosen when it was asked; None if it is not."""
        found: str | None = self.run(_ASKED)
        return found

    @property
    def over(self) -> bool:
        return bool(self.run(_OVER))

    def text(self, wanted: str) -> str:
        """What is seen of an element; a page that is being replaced is asked again."""
        for _ in range(100):
            with suppress(StaleElementReferenceException):
                return self.one(wanted).text
        return self.one(wanted).text

    def one(self, wanted: str) -> WebElement:
        return self.front().browser.find_element(By.CSS_SELECTOR, wanted)

    def all(self, wanted: str) -> list[WebElement]:
        return self.front().browser.find_elements(By.CSS_SELECTOR, wanted)

    def turn(self) -> bool:
        """Wait until the seat is asked; False if the match has ended instead."""
        self.until(lambda: self.asked is not None or self.over)
        return self.asked is not None

    def click(self, element: WebElement) -> None:
        """Click something as a person does, who first unfolds that in which it lies."""
        while (summary := self.run(_UNFOLD, element)) is not None:
            summary.click()
        element.click()

    def choose(self, button: WebElement) -> None:
        """Click what makes a choice, and wait until the page shows what has come of it."""
        before = self.state
        self.click(button)
        self.until(lambda: self.state != before)

    def choose_any(self, rng: Random) -> str:
        """Make one choice of all that can be clicked, in the list, on the board or on the map; returns what
        was clicked."""
        for _ in range(_TRIES):
            try:
                return self._choose_any(rng)
            except StaleElementReferenceException:  # others have chosen meanwhile: it is another page
                continue
        raise AssertionError("the page does not stand still")

    def _choose_any(self, rng: Random) -> str:
        boxes = self.all("#choosing input[type=checkbox]")
        if not boxes and not self.all("#picks-done"):
            button = rng.choice(self.all("main button[name=option]"))
            told = button.get_attribute("aria-label") or button.get_attribute("textContent")
            self.choose(button)
            return str(told)
        least, most = _limits(self.text("#choosing > p"))
        most = min(most, len(boxes))
        ticked = rng.sample(boxes, rng.randint(min(least, most), most))
        for box in ticked:
            self.click(box)
        self.choose(self.one("#picks-done"))
        return f"{len(ticked)} of {len(boxes)}"


def _limits(said: str) -> tuple[int, int]:
    """How many are to be picked, by the sentence that says so; one, if it names no number."""
    numbers = [int(number) for number in re.findall(r"\d+", said.partition(":")[0])] or [1]
    return 0 if "up to" in said else numbers[0], numbers[-1]
