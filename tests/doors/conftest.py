"""What is printed is as wide everywhere; tests that look into the cache have one of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.source.cache import SWITCH


def pytest_itemcollected(item: pytest.Item) -> None:
    """Whole commands take long: `make check` tries them if they or their tests were touched."""
    item.add_marker(pytest.mark.about("interpreter/regelwerk/doors", "tests/doors"))


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")


@pytest.fixture
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv(SWITCH, str(folder))
    return folder
