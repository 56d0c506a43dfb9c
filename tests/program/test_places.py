"""Places of maps: who is adjacent, how far it is, what is reached, in both builds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from amounts import amount
from command_line import run
from regelwerk.meaning.game import check_game
from regelwerk.program import builtins
from regelwerk.program.builtins import FUNCTIONS
from regelwerk.program.layout import make_layout
from regelwerk.rules.codec import decode, encode
from tools.lockstep import Builds, lockstep

GRID = """\
type spot:
    mark: seat or none

map small: grid 2 by 2 of spot, ADJACENT
map board: grid 4 by 3 of spot, ADJACENT
"""
LINKED = """\
type spot:
    mark: seat or none

type way:
    from_place: spot
    to_place: spot
    one_way: flag = no

table spot:
    ash
    birch
    cedar
    deal
    elm
    fir

table way:
    first: from_place = ash, to_place = birch
    second: from_place = birch, to_place = cedar, one_way = yes
    third: from_place = cedar, to_place = deal
    fourth: from_place = deal, to_place = ash, one_way = yes
    fifth: from_place = birch, to_place = elm

map board: spot linked by way
"""
GAME = """\
# Places are marked one by one, next to what is marked or far from it.
game marks for 2 players

MAP
group own(seat p) = spot c where (c.mark = p)

value near(spot c, seat p) =
    (not any own(p)) or c inside reach(all own(p), all spot x where (x.mark is none))
value group_of(spot c, seat p) = size(reach(c, all own(p)))
value far(spot c, seat p) = smallest of distance(x, c, all spot) over own(p) x

type seat:
    points: 0..9999 = 0

event main():
    let p be seat 1
    repeat while any spot c where (c.mark is none):
        mark(p)
        set p to next(p)
    end game as full:
        score q.points for each seat q

event mark(seat p):
    choose spot c where (c.mark is none and near(c, p)) by p, otherwise done
    raise p.points by far(c, p)
    set c.mark to p
    for each own(p) x in neighbours(c):
        raise p.points by group_of(x, p)
    if any spot x in neighbours(c) where (x.mark is none):
        may choose spot x in neighbours(c) where (x.mark is none) by p
        if x is not none:
            set x.mark to p
"""
MAPS = {
    "orthogonally": GRID.replace("ADJACENT", "adjacent orthogonally"),
    "in all directions": GRID.replace("ADJACENT", "adjacent in all directions"),
    "as hexagons": GRID.replace("ADJACENT", "adjacent as hexagons"),
    "linked": LINKED,
}
SEEDS = amount("PLACES", test=3, nightly=24)


def _rules(tmp_path: Path, name: str, scenario: str = "") -> Path:
    path = tmp_path / "marks.rules"
    path.write_text(GAME.replace("MAP", MAPS[name]) + scenario, "utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", MAPS)
def test_builds_agree(tmp_path: Path, name: str) -> None:
    checked = check_game(_rules(tmp_path, name))
    assert checked.diagnostics == []
    assert checked.rules is not None
    again = decode(encode(checked.rules))
    assert again == checked.rules
    builds = Builds(again)
    assert len({lockstep(builds, seed=seed).hash() for seed in range(SEEDS)}) > SEEDS // 3


@pytest.mark.parametrize("name", MAPS)
def test_reached_is_what_lies_at_some_distance(tmp_path: Path, name: str) -> None:
    checked = check_game(_rules(tmp_path, name))
    assert checked.rules is not None
    tables = make_layout(checked.rules, 2, {}).tables
    places, draw = range(len(tables.row_of)), random.Random(3)
    places = [place for place in places if tables.type_of[place] == "spot"]
    for _ in range(200):
        start, through = draw.choice(places), draw.sample(places, draw.randint(0, len(places)))
        reached = FUNCTIONS["reach"](tables, (), start, through)
        near = [p for p in places if FUNCTIONS["distance"](tables, (), start, p, through) < 1000]
        assert reached == near
        both = FUNCTIONS["reach"](tables, (), [start, places[0]], through)
        assert both == sorted({*reached, *FUNCTIONS["reach"](tables, (), places[0], through)})


def test_few_distances_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they lead through may be another set in every state: they would fill the memory."""
    monkeypatch.setattr(builtins, "REMEMBERED", 60)
    checked = check_game(_rules(tmp_path, "orthogonally"))
    assert checked.rules is not None
    tables, fresh = (make_layout(checked.rules, 2, {}).tables for _ in range(2))
    places, draw = [p for p in range(len(tables.row_of)) if tables.type_of[p] == "spot"], random.Random(5)
    for _ in range(200):
        start, end, *through = draw.sample(places, draw.randint(2, len(places)))
        fresh.distances.clear()
        found = FUNCTIONS["distance"](tables, (), start, end, through)
        assert found == FUNCTIONS["distance"](fresh, (), start, end, through)
        assert sum(map(len, tables.distances)) <= 60


