"""Which scenarios a change of the rules touches, by what they looked at when they passed."""

from __future__ import annotations

import json
from random import Random

import pytest

from regelwerk.doors.games import load_game
from regelwerk.program.layout import Reached
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.rules.validate import validate
from regelwerk.studies.courses import Courses
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.pieces import Pieces
from regelwerk.studies.scenarios import run_scenario

CALLED = ("values", "events", "actions", "windows", "rules", "limits", "modifiers", "payments", "rows")


def courses_of(rules: Rules, scenarios: list[Scenario]) -> bytes:
    """The courses of scenarios, all of which pass."""
    courses, layouts = Courses(Pieces(rules), None), Layouts(rules, scenarios)
    for scenario in scenarios:
        assert courses.is_touched(scenario)
        reached = Reached()
        assert run_scenario(layouts, scenario, reached=reached).failure is None
        courses.note(scenario, reached)
        assert not courses.is_touched(scenario)
    return courses.encode(scenarios)


def changed(rules: Rules, rng: Random) -> Rules:
    """The rules with one number, flag or part otherwise."""
    while True:
        data = json.loads(encode(rules))
        at = data[rng.choice([sort for sort in CALLED if data.get(sort)])]
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            key = rng.choice(keys) if keys else None
            if key is None or not isinstance(at[key], dict | list | int):
                break
            if isinstance(at[key], bool | int):
                at[key] = not at[key] if isinstance(at[key], bool) else at[key] + 1
                break
            if isinstance(at, list) and len(at) > 1 and rng.random() < 0.05:
                del at[key]
                break
            at = at[key]
        try:
            found = decode(json.dumps(data))
        except Exception:
            continue
        if found != rules and validate(found) is None:
            return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "count"), [("knizia", 6), ("counterspells", 12)])
def test_what_no_change_touches_passes_all_the_same(game: str, count: int) -> None:
    """Every scenario that fails after a change is among those that the change touches."""
    loaded = load_game(game)
    assert loaded.scenarios is not None
    rng = Random(game)
    rules, all_scenarios = decode(encode(loaded.rules)), list(loaded.scenarios.scenarios)
    scenarios = rng.sample(all_scenarios, min(len(all_scenarios), 60))
    kept = courses_of(rules, scenarios)
    failed = untouched = 0
    for _ in range(count):
        other = changed(rules, rng)
        courses, layouts = Courses(Pieces(other), kept), Layouts(other, scenarios)
        for scenario in scenarios:
            touched = courses.is_touched(scenario)
            untouched += not touched
            if run_scenario(layouts, scenario).failure is not None:
                failed += 1
                assert touched, scenario.title
    assert failed and untouched
