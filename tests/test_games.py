"""Every scenario of every game that comes with the distribution."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from amounts import amount
from regelwerk.doors.commands.test import failure_text
from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.playing import MakeBuild
from regelwerk.studies.scenarios import run_scenario
from tools.programs import Programs
from tools.shipped import LONG_GAMES, NAMES, check_all, rules, scenarios


@cache
def layouts(name: str) -> Layouts:
    return Layouts(rules(name), scenarios(name))


PROGRAMS = Programs()
ON_PROGRAMS = amount("SCENARIOS_ON_PROGRAMS", test=8, nightly=1)
"""Of a long game the scenarios of one in so many files are played on its program as well."""


def every_file() -> Iterator[Any]:
    """A game, a file of its scenarios and a build; a test for each scenario would take longer than most."""
    check_all()
    for name in NAMES:
        for number, file in enumerate(dict.fromkeys(map(file_of, scenarios(name)))):
            yield pytest.param(name, file, None, id=f"{name}: {Path(file).name}-walker")
            if name not in LONG_GAMES or number % ON_PROGRAMS == 0:
                yield pytest.param(name, file, PROGRAMS, id=f"{name}: {Path(file).name}-program")


def file_of(scenario: Scenario) -> str:
    return scenario.place.rpartition(":")[0]


@pytest.mark.about("name")
@pytest.mark.each(("name", "file", "make"), every_file)
def test_scenarios(name: str, file: str, make: MakeBuild | None) -> None:
    played = [each for each in scenarios(name) if file_of(each) == file]
    reports = [run_scenario(layouts(name), scenario, make) for scenario in played]
    failures = [failure_text(each, each.failure) for each in reports if each.failure is not None]
    assert failures == [], "\n\n".join(failures)