EXPECTED = {
    "orthogonally": """
    expect size(neighbours(board(1, 1))) = 2 and size(neighbours(board(2, 2))) = 4
    expect not (board(2, 2) inside neighbours(board(1, 1)))
    expect not (board(2, 2) inside neighbours(board(2, 2)))
    expect distance(board(1, 1), board(4, 3), all spot) = 5
    expect size(reach(small(1, 1), all spot)) = 4
    expect size(reach(board(1, 1), all spot c where (row(c) = 1))) = 4
    expect size(reach(board(1, 1), all spot c where (row(c) = column(c)))) = 1
    expect size(reach(all spot c where (column(c) = 1), all spot c where (row(c) = 3))) = 8
""",
    "in all directions": """
    expect size(neighbours(board(1, 1))) = 3 and size(neighbours(board(2, 2))) = 8
    expect distance(board(1, 1), board(4, 3), all spot) = 3
    expect distance(board(1, 1), small(1, 1), all spot) = 1000
    expect size(reach(board(1, 1), all spot c where (row(c) = column(c)))) = 3
    expect not any spot c in reach(all own(seat 1), all spot)
""",
    "as hexagons": """
    expect size(neighbours(board(1, 1))) = 2 and size(neighbours(board(4, 1))) = 3
    expect size(neighbours(board(2, 2))) = 6 and board(1, 3) inside neighbours(board(2, 2))
    expect not (board(1, 1) inside neighbours(board(2, 2)))
    expect distance(board(1, 1), board(4, 3), all spot) = 5
    expect distance(board(4, 1), board(2, 3), all spot) = 2
    expect neighbour(board(2, 2), northwest) = board(2, 1)
    expect neighbour(board(2, 2), southeast) = board(2, 3)
    expect neighbour(board(2, 2), east) = board(3, 2) and neighbour(board(2, 2), south) is none
    expect size(path(board(4, 1), southwest, 9)) = 3 and size(path(board(4, 1), north, 9)) = 1
""",
    "linked": """
    expect size(reach(birch, all spot)) = 5 and size(reach(fir, all spot)) = 1
    expect not (birch inside neighbours(cedar)) and ash inside neighbours(deal)
    expect distance(cedar, birch, all spot) = 3
    expect distance(cedar, birch, all spot x where (x is not ash)) = 1000
    expect size(reach(cedar, all spot x where (x is not ash))) = 2
""",
}


@pytest.mark.parametrize("name", MAPS)
def test_what_is_adjacent_and_reached(tmp_path: Path, name: str) -> None:
    path = _rules(tmp_path, name, f'\nscenario "places":{EXPECTED[name]}')
    done = run("test", path)
    assert (done.status, done.err) == (0, "1 passed\n"), done.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "in neighbours(c):",
            "in neighbours(3):",
            "M005: `neighbours` takes a place of a map, this is a number",
        ),
        ("reach(c,", "reach(p,", "M005: `reach` takes a place of a map or a list of places, this is a seat"),
        ("reach(c, all own(p))", "reach(c, c)", "M005: `reach` takes a list or a zone, this is a `spot`"),
        (", adjacent orthogonally", "", "M005: `neighbours` asks which places are adjacent, and the grid of"),
        ("adjacent orthogonally", "adjacent ortogonally", "P0"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = _rules(tmp_path, "orthogonally")
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    done = run("check", path)
    assert said in done.out, done.out


@pytest.mark.slow
@pytest.mark.parametrize("wide", [1, 3, 6])
def test_a_grid_is_as_large_as_an_option_says(tmp_path: Path, wide: int) -> None:
    path = _rules(tmp_path, "in all directions")
    text = path.read_text("utf-8").replace("grid 4 by 3", "grid wide by 3")
    path.write_text(text.replace("\ntype spot", "\noption wide: 1..6 = 2\n\ntype spot"), "utf-8")
    checked = check_game(path)
    assert checked.diagnostics == []
    assert checked.rules is not None
    again = decode(encode(checked.rules))
    assert len(make_layout(again, 2, {"wide": wide}).tables.row_of) == 4 + 3 * wide
    builds = Builds(again, 2, {"wide": wide})
    assert len({lockstep(builds, seed=seed).hash() for seed in range(SEEDS)}) > 1


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("", "M001: there is no option `wide`"),
        ("option wide: flag = no\n", "M025: the option is no number of rows and columns, 1 to 100"),
        ("option wide: 0..6 = 3\n", "M025: the option is no number of rows and columns, 1 to 100"),
        ("option wide: 1..101 = 3\n", "M025: the option is no number of rows and columns, 1 to 100"),
    ],
)
def test_what_no_size_can_be(tmp_path: Path, declared: str, said: str) -> None:
    path = _rules(tmp_path, "orthogonally")
    text = path.read_text("utf-8").replace("grid 4 by 3", "grid wide by 3")
    path.write_text(text.replace("\ntype spot", f"\n{declared}\ntype spot"), "utf-8")
    assert said in run("check", path).out


OTHERWISE = """\
game maps for 2 players

type small_spot:
    height: 0..9 = 0

type great_spot:
    depth: 0..9 = 0

map great: grid 5 by 4 of great_spot, adjacent orthogonally
map small: grid 2 by 3 of small_spot, adjacent orthogonally

event main():
    set great(5, 4).depth to 3
    set small(2, 3).height to 4
    end game as done_with:
        score size(neighbours(great(5, 4))) + column(small(2, 1)) for each seat p where (p = seat 1)

scenario "each map has its own places, whichever type is declared first":
    expect column(great(5, 4)) = 5 and row(small(2, 3)) = 3
    start main()
    expect great(5, 4).depth = 3 and small(2, 3).height = 4
    expect score(seat 1) = 4
"""


def test_maps_may_be_declared_in_another_order_than_their_types(tmp_path: Path) -> None:
    path = tmp_path / "maps.rules"
    path.write_text(OTHERWISE, "utf-8")
    assert (run("test", path).status, run("check", path).status) == (0, 0)
