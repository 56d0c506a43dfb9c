"""Every card may be played where its printed text lets it, and not where one of its conditions is violated.

The conditions stand in `conditions/`, written from the printed texts and not from the rules; the positions
alone are made from them. What `why not` names where a card may not be played must be what is violated.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from amounts import amount
from games.mele.positions import Case, cards, cases, played
from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.games import Game, load_game
from regelwerk.match.reasons import why_not
from regelwerk.resources import data_path
from regelwerk.rules.scenarios import Offered, Scenario
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.picks import wanted_parts
from regelwerk.studies.scenarios import _Run, run_scenario

pytestmark = [pytest.mark.about("games/mele", "tests/games/mele"), pytest.mark.xdist_group("mele")]
ALL = cases(cards())


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> tuple[Layouts, dict[str, Scenario]]:
    """The game with the positions of the audit in place of its scenarios."""
    return _loaded(tmp_path_factory.mktemp("audit"))


def _loaded(folder: Path) -> tuple[Layouts, dict[str, Scenario]]:
    source = data_path("games") / "mele"
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("scenarios", "houses"), dirs_exist_ok=True)
    written = yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8"))
    (folder / "positions.rules").write_text(played(ALL), encoding="utf-8")
    written["scenarios"] = ["positions.rules"]
    (folder / "game.yaml").write_text(yaml.safe_dump(written, allow_unicode=True), encoding="utf-8")
    game: Game = load_game(str(folder))
    assert game.scenarios is not None
    return Layouts(game.rules), {scenario.title: scenario for scenario in game.scenarios.scenarios}


def named(layouts: Layouts, scenario: Scenario) -> set[str]:
    """What `why not` names where the option of the last step is not offered."""
    run = _Run(layouts.get(scenario.players, scenario.options, scenario.lists), scenario, None)
    run._position()
    for number, step in enumerate(scenario.steps[:-1]):
        run._step(step, above=number < scenario.above_start)
    run._begin()
    last = scenario.steps[-1]
    assert isinstance(last, Offered) and last.option.name is not None
    wanted = wanted_parts(run.walker, run.s, last.option, run.env)
    reasons = why_not(run.s, run.seat(last.seat), last.option.name, wanted)
    return {name for reason in reasons for name in (reason.name, *reason.names)}


BY_CARD: dict[str, list[Case]] = {}
"""A test for each case would take longer than most cases."""
for each in ALL:
    BY_CARD.setdefault(each.title.partition(":")[0], []).append(each)


EVERY = amount("CONDITIONS", test=5, nightly=1)
"""One card in so many is tried."""


@pytest.mark.parametrize("card", [*BY_CARD][::EVERY])
def test_conditions(card: str, audited: tuple[Layouts, dict[str, Scenario]]) -> None:
    layouts, scenarios = audited
    for case in BY_CARD[card]:
        scenario = scenarios[case.title]
        report = run_scenario(layouts, scenario)
        assert report.failure is None, failure_text(report, report.failure)
        if case.says is not None:
            assert case.because in named(layouts, scenario), case.title
