"""Cells told apart by seats, numbers and things: attributes and states, in both builds."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.meaning.game import check_game
from regelwerk.rules.declarations import Rules
from tools.lockstep import Builds, lockstep, ways_to_end

GAME = """\
game lands for 2..3 players

type land:
    starts in world
    way: 0..9 per land = 1

table land:
    north: way.south = 3
    south: way.north = 4
    west: way.north = 2, way.west = 0

zone world: land, seen by all

enum weather: sun, rain

type seat:
    met: flag per seat = no until day
    bid: 0..50 per seat = 0
    trust: seat or none per land = none
    toll: 0..9 per weather = 2

state track: 0..30 per -2..6 = 0
state held: seat or none per land = none
state favourite: land or none per seat = none

event main():
    repeat 2 times:
        day()
    end game as over:
        score p.bid[next(p)] + track[2] + held_by(p) for each seat p

value held_by(seat p) = count of land l where (held[l] = p)

event day():
    for each seat p:
        turn(p)

event turn(seat p):
    choose seat q where (not p.met[q]) by p, otherwise leave turn
    set p.met[q] to yes
    raise p.bid[q] by 3
    choose number n in 0..5 by p
    raise track[n] by p.bid[q] + p.toll[sun]
    choose land l by p
    set held[l] to q
    set favourite[q] to l
    set p.trust[l] to q
    raise track[6] by l.way[south]

modify bid for seat p:
    raise 2 up to 9 when any land l where (p.trust[l] is not none)

scenario "each pair has its own mark":
    given:
        set seat 2.bid[seat 1] to 7
        set track[-2] to 5
        set held[west] to seat 2
    start turn(seat 1)
    seat 1: seat 2, 4, south
    expect seat 1.met[seat 2] and not seat 2.met[seat 1] and not seat 1.met[seat 1]
    expect seat 1.bid[seat 2] = 5 and seat 1.bid[seat 1] = 2 and seat 2.bid[seat 1] = 7
    expect track[4] = 5 and track[-2] = 5 and track[6] = 1
    expect held[south] = seat 2 and held[north] is none and held_by(seat 2) = 2
    expect favourite[seat 2] = south and west.way[north] = 2

scenario "a mark by pair fades":
    start day()
    seat 1: seat 2, 4, south
    seat 2: seat 2, 4, south
    expect not seat 1.met[seat 2] and seat 1.bid[seat 2] = 5
"""


def written(tmp_path: Path, text: str = GAME) -> Path:
    path = tmp_path / "lands.rules"
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    checked = check_game(written(tmp_path_factory.mktemp("lands")))
    assert checked.diagnostics == []
    assert checked.rules is not None
    return checked.rules


@pytest.mark.parametrize("players", [2, 3])
def test_builds_agree_and_both_forms_play_alike(rules: Rules, players: int) -> None:
    assert ways_to_end(rules, players, games=15) > 5


def test_each_cell_is_its_own(tmp_path: Path) -> None:
    done = run("test", written(tmp_path))
    assert (done.status, done.err) == (0, "2 passed\n"), done.out


def test_a_view_names_the_cells(rules: Rules) -> None:
    match = Match.start(rules, players=3, seed=1)
    shown = view(match, 0)
    assert shown["seats"][1]["bid"] == {"seat 1": 0, "seat 2": 0, "seat 3": 0}
    assert list(shown["cells"]["track"]) == [str(n) for n in range(-2, 7)]
    assert shown["cells"]["held"] == {"north": "none", "south": "none", "west": "none"}


@pytest.mark.parametrize("build", ["walker", "fast"])
def test_a_saved_match_keeps_its_cells(rules: Rules, build: str) -> None:
    match = Match.start(rules, players=2, seed=3, build=build)
    for _ in range(4):
        match.take(0, 0)
    again = Match.load(match.save(), rules, build=build)
    assert again.state.hash() == match.state.hash()
    for each in (match, again):
        while not each.over:
            each.take(0, len(each.decisions[0].options) - 1)
    assert match.state.hash() == again.state.hash()


def test_a_number_outside_is_an_error_of_the_rules_in_both_builds(tmp_path: Path) -> None:
    text = GAME.replace("track[n] by", "track[n + 5 * p.toll[sun]] by").replace("in 0..5 by", "in 0..1 by")
    checked = check_game(written(tmp_path, text))
    assert checked.rules is not None
    builds = Builds(checked.rules)
    ends = {str(lockstep(builds, seed=seed).over) for seed in range(4)}
    assert ends == {"None"}
    done = run("simulate", written(tmp_path, text), "-n", "1")
    assert "`track` is read or written at 11, which is outside -2..6 (in event `turn`" in done.err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("track[6] by", "track[7] by", "M026: `track` has cells from -2 to 6"),
        ("p.met[q] to", "p.met[l] to", "M001: there is no `l`"),
        ("held[l] to", "held[q] to", "M005: the index must be a `land`, this is a seat"),
        ("favourite[q] to", "favourite[n] to", "M005: the index must be a seat, this is a number"),
        ("track[n] by", "track by", "M073: `track` is a row of cells"),
        ("per -2..6 = 0", "per 6..-2 = 0", "M025: the range 6..-2 is upside down"),
        ("per -2..6 = 0", "per 1..2000 = 0", "M118: `per` takes a range that ends at 1000 at most"),
        ("per -2..6 = 0", "per lnd = 0", "M003: there is no type or enum `lnd`"),
        ("way.south = 3", "way.east = 3", "M030: a `land` has no attribute `way.east`"),
        ("seen by all", "seen by nobody", "M118: cells cannot be told apart by a `land`: in `world` not"),
        ("    north: way", "    east: copies = 2\n    north: way", "there are several of one row"),
        (
            "type land:",
            "type land lives until day:",
            "M118: cells cannot be told apart by a `land`: it passes",
        ),
        ("held: seat or none per land", "held: seat or none per number", "M003: there is no type or enum"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in run("check", written(tmp_path, GAME.replace(old, new, 1))).out


def test_a_hidden_card_may_not_choose_the_cell(tmp_path: Path) -> None:
    text = """\
game peek for 2 players

type card:
    worth: 1..3
    starts in deck

table card:
    low: worth = 1
    high: worth = 3

zone deck: card, pile, seen by nobody
zone kept: card, seen by nobody

state track: 0..9 per 1..3 = 0

type seat:
    seen: 0..1 = 0

event main():
    hide()
    end game as over:
        score track[3] + p.seen for each seat p

event hide():
    draw card c from deck to kept, otherwise done
    raise track[c.worth] by 1
"""
    path = tmp_path / "peek.rules"
    path.write_text(text)
    assert "M065: this tells everybody what lies in `kept`" in run("check", path).out
