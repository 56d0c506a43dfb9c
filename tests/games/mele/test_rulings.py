"""What was ruled about cards is said by scenarios, or decided otherwise by lines of the book."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
import yaml

from regelwerk.resources import data_path

pytestmark = pytest.mark.about("games/mele", "docs/games", "tests/games/mele")
GAMES = data_path("games")


class Ruling(msgspec.Struct, forbid_unknown_fields=True):
    """`scenarios` agree with it; `book` are the lines of the book that do not."""

    says: str
    scenarios: list[str] = []
    book: str | None = None


RULINGS = msgspec.convert(
    yaml.safe_load((Path(__file__).parent / "rulings.yaml").read_text("utf-8")), dict[str, Ruling]
)


def titles() -> set[str]:
    files = (GAMES / "mele" / "scenarios").rglob("*.rules")
    return {
        title for file in files for title in re.findall(r'^scenario "(.+)":$', file.read_text("utf-8"), re.M)
    }


def decided_otherwise() -> str:
    page = (GAMES.parent / "docs" / "games" / "mele.md").read_text("utf-8")
    return page.partition("\n## Decided otherwise\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", RULINGS)
def test_a_ruling_is_said(name: str) -> None:
    ruling = RULINGS[name]
    assert ruling.scenarios or ruling.book
    assert set(ruling.scenarios) <= titles()
    assert ruling.book is None or f"({ruling.book})" in decided_otherwise()
