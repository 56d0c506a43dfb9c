"""House rules may say of an action where in a chain it is declared."""

from pathlib import Path

from regelwerk.meaning.game import check_game
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

GAME = Path(__file__).parent / "openers.rules"
HOUSE = """\
house rule "a joke is no opening" amends toasts:
    narrow action song:
        {line}

scenario "no song in between":
    start supper()
    seat 1: toast
    seat 2 cannot song because song
    all pass
    expect seat 1.cheer = 5
"""


def test_an_action_may_be_narrowed_to_open(tmp_path: Path) -> None:
    house = tmp_path / "house.rules"
    house.write_text(HOUSE.format(line="only to open"), "utf-8")
    checked = check_game(GAME, (house,))
    assert [problem.message for problem in checked.diagnostics] == []
    assert checked.rules is not None and checked.scenarios is not None
    added = [s for s in checked.scenarios.scenarios if s.title == "no song in between"]
    assert [run_scenario(Layouts(checked.rules), s).failure for s in added] == [None]


def test_what_says_so_already_is_not_narrowed_so(tmp_path: Path) -> None:
    house = tmp_path / "house.rules"
    text = HOUSE.format(line="only in answer").replace("narrow action song", "narrow action toast")
    house.write_text(text, "utf-8")
    checked = check_game(GAME, (house,))
    assert [problem.message for problem in checked.diagnostics] == [
        "the action says already where in a chain it is declared"
    ]
