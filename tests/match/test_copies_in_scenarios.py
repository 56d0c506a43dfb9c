"""Copies of a row in scenarios: dictated by their row, named by their number, put where others lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.walker import Walker
from regelwerk.program.generate import Program
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from small_rules import write


def failures(tmp_path: Path, text: str, build: type[Walker] | type[Program] | None) -> list[str | None]:
    """What is wrong with each scenario of a game."""
    game = load_game(write(tmp_path, text))
    assert game.scenarios is not None
    layouts = Layouts(game.rules)
    found = [run_scenario(layouts, scenario, build).failure for scenario in game.scenarios.scenarios]
    return [failure and failure.message for failure in found]


SHELF = """\
game shelf for 2 players

type book:
    starts in shelf

type seat:
    pages: 0..9 = 0

table book:
    atlas: copies = 2
    novel
    poem

zone shelf: book, ordered

event main():
    mix()
    end game as over

event mix():
    shuffle shelf
    raise seat 1.pages by 1

scenario "a dictated order":
    start mix()
    chance shelf: poem, atlas, atlas
    expect last(shelf) is poem and first(shelf) is novel
    expect seat 1.pages = 1

scenario "one poem for two places":
    start mix()
    chance shelf: poem, poem, atlas
    expect seat 1.pages = 1
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_the_order_of_an_ordered_zone_is_dictated_by_rows(
    tmp_path: Path, build: type[Walker] | type[Program]
) -> None:
    """Of two alike the other one serves where the first has its place already; a place is given once."""
    given, twice = failures(tmp_path, SHELF, build)
    assert given is None
    assert twice is not None and "`poem`" in twice


PAIR = """game dancers for 2 players

type dancer:
    starts in hall

table dancer:
    boy: copies = 3

zone hall: dancer, seen by all
zone floor: dancer, seen by all

event main():
    open ball()
    end game as midnight:
        winners all seat

window ball():
    asks seat 1
    closes after one answer
    answers at once

action dance:
    at ball
    by q
    uses dancer a in hall
    uses dancer b in hall
    do:
        move a to floor
        move b to floor

scenario "a boy may dance alone":
    seat 1 may dance(boy, boy#1)
    seat 1: dance(boy, boy#1)
    expect size(floor) = 1

scenario "two boys dance":
    seat 1: dance(boy, boy#2)
    expect boy#2 inside floor and boy#3 inside hall

scenario "the third is no other than the second":
    seat 1: dance(boy, boy#3)
    expect size(floor) = 2

scenario "nor may he":
    seat 1 may dance(boy, boy#3)
    expect size(floor) = 1
"""


@pytest.mark.parametrize("build", [None, Program])
def test_parts_of_one_action_and_numbers_in_scenarios(tmp_path: Path, build: type[Program] | None) -> None:
    message = "`boy#3` is one of 2 alike, which are offered as one: write `dance(boy, boy#2)`"
    assert failures(tmp_path, PAIR, build) == [None, None, message, message]


PUT = """game kennels for 2 players

type dog:
    starts in yard

table dog:
    collie: copies = 3

zone yard: dog, seen by all
zone kennel: dog, seen by all
zone street: dog, seen by all

event let_out():
    move yard to street

event main():
    move yard to kennel
    if size(kennel) = 0:
        let_out()
    end game as morning:
        winners all seat

scenario "what lies there already is not put there again":
    given:
        put collie in kennel
        put collie in kennel
    expect size(kennel) = 2
    start main()
    expect size(kennel) = 3

scenario "nor more than there are":
    given:
        put 2 collie in kennel
        put 2 collie in kennel
    expect size(kennel) = 2
    start main()
    expect size(kennel) = 3

scenario "nor is it taken away again where none lies where it starts":
    given:
        let_out()
        put collie in kennel
        put collie in yard
    expect size(kennel) = 1 and size(yard) = 1 and size(street) = 1
    start main()
    expect size(kennel) = 2

scenario "what is put twice is not there twice":
    given:
        put 2 collie in kennel
        put 2 collie in street
    start main()
    expect size(kennel) = 2
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_put_leaves_what_lies_there(tmp_path: Path, build: type[Walker] | type[Program]) -> None:
    first, second, third, fourth = failures(tmp_path, PUT, build)
    assert (first, third) == (None, None)
    assert second is not None and "there are only 1 `collie` elsewhere, not 2 (in" in second
    told = "there are only 1 `collie` elsewhere, not 2: lines above have put 2 somewhere"
    assert fourth is not None and told in fourth
