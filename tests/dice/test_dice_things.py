"""Dice that are things, seats' attributes or states: builds, chance, knowledge, messages."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match import views
from regelwerk.match.hidden import determinise, permute_hidden
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.match.walker import Walker
from regelwerk.meaning.game import check_game
from regelwerk.players.random_player import RandomPlayer
from regelwerk.program.layout import make_layout
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.validate import validate
from regelwerk.studies.layouts import Layouts
from tools.interference import hide_more, interfere, interfere_in_play, scenario_positions
from tools.lockstep import Builds, lockstep
from tools.own_games import assert_as_written, assert_holds, rules_of, scenarios_of

GAME = Path(__file__).parent / "cups.rules"


@cache
def layouts():
    return Layouts(rules_of(GAME))


@cache
def builds():
    return Builds(rules_of(GAME))


def test_the_game_checks_and_reads_as_it_is_written():
    assert_as_written(GAME)


@pytest.mark.each("scenario", scenarios_of, GAME, ids=lambda scenario: scenario.title)
def test_the_case_holds_on_both_builds(scenario):
    assert_holds(layouts(), scenario)


@pytest.mark.parametrize("seed", range(12))
def test_builds_agree_and_go_on_from_what_the_other_saved(seed):
    assert lockstep(builds(), seed=seed).over is not None


def test_an_export_is_the_same_game():
    rules = rules_of(GAME)
    assert decode(encode(rules)) == rules
    assert validate(rules) is None


@cache
def layout():
    return make_layout(rules_of(GAME), 2)


def start(seed):
    return Match.start_on(layout(), Walker(layout()), seed)


def faces_under(match, seat):
    """What lies under a seat's cup, as the state has it."""
    tables = match.layout.tables
    info = tables.attributes["number_die", "pips"]
    cup = tables.zones["cup"].first + seat
    return [match.state.columns[info.column][thing - info.first] for thing in match.state.zones[cup]]


def test_faces_under_another_cup_are_not_seen():
    match = start(3)
    mine, theirs = (view(match, 0)["zones"]["cup"][n] for n in range(2))
    assert [die["pips"] for die in mine["things"]] == faces_under(match, 0)
    assert theirs["things"] == [] and theirs["hidden"] == [{"count": 2, "back": {}}]


def test_the_log_says_to_others_only_that_a_hidden_die_was_rolled():
    match = start(3)
    of_one = [[e for e in view(match, seat)["log"] if e["kind"] == "rolled"] for seat in (0, 1, None)]
    shaken = [[e for e in entries if e["die"] == "six" and e["seat"] == "seat 1"] for entries in of_one]
    assert [e["value"] for e in shaken[0][:2]] == [str(face) for face in faces_under(match, 0)]
    hidden = {"kind": "rolled", "die": "six", "seat": "seat 1"}
    assert shaken[1][:2] == shaken[2][:2] == [hidden, hidden]
    assert shaken[0][2:] == shaken[1][2:]  # the seat's own die is seen by all
    omens = [[e for e in entries if e["die"] == "fate"] for entries in of_one]
    assert omens[0] == omens[1] == omens[2] and all("value" in e for e in omens[0])


def test_hidden_faces_may_be_any_and_nothing_of_them_is_seen():
    compared = interfere_in_play(start, range(6), 40, RandomPlayer)
    for match in scenario_positions(load_game(str(GAME))):
        more = hide_more(match, Random(1))
        compared += sum(interfere(more, d.seat, Random(2), RandomPlayer) for d in more.decisions)
    assert compared > 25


def face_shown(patch):
    """A die under a cup shows its face to all."""
    honest = views._thing

    def thing(s, seat, which):
        info = s.layout.tables.attributes["number_die", "pips"]
        number = which - info.first
        shown = {"pips": s.columns[info.column][number]} if 0 <= number < info.count else {}
        return {**honest(s, seat, which), **shown}

    patch.setattr(views, "_thing", thing)


def pips_told(patch):
    """Everybody reads the sum of what lies under the cups."""
    honest = views.view
    told = lambda match: [sum(faces_under(match, seat)) for seat in range(2)]  # noqa: E731
    patch.setattr(views, "view", lambda match, seat: {**honest(match, seat), "pips": told(match)})


def peeking_bot(patch):
    """A bot looks under the cups."""

    def choose(self, sight):
        return sum(faces_under(sight._match, 1 - sight.seat)) % len(sight.decision.options)

    patch.setattr(RandomPlayer, "choose", choose)


@pytest.mark.parametrize("plant", [face_shown, pips_told, peeking_bot])
def test_a_planted_leak_of_faces_is_found(plant, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="can tell"):
        interfere_in_play(start, range(6), 40, RandomPlayer)


def test_a_hidden_die_is_turned_where_others_may_not_tell():
    match = start(2)
    other = match.copy()
    turned = permute_hidden(other.state, 0, Random(5))
    assert turned is not None and turned[0] == turned[1]
    assert faces_under(match, 0) == faces_under(other, 0)
    assert faces_under(match, 1) != faces_under(other, 1)


def test_who_imagines_the_match_rolls_what_he_does_not_see_anew():
    match = start(2)
    imagined = [determinise(match, 0, Random(seed)) for seed in range(40)]
    assert {tuple(faces_under(other, 0)) for other in imagined} == {tuple(faces_under(match, 0))}
    assert len({tuple(faces_under(other, 1)) for other in imagined}) > 10
    other = match.copy()
    while permute_hidden(other.state, 0, Random(5)) is None or faces_under(other, 1) == faces_under(match, 1):
        pass
    assert determinise(other, 0, Random(1)).hash() == determinise(match, 0, Random(1)).hash()


