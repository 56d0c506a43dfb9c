"""Rules with `as soon as` stand in one order with the limits, and hold under their options only."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.meaning.game import check_game
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

GAME = """game order for 2 players

option late: flag = no

state n: 0..9 = 0

event main():
    raise n by 1

rule under_an_option:
    only with late
    as soon as n = 1:
        end game as under_an_option

limit declared_first:
    holds n != 1
    breach:
        end game as declared_first

rule declared_last:
    as soon as n = 1:
        end game as declared_last

scenario "the first of both":
    ends as declared_first

scenario "under the option":
    with late = yes
    ends as under_an_option
"""


@pytest.mark.parametrize("number", [0, 1])
def test_order_and_option(tmp_path: Path, number: int) -> None:
    path = tmp_path / "order.rules"
    path.write_text(GAME, "utf-8")
    checked = check_game(path)
    assert checked.rules is not None and checked.scenarios is not None
    report = run_scenario(Layouts(checked.rules), checked.scenarios.scenarios[number])
    assert report.failure is None
