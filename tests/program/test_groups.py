"""Groups: sets with a name, in both builds, as nouns and as tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from duels import play
from regelwerk.match.match import Match
from regelwerk.match.reasons import explain_not
from regelwerk.meaning.game import check_game
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.rules.declarations import Rules
from small_rules import understood
from tools.lockstep import ways_to_end

GAME = """\
game keep for 2..3 players

enum phase: dawn, noon, dusk

type card:
    worth: 0..9 = 0
    starts in deck

type charm is card

table charm:
    wake: worth = 3, copies = 30
    night: worth = 1
    fog

table card:
    coin: copies = 4

zone deck: card, pile, seen by nobody
zone spells of seat: card, ordered, seen by all
zone hand of seat: card, seen by all

type seat:
    points: 0..99 = 0
    best: card or none
    mood: phase = dawn

group in_play = charm e where (any seat p where (e inside p.spells))
group own_charm(seat p) = in_play e where (owner(e) = p)
group held(seat p) = card in p.hand
group charm_held(seat p, number n) = charm c in p.hand where (c.worth >= n)
group rich(number n) = seat p where (p.points > n)
group step = number in 1..3
group late = phase f where (f is one of (noon, dusk))
group dearest(seat p) = card c in p.hand sorted by (-c.worth)

value favourite(seat p) = the dearest(p)

event main():
    for each seat p:
        draw 3 from deck to p.hand
    repeat 3 times:
        for each seat p:
            turn(p)
    end game as finish:
        winners all rich(2)

event turn(seat p):
    open play(p)
    choose number n in 1..5 by p
    if n is step:
        raise p.points by n
    if wake is in_play and night is not in_play:
        raise p.points by count of own_charm(p)
    for each in_play e where (e.worth > 2):
        raise p.points by 1
    set p.best to favourite(p)
    choose in_play e where (e is night or e is wake) by p, otherwise done
    if p is rich(5) and any held(next(p)) and p.best is not in_play:
        move e to p.hand

window play(seat p):
    asks p
    closes after one answer
    answers at once

action lay:
    at play
    by q
    uses held(q) c where (c is charm)
    needs not any in_play e where (same(e, c))
    do:
        move c to q.spells

action laugh:
    at play
    by q where (q.mood is late and not any charm_held(q, 8))
    do:
        set q.mood to dawn

rule charms_tell for each own_charm(q) k:
    after lay where (k.worth > 0):
        set q.mood to dusk

scenario "what is in play":
    given:
        put wake in seat 1.spells
        put 2 wake in seat 2.spells
        put fog in seat 2.hand
    start turn(seat 2)
    expect wake is in_play and night is not in_play and fog is not in_play
    expect count of in_play = 3 and count of own_charm(seat 2) = 2
    expect every own_charm(seat 1) e has (e is wake and e is in_play)
    seat 2: lay(fog), 2
    expect fog is in_play and fog is own_charm(seat 2) and fog is not own_charm(seat 1)
    expect seat 2.points = 8 and seat 2 is rich(7) and seat 1 is not rich(0)
    expect not any charm_held(seat 2, 0)

scenario "a source of one's own":
    given:
        put wake in seat 1.spells
        put night in seat 1.hand
        put coin in seat 1.hand
    start turn(seat 1)
    expect count of in_play in seat 1.spells = 1 and not any own_charm(seat 2)
    expect count of charm_held(seat 1, 2) = 0 and night is charm_held(seat 1, 1)
    expect count of step n in 2..9 = 2
    expect sum of n over step n = 6
    seat 1 cannot laugh because late
    seat 1: pass, 5
    expect seat 1.best = night and seat 1.best is held(seat 1)
    expect the dearest(seat 1) = night
    expect any dearest(seat 1) c where (c is coin)
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return understood(tmp_path_factory.mktemp("keep"), GAME)


def test_builds_agree_and_both_forms_play_alike(rules: Rules) -> None:
    assert ways_to_end(rules, games=25) > 5


