"""A player's move does not depend on what it may not know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.views import permute_hidden
from regelwerk.players.search import SearchBudget, SearchPlayer
from regelwerk.players.sensible import Budget, SensiblePlayer
from regelwerk.players.sight import Player, Sight
from regelwerk.players.table import PLAYERS
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from small_rules import write

QUICK = Budget(moves=60)

SEALED = """\
game sealed for 3 players

type coin:
    worth: 1..2
    starts in purse

table coin:
    copper: worth = 1, copies = 6
    silver: worth = 2, copies = 6

zone purse: coin, pile, seen by nobody
zone hand of seat: coin, seen by owner

event main():
    for each seat p:
        draw 2 from purse to p.hand
    each seat p secretly chooses coin c in p.hand:
        ask p:
            keep:
                done
            give:
                move c to next(p).hand
    otherwise:
        done
"""
"""Who holds two coins of a kind has nothing to choose; while the first seat is asked, what the others chose
waits."""


def player(name: str, seed: int) -> Player:
    if name == "search":
        return SearchPlayer(Random(seed), SearchBudget(iterations=20, moves=300))
    return SensiblePlayer(Random(seed), QUICK) if name == "sensible" else PLAYERS[name](Random(seed))


def rehidden(match: Match, seat: int, rng: Random) -> Match | None:
    """The match with things exchanged that the seat cannot tell apart, and with another future."""
    other = match.copy()
    changed = [permute_hidden(other.state, seat, rng) for _ in range(3)]
    other.state.seed = rng.getrandbits(64)
    return other if changed[0] and other.hash() != match.hash() else None


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    ("game", "players", "steps", "least"),
    [("kuhn_poker", 2, 4, 10), ("counterspells", 2, 12, 10), ("knizia", 4, 60, 10)],
)
def test_a_move_is_the_same_whatever_lies_hidden(
    name: str, game: str, players: int, steps: int, least: int
) -> None:
    build = Program(make_layout(load_game(game).rules, players))
    compared = 0
    for seed in range(40):
        rng = Random(seed)
        match = Match.start_on(build.layout, build, seed, log=False)
        for step in range(steps):
            if match.over or compared >= least:
                break
            seat = match.decisions[0].seat
            other = rehidden(match, seat, rng) if step % 5 == seed % 5 else None
            if other is not None:
                number = next(n for n, d in enumerate(other.decisions) if d.seat == seat)
                chosen = player(name, seed).choose(Sight(match, 0))
                assert player(name, seed).choose(Sight(other, number)) == chosen
                compared += 1
            match.take(0, rng.randrange(len(match.decisions[0].options)))
    assert compared >= least


@pytest.mark.slow
@pytest.mark.parametrize("game", ["counterspells", "knizia"])
def test_the_same_chance_imagines_the_same_match_whatever_lies_hidden(game: str) -> None:
    build = Program(make_layout(load_game(game).rules, 2))
    compared = 0
    for seed in range(6):
        rng = Random(seed)
        match = Match.start_on(build.layout, build, seed, log=False)
        for _ in range(30):
            if match.over:
                break
            seat = match.decisions[0].seat
            other = rehidden(match, seat, rng)
            if other is not None:
                imagined = [Sight(m, 0).imagine(Random(seed)).hash() for m in (match, other)]
                assert imagined[0] == imagined[1]
                compared += 1
            match.take(0, rng.randrange(len(match.decisions[0].options)))
    assert compared > 20


def sealed(folder: Path, text: str = SEALED) -> Program:
    return Program(make_layout(load_game(str(write(folder, text))).rules, 3))


def test_nobody_learns_who_is_still_to_choose_in_secret(tmp_path: Path) -> None:
    build = sealed(tmp_path)
    imagined: dict[tuple[int, ...], set[str]] = {}
    asked: dict[tuple[int, ...], set[int]] = {}
    for seed in range(60):
        match = Match.start_on(build.layout, build, seed, log=False)
        if match.decisions[0].kind == "secret" and match.decisions[0].seat == 0:
            hand = tuple(match.state.zones[1])
            imagined.setdefault(hand, set()).add(Sight(match, 0).imagine(Random(1)).hash())
            asked.setdefault(hand, set()).add(len(match.decisions))
    assert any(len(counts) > 1 for counts in asked.values())
    assert all(len(hashes) == 1 for hashes in imagined.values())


def test_what_others_chose_in_secret_is_not_known_before_it_takes_effect(tmp_path: Path) -> None:
    number = SEALED.replace("coin c in p.hand:", "number n in 1..3:").replace(
        "move c to", "draw n from purse to"
    )
    build = sealed(tmp_path, number)
    imagined: dict[tuple[int, ...], set[str]] = {}
    chosen: dict[tuple[int, ...], set[str]] = {}
    for seed in range(60):
        match = Match.start_on(build.layout, build, seed, log=False)
        rng = Random(seed)
        while match.decisions and match.decisions[0].kind == "secret":
            options = match.decisions[0].options
            match.take(0, 0 if match.decisions[0].seat == 0 else rng.randrange(len(options)))
        hand = tuple(match.state.zones[1])
        if match.decisions[0].seat == 0:
            imagined.setdefault(hand, set()).add(Sight(match, 0).imagine(Random(1)).hash())
            chosen.setdefault(hand, set()).add(str(match.state.stack))
    assert any(len(choices) > 1 for choices in chosen.values())
    assert all(len(hashes) == 1 for hashes in imagined.values())
