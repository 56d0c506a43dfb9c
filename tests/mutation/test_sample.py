"""A small sample of the mutations that `make mutate` makes, and the deletion audit."""

from __future__ import annotations

import pytest

from regelwerk.resources import data_path
from tools.audit import audit
from tools.mutate import all_sites, judged, prepare, sample
from tools.mutation_bench import BROKEN, CHECK, Verdict
from tools.mutation_report import BOTH, MUTATORS, below, page, score, table
from tools.mutation_text import Site, read_game
from tools.shipped import game

CORPUS = data_path("games").parent / "docs" / "language" / "corpus"
FILES = [
    *(data_path("games") / "classics" / name for name in ("counterspells.rules", "kuhn_poker.rules")),
    CORPUS / "04_indivisible_step.rules",
    CORPUS / "18_trophies.rules",
]


@pytest.fixture(scope="module")
def verdicts() -> list[Verdict]:
    sites = all_sites(prepare(FILES))
    assert all(sites.values()), "a mutator finds no place"
    return list(judged(sample(sites, 60, seed=3), jobs=1))


def test_check_notices_what_it_must(verdicts: list[Verdict]) -> None:
    alone = [v for v in verdicts if MUTATORS[v.site.mutator].by == CHECK]
    missed = [v for v in alone if v.outcome != CHECK]
    assert len(alone) > 20
    assert len(missed) <= 1, missed


def test_every_message_has_a_place_and_a_fix(verdicts: list[Verdict]) -> None:
    assert [v for v in verdicts if v.outcome == BROKEN or v.poor] == []


def test_the_right_name_is_suggested(verdicts: list[Verdict]) -> None:
    named = [v for v in verdicts if v.named]
    assert named
    assert all(v.hinted for v in named)


def test_the_same_seed_draws_the_same_mutations() -> None:
    sites = all_sites(prepare(FILES[:1]))
    assert sample(sites, 20, seed=5) == sample(sites, 20, seed=5) != sample(sites, 20, seed=6)


def test_scores_leave_out_what_changes_nothing_only_where_scenarios_count() -> None:
    def made(mutator: str, outcomes: str) -> list[Verdict]:
        names = {"c": "check", "s": "scenario", "e": "escaped", "0": "equal"}
        return [Verdict(Site(mutator, "g", "/x/g.rules", 0, 1, "b"), names[o]) for o in outcomes]

    assert MUTATORS["number"].by == BOTH
    assert score(made("number", "ccse0000"), "number") == 75
    assert score(made("name", "ccs0"), "name") == 50
    assert below(made("number", "ccse")) == ["number: 75.0 of 100, not 95"]
    assert below(made("number", "cs0")) == []
    assert "| number | 9 | 4 |" in table(made("number", "ccse"), {"number": 9})
    shown = page(made("number", "e0"), {"number": 2}, {"/x/g.rules": "a rest\n"}, 1, "/x")
    assert "- *number*, g.rules:1: `a rest` → `b rest`" in shown


@pytest.mark.parametrize("name", ["knizia"])
def test_whatever_cites_a_clause_is_needed_by_a_scenario_about_it(name: str) -> None:
    shipped = game(name)
    assert shipped.scenarios is not None
    findings = audit(shipped.rules, shipped.scenarios.scenarios)
    assert len(findings) > 100
    assert [(f.key, f.way) for f in findings if not f.scenario] == []


def test_files_that_the_manifest_names_by_patterns_are_read() -> None:
    assert {each.sort for each in read_game(data_path("games") / "knizia").declarations} >= {
        "scenario",
        "text",
    }


def test_what_is_there_for_scenarios_alone_is_not_mutated() -> None:
    knizia = read_game(data_path("games") / "knizia")
    assert {each.sort for each in knizia.rules}.isdisjoint({"scenario", "position"})
    assert not [each for each in knizia.rules if "scenarios" in each.file.removeprefix(str(knizia.path))]
    assert knizia.rules