def test_sets_and_tests_of_groups(tmp_path: Path) -> None:
    path = tmp_path / "keep.rules"
    path.write_text(GAME)
    done = run("test", path)
    assert (done.status, done.err) == (0, "2 passed\n"), done.out


def test_a_group_is_written_out_where_a_condition_fails(rules: Rules) -> None:
    match = Match.start(rules, players=2, seed=1)
    (reason,) = explain_not(match, 0, "laugh")
    assert "`seat 1.mood is late`" in reason.text, reason.text
    assert "late" in reason.names


def test_what_lies_in_a_zone_is_looked_for_there(rules: Rules) -> None:
    source = Program(make_layout(rules, 2, {})).source
    assert "sorted({*ZONES[" in source


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("each in_play e", "each in_pley e", "M003: there is no type or enum `in_pley`"),
        ("each in_play e", "each in_pley e", "did you mean `in_play`?"),
        ("mood is late", "mood is lait(3)", "M001: there is no group `lait`"),
        (
            "count of own_charm(p)",
            "count of own_charm",
            "M006: `own_charm` takes 1 arguments (p), here are 0",
        ),
        ("count of own_charm(p)", "count of own_charm(2)", "M005: `p` of `own_charm` must be a seat"),
        ("any held(next(p))", "any card(p)", "M007: `card` takes no arguments"),
        ("any held(next(p))", "in_play(p.best)", "M007: `in_play` is a group, not a value"),
        ("if n is step", "if step", "M005: `step` is a group, not a value"),
        ("event turn(seat p)", "event turn(rich p)", "M003: `rich` is a group, no type"),
        ("if n is step", "if p is step", "M008: a seat is never `step`"),
        ("wake is in_play", "coin is in_play", "M008: a `card` is never `in_play`"),
        ("= card in p.hand\n", "= card\n", "M048: the group `held` is all there is of `card`"),
        ("= in_play e where (owner(e) = p)", "= own_charm(p) e where (e = night)", "M020"),
        ("group late =", "group late(seat p) =", "M015: `p` is never used"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GAME
    path = tmp_path / "keep.rules"
    path.write_text(GAME.replace(old, new))
    done = run("check", path)
    assert said in done.out, done.out


def test_a_group_that_nothing_names_is_unused(tmp_path: Path) -> None:
    path = tmp_path / "keep.rules"
    path.write_text(GAME + "\ngroup idle = seat p where (p.points = 0)\n")
    assert "M016: `idle` is a group that nothing uses" in run("check", path).out


def test_a_group_tells_as_much_as_its_condition(tmp_path: Path) -> None:
    path = tmp_path / "keep.rules"
    asked = "    raise p.points by count of charm_held(next(p), 1)\n    set p.best to"
    hidden = GAME.replace("hand of seat: card, seen by all", "hand of seat: card, seen by owner")
    path.write_text(hidden.replace("    set p.best to", asked))
    assert "M065: this tells everybody what lies in `hand`" in run("check", path).out


HOUSES = {
    "replace group rich(number n) = seat p where (p.points < n)": "seat 1 is not rich(2)",
    "remove group dearest\n    replace value favourite(seat p) = the card in p.hand": "seat 1 is rich(1)",
}


@pytest.mark.parametrize("line", HOUSES)
def test_house_rules_amend_groups(tmp_path: Path, line: str) -> None:
    game, house = tmp_path / "keep.rules", tmp_path / "house.rules"
    game.write_text(GAME)
    scenario = f'scenario "it":\n    start turn(seat 1)\n    seat 1: 2\n    expect {HOUSES[line]}\n'
    house.write_text(f'house rule "other" amends keep:\n    {line}\n{scenario}')
    checked = check_game(game, [house])
    assert [problem.message for problem in checked.diagnostics if problem.severity == "error"] == []
    assert play(checked) == {"it": None}
