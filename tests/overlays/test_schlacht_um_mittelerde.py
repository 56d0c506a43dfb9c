"""The house-rule book over Risk: scenarios on both builds, clauses, and whole matches in every mode."""

from __future__ import annotations

from random import Random

import pytest

from amounts import amount
from regelwerk.doors.options import options_of
from regelwerk.match.match import Match
from regelwerk.meaning.game import Checked
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from tools.book_laws import ENDS, BookLaws
from tools.programs import Programs

pytestmark = [pytest.mark.about("games/risiko"), pytest.mark.xdist_group("risiko")]
MATCHES = [
    (2, "points_game", "standard"), (3, "points_game", "short"), (4, "points_game", "long"),
    (2, "team_game", "standard"), (4, "team_game", "long"), (3, "team_points_game", "short"),
    (4, "team_points_game", "standard"), (2, "mission_game_a", "short"), (4, "mission_game_b", "standard"),
]  # fmt: skip

ON_PROGRAMS = amount("SCENARIOS_ON_PROGRAMS", test=8, nightly=1)
"""One in so many scenarios is played on its program as well."""


def test_nothing_is_wrong_with_it(book: Checked) -> None:
    assert book.diagnostics == []
    assert book.rules is not None


@pytest.mark.parametrize("fast", [False, True], ids=["walker", "program"])
def test_its_scenarios(book: Checked, fast: bool) -> None:
    assert book.rules is not None and book.scenarios is not None
    assert len(book.scenarios.scenarios) >= 120
    layouts = Layouts(book.rules)
    programs = Programs()
    for scenario in book.scenarios.scenarios[:: ON_PROGRAMS if fast else 1]:
        report = run_scenario(layouts, scenario, programs if fast else None)
        assert report.failure is None, (scenario.title, report.failure)


def test_every_clause_is_carried_out_and_tested_or_has_a_reason(book: Checked) -> None:
    assert book.rules is not None and book.scenarios is not None
    clauses = {name: told for name, told in (book.files.clauses or {}).items() if name.startswith("risiko.")}
    cited = {clause for clauses in book.rules.cites.values() for clause in clauses}
    shown = {clause for scenario in book.scenarios.scenarios for clause in scenario.cites}
    assert len(clauses) == 170
    uncovered = [
        name for name in clauses if name not in cited | shown and "not_executable" not in clauses[name]
    ]
    assert uncovered == []


@pytest.mark.parametrize(("players", "mode", "path"), MATCHES)
def test_matches_end_by_a_rule_and_keep_what_always_holds(
    book: Checked, players: int, mode: str, path: str
) -> None:
    """Five units at most, one owner of each territory and its units, every piece somewhere."""
    assert book.rules is not None
    options = options_of(book.rules, (f"mode={mode}", f"fellowship_path={path}"))
    first = Match.start(book.rules, players, options, 0, "fast", False)
    for seed in range(2):
        match, random = Match.start_on(first.layout, first.build, seed, log=False), Random(seed)
        laws = BookLaws(match.layout, "team" in mode)
        while not match.over:
            match.take(0, random.randrange(len(match.decisions[0].options)))
            assert laws.broken(match.state) is None
        assert match.result is not None and match.result.name in ENDS


def test_both_builds_play_the_same_match(book: Checked) -> None:
    assert book.rules is not None
    options = options_of(book.rules, ("mode=team_game",))
    walked, made = (Match.start(book.rules, 4, options, 7, build, False) for build in ("walker", "fast"))
    random = Random(7)
    for _ in range(250):
        if walked.over:
            break
        assert [d.options for d in walked.decisions] == [d.options for d in made.decisions]
        chosen = random.randrange(len(walked.decisions[0].options))
        walked.take(0, chosen)
        made.take(0, chosen)
    assert walked.state.hash() == made.state.hash()
