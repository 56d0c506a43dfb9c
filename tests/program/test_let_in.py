"""Names in values: worked out once, in both builds, and what is known of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from command_line import run
from regelwerk.match.match import Match
from regelwerk.match.reasons import explain_not
from regelwerk.meaning.game import check_game
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import Rules
from regelwerk.rules.validate import validate
from regelwerk.rules.walk import nodes
from tools.lockstep import ways_to_end

GAME = """\
game herds for 2..4 players

type animal:
    weight: 1..9
    starts in market

table animal:
    lamb: weight = 1, copies = 4
    ram: weight = 3, copies = 2
    ox: weight = 8

zone market: animal, seen by all
zone pasture of seat: animal, seen by all

type field:
    stone: flag = no
    height: 0..9 = 0

map board: grid 3 by 3 of field

type seat:
    at: field or none
    guarded: animal or none
    points: 0..99 = 0

value step(seat p, direction d):
    let f be p.at, otherwise none
    neighbour(f, d)

value price(animal a, seat p) in 0..20:
    let dog be p.guarded
    let own be count of animal b in p.pasture where (b.weight >= a.weight)
    own * own when dog is none
    dog.weight + own when dog.weight > 2
    otherwise own

value climbs(seat p, direction d):
    let f be p.at, otherwise no
    let g be neighbour(f, d), otherwise no
    g.height > f.height and not g.stone

value best(seat p):
    let own be all animal a in p.pasture
    let most be greatest of a.weight over animal a in own
    the animal a in own where (a.weight = most)

value way(seat p):
    let found be all direction d where (climbs(p, d))
    found

value ready(seat p):
    let all_ways be way(p)
    size(all_ways) > 0

event main():
    set board(2, 2).height to 3
    set board(1, 3).height to 7
    set board(2, 1).stone to yes
    for each seat p:
        set p.at to board(3, 3)
    repeat 4 times:
        for each seat p:
            turn(p)
    end game as over:
        score p.points for each seat p

window moving(seat p):
    asks p

action jump:
    at moving
    by q
    needs climbs(q, west)
    do:
        raise q.points by 3

action rest:
    at moving
    by q
    do:
        lower q.points by 1

event turn(seat p):
    open moving(p)
    choose animal a in market where (price(a, p) < 9) by p, otherwise done
    raise p.points by price(a, p)
    move a to p.pasture
    set p.guarded to best(p)
    if ready(p):
        raise p.points by size(way(p))
    may choose direction d where (step(p, d) is not none) by p
    if d is not none:
        if climbs(p, d):
            raise p.points by 10
        set p.at to step(p, d)

scenario "it climbs":
    given:
        set board(2, 2).height to 3
        set seat 1.at to board(3, 3)
        put ram in seat 1.pasture
    start turn(seat 1)
    seat 1: pass, lamb, northwest
    expect seat 1.points = 12 and seat 1.at = board(2, 2)
    expect seat 1.guarded is ram and seat 2.guarded is none
    expect price(ox, seat 1) = 3 and price(ox, seat 2) = 0
    expect step(seat 2, north) is none and not ready(seat 1)
