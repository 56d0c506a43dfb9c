"""Every number of the house-rule book over Risk is pinned: with its neighbour in its place a scenario fails.

`numbers_of_the_book.yaml` lists clause, number, neighbour, where the number stands in the rules form (a
declaration or a cell of a row, and which of several equal numbers there), and the scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from amounts import amount
from regelwerk.meaning.game import Checked
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

pytestmark = [pytest.mark.about("games/risiko"), pytest.mark.xdist_group("risiko")]
LIST = Path(__file__).with_name("numbers_of_the_book.yaml")
NUMBERS: list[dict[str, Any]] = yaml.safe_load(LIST.read_text("utf-8"))
PARTS = {"event": "events", "value": "values", "modify": "modifiers"}


@pytest.fixture(scope="module")
def scenarios(book: Checked) -> dict[str, Scenario]:
    assert book.scenarios is not None
    return {scenario.title: scenario for scenario in book.scenarios.scenarios}


def with_neighbour(rules: Rules, entry: dict[str, Any]) -> Rules:
    """The rules with the neighbour where the number stood. The place must hold that number."""
    sort, name = entry["at"].split(" ", 1)
    if sort == "row":
        number = next(number for number, row in enumerate(rules.rows) if row.name == name)
        row = rules.rows[number]
        assert row.values[entry["cell"]] == entry["number"]
        changed = msgspec.structs.replace(row, values={**row.values, entry["cell"]: entry["neighbour"]})
        return msgspec.structs.replace(rules, rows=(*rules.rows[:number], changed, *rules.rows[number + 1 :]))
    part = PARTS[sort]
    declared = getattr(rules, part)
    meant = [each for each in declared if (each.of if sort == "modify" else each.name) == name]
    data = msgspec.json.decode(msgspec.json.encode(meant))
    found = [node for node in numbers_in(data) if node["value"] == entry["number"]]
    found[entry.get("nth", 1) - 1]["value"] = entry["neighbour"]
    changed = iter(msgspec.convert(data, list[type(meant[0])]))
    return msgspec.structs.replace(
        rules, **{part: tuple(next(changed) if each in meant else each for each in declared)}
    )


TRIED = amount("NEIGHBOURS", test=3, nightly=1)
"""One in so many numbers is made another."""


def numbers_in(data: Any) -> Iterator[dict[str, Any]]:
    """Every written number in a part of the rules form, in order."""
    if isinstance(data, dict):
        if data.get("node") == "number":
            yield data
        data = list(data.values())
    if isinstance(data, list):
        for each in data:
            yield from numbers_in(each)


@pytest.mark.parametrize("entry", NUMBERS[::TRIED], ids=lambda e: f"{e['clause']}-{e['number']}-{e['at']}")
def test_with_the_neighbour_the_scenario_fails(
    entry: dict[str, Any], book: Checked, scenarios: dict[str, Scenario]
) -> None:
    assert book.rules is not None and entry["number"] != entry["neighbour"]
    scenario = scenarios[entry["scenario"]]
    assert run_scenario(Layouts(with_neighbour(book.rules, entry)), scenario).failure is not None


def test_every_scenario_of_the_list_passes_and_cites_its_clause(
    book: Checked, scenarios: dict[str, Scenario]
) -> None:
    assert book.rules is not None
    layouts = Layouts(book.rules)
    for entry in NUMBERS:
        scenario = scenarios[entry["scenario"]]
        assert run_scenario(layouts, scenario).failure is None, entry
        assert entry["clause"] in scenario.cites, entry


def test_every_cell_of_the_table_of_units_is_in_the_list(book: Checked) -> None:
    assert book.rules is not None
    listed = {(entry["at"], entry.get("cell"), entry["number"]) for entry in NUMBERS}
    rows = [row for row in book.rules.rows if row.type == "unit"]
    assert len(rows) == 12
    for row in rows:
        for cell in ("cost", "attack", "defence", "movement"):
            assert (f"row {row.name}", cell, row.values[cell]) in listed
