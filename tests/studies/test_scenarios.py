"""Scenarios as `regelwerk test` plays them: what passes, and what is said of each that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from small_rules import RACE, write

FAILING = {
    "an expectation": (
        """
    given:
        set anna.at to 1
    start turn(anna)
    chance cube: 2
    anna: throw
    expect anna.at = 4
""",
        """\
  --> {file}:{line}
      expect anna.at = 4
  what is expected does not hold when what it starts is done
  came: on the left of `=` is 3, on the right 4
  offered: nothing: what the scenario starts is done
  events:
    turn (anna)
  events since line {before}:
    anna: throw
    throw (anna, anna)
    anna: cube: 2
    anna: at = 3
""",
    ),
    "a wrong reason": (
        """
    given:
        set anna.at to 4
    start turn(anna)
    anna cannot throw because tired
""",
        """\
  --> {file}:{line}
      anna cannot throw because tired
  `throw` is not offered, but not because of `tired`
  came: its need does not hold: `seat 1.at < 4` (4)
  offered to anna: step, pass (in window `moving`)
  events:
    turn (anna)
""",
    ),
    "an option that is not offered": (
        """
    given:
        set anna.at to 3
    start turn(anna)
    anna: throw
    expect anna.at = 4
""",
        """\
  --> {file}:{before}
      anna: throw
  anna is not offered `throw`
  came: the rule `tired` forbids it
  offered to anna: step, pass (in window `moving`)
  events:
    turn (anna)
""",
    ),
    "a seat that is not asked": (
        """
    let ben be seat 2
    start turn(anna)
    ben: step
    expect ben.at = 1
""",
        """\
  --> {file}:{before}
      ben: step
  ben is not asked here, so cannot take `step`: anna is asked for an action
  offered to anna: step, throw, pass (in window `moving`)
  events:
    turn (anna)
""",
    ),
    "a step after the end": (
        """
    start turn(anna)
    anna: step
    anna: step
    expect anna.at = 2
""",
        """\
  --> {file}:{before}
      anna: step
  anna cannot take `step`: what the scenario starts is done
  offered: nothing: what the scenario starts is done
  events:
    turn (anna)
  events since line {earlier}:
    anna: step
    step (anna, anna)
    anna: at = 1
""",
    ),
    "chance below the choice that led to it": (
        """
    start turn(anna)
    anna: throw
    chance cube: 1
    expect anna.at = 1
""",
        """\
  --> {file}:{title}
      scenario "failing":
  the die `cube` was given 1 result more than it needed
  came: the die `cube` had been asked above line {before}: results stand above the choice that leads to them
  offered: nothing: what the scenario starts is done
  events:
    turn (anna)
  events since line {earlier}:
    anna: throw
    throw (anna, anna)
    anna: cube: 1
    anna: at = 1
""",
    ),
    "chance that is left over": (
        """
    start turn(anna)
    chance cube: 1, 2
    anna: throw
    expect anna.at = 1
""",
        """\
  --> {file}:{title}
      scenario "failing":
  the die `cube` was given 1 result more than it needed
  offered: nothing: what the scenario starts is done
  events:
    turn (anna)
  events since line {before}:
    anna: throw
    throw (anna, anna)
    anna: cube: 1
    anna: at = 1
""",
    ),
    "the wrong ending": (
        """
    start turn(anna)
    anna: step
    ends as home
""",
        """\
  --> {file}:{line}
      ends as home
  the game should have ended as `home`, but what the scenario starts is done
  offered: nothing: what the scenario starts is done
  events:
    turn (anna)
  events since line {before}:
    anna: step
    step (anna, anna)
    anna: at = 1
""",
    ),
    "nothing to prove": (
        """
    start turn(anna)
    anna: step
    expect anna.at < 6
""",
        """\
  --> {file}:{title}
      scenario "failing":
  this scenario would pass without being played: all it expects holds at the start
  offered: nothing: what the scenario starts is done
  events:
    turn (anna)
  events since line {before}:
    anna: step
    step (anna, anna)
    anna: at = 1
""",
    ),
}

PASSING = {
    "an ending": """
    given:
        set anna.at to 5
    start turn(anna)
    anna: step
    ends as home
    expect wins(anna) and score(anna) = 6
""",
    "a rule that forbids": """
    given:
        set anna.at to 3
    start turn(anna)
    anna may step
    anna cannot throw because tired
""",
    "a need that fails": """
    given:
        set anna.at to 4
    start turn(anna)
    anna cannot throw because throw
""",
    "chance in order": """
    let ben be seat 2
    chance cube: 3
    anna: throw
    chance cube: 2
    ben: throw
    expect anna.at = 3 and ben.at = 2
