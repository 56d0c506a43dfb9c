"""A scenario with an error stops no other; an error anywhere else stops them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from small_rules import RACE, write

SOUND = """
scenario "one step":
    start turn(seat 1)
    seat 1: step
    expect seat 1.at = 1
"""
UNKNOWN = """
scenario "nowhere":
    start tern(seat 1)
    seat 1: step
    expect seat 1.at = 1
"""
UNREAD = """
scenario "a slip":
    start turn(seat 1)
    # what is expected:

    expct seat 1.at = 1
"""
LAST = """
scenario "two steps":
    start turn(seat 1)
    seat 1: step
    expect seat 1.at = 2
"""
HOUSE = """\
house rule "Longer" amends race:
    replace action step:
        at moving
        by q
        do:
            raise q.at by 2

    scenario "a long step":
        start turn(seat 1)
        seat 1: step
        expect seat 1.at = 2
"""


def test_the_others_are_played_and_each_error_is_told_once_in_order(tmp_path: Path) -> None:
    path = write(tmp_path, RACE + UNREAD + UNKNOWN + SOUND + LAST)
    lines = path.read_text().split("\n")
    slip, start = lines.index("    expct seat 1.at = 1") + 1, lines.index("    start tern(seat 1)") + 1
    done = run("test", path)
    told = f"""\
error P024: no line here begins with `expct`
  --> {path}:{slip}:5
     |
 {slip:>3} |     expct seat 1.at = 1
     |     ^^^^^
  did you mean `expect`?
  help: write `expect`

error M001: there is no event `tern`
  --> {path}:{start}:11
     |
 {start:>3} |     start tern(seat 1)
     |           ^^^^
  did you mean `turn`?
  help: a scenario starts with a declared event

failed: "two steps"
"""
    assert done.out.startswith(told)
    assert done.out.count("tern") == 2
    assert (done.status, done.err) == (1, "1 passed, 1 failed, 2 with errors\n")


def test_errors_of_scenarios_that_are_not_asked_for_do_not_count(tmp_path: Path) -> None:
    path = write(tmp_path, RACE + UNKNOWN + UNREAD + SOUND)
    assert run("test", "-k", "one step", path) == (0, "", "1 passed\n")
    done = run("test", "-k", "SLIP", path)
    assert done.out.startswith("error P024") and "tern" not in done.out
    assert (done.status, done.err) == (1, "0 passed, 1 with errors\n")


def test_what_cannot_be_read_in_a_scenario_hides_no_error_of_the_rules(tmp_path: Path) -> None:
    """Of a name in lines that cannot be read it is taken that they declare it, unless that cannot be."""
    wrong = RACE.replace("raise q.at by n", "raise q.at by n - far")
    path = write(tmp_path, wrong + UNREAD + "    expct far\n" + SOUND)
    done = run("test", path)
    assert (done.status, done.out) == (1, "")
    assert "M001 there is no `far`" in done.err


@pytest.mark.parametrize("block", ["rule", "house rule"])
def test_a_scenario_inside_what_cannot_be_read_is_no_excuse(tmp_path: Path, block: str) -> None:
    inside = UNREAD.replace("\n", "\n    ")
    path = write(tmp_path, RACE + f"\n{block} slow:\n{inside}\n" + SOUND)
    done = run("test", path)
    assert (done.status, done.out) == (1, "")


def test_house_rules_are_played_over_a_game_with_a_broken_scenario(tmp_path: Path) -> None:
    path = write(tmp_path, RACE + UNKNOWN)
    house = tmp_path / "longer.rules"
    house.write_text(HOUSE)
    done = run("test", path, "--house", house)
    assert (done.status, done.err) == (1, "1 passed, 1 with errors\n")
    assert done.out.startswith("error M001: there is no event `tern`")

    path.write_text(RACE)
    house.write_text(HOUSE + UNKNOWN + UNREAD)
    done = run("test", path, "--house", house)
    assert (done.status, done.err) == (1, "1 passed, 2 with errors\n")
    house.write_text(HOUSE.replace("expect", "expct") + SOUND)
    done = run("test", path, "--house", house)
    assert (done.status, done.out) == (1, "") and "P024" in done.err


POSITION = """
position far_on(number k):
    given:
        set seat 1.at to k
    start turn(seat 1)
"""
FROM_THERE = """
scenario "from there":
    position far_on(4)
    seat 1: step
    expect seat 1.at = 5
"""


@pytest.mark.parametrize("wrong", [("seat 1.at to k", "seat 1.att to k"), ("given:", "givn:")])
def test_a_broken_position_stops_only_its_users(tmp_path: Path, wrong: tuple[str, str]) -> None:
    path = write(tmp_path, RACE + POSITION + FROM_THERE + SOUND)
    assert run("test", path) == (0, "", "2 passed\n")
    path.write_text(RACE + POSITION.replace(*wrong) + FROM_THERE + SOUND)
    done = run("test", path)
    assert done.out.count("error ") == 1 and "from there" not in done.out
    assert (done.status, done.err) == (1, "1 passed, 1 with errors\n")
    assert run("test", path, "-k", "from there").err == "0 passed, 1 with errors\n"
    assert run("test", path, "-k", "one step").status == 1


def test_what_cannot_be_read_in_a_position_hides_no_error_of_the_rules(tmp_path: Path) -> None:
    wrong = RACE.replace("raise q.at by n", "raise q.at by n - far")
    path = write(tmp_path, wrong + POSITION.replace("given:", "givn far:") + FROM_THERE)
    done = run("test", path)
    assert (done.status, done.out) == (1, "") and "M001 there is no `far`" in done.err


def test_a_line_with_a_position_is_one_of_its_scenario(tmp_path: Path) -> None:
    path = write(tmp_path, RACE + POSITION + FROM_THERE.replace("(4)", "(4, 4)") + SOUND)
    done = run("test", path, "-k", "from")
    assert (done.status, done.err) == (1, "0 passed, 1 with errors\n")
    assert run("test", path, "-k", "one step") == (0, "", "1 passed\n")
