"""What every small game of these tests does: it checks, reads as it is written, and its cases hold."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from regelwerk.doors.games import load_files
from regelwerk.meaning.game import Checked, check_game
from regelwerk.program.generate import Program
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.source.spans import SourceFile
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from regelwerk.tree.format import format_text


@cache
def checked(path: Path) -> Checked:
    """A game of the tests, checked once."""
    return check_game(path)


def rules_of(path: Path) -> Rules:
    """Its rules; it must be without errors."""
    rules = checked(path).rules
    assert rules is not None, checked(path).diagnostics
    return rules


@cache
def scenarios_of(path: Path) -> tuple[Scenario, ...]:
    """Its scenarios, as they are kept since it was checked last."""
    found = load_files(path).scenarios
    return found.scenarios if found is not None else ()


def assert_as_written(path: Path) -> None:
    """Fail unless nothing is wrong with a rule file and the formatter would leave it as it is."""
    assert [problem.message for problem in checked(path).diagnostics] == []
    text = path.read_text("utf-8")
    assert format_text(SourceFile(path.name, text)) == text


def assert_holds(layouts: Layouts, scenario: Scenario) -> None:
    """Fail unless a scenario holds on both builds."""
    for make in (None, Program):
        report = run_scenario(layouts, scenario, make)
        assert report.failure is None, f"{scenario.title}: {report.failure}"
