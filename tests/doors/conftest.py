"""What is printed is as wide everywhere; tests that look into the cache have one of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.source.cache import SWITCH


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")


@pytest.fixture
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv(SWITCH, str(folder))
    return folder
