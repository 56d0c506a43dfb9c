"""Which things are offered as one: like things in whose zones nothing lies and that nothing names."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.decisions import pending
from regelwerk.match.state import State
from regelwerk.match.text import option_text
from regelwerk.match.walker import Walker
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from small_rules import write

GAME = """game hirelings for 2 players

option equipment: nothing_at_all | a_tool | a_follower | a_secret = nothing_at_all

type hireling:
    master: hireling or none = none
    starts in yard

type tool:
    starts in shed

type letter:
    about: hireling or none = none
    starts in chest

table hireling:
    digger: copies = 4

table tool:
    spade

table letter:
    testament

zone yard: hireling, seen by all
zone belt of hireling: tool, seen by all
zone shed: tool, seen by all
zone chest: letter, seen by nobody

event main():
    let lord be the hireling d in yard
    if equipment = a_tool and lord is not none:
        move spade to lord.belt
    if equipment = a_follower:
        for each hireling d in yard where (d != lord):
            set d.master to lord
            stop
    if equipment = a_secret:
        set testament.about to lord
    choose hireling h in yard by seat 1, otherwise done
    move spade to shed
    end game as over:
        winners all seat where (h.master is none and testament.about != h)
"""


@pytest.mark.parametrize("build", [Walker, Program])
@pytest.mark.parametrize(
    ("given", "offered"),
    [(0, []), (3, []), (1, ["digger#1", "digger#2"]), (2, ["digger#1", "digger#2", "digger#3"])],
)
def test_like_things_are_one_option(
    tmp_path: Path, build: type[Walker] | type[Program], given: int, offered: list[str]
) -> None:
    layout = make_layout(load_game(write(tmp_path, GAME)).rules, 2, {"equipment": given})
    state = State(layout)
    build(layout).begin(state)
    found = pending(layout, state)
    assert [option_text(state, d, option) for d in found for option in d.options] == offered


CALLS = """game sparrows for 2 players

type sparrow:
    starts in nest

table sparrow:
    brown: copies = 3

zone nest: sparrow, seen by all
zone hedge: sparrow, seen by all

event main():
    open garden()
    end game as evening:
        winners all seat

window garden():
    asks all seat from seat 1
    closes when all pass in a row
    answers last first

action call:
    at garden
    by q
    target sparrow s in nest
    do:
        move s to hedge
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_what_a_waiting_answer_is_about_is_like_no_other(
    tmp_path: Path, build: type[Walker] | type[Program]
) -> None:
    """All sparrows are one option until one of them has been called; whoever has one left sees no others."""
    layout = make_layout(load_game(write(tmp_path, CALLS)).rules, 2)
    carrier, state = build(layout), State(layout)
    carrier.begin(state)
    offered = []
    for number in range(3):
        [decision] = pending(layout, state)
        offered.append([option_text(state, decision, option) for option in decision.options])
        carrier.resume(state, (decision.seat, decision.options[number]))
    assert offered == [
        ["call(brown)", "pass"],
        ["call(brown#1)", "call(brown#2)", "pass"],
        ["call(brown#1)", "call(brown#2)", "call(brown#3)", "pass"],
    ]
