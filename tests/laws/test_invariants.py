"""Laws of play over random matches of every shipped game, for every number of players, on both builds."""

from __future__ import annotations

from itertools import islice

import pytest

from amounts import NIGHTLY, amount
from regelwerk.match.state import State
from tools.far_games import far_script
from tools.invariants import Things, check_decisions, check_ending
from tools.random_games import play, replay, turns
from tools.shipped import (
    BIG,
    BUILDS,
    CLOSE,
    LONG_GAMES,
    NAMES,
    build,
    cases,
    counts,
    layout,
    option_range,
    option_values,
    rules,
)

VARIANTS = 3
FAR = (0, 6)
"""Seeds of matches that are played to go far."""
TAKEN = amount("EVERY_OPTION", test=1, nightly=4)
FEW = {BIG: 2, "othello": 1, "hex": 1} | ({} if NIGHTLY else {BIG: 1, "go_5": 1})
"""So many matches are played where every option of a decision is taken, `TAKEN` of other games."""
SELDOM = {} if NIGHTLY else {"hex": 5, "go_5": 3}
"""Of these games it is only every so many decisions by day: each has very many options."""
BEGINNING = amount("WALKED", test=100, nightly=200)
"""So many decisions of a long game the walker makes; it is slow, and lockstep with it is for `make soak`."""
PLAYED = amount("INVARIANTS", test=2, nightly=12)
"""So many matches of each game are played, of one that takes long fewer."""
LONG = amount("DECISIONS_OF_LONG_MATCHES", test=300, nightly=100_000)
"""So far matches of long games are played, with the smallest number of players to the end."""


def seeds(name: str) -> range:
    if name in LONG_GAMES:
        return range(2 if NIGHTLY or len(counts(name)) == 1 else 1)
    return range(max(2, PLAYED // 3)) if name == BIG else range(PLAYED)


@pytest.mark.parametrize("name", NAMES)
def test_lots_draw_all_that_an_option_may_be(name: str) -> None:
    """Else what some values of an option do would never be played here."""
    drawn = [option_values(name, variant) for variant in range(1, 200)]
    for option in rules(name).options:
        assert {values[option.name] for values in drawn} == set(option_range(rules(name), option))


@pytest.mark.parametrize("which", BUILDS)
@pytest.mark.each(("name", "players"), cases)
def test_things_decisions_and_endings(name: str, players: int, which: str) -> None:
    for seed in seeds(name):
        variant = seed % VARIANTS
        plan, carrier = layout(name, players, variant), build(name, players, which, variant)
        things = Things(plan)
        last = State(plan, seed)
        script = far_script(name, players, seed, variant) if seed in FAR else None
        most = None if name not in LONG_GAMES else BEGINNING if which == "walker" else LONG
        if which == "fast" and players == counts(name)[0]:
            most = None
        for turn in islice(turns(plan, carrier, seed, script=script), most):
            things.check(turn.state)
            check_decisions(turn.decisions)
            last = turn.state
        things.check(last)
        if most is None or last.over is not None:
            check_ending(plan, last)


@pytest.mark.parametrize("which", BUILDS)
@pytest.mark.each(("name", "players"), cases, CLOSE)
def test_every_option_offered_can_be_taken(name: str, players: int, which: str) -> None:
    plan, carrier = layout(name, players), build(name, players, which)
    for seed in range(FEW.get(name, TAKEN)):
        for number, turn in enumerate(turns(plan, carrier, seed)):
            if number % SELDOM.get(name, 1):
                continue
            here = turn.state.hash()
            ahead = []
            for decision in turn.decisions:
                for option in decision.options:
                    copy = turn.state.copy()
                    carrier.resume(copy, (decision.seat, option))
                    assert copy.over is not None or carrier.pending(copy)
                    ahead.append(copy.hash())
            assert here not in ahead, "a choice has changed nothing"
            assert turn.state.hash() == here, "a copy is not independent of its original"


@pytest.mark.each(("name", "players"), cases)
def test_the_seed_and_the_choices_are_the_match(name: str, players: int) -> None:
    plan = layout(name, players)
    for seed in range(1) if name in LONG_GAMES else seeds(name):
        fast, walker = build(name, players, "fast"), build(name, players, "walker")
        played, choices = play(plan, fast, seed, most=LONG if name in LONG_GAMES else None)
        assert replay(plan, fast, seed, choices).hash() == played.hash()
        if name in LONG_GAMES and not NIGHTLY:
            choices = choices[:BEGINNING]
            played = replay(plan, fast, seed, choices)
        assert replay(plan, walker, seed, choices).hash() == played.hash()
