"""The forty corpus games: each checks clean, and every scenario of it passes on both builds."""

from pathlib import Path

import pytest

from regelwerk.meaning.game import check_game
from regelwerk.program.generate import Program
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

FOLDER = Path(__file__).parents[2] / "docs" / "language" / "corpus"
HOUSE = FOLDER / "40_house_rules_battle.rules"
GAMES = [(path,) for path in sorted(FOLDER.glob("*.rules")) if path != HOUSE]
GAMES.append((FOLDER / "40_house_rules.rules", HOUSE))


def test_there_are_forty() -> None:
    numbers = {path.name[:2] for path in FOLDER.glob("*.rules")}
    assert numbers == {f"{n:02}" for n in range(1, 41)}
    page = (FOLDER.parent / "corpus.md").read_text(encoding="utf-8")
    for path in FOLDER.glob("*.rules"):
        assert f"corpus/{path.name}" in page


@pytest.mark.about("paths")
@pytest.mark.parametrize("paths", GAMES, ids=lambda paths: paths[-1].stem)
def test_it_checks_and_plays(paths: tuple[Path, ...]) -> None:
    checked = check_game(paths[0], paths[1:])
    assert [problem.message for problem in checked.diagnostics] == []
    assert checked.rules is not None and checked.scenarios is not None
    assert len(checked.scenarios.scenarios) >= 2
    layouts = Layouts(checked.rules)
    for scenario in checked.scenarios.scenarios:
        for make in (None, Program):
            report = run_scenario(layouts, scenario, make)
            assert report.failure is None, f"{scenario.title}: {report.failure}"
