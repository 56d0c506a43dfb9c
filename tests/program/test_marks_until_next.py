"""Marks until an event begins, any or one of their own, in both builds."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from command_line import run
from regelwerk.match.match import Match
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.declarations import Rules
from regelwerk.rules.validate import validate
from small_rules import understood
from tools.lockstep import ways_to_end

GAME = """\
game guards for 2..3 players

enum colour: red, green

type tower:
    manned_by: seat or none = none until the next turn(p: manned_by)
    alarm: 0..30 per colour = 1 until the next all_clear(t: this)
    starts in town

type seat:
    dazed: flag = no until the next turn(p: this)
    points: 0..999 = 0

table tower:
    north: alarm.green = 2
    south

zone town: tower, seen by all

state wind: 0..9 = 3 until turn or the next gust
state ally: seat or none per colour = none until the next turn(p: ally)
state calm: flag = yes until the next gust

event main():
    repeat 3 times:
        for each seat p:
            turn(p)
    end game as done_now:
        score p.points + wind for each seat p

event turn(seat p):
    repeat 2 times:
        ask p:
            man when any tower t where (t.manned_by is none):
                choose tower t where (t.manned_by is none) by p
                set t.manned_by to p
                raise t.alarm[red] by 1
            daze:
                set next(p).dazed to yes
            befriend:
                set ally[red] to p
                set ally[green] to next(p)
            blow:
                raise wind by 2
                set calm to no
            gust:
                gust()
            ring:
                all_clear(north)
            again when times turn(p: p) this main < 3:
                turn(p)
            foresee when supposing gust() then (wind = 3 and calm):
                raise p.points by 1
    raise p.points by count of tower t where (t.manned_by = p)
    if not p.dazed and calm:
        raise p.points by sum of (t.alarm[red] + t.alarm[green]) over tower t
    if ally[green] = p:
        raise p.points by wind

event gust():
    for each seat p:
        raise p.points by wind

event all_clear(tower t):
    raise t.alarm[green] by 3

scenario "who mans a tower mans it until the next turn of his":
    start turn(seat 1)
    seat 1: man, north, man
    expect north.manned_by = seat 1 and south.manned_by = seat 1 and seat 1.points = 9

scenario "and no longer":
    given:
        set north.manned_by to seat 1
        set south.manned_by to seat 2
    start turn(seat 1)
    expect north.manned_by is none and south.manned_by = seat 2

scenario "what has the mark is who begins":
    given:
        set seat 1.dazed to yes
        set seat 2.dazed to yes
    start turn(seat 1)
    expect not seat 1.dazed and seat 2.dazed

scenario "of a thing all that it has":
    given:
        for each tower t:
            set t.alarm[red] to 7
            set t.alarm[green] to 8
    start all_clear(north)
    expect north.alarm[red] = 1 and north.alarm[green] = 5
    expect south.alarm[red] = 7 and south.alarm[green] = 8

scenario "of many those that are it":
    with 3 players
    given:
        set ally[red] to seat 2
        set ally[green] to seat 3
    start turn(seat 2)
    expect ally[red] is none and ally[green] = seat 3

scenario "the gust finds no wind that was raised":
    start turn(seat 1)
    seat 1: blow
    expect wind = 5 and not calm
    seat 1: gust
    expect seat 1.points = 8

scenario "two ends, and either is one":
    start turn(seat 1)
    seat 1: blow, blow
    expect wind = 3 and not calm

scenario "a turn that is put around begins as well":
    given:
        set north.manned_by to seat 1
        set south.manned_by to seat 2
    start gust() within turn(seat 2)
    expect north.manned_by = seat 1 and south.manned_by is none

scenario "what is supposed leaves no trace":
    start turn(seat 1)
    seat 1: blow, foresee
    expect not calm and seat 1.points = 1
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return understood(tmp_path_factory.mktemp("guards"), GAME)


def test_builds_agree_and_both_forms_play_alike(rules: Rules) -> None:
    assert ways_to_end(rules, games=25) > 5


def test_a_mark_is_over_when_its_event_begins(tmp_path: Path) -> None:
    path = tmp_path / "guards.rules"
    path.write_text(GAME)
    done = run("test", path)
    assert (done.status, done.err) == (0, "9 passed\n"), done.out


@pytest.mark.parametrize("build", ["walker", "fast"])
def test_a_saved_match_goes_on_alike(rules: Rules, build: str) -> None:
    match = Match.start(rules, players=2, seed=3, build=build)
    match.take(0, 1)
    again = Match.load(match.save(), rules, build=build)
    for each in (match, again):
        while not each.over:
            each.take(0, min(1, len(each.decisions[0].options) - 1))
    assert match.state.hash() == again.state.hash()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("next turn(p: manned_by)", "next turns(p: manned_by)", "M001 there is no event `turns`"),
        ("next turn(p: manned_by)", "next turn(q: manned_by)", "M001 `turn` has no parameter `q`"),
        (
            "next turn(p: manned_by)",
            "next turn(p: maned_by)",
            "M001 `maned_by` is neither what the mark is nor what has it",
        ),
        (
            "none until the next turn(p: ally)",
            "none until the next turn(p: this)",
            "M001 `this` is not what the mark is",
        ),
        (
            "next turn(p: manned_by)",
            "next turn(p: this)",
            "M005 `p` of `turn` must be a seat, this is a `tower`",
        ),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "guards.rules"
    path.write_text(GAME.replace(old, new))
    assert said in run("check", path, "--format", "short").out


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("ally", {"event": "turns"}, "there is no event `turns` (in `state ally`)"),
        ("ally", {"parameter": "q"}, "`q` of `turn` is nothing that `ally` can be over by"),
        ("ally", {"event": "all_clear", "parameter": "t"}, "`t` of `all_clear` is nothing that `ally`"),
        ("ally", {"of_this": True}, "`p` of `turn` is nothing that `ally` can be over by"),
        ("wind", "gusts", "there is no event `gusts` (in `state wind`)"),
    ],
)
def test_rules_from_json_name_what_is_there(
    rules: Rules, name: str, change: dict[str, object] | str, said: str
) -> None:
    data = msgspec.json.decode(encode(rules))
    state = next(each for each in data["states"] if each["name"] == name)
    if isinstance(change, str):
        state["until"] = change
    else:
        state["until_next"].update(change)
    assert said in (validate(decode(msgspec.json.encode(data))) or "")
