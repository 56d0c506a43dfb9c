"""Marks: attributes and states that are something until an event ends, in both builds."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from regelwerk.match.match import Match
from regelwerk.rules.declarations import Rules
from small_rules import understood
from tools.lockstep import ways_to_end

GAME = """\
game laps for 2..3 players

type runner:
    tired: flag = no until lap
    steps: 0..9 = 1 until lap
    laps: 0..9 = 0
    starts in track

type seat:
    shouts: 0..5 = 0 until race

table runner:
    ann: steps = 2
    bob

zone track: runner, seen by all

enum weather: sun, rain

state wind: 0..9 per weather = 0 until lap
state sky: weather = sun until race
state total: 0..99 = 0

event main():
    race()
    raise total by 50
    race()
    end game as done_now:
        score total + p.shouts for each seat p

event race():
    repeat 2 times:
        lap()
    if sky = rain:
        raise total by 3

event lap():
    for each runner r:
        ask seat 1:
            run when not r.tired:
                raise r.steps by 2
                set r.tired to yes
                raise seat 1.shouts by 1
            rest:
                raise wind[sky] by 1
                set sky to rain
            again:
                stumble(r)
    raise total by wind[sun]
    raise total by sum of r.steps over runner r

event stumble(runner r):
    raise r.laps by 1
    if r.laps = 2:
        lap()
    if r.laps > 3:
        leave lap

rule second_wind:
    after stumble where (r.tired):
        lower total by 1

limit not_all_tired:
    holds not every runner r has (r.tired)
    breach:
        raise total by 2

scenario "what is so until the lap is over":
    start lap()
    seat 1: run
    expect ann.tired and ann.steps = 4 and seat 1.shouts = 1
    seat 1: rest
    expect not ann.tired and ann.steps = 2 and bob.steps = 1
    expect sky = rain and wind[sun] = 0
    expect seat 1.shouts = 1

scenario "the outermost lap counts":
    given:
        set bob.laps to 1
        set ann.tired to yes
    start lap()
    seat 1: again, again
    expect ann.tired
    seat 1: rest, rest
    expect not ann.tired

scenario "the race is over":
    start race()
    seat 1: run, rest, run, rest
    expect seat 1.shouts = 0 and sky = sun and total = 14

scenario "who leaves the lap ends it":
    given:
        set ann.laps to 3
        set bob.tired to yes
        set bob.steps to 7
    start lap()
    seat 1: again
    expect not bob.tired and bob.steps = 1
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return understood(tmp_path_factory.mktemp("laps"), GAME)


def test_builds_agree_and_both_forms_play_alike(rules: Rules) -> None:
    assert ways_to_end(rules, games=25) > 5


def test_a_mark_is_what_it_is_until_its_time_is_over(tmp_path: Path) -> None:
    path = tmp_path / "laps.rules"
    path.write_text(GAME)
    done = run("test", path)
    assert (done.status, done.err) == (0, "4 passed\n"), done.out


@pytest.mark.parametrize("build", ["walker", "fast"])
def test_a_saved_match_keeps_its_marks(rules: Rules, build: str) -> None:
    match = Match.start(rules, players=2, seed=3, build=build)
    match.take(0, 0)
    tired = match.state.hash()
    again = Match.load(match.save(), rules, build=build)
    assert again.state.hash() == tired
    for each in (match, again):
        while not each.over:
            each.take(0, len(each.decisions[0].options) - 1)
    assert match.state.hash() == again.state.hash()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tired: flag = no until lap", "tired: flag = no until laps", "M001: there is no event `laps`"),
        (
            "shouts: 0..5 = 0 until race",
            "shouts: 0..5 until race",
            "M027: `shouts` has no value to begin with",
        ),
        (
            "sky: weather = sun until race",
            "sky: weather = sun until wind",
            "M001: `wind` is of the sort `state`, not an event",
        ),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "laps.rules"
    path.write_text(GAME.replace(old, new))
    assert said in run("check", path).out
