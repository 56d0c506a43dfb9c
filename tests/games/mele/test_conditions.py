"""Every card may be played where its printed text lets it, and not where one of its conditions is violated.

The conditions stand in `conditions/`, written from the printed texts and not from the rules; the positions
alone are made from them. What the rules name where a card may not be played must be what is violated.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from games.mele.naming import names_of
from games.mele.positions import Case, cards, cases, played
from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.games import Game, load_game
from regelwerk.resources import data_path
from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.scenarios import Layouts, run_scenario

ALL = cases(cards())


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> tuple[Layouts, dict[str, Scenario]]:
    """The game with the positions of the audit in place of its scenarios."""
    return _loaded(tmp_path_factory.mktemp("audit"))


def _loaded(folder: Path) -> tuple[Layouts, dict[str, Scenario]]:
    source = data_path("games") / "mele"
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("scenarios", "houses"), dirs_exist_ok=True)
    finished = folder / "game.yaml"
    manifest = finished if finished.exists() else folder / "game_unfinished.yaml"
    written = yaml.safe_load(manifest.read_text(encoding="utf-8"))
    (folder / "positions.rules").write_text(played(ALL), encoding="utf-8")
    written["scenarios"] = ["positions.rules"]
    (folder / "game.yaml").write_text(yaml.safe_dump(written, allow_unicode=True), encoding="utf-8")
    game: Game = load_game(str(folder))
    assert game.scenarios is not None
    return Layouts(game.rules), {scenario.title: scenario for scenario in game.scenarios.scenarios}


@pytest.mark.parametrize("case", [pytest.param(case, id=case.title) for case in ALL])
def test_condition(case: Case, audited: tuple[Layouts, dict[str, Scenario]]) -> None:
    layouts, scenarios = audited
    scenario = scenarios[case.title]
    report = run_scenario(layouts, scenario)
    assert report.failure is None, failure_text(report, report.failure)
    if case.says is not None:
        assert case.because in names_of(layouts, scenario)