HEAD = """game small for 2 players

die six: 1..6
die coin: head, tail

type pawn:
    roof: coin or none
    door: coin = head
    starts in street

table pawn:
    red: copies = 3

zone street: pawn
zone house of seat: pawn, seen by owner

type seat:
    luck: six = 1
    name: 1..9 = 1

state total: 0..99 = 0
state upper: coin = head

event main():
    play(seat 1)
    set seat 1.name to 2
    set total to count of pawn d in street where (d.roof = d.door)
    set upper to tail
    for each pawn d in street where (upper = d.door):
        set d.roof to head
        set d.door to tail
        move d to seat 1.house
    end game as over:
        score total + p.luck for each seat p

event play(seat p):
"""


def small(folder, lines):
    path = folder / "small.rules"
    path.write_text(HEAD + "".join(f"    {line}\n" for line in lines.splitlines()), encoding="utf-8")
    return check_game(path)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("roll six", "M044 the face of `six` gets no name"),
        ("roll p.name", "M044 `name` is no die"),
        ("roll total", "M044 `total` is no die"),
        ("roll 7", "P039 the line ends too early; expected a name"),
        ("let n be 3\nroll n", "M044 `n` is no die"),
        ("roll p.luck by 3", "M005 who rolls must be a seat or `none`, this is a number"),
        ("for each pawn d in street:\n    roll d.size", "M004 a `pawn` has no attribute `size`"),
        ("set p.luck to 7", "M026 `luck` goes from 1 to 6"),
        (
            "for each pawn d in street:\n    set d.roof to 3",
            "M005 `roof` must be a `coin` or `none`, this is a number",
        ),
    ],
)
def test_what_does_not_fit(tmp_path, monkeypatch, lines, message):
    monkeypatch.chdir(tmp_path)
    said = [f"{problem.code} {problem.message}" for problem in small(tmp_path, lines).diagnostics]
    assert said[0] == message


SHAKEN = """game shaken for 2 players

die six: 1..6

type cube:
    pips: six = 1
    starts in box

table cube:
    clay: copies = 8

zone box: cube
zone cup of seat: cube, seen by owner

type seat:
    points: 0..99 = 0

event main():
    for each seat p:
        choose cube d in box at random, otherwise done
        move d to p.cup
        shake(p)
        play(p)
    end game as over:
        score p.points for each seat p

event shake(seat p):
    for each cube d in p.cup:
        roll d.pips by p

event play(seat p):
"""


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("choose cube d in p.cup where (d.pips > 3) by p, otherwise done\nraise p.points by 1", None),
        (
            "choose cube d in next(p).cup by p, otherwise done\nmove d to p.cup",
            "M065 the seat that is asked may not know the things in `cup` it is offered",
        ),
        (
            "if any cube d in p.cup where (d.pips = 6):\n    raise p.points by 1",
            "M065 this tells everybody what lies in `cup`: a cell that all see is set from it",
        ),
        (
            "for each cube d in p.cup where (d.pips = 1):\n    roll d.pips by p",
            "M065 this tells everybody what lies in `cup`: a cell that all see is set from it",
        ),
    ],
)
def test_what_would_betray_dice_under_a_cup(tmp_path, monkeypatch, lines, message):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "shaken.rules"
    path.write_text(SHAKEN + "".join(f"    {line}\n" for line in lines.splitlines()), encoding="utf-8")
    said = [f"{problem.code} {problem.message}" for problem in check_game(path).diagnostics]
    assert said == ([] if message is None else [message])


def test_a_die_is_picked_by_the_face_it_is_named_by(tmp_path):
    named = GAME.read_text("utf-8").replace("or none\n", "or none\n    named by shows\n")
    path = tmp_path / "cups.rules"
    path.write_text(named.replace("seat 1: ebony#2,", "seat 1: ebony(luck),"), encoding="utf-8")
    found = load_game(str(path))
    for scenario in found.scenarios.scenarios:
        assert_holds(Layouts(found.rules), scenario)
    match = Match.start(found.rules, 2, {}, 3)
    texts = set()
    for _ in range(60):
        if match.over:
            break
        texts |= {match.text(option) for option in match.decisions[0].options}
        match.take(0, len(match.decisions[0].options) - 1)
    assert texts & {"ebony(luck)", "ebony(mishap)", "ebony(silence)"} and "ivory" in texts


ODD = """game odd for 2 players

die odd: 1, 3, 5

type cube:
    pips: odd = 1
    starts in box

table cube:
    clay: copies = 2

zone box: cube
zone cup of seat: cube, seen by owner

event main():
    for each seat p:
        let d be first(box), otherwise stop
        move d to p.cup
        roll d.pips by p
        choose number n in 1..5 by p
        set d.pips to n
    choose number n in 1..5 by seat 1
    end game as over:
        score n + sum of d.pips over cube d in p.cup for each seat p
"""


def test_a_die_set_to_a_number_between_its_faces_is_hidden_too(tmp_path):
    path = tmp_path / "odd.rules"
    path.write_text(ODD, encoding="utf-8")
    match = Match.start(load_game(str(path)).rules, seed=3)
    match.take(0, 1)
    match.take(0, 3)
    column = match.layout.tables.attributes["cube", "pips"].column
    assert sorted(match.state.columns[column]) == [2, 4]
    imagined = [determinise(match, 0, Random(seed)).state.columns[column] for seed in range(20)]
    own = match.state.columns[column].index(2)
    assert {faces[own] for faces in imagined} == {2}
    assert {faces[1 - own] for faces in imagined} == {1, 3, 5}
