"""Messages that name the nearest right thing: the advice fits what was written, and a fix is read."""

import pytest

from bad_files import applied
from meaning.games import HEAD, MAIN, said, said_of
from regelwerk.meaning.game import check_game

MORE = """
type hex:
    wet: flag = no
    root: seat or none

map field: grid 3 by 3 of hex, adjacent as hexagons

zone pile_of_cards: card, ordered

group root_of(seat p) = hex h where (h.root = p)

value standing(seat mover) = position of (mover, h.root for each hex h)
value strong(card c) = c.worth > 3

rule also:
    before main:
        use_it(seat 1, ace)

event use_it(seat p, card c):
    record standing(p)
    set field(1, 1).root to p
    if times recorded standing(p) > 1 and strong(c) and field(1, 1) is root_of(p):
        set field(1, 1).wet to field(1, 2).wet
    move c to pile_of_cards
    move c to deck
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        (
            "if supposing use_it(3, ace) then (rounds > 1):\n    raise rounds by 1",
            ["1:21: M005 `p` of `use_it` must be a seat, this is a number"],
        ),
        (
            "if supposing strong(ace) then (rounds > 1):\n    raise rounds by 1",
            ["1:14: M007 `strong` is of the sort `value`, not an event: nothing would happen"],
        ),
        ("record standing", ["1:8: M005 `standing` lacks its brackets"]),
        (
            "set rounds to distance(all hex, field(1, 1), all hex)",
            ["1:24: M005 `distance` takes a place of a map, this is a list of `hex`"],
        ),
        (
            "set rounds to size(reach(root_of(seat 1), all hex))",
            ["1:26: M007 `root_of` is a group, not a value"],
        ),
        (
            "for each c in table_top:\n    move c to deck",
            ["1:10: M003 the type of `c` is missing before it"],
        ),
        (
            "for each n in 1..3:\n    raise rounds by n",
            ["1:10: M003 the type of `n` is missing before it"],
        ),
        (
            "for each crad in table_top:\n    raise rounds by 1",
            ["1:10: M003 there is no type or enum `crad`"],
        ),
        ("for each card in table_top:\n    move card to deck", ["2:10: M005 `card` is a type, not a value"]),
    ],
)
def test_what_is_said(lines, messages):
    assert said_of(lines, MORE) == messages


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "choose card c in table_top by seat 1\n    move c to deck",
            "choose card c in table_top by seat 1, otherwise done\n    move c to deck",
        ),
        (
            "draw card c from pile_of_cards to deck\n    set c.tapped to no",
            "draw card c from pile_of_cards to deck, otherwise done\n    set c.tapped to no",
        ),
        (
            "set rounds to size(reach(root_of(seat 1), all hex))",
            "set rounds to size(reach(all root_of(seat 1), all hex))",
        ),
        (
            "for each c in table_top:\n        move c to deck",
            "for each card c in table_top:\n        move c to deck",
        ),
        (
            "for each card c in table_top where (tapped):\n        move c to deck",
            "for each card c in table_top where (c.tapped):\n        move c to deck",
        ),
        ("use_it(seat_2, ace)", "use_it(seat 2, ace)"),
    ],
)
def test_a_fix_is_read_without_a_problem(wrong, right):
    before = f"{HEAD}{MAIN}{MORE}\nevent play():\n    "
    (message,) = said(f"{before}{wrong}\n")
    (problem,) = check_game("example.rules").diagnostics
    assert problem.fix is not None, message
    assert applied(f"{before}{wrong}\n", problem.fix) == f"{before}{right}\n"
    assert said(f"{before}{right}\n") == []


@pytest.mark.parametrize(
    ("line", "help_"),
    [
        ("each seat p secretly chooses card c in p.hand:\n        move c to deck", "with `otherwise:`"),
        ("choose exactly 2 card cs in table_top by seat 1\n    move cs to deck", "say what happens then"),
    ],
)
def test_what_is_advised_where_nothing_may_be_found(line, help_):
    said(f"{HEAD}{MAIN}{MORE}\nevent play():\n    {line}\n")
    (problem,) = check_game("example.rules").diagnostics
    assert problem.code == "M014" and help_ in problem.help and "if any" not in problem.help


def test_a_line_that_a_type_has_once():
    text = (HEAD + MAIN).replace("    starts in deck\n", "    starts in deck\n    starts in table_top\n")
    found = said(text + "\nevent play():\n    nothing\n")
    assert found == ["10:5: M038 `card` has a second `starts in`"]


def test_a_text_of_a_type():
    text = (
        HEAD
        + MAIN
        + "\nevent play():\n    nothing\n\ntext of card:\n    limit few:\n        holds rounds < 3\n"
    )
    found = said(text + "        breach:\n            lower rounds by 1\n")
    assert [line.split(" ", 1)[1] for line in found] == ["M034 `card` is a type, not a row of a table"]
