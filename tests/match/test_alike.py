"""Which things are offered as one: those that nothing tells apart of what rules may ask."""

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
from regelwerk.rules import expressions as ex
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
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
    chance poem, atlas, atlas
    expect last(shelf) is poem and first(shelf) is novel
    expect seat 1.pages = 1

scenario "one poem for two places":
    start mix()
    chance poem, poem, atlas
    expect seat 1.pages = 1
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_the_order_of_an_ordered_zone_is_dictated_by_rows(
    tmp_path: Path, build: type[Walker] | type[Program]
) -> None:
    """Of two alike the other one serves where the first has its place already; a place is given once."""
    game = load_game(str(write(tmp_path, SHELF)))
    assert game.scenarios is not None
    given, twice = (run_scenario(Layouts(game.rules), each, build) for each in game.scenarios.scenarios)
    assert given.failure is None, given.failure
    assert twice.failure is not None and "`poem`" in twice.failure.message


DAY = """game shepherds for 2 players

type dog:
    age: 1..9 = 1
    starts in yard

type watch lives until night:
    guard: dog or none = none

table dog:
    collie: copies = 4

zone yard: dog, seen by all
zone kennel: dog, seen by all
zone lane: dog, ordered, seen by all
zone basket of seat: dog, seen by owner

state oldest: dog or none = none

option old_days: flag = no

event main():
    @CALL
    end game as morning:
        winners all seat

event night(@PARAMETER):
    if old_days:
        olden_day()
    @BEFORE
    choose dog d in @ZONE by seat 1, otherwise done
    @AFTER
    move d to kennel

event olden_day():
    for each dog d in yard:
        set d.age to d.age + 1
        bark(d, d)
        sleep(d)
        if oldest is none:
            set oldest to d
            create watch as w with guard = d
            set w.guard to oldest
        move d to lane
    move lane to kennel
    move kennel to seat 1.basket

event bark(dog d, dog other):
    nothing

event sleep(dog d):
    nothing
"""
PLAIN = {"CALL": "night()", "PARAMETER": "", "BEFORE": "nothing", "ZONE": "yard", "AFTER": "nothing"}
CHANGES = """let one be the dog x in yard
    if one is none:
        done
    let two be the dog x in yard where (x != one)
    if two is none:
        done
    """
ASKED = "if happened sleep(d: d) this night:\n        move d to kennel"


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ({"BEFORE": CHANGES + "sleep(one)\n    sleep(two)", "AFTER": ASKED}, [1, 3]),
        ({"BEFORE": CHANGES + "sleep(one)\n    sleep(two)\n    sleep(two)", "AFTER": ASKED}, [1, 2, 3]),
        ({"BEFORE": CHANGES + "sleep(one)\n    sleep(two)"}, []),
        ({"BEFORE": CHANGES + "sleep(one)", "AFTER": "if times sleep() this night > 0:\n        done"}, []),
        (
            {
                "BEFORE": CHANGES + "bark(one, two)",
                "AFTER": "if happened bark(d: d) this night:\n        move d to kennel",
            },
            [1, 2],
        ),
        (
            {
                "BEFORE": CHANGES + "bark(one, two)",
                "AFTER": "if happened bark(d: d, other: oldest) this night:\n        move d to kennel",
            },
            [1, 2, 3],
        ),
        ({"BEFORE": CHANGES + "set oldest to two"}, [1, 2]),
        ({"BEFORE": CHANGES + "create watch as w\n    set w.guard to one"}, [1, 2]),
        (
            {
                "BEFORE": CHANGES + "for the rest of night:\n        modify age for dog x:\n"
                "            raise 1 when x = one"
            },
            [1, 2],
        ),
        ({"BEFORE": CHANGES + "later sleep(two) during night", "AFTER": "carry out night"}, [1, 2]),
        ({"BEFORE": CHANGES + "nothing", "AFTER": "if d = two:\n        move d to kennel"}, [1, 2]),
        ({"BEFORE": CHANGES + "nothing"}, []),
        (
            {
                "CALL": "for each dog x in yard:\n        night(x)\n        stop",
                "PARAMETER": "dog lead",
                "AFTER": "if d = lead:\n        move d to kennel",
            },
            [1, 2],
        ),
        ({"BEFORE": "move yard to lane", "ZONE": "lane"}, [1, 2, 3, 4]),
        (
            {
                "BEFORE": CHANGES + "move yard to seat 1.basket\n    show one to seat 2",
                "ZONE": "seat 1.basket",
            },
            [],
        ),
    ],
)
@pytest.mark.parametrize("build", [Walker, Program])
def test_whatever_rules_ask_tells_apart(
    tmp_path: Path, build: type[Walker] | type[Program], said: dict[str, str], offered: list[int]
) -> None:
    assert told(tmp_path, build, said) == [f"collie#{number}" for number in offered]


def told(tmp_path: Path, build: type[Walker] | type[Program], said: dict[str, str]) -> list[str]:
    """What is offered in the night, after the line that says something of dogs."""
    text = DAY
    for name, line in {**PLAIN, **said}.items():
        text = text.replace(f"@{name}", line)
    layout = make_layout(load_game(write(tmp_path, text)).rules, 2)
    state = State(layout)
    build(layout).begin(state)
    found = pending(layout, state)
    return [option_text(state, d, option) for d in found for option in d.options]


