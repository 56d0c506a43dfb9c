"""Every scenario of every game that comes with the distribution."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from regelwerk.doors.commands.test import failure_text
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.playing import MakeBuild
from regelwerk.studies.scenarios import run_scenario
from tools.programs import Programs
from tools.shipped import NAMES, check_all, rules, scenarios


@cache
def layouts(name: str) -> Layouts:
    return Layouts(rules(name), scenarios(name))


PROGRAMS = Programs()


def every_scenario() -> Iterator[Any]:
    check_all()
    for name in NAMES:
        for number, scenario in enumerate(scenarios(name)):
            yield pytest.param(name, number, id=f"{name}: {scenario.title}")


@pytest.mark.about("name")
@pytest.mark.parametrize("make", [None, PROGRAMS], ids=["walker", "program"])
@pytest.mark.each(("name", "number"), every_scenario)
def test_scenario(name: str, number: int, make: MakeBuild | None) -> None:
    report = run_scenario(layouts(name), scenarios(name)[number], make)
    assert report.failure is None, failure_text(report, report.failure)
