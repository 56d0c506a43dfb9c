"""What can be read and never means anything: directions, positions never recorded, actions of nobody."""

import pytest

from meaning.games import HEAD, MAIN, said, said_of

MORE = """
type spot:
    full: flag = no

type hex:
    wet: flag = no

map strip: grid 3 by 1 of spot
map field: grid 3 by 3 of hex, adjacent as hexagons

value standing(seat mover) = position of (mover, s.full for each spot s)

window rest(seat p):
    asks all seat from p

rule also:
    before main:
        set strip(1, 1).full to strip(2, 1).full
        set field(1, 1).wet to field(1, 2).wet
        record standing(seat 1)
        if times recorded standing(seat 2) > 1:
            open rest(seat 1)
"""
IDLE = """
action wait:
    at rest
    by q
    do:
        raise q.gold by 1
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("neighbour(field(2, 2), north) is none", "M136 no `hex` has another to its `north`"),
        ("size(path(field(2, 2), south, 2)) > 1", "M136 no `hex` has another to its `south`"),
        ("neighbour(strip(2, 1), northeast) is none", "M136 no `spot` has another to its `northeast`"),
        ("neighbour(strip(2, 1), east) is none", None),
        ("neighbour(field(2, 2), northeast) is none", None),
        ("any direction d where (neighbour(field(2, 2), d) is none)", None),
    ],
)
def test_a_direction_that_leads_nowhere(call, message):
    found = said_of(f"if {call}:\n    raise rounds by 1", MORE + IDLE)
    assert [line.split(": ", 1)[1] for line in found] == ([] if message is None else [message])


@pytest.mark.parametrize(
    ("asked", "messages"),
    [
        ("standing(seat 2)", []),
        ("position of (seat 1, s.full for each spot s)", []),
        (
            "position of (rounds)",
            ["M135 warning: no position with these features is recorded, so this is always 0"],
        ),
    ],
)
def test_a_position_that_nothing_records(asked, messages):
    found = said_of(f"if times recorded {asked} > 1:\n    raise rounds by 1", MORE + IDLE)
    assert [line.split(": ", 1)[1] for line in found] == messages


ASKED = """
value has_joker(seat p) = joker inside p.hand
value may_tap(seat p) = has_joker(p) and p.gold > 0
value rich(seat p) = p.gold > 2

rule nobody_taps:
    forbid play where (may_tap(seat 1) and rich(seat 1))
"""


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ("once per main", True),
        ("uses this in q.hand", False),
        ("needs joker inside q.hand", False),
        ("needs this inside q.hand", False),
        ("needs has_joker(q)", False),
        ("needs rounds < 5 and may_tap(q)", False),
        ("by q where (has_joker(q))", False),
        ("needs rich(q)", True),
        ("needs rich(q) and this inside q.hand", False),
    ],
)
def test_an_action_that_says_nothing_of_its_thing(line, reported):
    by = "by q\n        " if not line.startswith("by") else ""
    text = f"\ntext of joker:\n    action tap:\n        at rest\n        {by}{line}\n"
    text += "        do:\n            raise q.gold by 1\n"
    found = said(f"{HEAD}{MAIN}{MORE}{ASKED}{text}\nevent play():\n    nothing\n")
    message = "`tap` stands in the text of `joker` and says nothing of it: who has it does not matter"
    assert [each.split("warning: ")[-1] for each in found if "M137" in each] == [message] * reported
    assert not any("error" in each for each in found)