HAND = """game bluffers for 2 players

type card:
    shown on back
    starts in deck

table card:
    rook: copies = 3

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone table_top: card, seen by all

event main():
    for each seat p:
        turn(p)
    end game as over:
        winners all seat

event turn(seat p):
    draw 3 from deck to p.hand
    pick card c in p.hand at random, otherwise done
    show c to next(p)
    choose card d in p.hand by p, otherwise done
    move d to table_top
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_who_knows_it_tells_apart(tmp_path: Path, build: type[Walker] | type[Program]) -> None:
    layout = make_layout(load_game(write(tmp_path, HAND)).rules, 2)
    state = State(layout)
    build(layout).begin(state)
    [decision] = pending(layout, state)
    assert len(decision.options) == 2


@pytest.mark.parametrize("build", [Walker, Program])
def test_what_scenarios_ask_tells_nothing_apart(tmp_path: Path, build: type[Walker] | type[Program]) -> None:
    text = DAY
    for name, line in {**PLAIN, "BEFORE": CHANGES + "sleep(one)"}.items():
        text = text.replace(f"@{name}", line)
    asked = [ex.Happened("sleep", "night", {"d": ex.Row("collie", 1)})]
    layout = make_layout(load_game(write(tmp_path, text)).rules, 2, asked=asked)
    state = State(layout)
    build(layout).begin(state)
    assert pending(layout, state) == []


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
    game = load_game(write(tmp_path, PAIR))
    assert game.scenarios is not None
    layouts = Layouts(game.rules)
    failures = [run_scenario(layouts, s, build).failure for s in game.scenarios.scenarios]
    message = "`boy#3` is one of 2 alike, which are offered as one: write `dance(boy, boy#2)`"
    assert [failure and failure.message for failure in failures] == [None, None, message, message]


ROUND = """game shepherds for 2 players

type dog:
    starts in yard

type seat:
    points: 0..9 = 0

table dog:
    collie: copies = 4

zone yard: dog, seen by all
zone kennel: dog, seen by all

event main():
    night()
    end game as morning:
        score s.points for each seat s

"""


@pytest.mark.parametrize(
    ("night", "offered"),
    [
        (
            """event night():
    for each dog x in yard:
        if x inside yard:
            raise seat 1.points by 1
        choose dog d in yard by seat 1, otherwise done
        move d to kennel
""",
            [[1, 2, 3, 4], [1, 3, 4], [1, 4]],
        ),
        (
            """event night():
    let one be the dog in yard
    if one is not none:
        bark(one)

event bark(dog one):
    move one to kennel
    raise seat 1.points by 1

rule first_of_all:
    before bark:
        choose dog d in yard by seat 1, otherwise done
        move d to kennel
""",
            [[1, 2], [], []],
        ),
    ],
    ids=["whose turn in the loop is to come", "whom the event of the rule will still name"],
)
@pytest.mark.parametrize("build", [Walker, Program])
def test_what_is_still_to_come_tells_apart(
    tmp_path: Path, build: type[Walker] | type[Program], night: str, offered: list[list[int]]
) -> None:
    layout = make_layout(load_game(write(tmp_path, ROUND + night)).rules, 2)
    carrier, state = build(layout), State(layout)
    carrier.begin(state)
    found = []
    for _ in offered:
        decisions = pending(layout, state)
        found.append([option_text(state, d, option) for d in decisions for option in d.options])
        for decision in decisions:
            carrier.resume(state, (decision.seat, decision.options[min(1, len(decision.options) - 1)]))
    assert found == [[f"collie#{number}" for number in each] for each in offered]


PUT = """game kennels for 2 players

type dog:
    starts in yard

table dog:
    collie: copies = 3

zone yard: dog, seen by all
zone kennel: dog, seen by all

event main():
    move yard to kennel
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
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_put_leaves_what_lies_there(tmp_path: Path, build: type[Walker] | type[Program]) -> None:
    game = load_game(write(tmp_path, PUT))
    assert game.scenarios is not None
    layouts = Layouts(game.rules)
    first, second = (run_scenario(layouts, s, build).failure for s in game.scenarios.scenarios)
    assert first is None
    assert second is not None and "there are only 1 `collie` elsewhere, not 2" in second.message


SECRET = """    each seat p secretly chooses dog d in @ZONE:
        if d inside @ZONE:
            move d to kennel
            raise p.points by 1
    otherwise:
        nothing
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_what_several_seats_may_choose_in_secret_is_told_apart(
    tmp_path: Path, build: type[Walker] | type[Program]
) -> None:
    """Two who want a dog may want the same one."""
    night = "event night():\n" + SECRET.replace("@ZONE", "yard")
    layout = make_layout(load_game(write(tmp_path, ROUND + night)).rules, 2)
    carrier, state = build(layout), State(layout)
    carrier.begin(state)
    [first, second] = pending(layout, state)
    assert [option_text(state, first, option) for option in first.options] == [
        f"collie#{n}" for n in (1, 2, 3, 4)
    ]
    carrier.resume(state, (first.seat, first.options[0]))
    [decision] = pending(layout, state)
    assert decision == second
    carrier.resume(state, (second.seat, second.options[1]))
    assert state.over is not None and state.over.scores == (1, 1)


@pytest.mark.parametrize("build", [Walker, Program])
def test_alike_things_of_ones_own_are_one_in_a_secret_choice(
    tmp_path: Path, build: type[Walker] | type[Program]
) -> None:
    game = ROUND.replace(
        "zone kennel: dog, seen by all\n",
        "zone kennel: dog, seen by all\nzone home of seat: dog, seen by all\n",
    )
    night = "event night():\n    for each seat p:\n        for each dog d in yard:\n"
    night += "            if size(p.home) < 2:\n                move d to p.home\n"
    night += SECRET.replace("@ZONE", "p.home")
    layout = make_layout(load_game(write(tmp_path, game + night)).rules, 2)
    state = State(layout)
    build(layout).begin(state)
    assert pending(layout, state) == [] and state.over is not None and state.over.scores == (1, 1)