""",
}


def race(folder: Path, lines: str, rules: str = RACE) -> tuple[Path, int]:
    """The game with one scenario, and the number of the line with its title."""
    head = '\nscenario "failing":\n    cites race.moves.01\n    let anna be seat 1'
    path = write(folder, rules + head + lines)
    return path, path.read_text().split("\n").index('scenario "failing":') + 1


@pytest.mark.parametrize("name", FAILING)
def test_a_failure_says_what_was_expected_and_what_came(tmp_path: Path, name: str) -> None:
    lines, expected = FAILING[name]
    path, title = race(tmp_path, lines)
    last = len(path.read_text().rstrip().split("\n"))
    done = run("test", path)
    message = expected.format(file=path, line=last, before=last - 1, earlier=last - 2, title=title)
    assert done.out == f'failed: "failing"\n{message}\n'
    assert (done.status, done.err) == (1, "0 passed, 1 failed\n")


def test_a_face_that_is_missing_between_others_is_told_in_play(tmp_path: Path) -> None:
    """Of a die `check` knows the lowest and the highest face."""
    lines = "\n    start turn(anna)\n    chance cube: 4\n    anna: throw\n    expect anna.at = 4\n"
    path, _ = race(tmp_path, lines, RACE.replace("die cube: 1..3", "die cube: 1, 2, 3, 5"))
    said = "chance was to give `4`, but the die `cube` of seat 1 can only give 1, 2, 3, 5\n"
    assert f"      anna: throw\n  {said}  offered: nothing: nobody has to decide\n" in run("test", path).out


@pytest.mark.parametrize("name", PASSING)
def test_what_comes_as_expected_passes(tmp_path: Path, name: str) -> None:
    path, _ = race(tmp_path, PASSING[name])
    assert run("test", path) == (0, "", "1 passed\n")


def test_all_pass_ends_with_the_window(tmp_path: Path) -> None:
    path, _ = race(tmp_path, "\n    start turn(anna)\n    all pass\n    anna: step\n    expect anna.at = 1\n")
    done = run("test", path)
    assert "anna cannot take `step`: what the scenario starts is done" in done.out


def test_scenarios_are_chosen_by_a_part_of_their_title() -> None:
    assert run("test", "counterspells", "-k", "STRIKES", "-v") == (
        0,
        "passed: a bolt strikes\n",
        "1 passed\n",
    )
    done = run("test", "counterspells", "-k", "dragon")
    assert done.status == 1
    assert done.err.startswith("error: no scenario has `dragon` in its title\n")


@pytest.mark.parametrize(
    ("asked", "status"),
    [("happened lap()", 0), ("not happened lap()", 1), ("happened rest()", 0), ("not happened rest()", 1)],
)
def test_what_only_a_scenario_asks_of_the_past_is_known(tmp_path: Path, asked: str, status: int) -> None:
    """The rules of this game never ask what has happened in a game, so nobody but the scenario needs it."""
    path = tmp_path / "laps.rules"
    path.write_text(
        f"""game laps for 1 players

state n: 0..9 = 0

event main():
    lap()
    rest()

event lap():
    raise n by 1

event rest():
    choose number k in 1..2 by seat 1
    lower n by k

scenario "what a lap leaves behind":
    start main()
    expect n = 1
    expect {asked} this main
""",
        "utf-8",
    )
    done = run("test", path)
    assert done.status == status, done.out + done.err
    assert "mistake of its own" not in done.out + done.err


@pytest.mark.parametrize(
    ("lines", "moment"),
    [
        (
            "    expect anna.at = 4\n    start turn(anna)\n    chance cube: 2\n    anna: throw\n",
            "in the position",
        ),
        (
            "    start turn(anna)\n    expect anna.at = 4\n    chance cube: 2\n    anna: throw\n",
            "at the first question",
        ),
    ],
)
def test_a_failed_expectation_says_when_it_was_looked_at(tmp_path: Path, lines: str, moment: str) -> None:
    path = write(tmp_path, f'{RACE}\nscenario "moment":\n    let anna be seat 1\n{lines}')
    assert f"what is expected does not hold {moment}\n" in run("test", path).out


WASHING = """\
game washing for 2 players

type seat:
    soap: 0..9 = 9

event main():
    day()
    end game as evening

event day():
    wash(seat 1)
    wash(seat 1)

event wash(seat p):
    lower p.soap by times wash(p: p) this day

scenario "once":
    start wash(seat 1){around}
    expect seat 1.soap = 8
"""


def test_history_without_its_span_is_told_where_a_scenario_fails(tmp_path: Path) -> None:
    note = (
        "  note: what has happened `this day` was asked for, but no `day` runs; `start ... within day(...)`"
    )
    done = run("test", write(tmp_path, WASHING.replace("{around}", "")))
    assert done.status == 1
    assert note in done.out
    done = run("test", write(tmp_path, WASHING.replace("{around}", " within day()")))
    assert (done.status, done.out) == (0, "")
    wrong = WASHING.replace("{around}", " within day()").replace("soap = 8", "soap = 7")
    assert "note:" not in run("test", write(tmp_path, wrong)).out


HABIT = """\
game habit for 1 players

state n: 0..9 = 0

event main():
    day()
    end game as evening

event day():
    work()
    work()

event work():
    smoke()
    if times smoke() this day < 2:
        raise n by 1

event smoke():
    nothing

scenario "the first":
    start work(){around}
    expect n = 1

scenario "both":
    start work(){around}
    expect n = 1
"""


def test_a_scenario_that_passes_outside_of_its_day_is_told_in_one_line(tmp_path: Path) -> None:
    path = write(tmp_path, HABIT.replace("{around}", ""))
    line = HABIT.split("\n").index('scenario "the first":') + 1
    done = run("test", path)
    assert done.status == 0
    assert done.err.endswith(
        f'warning: "the first" ({path}:{line}) and 1 other asked what has happened `this day`: it has,'
        " but outside of any `day`; begin with `start ... within day(...)`\n2 passed\n"
    )
    assert "warning: " not in run("test", write(tmp_path, HABIT.replace("{around}", " within day()"))).err


def test_nothing_is_told_where_the_game_itself_asks_outside_of_a_day(tmp_path: Path) -> None:
    by_night = HABIT.replace("{around}", "").replace("    day()\n    end", "    day()\n    work()\n    end")
    assert "warning: " not in run("test", write(tmp_path, by_night)).err
    no_smoking = HABIT.replace("{around}", "").replace("    smoke()\n    if", "    if")
    assert "warning: " not in run("test", write(tmp_path, no_smoking)).err
