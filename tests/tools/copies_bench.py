"""How fast an attribute is read that many cards change: `python -m tools.copies_bench`, in `tests/`.

The game is made up: 100 rows of cards, six of each, and a modifier in the text of each row. Half of them
count for the hero who holds the card, half while the card lies among the events of a seat.
"""

from __future__ import annotations

import argparse
import time

from regelwerk.match.evaluate import Evaluator
from regelwerk.match.state import State
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.rules import expressions as ex
from tools.card_bench import rules_of

TEXTS, COPIES, HELD, IN_FORCE = 100, 6, 3, 6

_HEAD = """\
game many_amulets for 2 players

type card:
    starts in box

type hero is card:
    strength: 0..99 = 3

zone box: card
zone bag of hero: card, seen by all
zone field of seat: card, seen by all
zone events of seat: card, seen by all

state best: 0..99 = 0

table hero:
"""
_BODY = """
value in_force(card c) = any seat p where (c inside p.events)

event main():
    repeat 2 times:
        for each seat p:
            measure(p)
    end game as over

event measure(seat p):
    choose card c in box where (not (c is hero)) at random
    otherwise:
        stop_here()
        done
    move c to p.events
    choose hero h in box at random
    otherwise:
        stop_here()
        done
    move h to p.field
    choose card d in box where (not (d is hero)) at random
    otherwise:
        stop_here()
        done
    move d to h.bag
    set best to greatest of x.strength over hero x in p.field

event stop_here():
    raise best by 1
"""
_HELD = """
text of card_{n}:
    modify strength for hero h:
        raise {by} when {guard}
"""


def many_amulets(texts: int = TEXTS, copies: int = COPIES) -> str:
    """The text of the game; the guards name where a card must lie in four ways."""
    rows = "".join(f"    hero_{n}\n" for n in range(20)) + "\ntable card:\n"
    rows += "".join(f"    card_{n}: copies = {copies}\n" for n in range(texts))
    old = "printed h.strength < 9 and in_force(this)"
    guards = ("holder(this) = h", "in_force(this)", "this inside h.bag", old)
    told = "".join(_HELD.format(n=n, by=n % 3 + 1, guard=guards[n % 4]) for n in range(texts))
    return _HEAD + rows + _BODY + told


def reads(texts: int, copies: int, number: int) -> tuple[float, float, float]:
    """Reads a second of the program and of the walker, and the seconds in which the program is made."""
    rules = rules_of(many_amulets(texts, copies))
    start = time.perf_counter()
    layout = make_layout(rules, 2)
    program = Program(layout)
    made = time.perf_counter() - start
    state = State(layout, 1)
    tables = layout.tables
    hero = tables.row_things[tables.row_number["hero_0"]][0]
    bag, events = tables.zones["bag"], tables.zones["events"]
    for n in range(HELD):
        _move(state, tables.row_things[tables.row_number[f"card_{2 * n}"]][0], bag.first)
    for n in range(IN_FORCE):
        _move(state, tables.row_things[tables.row_number[f"card_{2 * n + 1}"]][-1], events.first + n % 2)
    read = program._names["m0"]
    evaluator = Evaluator(layout)
    node = ex.Attribute(ex.Local("h"), "hero", "strength")
    value = read(state, hero)
    assert value == evaluator.value(state, {"h": hero}, node)
    start = time.perf_counter()
    for _ in range(number):
        read(state, hero)
    fast = number / (time.perf_counter() - start)
    few = max(number // 1000, 3)
    start = time.perf_counter()
    for _ in range(few):
        state.steps = 0
        evaluator.value(state, {"h": hero}, node)
    return fast, few / (time.perf_counter() - start), made


def _move(state: State, thing: int, zone: int) -> None:
    state.zones[state.at[thing]].remove(thing)
    state.zones[zone] = sorted([*state.zones[zone], thing])
    state.at[thing] = zone


def main() -> None:
    """Print reads a second."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=TEXTS)
    parser.add_argument("--copies", type=int, default=COPIES)
    parser.add_argument("--reads", type=int, default=20_000)
    given = parser.parse_args()
    fast, slow, made = reads(given.texts, given.copies, given.reads)
    print(
        f"{given.texts} texts, {given.copies} copies of each: program made in {made:.1f} s, "
        f"{fast:,.0f} reads/s, walker {slow:,.0f} reads/s"
    )


if __name__ == "__main__":
    main()
