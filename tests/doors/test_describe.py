"""`describe`: what kind of game a game is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from command_line import run
from regelwerk.program.ending import Ending
from regelwerk.studies.facts import Course, observed

FACTS: dict[str, dict[str, Any]] = {
    "tic_tac_toe": {"players": [2, 2], "chance": [], "hidden": [], "simultaneous": False, "zero_sum": True},
    "connect_four": {"chance": [], "hidden": [], "zero_sum": True, "scores": False},
    "kuhn_poker": {"chance": ["pile deck"], "hidden": ["deck", "hand"], "zero_sum": None, "scores": True},
    "goofspiel": {"players": [2, 3], "chance": ["pile prizes"], "hidden": ["prizes"], "simultaneous": True},
    "pig": {"players": [2, 4], "chance": ["die d6"], "hidden": [], "endings": ["hundred"]},
    "othello": {"chance": [], "hidden": [], "simultaneous": False},
}
"""What everybody who knows these games can say of them."""


def described(*arguments: object) -> Any:
    done = run("describe", *arguments, "--json")
    assert (done.status, done.err) == (0, "")
    return json.loads(done.out)


@pytest.mark.parametrize("game", FACTS)
def test_the_facts_of_well_known_games(game: str) -> None:
    found = described(game, "-n", 3)["declared"]
    assert {key: found[key] for key in FACTS[game]} == FACTS[game]


def test_tic_tac_toe_in_play() -> None:
    found = described("tic_tac_toe", "-n", 150)["observed"]
    assert found["most_options"] == 9
    assert found["longest"] == 8  # the ninth mark leaves no choice
    assert found["endings"].keys() == {"three_in_a_row_found", "full_board"}
    assert (found["sum"], found["at_once"], found["matches"]) == (0, 1, 150)


def test_kuhn_poker_is_seen_to_be_zero_sum() -> None:
    assert described("kuhn_poker", "-n", 40)["observed"]["sum"] == 0


def test_seats_that_bid_at_the_same_time_are_seen() -> None:
    assert described("goofspiel", "-n", 2, "--players", 3)["observed"]["at_once"] == 3


def test_a_cooperative_game_is_told_by_what_its_seats_get() -> None:
    done = run("describe", "knizia", "-n", 2)
    assert "all together: the same for every seat" in done.out
    assert described("knizia", "-n", 2)["observed"]["shared"]


def test_the_table_says_what_is_known_from_where() -> None:
    lines = run("describe", "tic_tac_toe", "-n", 20).out.splitlines()
    assert next(line.split("│")[2].strip() for line in lines if "winning" in line) == "zero-sum"
    known = {line.split("│")[1].strip(): line.split("│")[3].strip() for line in lines if line.count("│") == 4}
    assert known["players"] == known["chance"] == "the rules"
    assert known["ended as"] == known["decisions of a match"] == "20 matches"


def test_facts_depend_on_the_seed_alone() -> None:
    assert described("pig", "-n", 4, "--seed", 3) == described("pig", "-n", 4, "--seed", 3)
    assert described("pig", "-n", 4, "--seed", 3) != described("pig", "-n", 4, "--seed", 4)


def test_seats_that_win_together_are_teams() -> None:
    endings = [
        Ending("won", (0, 2), (0,) * 4),
        Ending("won", (1, 3), (0,) * 4),
        Ending("drawn", (), (0,) * 4),
    ]
    found = observed([Course(ending.name, ending, (2,), 1) for ending in endings], 4)
    assert found.together == ((0, 2), (1, 3))
    assert found.sum == 0
    assert not found.shared


def test_ctrl_c_keeps_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    courses: Iterator[int] = iter(range(3))

    def course(*_: object) -> Course:
        if next(courses) == 2:
            raise KeyboardInterrupt
        return Course("over", Ending("over", (0,), (0, 0)), (2, 3), 1)

    monkeypatch.setattr("regelwerk.doors.commands.describe.course", course)
    done = run("describe", "tic_tac_toe", "--json")
    assert (done.status, done.err) == (0, "stopped after 2 of 100 matches\n")
    assert json.loads(done.out)["observed"]["matches"] == 2


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["tic_tac"], 1, "error: there is no game `tic_tac`\n  did you mean `tic_tac_toe`?"),
        (["pig", "--players", "7"], 1, "error: `pig` is for 2 to 4 players, not 7\n"),
        (["pig", "-n", "0"], 2, "error: invalid value for `-n`"),
    ],
)
def test_wrong_wishes(arguments: list[str], status: int, message: str) -> None:
    done = run("describe", *arguments)
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(message)
