"""Events that only scenarios of a game begin with are no loose ends of the house rules laid over it."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.meaning.game import check_game

GAME = """game steps for 1 players

state n: 0..9 = 0

event main():
    step()

event step():
    raise n by 1

event two_steps():
    raise n by 2

scenario "two steps":
    start two_steps()
    expect n = 2
"""

UNUSED = "`step` is an event that nothing lets happen"


@pytest.mark.parametrize(
    ("house", "told"),
    [
        ("    replace event step():\n        raise n by 2\n", []),
        ("    replace event main():\n        raise n by 1\n", [UNUSED]),
    ],
    ids=["still begun", "played no more"],
)
def test_unused_events(tmp_path: Path, house: str, told: list[str]) -> None:
    game, rule = tmp_path / "steps.rules", tmp_path / "stride.rules"
    game.write_text(GAME, "utf-8")
    rule.write_text(f'house rule "stride" amends steps:\n{house}', "utf-8")
    checked = check_game(game, [rule])
    assert [problem.message for problem in checked.diagnostics] == told
