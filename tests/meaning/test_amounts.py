"""Amounts below nothing that events are given."""

import pytest

from meaning.games import said

HEAD = """\
game example for 2 players

type seat:
    points: 0..9 = 5

option debts: 1..3 = 1

event main():
    for each seat p where (p.points >= debts):
        {line}
    end game as over

"""
EARN = "event earn(seat p, number n):\n    raise p.points by n\n"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def found(line, event=EARN):
    return [each.split(" ", 1)[1] for each in said(HEAD.format(line=line) + event)]


RAISED = "M139 `earn` raises something by `n`, and by a number below 0 nothing is raised"


@pytest.mark.parametrize("line", ["earn(p, -1)", "earn(p, 2 - 3)", "earn(p, -debts)"])
def test_less_than_nothing_given_to_an_event_that_raises_by_it(line):
    assert found(line) == [RAISED]


@pytest.mark.parametrize("line", ["earn(p, 1)", "earn(p, 0)", "earn(p, p.points - 5)"])
def test_what_may_be_more_is_an_amount(line):
    assert found(line) == []


def test_what_is_lowered_by_less_than_nothing():
    event = "event lose(seat p, number n):\n    lower p.points by n\n"
    message = "M139 `lose` lowers something by `n`, and by a number below 0 nothing is lowered"
    assert found("lose(p, -1)", event) == [message]


def test_an_event_that_looks_at_the_number_may_be_given_less():
    event = (
        "event earn(seat p, number n):\n    if n < 0:\n        lower p.points by 1\n    raise p.points by n\n"
    )
    assert found("earn(p, -1)", event) == []


def test_a_rule_may_do_something_else_with_the_number():
    rule = "\nrule poor:\n    instead of earn where (n < 0):\n        lower p.points by 1\n"
    assert found("earn(p, -1)", EARN + rule) == []
