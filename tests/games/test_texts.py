"""What printed texts and clauses say, line by line: who carries each line out, and which scenario shows it.

The lines stand in `conditions/texts/` of a game, and those of a house-rule book in the folder of its name, by
card or by clause: what it says in our own words, by which declaration, and the title of the scenario that
fails without it. Of the scenarios that a card or clause names for a declaration one must look at it when it
is played: what a condition forbids may never come there. By day those of one in so many cards of a long game
are played.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from amounts import amount
from regelwerk.doors.games import Game
from regelwerk.program.layout import Reached
from regelwerk.rules.declarations import EventDecl, Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.rules.walk import nodes
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from tools import shipped
from tools.said_lines import FOLDERS, lines

FILES = [
    pytest.param(game, house, path, id=f"{house or game}-{path.stem}")
    for (game, house), folder in FOLDERS.items()
    for path in sorted(folder.glob("*.yaml"))
]
PLAYED = amount("TEXTS_PLAYED", test=8, nightly=1)
"""The scenarios of one in so many cards of a long game are played."""
CARRIES_OUT = ("events", "actions", "rules", "modifiers", "values", "limits", "windows", "payments")


def declarations(rules: Rules) -> dict[str, list[Any]]:
    """What carries something out, by name; of an attribute or a state nothing but its name is known.

    What an event does by the text of a row stands by itself as well, as `EVENT.ROW`.
    """
    kept = (*rules.states, *(attribute for declared in rules.types for attribute in declared.attributes))
    found: dict[str, list[Any]] = {each.name: [] for each in kept}
    for table in CARRIES_OUT:
        for each in getattr(rules, table):
            found.setdefault(each.name, []).append(each)
            if isinstance(each, EventDecl):
                for row, told in (each.told or {}).items():
                    found[f"{each.name}.{row}"] = list(told)
    return found


def known(game: Game) -> set[str]:
    """What lines may stand by: the rows and the clauses of a game."""
    return {row.name for row in game.rules.rows} | set(game.clauses or {})


@pytest.mark.about("game", "path")
@pytest.mark.parametrize(("game", "house", "path"), FILES)
def test_each_line_names_a_declaration_that_its_scenario_looks_at(game: str, house: str, path: Path) -> None:
    loaded = shipped.game(game, house)
    assert loaded.scenarios is not None
    declared, cards = declarations(loaded.rules), known(loaded)
    titles: dict[str, Scenario] = {scenario.title: scenario for scenario in loaded.scenarios.scenarios}
    layouts = Layouts(loaded.rules, tuple(titles.values()))
    reached, wrong, seen = dict[str, set[int]](), list[str](), dict[tuple[str, str], bool]()
    written = dict.fromkeys(line.card for line in lines(path))
    played = {*list(written)[:: PLAYED if game in shipped.LONG_GAMES else 1]}
    for line in lines(path):
        card, name, title = line.card, line.by, line.scenario
        if name not in declared:
            name = name.split(".")[0]
        if card not in cards or name not in declared or title not in titles or not line.says:
            wrong.append(f"{card}: nothing is called so: {line}")
            continue
        if card not in played:
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


@pytest.mark.about("game", "tests/games")
@pytest.mark.parametrize(("game", "house"), FOLDERS)
def test_a_card_or_clause_stands_once_in_all_files(game: str, house: str) -> None:
    files = sorted(FOLDERS[game, house].glob("*.yaml"))
    cards = [card for path in files for card in yaml.safe_load(path.read_text("utf-8"))]
    assert cards and sorted(set(cards)) == sorted(cards)
