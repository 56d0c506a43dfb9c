"""A real browser for tests: the Chromium of the system, without a window. Nothing is downloaded for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from selenium import webdriver
from selenium.webdriver.remote.client_config import ClientConfig

SECONDS = 600
"""So long anything in a browser may take; on a machine that has much else to do it takes long."""

_QUIET = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--disable-extensions", "--disable-background-networking", "--no-first-run", "--lang=en",
)  # fmt: skip

Browser = webdriver.Chrome


class Programs(NamedTuple):
    """The browser and what drives it."""

    browser: str
    driver: str


def programs() -> Programs | None:
    """Both, if both are installed."""
    browser = next(
        (found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None
    )
    driver = shutil.which("chromedriver")
    return None if browser is None or driver is None else Programs(browser, driver)


@contextmanager
def chromium(found: Programs) -> Iterator[Browser]:
    """A browser with an empty profile. Raises WebDriverException if it does not start."""
    options = webdriver.ChromeOptions()
    options.binary_location = found.browser
    for word in _QUIET:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options, webdriver.ChromeService(found.driver))
    try:
        config = browser.command_executor.client_config
        assert isinstance(config, ClientConfig)
        config.timeout = SECONDS
        browser.set_page_load_timeout(SECONDS)
        browser.set_script_timeout(SECONDS)
        yield browser
    finally:
        browser.quit()


def looks(browser: Browser, width: int = 1200, height: int = 900, *, dark: bool = False) -> None:
    """The size of the window, that of a phone if it is narrow, and whether light or dark is wished for."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    wish = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wish]})


def errors(browser: Browser) -> list[str]:
    """What the console has complained of since it was last asked."""
    return [
        entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")
    ]


def only_window(browser: Browser) -> None:
    """Close all windows but one, forget all cookies, and show nothing."""
    first, *others = browser.window_handles
    for window in others:
        browser.switch_to.window(window)
        browser.close()
    browser.switch_to.window(first)
    browser.get("about:blank")
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    looks(browser)
    errors(browser)


def picture(browser: Browser, file: Path) -> None:
    """Write what the window shows as PNG, with so few colours that it is small."""
    shown = Image.open(BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    shown.quantize(64, dither=Image.Dither.NONE).save(file, optimize=True)
