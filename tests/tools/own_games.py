"""What every small game of these tests does: it checks, reads as it is written, and its cases hold."""

from __future__ import annotations

from pathlib import Path

from regelwerk.meaning.game import Checked
from regelwerk.program.generate import Program
from regelwerk.rules.scenarios import Scenario
from regelwerk.source.spans import SourceFile
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from regelwerk.syntax.format import format_text


def assert_as_written(path: Path, checked: Checked) -> None:
    """Fail unless nothing is wrong with a rule file and the formatter would leave it as it is."""
    assert [problem.message for problem in checked.diagnostics] == []
    text = path.read_text("utf-8")
    assert format_text(SourceFile(path.name, text)) == text


def assert_holds(layouts: Layouts, scenario: Scenario) -> None:
    """Fail unless a scenario holds on both builds."""
    for make in (None, Program):
        report = run_scenario(layouts, scenario, make)
        assert report.failure is None, f"{scenario.title}: {report.failure}"
