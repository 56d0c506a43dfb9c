"""`test --smallest`: a failing scenario with only the lines that it takes to fail in just this way."""

from __future__ import annotations

from pathlib import Path

from command_line import run
from small_rules import RACE, write

WRONG = """
scenario "wrong":
    cites race.moves.01
    with 3 players
    let anna be seat 1
    let ben be seat 2
    let carl be seat 3
    given:
        set ben.at to 2
        # where anna begins:
        for each seat q:
            set q.at to 1
        set carl.at to 1
    carl plays nothing
    start turn(anna)
    expect ben.at =
        1
    chance cube: 3
    anna: throw
    expect anna.at = 4
    expect anna.at = 5
    expect carl.at = 1
"""
SMALLEST = """\
scenario "wrong, at its smallest":
    let anna be seat 1
    given:
        for each seat q:
            set q.at to 1
    start turn(anna)
    chance cube: 3
    anna: throw
    expect anna.at = 5
"""
HOUSE = """\
house rule "Longer" amends race:
    replace action step:
        at moving
        by q
        do:
            raise q.at by 2

    scenario "a long step":
        with 3 players
        start turn(seat 1)
        seat 1: step
        expect seat 1.at = 1
"""


def test_what_is_left_fails_in_the_same_way_and_can_be_pasted(tmp_path: Path) -> None:
    path = write(tmp_path, RACE + WRONG)
    done = run("test", path, "--smallest")
    told = run("test", path)
    assert done.out == told.out + SMALLEST + "\n"
    assert (done.status, done.err) == (1, "0 passed, 1 failed\n")
    path.write_text(RACE + "\n" + SMALLEST)
    again = run("test", path, "--smallest")
    assert "came: on the left of `=` is 4, on the right 5" in again.out
    assert again.out.endswith(SMALLEST + "\n")


def test_a_position_that_is_not_needed_goes_as_a_whole(tmp_path: Path) -> None:
    lines = '\nscenario "never":\n    given:\n        set seat 2.at to 1\n    start turn(seat 1)\n'
    path = write(tmp_path, RACE + lines + "    seat 1: step\n    seat 2: step\n    expect seat 2.at = 2\n")
    left = 'scenario "never, at its smallest":\n    start turn(seat 1)\n    seat 1: step\n    seat 2: step\n'
    out = run("test", path, "--smallest").out
    assert left in out and "given" not in out.partition(left)[0].partition("events")[2]


def test_a_scenario_of_house_rules_is_played_over_the_amended_game(tmp_path: Path) -> None:
    path, house = write(tmp_path, RACE), tmp_path / "longer.rules"
    house.write_text(HOUSE)
    out = run("test", path, "--house", house, "--smallest").out
    assert out.endswith(
        'scenario "a long step, at its smallest":\n'
        "    start turn(seat 1)\n    seat 1: step\n    expect seat 1.at = 1\n\n"
    )


def test_it_is_not_for_watching(tmp_path: Path) -> None:
    done = run("test", write(tmp_path, RACE), "--smallest", "--watch")
    assert done.status == 2 and "--smallest and --watch do not go together" in done.err
