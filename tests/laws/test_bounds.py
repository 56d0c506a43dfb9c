"""Nothing runs away: whatever rules ask for, both builds stop, at the same step and with the same words.

Every shape is a small game whose rules grow beyond all bounds in one way. The law is asked of the builds
here; `tests/doors/test_bounds.py` asks it of the commands.
"""

from __future__ import annotations

import msgspec
import pytest

from amounts import amount
from exploding import SHAPES, rules_of
from regelwerk.doors.games import load_game
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.program.errors import RuleError
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from small_rules import write

EVERY = amount("EXPLODING", test=5, nightly=1)
"""One in so many shapes is tried."""
STEPS = 20_000
"""The bound of this test: a tenth of what games have."""
REFUSALS = ("more than", "a seat is offered", "a row of", "a number becomes")


def refusal(build, layout, seed):
    """How a build refuses a match: what it says, where and after how many steps."""
    state = State(layout, seed)
    try:
        build.begin(state)
        for _ in range(20):
            found = build.pending(state)
            if not found:
                return f"ended as {state.over.name}", "", -1, state.steps
            build.resume(state, (found[0].seat, found[0].options[0]))
    except RuleError as error:
        return error.message, error.body, error.place, state.steps
    return "goes on", "", -1, state.steps


@pytest.mark.parametrize("shape", [*SHAPES][::EVERY])
def test_both_builds_stop_at_the_same_step(shape):
    rules = rules_of(shape)
    bounds = msgspec.structs.replace(rules.bounds, steps=STEPS)
    layout = make_layout(msgspec.structs.replace(rules, bounds=bounds), 2)
    slow, fast = refusal(Walker(layout), layout, 1), refusal(Program(layout), layout, 1)
    assert slow[0].startswith(REFUSALS), slow
    assert fast == slow


OPTIONS = 100
"""The least bound a game can give for them."""
DOGS = """game dogs for 2 players

type dog:
    starts in yard

table dog:
    collie: copies = 300

zone yard: dog, seen by all
zone kennel: dog, seen by all
"""
ROW = """zone line_of_dogs: dog, ordered, seen by all

event main():
    move yard to line_of_dogs
    choose dog d in line_of_dogs by seat 1, otherwise done
    move d to kennel
    end game as over
"""
HERD = """
event main():
    choose dog d in yard by seat 1, otherwise done
    move d to kennel
    end game as over
"""
HOMES = """zone home of seat: dog, seen by all

event main():
    for each dog d in yard:
        if size(seat 1.home) < 150:
            move d to seat 1.home
        otherwise:
            move d to seat 2.home
    each seat p secretly chooses dog d in p.home:
        move d to kennel
    otherwise:
        move yard to kennel
    end game as over
"""
NUMBERS = """game numbers for 2 players

state n: -900..9 = -900

event main():
    choose number k in n..5 by seat 1, otherwise done
    set n to k
    end game as over
"""
MANY = "a seat is offered more than 100 options"


@pytest.mark.parametrize(
    ("game", "outcome"),
    [(NUMBERS, MANY), (DOGS + ROW, MANY), (DOGS + HERD, "ended as over"), (DOGS + HOMES, "ended as over")],
    ids=["numbers below zero", "things in an order", "alike things", "alike things in secret"],
)
def test_options_are_counted_when_alike_things_are_merged(tmp_path, game, outcome):
    rules = load_game(write(tmp_path, game)).rules
    bounds = msgspec.structs.replace(rules.bounds, options=OPTIONS)
    layout = make_layout(msgspec.structs.replace(rules, bounds=bounds), 2)
    slow, fast = refusal(Walker(layout), layout, 1), refusal(Program(layout), layout, 1)
    assert slow[0] == outcome
    assert fast == slow


ORDERED = """game kennel for 2 players

type card:
    strength: 0..9 = 0
    starts in pool

type dog:
    age: 0..9 = 0
    starts in yard

table card:
    two: strength = 2, copies = 8
    nine: strength = 9

table dog:
    collie: age = 5, copies = 60

zone pool: card, seen by all
zone yard: dog, seen by all
state n: 0..9 = 0

event hit():
    set n to 1
"""
STRONG = "any dog c where (any dog d where (b.strength + c.age + d.age > 18 + n))"
MANY_DOGS = "count of dog c where (any dog d where (b.strength + c.age + d.age > 18 + n))"


@pytest.mark.parametrize(
    "asked",
    [
        f"any card b where ({STRONG}) sorted by (0 - b.strength)",
        f"every card b sorted by (0 - b.strength) has ({STRONG})",
        f"count of card b sorted by ({MANY_DOGS}) > 3",
        f"sum of b.strength over card b sorted by ({MANY_DOGS}) > 3",
        f"(greatest of b.strength over card b sorted by ({MANY_DOGS})) > 3",
        "(the card b sorted by (0 - b.strength)) is nine",
        f"size(all card b where ({STRONG}) sorted by ({MANY_DOGS})) > 3",
    ],
)
def test_the_order_of_a_set_uses_up_the_same_steps(tmp_path, asked):
    main = f"\nevent main():\n    if {asked}:\n        hit()\n    end game as over\n"
    assert_same_steps(tmp_path, ORDERED + main)


def test_the_order_in_which_a_rule_counts_uses_up_the_same_steps(tmp_path):
    rule = "rule strongest_first for each card b sorted by (0 - b.strength):\n    forbid hit where"
    main = "event main():\n    hit()\n    end game as over\n"
    assert_same_steps(tmp_path, f"{ORDERED}\n{rule} ({STRONG})\n\n{main}")


def assert_same_steps(tmp_path, text):
    """Fail unless both builds end a game after the same number of steps; `steps` has room for all of them."""
    rules = load_game(write(tmp_path, text)).rules
    bounds = msgspec.structs.replace(rules.bounds, steps=10_000_000)
    layout = make_layout(msgspec.structs.replace(rules, bounds=bounds), 2)
    slow, fast = refusal(Walker(layout), layout, 1), refusal(Program(layout), layout, 1)
    assert slow[0] == "ended as over"
    assert fast == slow
