"""A server for each test, with a database of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.web_house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "tables.db")
