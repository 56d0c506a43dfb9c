"""What printed texts say, line by line: each line has a declaration that carries it out, and a scenario.

The lines stand in `conditions/texts/`, by card: what it says in our own words, by which declaration, and the
title of the scenario that fails without it. Of the scenarios that a card names for a declaration one must
look at it when it is played: what a condition forbids may never come there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from regelwerk.program.layout import Reached
from regelwerk.rules.walk import nodes
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from tools.shipped import rules, scenarios

pytestmark = [pytest.mark.about("games/mele", "tests/games/mele"), pytest.mark.xdist_group("mele")]
TEXTS = Path(__file__).parent / "conditions" / "texts"
FILES = [pytest.param(path, id=path.stem) for path in sorted(TEXTS.glob("*.yaml"))]
CARRIES_OUT = ("events", "actions", "rules", "modifiers", "values", "limits", "windows", "payments")


def lines(path: Path) -> list[tuple[str, dict[str, str]]]:
    """The lines of a file, each with its card."""
    written: dict[str, list[dict[str, str]]] = yaml.safe_load(path.read_text("utf-8"))
    return [(card, line) for card, said in written.items() for line in said]


def declarations() -> dict[str, list[Any]]:
    """What carries something out, by name; of an attribute nothing but its name is known."""
    found: dict[str, list[Any]] = {
        attribute.name: [] for declared in rules("mele").types for attribute in declared.attributes
    }
    for table in CARRIES_OUT:
        for each in getattr(rules("mele"), table):
            found.setdefault(each.name, []).append(each)
    return found


@pytest.mark.parametrize("path", FILES)
def test_each_line_names_a_declaration_that_its_scenario_looks_at(path: Path) -> None:
    declared, titles = declarations(), {scenario.title: scenario for scenario in scenarios("mele")}
    cards = {row.name for row in rules("mele").rows}
    layouts, reached = Layouts(rules("mele"), tuple(titles.values())), dict[str, set[int]]()
    wrong, seen = list[str](), dict[tuple[str, str], bool]()
    for card, line in lines(path):
        name, title = line["by"].split(".")[0], line["scenario"]
        if card not in cards or name not in declared or title not in titles or not line["says"]:
            wrong.append(f"{card}: nothing is called so: {line}")
            continue
        if title not in reached:
            noted = Reached()
            assert run_scenario(layouts, titles[title], reached=noted).failure is None
            reached[title] = noted.nodes
        looked_at = {id(node) for each in declared[name] for node in nodes(each)}
        looks = not looked_at or not looked_at.isdisjoint(reached[title])
        seen[card, name] = seen.get((card, name), False) or looks
    wrong += [f"{card}: no scenario looks at `{name}`" for (card, name), looks in seen.items() if not looks]
    assert not wrong, "\n".join(wrong)


def test_a_card_stands_once_in_all_files() -> None:
    cards = [
        card for path in sorted(TEXTS.glob("*.yaml")) for card in yaml.safe_load(path.read_text("utf-8"))
    ]
    assert sorted(set(cards)) == sorted(cards)
