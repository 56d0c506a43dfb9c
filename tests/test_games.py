"""Every scenario of every game that comes with the distribution."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regelwerk.doors.commands.test import failure_text
from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.playing import MakeBuild
from regelwerk.studies.scenarios import run_scenario
from tools.programs import Programs
from tools.shipped import NAMES, check_all, rules, scenarios


@cache
def layouts(name: str) -> Layouts:
    return Layouts(rules(name), scenarios(name))


PROGRAMS = Programs()


def every_file() -> Iterator[Any]:
    """A game and a file of its scenarios; a test for each scenario would take longer than most scenarios."""
    check_all()
    for name in NAMES:
        for file in dict.fromkeys(map(file_of, scenarios(name))):
            yield pytest.param(name, file, id=f"{name}: {Path(file).name}")


def file_of(scenario: Scenario) -> str:
    return scenario.place.rpartition(":")[0]


@pytest.mark.about("name")
@pytest.mark.parametrize("make", [None, PROGRAMS], ids=["walker", "program"])
@pytest.mark.each(("name", "file"), every_file)
def test_scenarios(name: str, file: str, make: MakeBuild | None) -> None:
    played = [each for each in scenarios(name) if file_of(each) == file]
    reports = [run_scenario(layouts(name), scenario, make) for scenario in played]
    failures = [failure_text(each, each.failure) for each in reports if each.failure is not None]
    assert failures == [], "\n\n".join(failures)
