"""Sets and tests that are written out thing by thing do what the walker's loops do."""

import random

import pytest

from regelwerk.meaning.game import check_game
from regelwerk.program.source import Function
from regelwerk.program.trees import conjunction, write_any
from tools.lockstep import Builds, lockstep


def test_nested_tests_hold_for_the_same_boards_as_the_rows():
    draw = random.Random(5)
    for _ in range(60):
        rows = [
            [f"(c0[{cell}]==a0)" for cell in draw.sample(range(6), draw.randint(1, 4))]
            for _ in range(draw.randint(1, 9))
        ]
        function = Function("def found(c0, a0):")
        write_any(function, rows)
        function.line("return 0")
        names = {}
        exec("def found(c0, a0):\n" + function.text(), names)
        for _ in range(40):
            cells = [draw.randint(0, 1) for _ in range(6)]
            wanted = int(any(all(eval(test, {"c0": cells, "a0": 1}) for test in row) for row in rows))
            assert names["found"](cells, 1) == wanted


@pytest.mark.parametrize("text", ["(q1(s)==a0)", "(c0[b1x0]==1 or c0[2]==1)", "((c0[1]==a0) and (f(s)>1))"])
def test_only_tests_that_cannot_fail_are_put_in_another_order(text):
    assert conjunction(text) is None


BOARD = """\
# A board whose places are taken in turn.
game columns for 2 players

type spot:
    mark: seat or none
    height: 0..9 = 0

map board: grid 4 by 3 of spot

value supported(spot c) = row(c) = 3 or any spot x in path(c, south, 2) where (x.mark is not none)
value lonely(spot c) = every spot x in path(c, east, 3) has (x = c or x.mark is none)
value crowded(spot c, seat p) = (count of spot x in path(c, north, 3) where (x.mark = p) = 3)

event main():
    let p be seat 1
    repeat 9 times:
        if any spot c where (CONDITION):
            choose spot c where (CONDITION) by p
            set c.mark to p
            raise c.height by count of spot x where (CONDITION and x != c)
        if any spot c where (supported(c) and lonely(c) and crowded(c, p) and c.height > 8):
            end game as high
        set p to next(p)
    end game as full
"""


@pytest.mark.parametrize(
    "condition",
    [
        "CELL.mark is none",
        "CELL.mark is none and supported(CELL)",
        "CELL.mark is none and (lonely(CELL) or column(CELL) > 2)",
        "not (CELL.mark = p) and not crowded(CELL, p)",
        "CELL.height < 2 and column(CELL) < 4",
    ],
)
def test_places_that_are_written_out_are_those_of_the_rules(tmp_path, condition):
    text = BOARD.replace("spot x where (CONDITION", "spot x where (" + condition.replace("CELL", "x"))
    file = tmp_path / "columns.rules"
    file.write_text(text.replace("CONDITION", condition.replace("CELL", "c")), "utf-8")
    checked = check_game(file)
    assert checked.rules is not None, [str(found) for found in checked.diagnostics]
    builds = Builds(checked.rules)
    assert "r.append(11)" in builds.program.source, "the places are not written out"
    for seed in range(8):
        assert lockstep(builds, seed=seed).over is not None


WALK = """\
# A piece walks on the second of two boards and tells what lies before it.
game walk for 2 players

type spot:
    marks: 0..99 = 0

map small: grid 2 by 2 of spot
map large: grid 5 by 3 of spot

state there: spot or none

value ahead(spot c, direction d) = size(path(c, d, 4))

value marks_for(seat p):
    sum of c.marks over spot c when p = seat 1
    otherwise 0

event main():
    set there to large(3, 2)
    repeat 12 times:
        choose direction d by seat 1
        step(d)
    end game as tired:
        score marks_for(p) for each seat p

event step(direction d):
    let here be there
    if here is none:
        set there to small(1, 2)
        done
    let line be path(here, d, 4)
    for each spot c in line where (c != here):
        raise c.marks by ahead(c, d)
    set there to neighbour(here, d)
    raise here.marks by row(here) + column(here) + size(line)
"""


def test_lines_and_neighbours_out_of_tables_are_those_of_the_rules(tmp_path):
    file = tmp_path / "walk.rules"
    file.write_text(WALK, "utf-8")
    checked = check_game(file)
    assert checked.rules is not None, [str(found) for found in checked.diagnostics]
    builds = Builds(checked.rules)
    assert "B_path" not in builds.program.source.replace("else B_path", "")
    for seed in range(12):
        assert lockstep(builds, seed=seed).over is not None
