"""Which things are offered as one: those that nothing tells apart of what rules may ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.decisions import pending
from regelwerk.match.state import State
from regelwerk.match.text import option_text
from regelwerk.match.walker import Walker
from regelwerk.program.ending import Decision
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.rules import expressions as ex
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


Build = type[Walker] | type[Program]


class Played:
    """A game that one build has begun."""

    def __init__(
        self,
        tmp_path: Path,
        build: Build,
        text: str,
        options: Mapping[str, int] | None = None,
        asked: Sequence[ex.Happened] = (),
    ) -> None:
        layout = make_layout(load_game(write(tmp_path, text)).rules, 2, options, asked=asked)
        self.build, self.state = build(layout), State(layout)
        self.build.begin(self.state)

    def decisions(self) -> list[Decision]:
        return pending(self.state.layout, self.state)

    def offered(self) -> list[str]:
        """The options of all who decide, as text."""
        return [option_text(self.state, each, option) for each in self.decisions() for option in each.options]

    def choose(self, decision: Decision, option: int) -> None:
        self.build.resume(self.state, (decision.seat, decision.options[option]))


@pytest.mark.parametrize("build", [Walker, Program])
@pytest.mark.parametrize(
    ("given", "offered"),
    [(0, []), (3, []), (1, ["digger#1", "digger#2"]), (2, ["digger#1", "digger#2", "digger#3"])],
)
def test_like_things_are_one_option(tmp_path: Path, build: Build, given: int, offered: list[str]) -> None:
    assert Played(tmp_path, build, GAME, {"equipment": given}).offered() == offered


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
def test_what_a_waiting_answer_is_about_is_like_no_other(tmp_path: Path, build: Build) -> None:
    """All sparrows are one option until one of them has been called; whoever has one left sees no others."""
    match = Played(tmp_path, build, CALLS)
    offered = []
    for number in range(3):
        offered.append(match.offered())
        match.choose(match.decisions()[0], number)
    assert offered == [
        ["call(brown)", "pass"],
        ["call(brown#1)", "call(brown#2)", "pass"],
        ["call(brown#1)", "call(brown#2)", "call(brown#3)", "pass"],
    ]


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
    tmp_path: Path, build: Build, said: dict[str, str], offered: list[int]
) -> None:
    assert Played(tmp_path, build, day(said)).offered() == [f"collie#{number}" for number in offered]


def day(said: dict[str, str]) -> str:
    """The game in whose night something is said of dogs."""
    text = DAY
    for name, line in {**PLAIN, **said}.items():
        text = text.replace(f"@{name}", line)
    return text


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
    choose card c in p.hand at random, otherwise done
    show c to next(p)
    choose card d in p.hand by p, otherwise done
    move d to table_top
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_who_knows_it_tells_apart(tmp_path: Path, build: Build) -> None:
    assert len(Played(tmp_path, build, HAND).offered()) == 2


@pytest.mark.parametrize("build", [Walker, Program])
def test_what_scenarios_ask_tells_nothing_apart(tmp_path: Path, build: Build) -> None:
    asked = [ex.Happened("sleep", "night", {"d": ex.Row("collie", 1)})]
    assert Played(tmp_path, build, day({"BEFORE": CHANGES + "sleep(one)"}), asked=asked).offered() == []


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
    tmp_path: Path, build: Build, night: str, offered: list[list[int]]
) -> None:
    match = Played(tmp_path, build, ROUND + night)
    found = []
    for _ in offered:
        found.append(match.offered())
        for decision in match.decisions():
            match.choose(decision, 1)
    assert found == [[f"collie#{number}" for number in each] for each in offered]


SECRET = """    each seat p secretly chooses dog d in @ZONE:
        if d inside @ZONE:
            move d to kennel
            raise p.points by 1
    otherwise:
        nothing
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_what_several_seats_may_choose_in_secret_is_told_apart(tmp_path: Path, build: Build) -> None:
    """Two who want a dog may want the same one."""
    night = "event night():\n" + SECRET.replace("@ZONE", "yard")
    match = Played(tmp_path, build, ROUND + night)
    [first, second] = match.decisions()
    assert match.offered() == 2 * [f"collie#{n}" for n in (1, 2, 3, 4)]
    match.choose(first, 0)
    assert match.decisions() == [second]
    match.choose(second, 1)
    assert match.state.over is not None and match.state.over.scores == (1, 1)


@pytest.mark.parametrize("build", [Walker, Program])
def test_alike_things_of_ones_own_are_one_in_a_secret_choice(tmp_path: Path, build: Build) -> None:
    game = ROUND.replace(
        "zone kennel: dog, seen by all\n",
        "zone kennel: dog, seen by all\nzone home of seat: dog, seen by all\n",
    )
    night = "event night():\n    for each seat p:\n        for each dog d in yard:\n"
    night += "            if size(p.home) < 2:\n                move d to p.home\n"
    night += SECRET.replace("@ZONE", "p.home")
    match = Played(tmp_path, build, game + night)
    assert match.decisions() == []
    assert match.state.over is not None and match.state.over.scores == (1, 1)
