"""The drawings of chains in the manual show what the scenarios above them do."""

from pathlib import Path

import pytest

from tools.chain_drawings import PAGES, drawn


@pytest.mark.about("page")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_drawings_are_current(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text.count("```text chain\n") >= 8
    assert drawn(page) == text, "write them anew with `make drawings`"
