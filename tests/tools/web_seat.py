"""What somebody does at the page of a place in a browser: looks, clicks, presses keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from selenium.common.exceptions import JavascriptException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tools.chromium import SECONDS, Browser

_HERE = "const main = document.querySelector('main[data-stream]');"
_STATE = f"{_HERE} return main && main.dataset.state;"
_ASKED = f"{_HERE} return main && main.querySelector('#choosing input[name=asked]')?.value || null;"
_OVER = """return /^The match is over|^Die Partie ist zu Ende/.test(
    document.querySelector('#status')?.textContent ?? '')"""
_ASKED_OR_OVER = f"""const asked = () => {{ {_ASKED} }}, over = () => {{ {_OVER} }};
    return asked() !== null ? 'asked' : over() && 'over';"""
_UNFOLD = """for (let at = arguments[0].parentElement; at; at = at.parentElement)
    if (at.tagName === 'DETAILS' && !at.open) return at.querySelector('summary')"""
_ANY = """const all = (wanted) => [...document.querySelectorAll(wanted)];
    const boxes = all('#choosing input[type=checkbox]');
    if (boxes.length || document.querySelector('#picks-done'))
        return { boxes, said: document.querySelector('#choosing > p').textContent };
    const buttons = all('main button[name=option]');
    const button = buttons[Math.floor(told * buttons.length)];
    return button && { button, told: button.getAttribute('aria-label') ?? button.textContent };"""
"""What is clicked of all that makes a choice; of several picks the boxes, and how many can be ticked."""

_WAIT = """const [told, done] = arguments;
    const holds = () => {{ {} }};
    const look = () => {{ const found = holds(); found ? done(found) : setTimeout(look, 20); }};
    look();"""
_ANOTHER_STATE = f"{_HERE} return main && main.dataset.state !== told;"
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

    def wait(self, script: str, told: object = None) -> Any:
        """Wait in the page until a script finds something, and return that. To ask again and again takes long
        on a machine that has much else to do. The script knows one thing, `told`."""

        def found() -> Any:
            with suppress(JavascriptException):  # the page has been left meanwhile
                return self.front().browser.execute_async_script(_WAIT.format(script), told)

        return self.until(found)

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
        return bool(self.wait(_ASKED_OR_OVER) == "asked")

    def click(self, element: WebElement) -> None:
        """Click something as a person does, who first unfolds that in which it lies."""
        while (summary := self.run(_UNFOLD, element)) is not None:
            summary.click()
        element.click()

    def choose(self, button: WebElement) -> None:
        """Click what makes a choice, and wait until the page shows what has come of it."""
        before = self.state
        self.click(button)
        self.wait(_ANOTHER_STATE, before)

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
        found = self.wait(_ANY, rng.random())
        if "button" in found:
            self.choose(found["button"])
            return str(found["told"])
        boxes = found["boxes"]
        least, most = _limits(found["said"])
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
