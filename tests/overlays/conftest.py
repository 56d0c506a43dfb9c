"""The book of house rules over Risk, which several files are about."""

from __future__ import annotations

import pytest

from regelwerk.meaning.game import Checked
from tools.shipped import PATHS, checked


@pytest.fixture(scope="session")
def book() -> Checked:
    return checked("risiko", PATHS["risiko"] / "houses" / "schlacht_um_mittelerde")
