"""One browser for all tests here, which complains of nothing; without one that starts they are skipped.

Without Selenium, which an older environment does not have, they are not even collected.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tools.web_site import Site

if TYPE_CHECKING:
    from tools.chromium import Browser

if find_spec("selenium") is None:
    collect_ignore_glob = ["test_*.py"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """One process has all tests of this folder, so that one browser is started."""
    item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def _started() -> Iterator[Browser]:
    from selenium.common.exceptions import WebDriverException

    from tools.chromium import chromium, programs

    found = programs()
    if found is None:
        pytest.skip("Chromium and its driver are not installed here")
    with ExitStack() as opened:
        try:
            browser = opened.enter_context(chromium(found))
        except WebDriverException as error:
            pytest.skip(f"Chromium is installed, but does not start here: {error.msg}")
        yield browser


@pytest.fixture
def browser(_started: Browser) -> Iterator[Browser]:
    """A browser with one empty window; in the end no page may have complained."""
    from tools.chromium import errors, only_window

    only_window(_started)
    yield _started
    assert errors(_started) == []


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with all games, each of which is read once."""
    made = Site(tmp_path_factory.mktemp("site") / "tables.db")
    yield made
    made.stop()
