"""Lines of the tables of texts bite: the named scenario fails for a small change of the named declaration.

By day of one in so many lines of the games that take little time.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from amounts import NIGHTLY, amount
from tools import shipped
from tools.said_lines import FOLDERS, Line, lines
from tools.tried_lines import Trial

TRIED = amount("TRIED_LINES", test=30, nightly=1)
"""One in so many lines is tried."""
FILES = [
    pytest.param(game, house, path, id=f"{house or game}-{path.stem}")
    for (game, house), folder in FOLDERS.items()
    for path in sorted(folder.glob("*.yaml"))
    if NIGHTLY or (game != shipped.LARGEST and not house)
]


@pytest.mark.about("game", "tests/games", "tests/tools")
@pytest.mark.parametrize(("game", "house", "path"), FILES)
def test_a_line_bites(game: str, house: str, path: Path) -> None:
    tried = lines(path)[::TRIED]
    trial = Trial(game, house, tried)
    dull = [line for line in tried if not trial.bites(line)]
    assert not dull, "\n".join(map(str, dull))


def test_a_line_that_names_another_scenario_does_not_bite() -> None:
    """Frodo's white cards have nothing to do with where the Ring moves its marker."""
    shows, other = "Frodo's white card is a star when he plays it", "three spaces for the Eye"
    right = Line("knizia.characters.05", "a white card is a star", "frodos_star", shows)
    wrong = right._replace(scenario=other)
    trial = Trial("knizia", "", [right, wrong])
    assert trial.bites(right) and not trial.bites(wrong)