"""


def written(tmp_path: Path, text: str = GAME) -> Path:
    path = tmp_path / "herds.rules"
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    checked = check_game(written(tmp_path_factory.mktemp("herds")))
    assert checked.diagnostics == []
    assert checked.rules is not None
    return checked.rules


@pytest.mark.parametrize("players", [2, 4])
def test_builds_agree_and_both_forms_play_alike(rules: Rules, players: int) -> None:
    assert ways_to_end(rules, players, games=15) > 5


def test_what_has_a_name_is_what_it_is(tmp_path: Path) -> None:
    done = run("test", written(tmp_path))
    assert (done.status, done.err) == (0, "1 passed\n"), done.out


def test_the_layout_is_canonical(tmp_path: Path) -> None:
    done = run("format", "--check", written(tmp_path))
    assert done.status == 0, done.out


def test_what_has_a_name_is_worked_out_once(rules: Rules) -> None:
    """The body of the value reads the name several times, and holds the set once."""
    bodies = {value.name: value.body for value in rules.values}
    found = list(nodes(bodies["price"]))
    assert sum(isinstance(node, x.Count) for node in found) == 1
    assert found.count(x.Local("own")) == 4


def test_why_not_sees_through_names(rules: Rules) -> None:
    (reason,) = explain_not(Match.start(rules, players=2, seed=1), 0, "jump")
    assert "`climbs(seat 1, west)`: `board(2, 3).height > board(3, 3).height` (0 and 0)" in reason.text


CASES = {
    "not used": ("let a be p.guarded\n    0", ["27:9: M015 `a` is never used"]),
    "already there": ("let p be p.guarded\n    0", ["27:9: M011 `p` is already a local here"]),
    "declared": (
        "let ox be p.points\n    ox",
        ["27:9: M011 `ox` is the name of a row and of a local in `worth`"],
    ),
    "always there": (
        "let n be p.points, otherwise 0\n    n",
        ["27:34: M081 this value is always there, so this never happens"],
    ),
    "none": ("let n be none\n    p.points + n", ["27:14: M005 a local needs a kind, `none` has none"]),
    "not tested": (
        "let a be p.guarded\n    a.weight",
        ["28:5: M009 what stands before the dot may be `none` here"],
    ),
    "another kind": (
        "let a be p.guarded, otherwise yes\n    a.weight",
        [
            "28:5: M022 the results differ: a condition and a number",
            "34:27: M005 what is left of `+` must be a number, this is a condition",
        ],
    ),
    "below its use": (
        "p.points when n > 0\n    let n be p.points\n    otherwise 0",
        ["28:5: P024 no line here begins with `let`"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_messages(tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, said = CASES[case]
    start = GAME.index("value step")
    own = f"value worth(seat p):\n    {lines}\n\n"
    text = GAME[:start] + own + "event main():\n    for each seat p:\n        set p.guarded to ox\n"
    text += "        set p.at to board(1, 1)\n        lower p.points by worth(p) + board(1, 1).height\n"
    text += "    if board(1, 2).stone:\n        move market to seat 1.pasture\n    end game as over\n"
    monkeypatch.chdir(tmp_path)
    done = run("check", "--format", "short", written(tmp_path, text).name)
    assert [line.removeprefix("herds.rules:") for line in done.out.splitlines()] == said


def test_what_is_named_tells_what_it_is(tmp_path: Path) -> None:
    """A hidden thing under a name is a hidden thing."""
    text = """game peek for 2 players

type animal:
    weight: 1..9
    starts in stall

table animal:
    ox: weight = 8

zone stall: animal, ordered, seen by nobody

type seat:
    points: 0..9 = 1

state told: 0..9 = 0

value upper():
    let a be first(stall), otherwise 0
    a.weight

event peek():
    raise told by upper()

event main():
    peek()
    end game as over:
        score told + p.points for each seat p
"""
    done = run("check", "--format", "short", written(tmp_path, text))
    assert "M065 this tells everybody what lies in `stall`" in done.out


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (x.LetIn("p", x.Number(1), x.Number(2)), "`p` is already a local"),
        (x.LetIn("n", x.Nothing(), x.Number(2)), "a local needs a kind, none has none"),
        (x.LetIn("n", x.Number(1), x.Local("m")), "there is no local `m`"),
        (x.LetIn("n", x.Local("n"), x.Number(1)), "there is no local `n`"),
        (x.LetIn("n", x.Flag(True), x.Local("n")), "a condition stands where a number belongs"),
    ],
)
def test_rules_from_json_are_held_to_the_same(rules: Rules, named: x.LetIn, said: str) -> None:
    values = tuple(replace(v, body=named) if v.name == "price" else v for v in rules.values)
    assert validate(replace(rules, values=values)) == f"{said} (in `value price`)"
