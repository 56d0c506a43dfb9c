"""What may be absent is used only where a test says that it is there."""

import pytest

from meaning.games import said_of

ABSENT = "M009 what stands before the dot may be `none` here"

ASKED = """
state met: card or none per suit
value other(seat p, suit s) =
    the card c in table_top where (c.suit = s and c.worth > p.gold)
value asked() = any seat p where (other(p, hearts) = met[spades])
rule asking:
    before play where (asked()):
        set met[hearts] to ace
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "lines",
    [
        "let c be favourite\nif c is not none:\n    set c.tapped to no",
        "let c be favourite\nif c is none:\n    done\nset c.tapped to no",
        "let c be favourite\nif c is none:\n    end game as over\nset c.tapped to no",
        "let c be favourite\nif c is not none and c.worth > 3:\n    lower rounds by 1",
        "let c be favourite\nif c is none or c.worth > 3:\n    lower rounds by 1",
        "let c be favourite\nif not (c is none or c.worth < 3):\n    set c.tapped to no",
        "if favourite is not none and favourite.worth > 3:\n    lower rounds by 1",
        "let c be favourite\nif c is joker:\n    set c.tapped to no",
        "let c be favourite\nif c = ace:\n    set c.tapped to no",
        "let c be favourite\nrepeat while c is not none and c.worth > 3:\n    set c to favourite",
        "let c be favourite\nif c is none:\n    nothing\notherwise:\n    set c.tapped to no",
        "let c be favourite\nif c is none:\n    set c to ace\nraise rounds by 1",
        "for each seat p where (p.rival is not none and p.rival.gold > 2):\n    raise p.gold by 1",
        "choose card c in table_top by seat 1\notherwise:\n    done\nset c.tapped to no",
        "draw card c from deck to table_top\notherwise:\n    done\nset c.tapped to no",
        "let c be the card\nset c.tapped to no",
        "let p be the seat\nraise p.gold by 1",
        "if first(table_top) is not none and first(table_top).worth > 3:\n    lower rounds by 1",
        "if first(table_top) is none or first(table_top).tapped:\n    lower rounds by 1",
        "if other(seat 1, spades) is none or other(seat 1, spades).worth > 3:\n    lower rounds by 1",
        "let p be seat 1\nif other(p, hearts) is ace and other(p, hearts).tapped:\n    lower rounds by 1",
        "if met[hearts] is not none and met[hearts].tapped:\n    lower rounds by 1",
    ],
)
def test_a_test_is_enough(lines):
    assert said_of(lines, ASKED) == []


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ("set favourite.tapped to no", "1:5"),
        ("let c be favourite\nset c.tapped to no", "2:5"),
        ("if favourite is not none:\n    set favourite.tapped to no", "2:9"),
        ("let c be favourite\nif c is none:\n    set c.tapped to no", "3:9"),
        ("let c be favourite\nif c is not none or c.worth > 3:\n    lower rounds by 1", "2:21"),
        ("let c be favourite\nif c is not none:\n    set c to favourite\n    set c.tapped to no", "4:9"),
        ("let c be favourite\nif c is not none:\n    nothing\nset c.tapped to no", "4:5"),
        ("choose card c in table_top by seat 1\notherwise:\n    nothing\nset c.tapped to no", "4:5"),
        ("may choose card c in table_top by seat 1\nset c.tapped to no", "2:5"),
        ("let c be the card x where (x.worth > 3)\nset c.tapped to no", "2:5"),
        ("let c be first(table_top)\nset c.tapped to no", "2:5"),
        ("raise seat 1.rival.gold by 1", "1:7"),
        ("if first(table_top) is not none:\n    set first(table_top).tapped to no", "2:9"),
        ("if first(table_top) is not none and last(table_top).tapped:\n    lower rounds by 1", "1:37"),
        ("if first(table_top) is not none or first(table_top).tapped:\n    lower rounds by 1", "1:36"),
        ("let p be seat 1\nif other(p, hearts) is ace and other(p, spades).tapped:\n    done", "2:32"),
        ("if met[hearts] is ace and met[spades].tapped:\n    lower rounds by 1", "1:27"),
    ],
)
def test_without_a_test_it_is_reported_where_it_is_used(lines, place):
    assert said_of(lines, ASKED) == [f"{place}: {ABSENT}"]


def test_of_another_thing_of_the_same_name_nothing_is_known():
    inner = "any seat p where (other(p, hearts).tapped)"
    lines = f"let p be seat 1\nif other(p, hearts) is not none and {inner}:\n    lower rounds by 1"
    assert [line for line in said_of(lines, ASKED) if ABSENT in line]


def test_a_supposed_happening_changes_what_a_call_gives():
    lines = "if first(table_top) is ace and supposing shake() then (first(table_top).tapped):\n    done"
    more = "event shake():\n    move table_top to deck\n\n"
    assert [line for line in said_of(lines, more) if ABSENT in line]


def test_a_loop_forgets_what_a_round_may_change():
    rounds = "    repeat 2 times:\n        set c.tapped to no\n        set c to favourite"
    lines = f"let c be favourite\nif c is not none:\n{rounds}"
    assert said_of(lines) == [f"4:13: {ABSENT}"]


@pytest.mark.parametrize(
    ("test", "use", "forgotten"),
    [
        ("c is not none", "set c.tapped to no", False),
        ("favourite is not none", "set favourite.tapped to no", True),
        ("p.rival is not none", "raise p.rival.gold by 1", True),
    ],
    ids=["a local stays what it is", "a state", "an attribute of a local"],
)
def test_what_may_have_happened_changes_cells_and_no_locals(test, use, forgotten):
    """A cell is known on the line that tests it; what a local is, is known in all lines below."""
    lines = f"let c be favourite\nlet p be seat 1\nif {test}:\n    shake()\n    {use}"
    found = said_of(lines, "event shake():\n    raise rounds by 1\n\n")
    assert [ABSENT in line for line in found if "M009" in line] == [True] * forgotten
