"""Every construct with at most one user is defended in the manual, and no other."""

import json
import re
from pathlib import Path

import pytest

from command_line import run
from regelwerk.doors.games import shipped_games

DOCS = Path(__file__).parents[2] / "docs" / "language"
ROW = re.compile(r"^\| `(\w+)` \| (\d+) \| ", re.MULTILINE)


@pytest.mark.slow
def test_the_page_defends_what_has_one_user() -> None:
    corpus = [path for path in sorted((DOCS / "corpus").glob("*.rules")) if not path.name.startswith("40_")]
    done = run("census", *shipped_games().values(), *corpus, "--json")
    assert done.status == 0
    rows = [row for row in json.loads(done.out) if row["games"] <= 1 and row["kind"] != "step"]
    counted = {(row["name"], row["games"]) for row in rows}
    page = (DOCS / "constructs.md").read_text(encoding="utf-8")
    assert {(name, int(games)) for name, games in ROW.findall(page)} == counted
