"""The searching player: perfect in small games, strong in others, and blind to what it may not see."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match, make_build
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.search import SearchBudget, SearchPlayer
from regelwerk.players.sight import Player, Sight
from regelwerk.program.ending import Ending
from regelwerk.program.layout import make_layout
from small_rules import GUESS, RACE, write
from tools import shipped

pytestmark = pytest.mark.slow

ENDLESS = """\
game endless for 2 players

state rounds: 0..9 = 0

event main():
    repeat while rounds < 9:
        ask seat 1:
            left:
                set rounds to 1
            right:
                set rounds to 2
"""

MATCHING = """\
game matching for 2 players

type seat:
    said: 0..2 = 0

event main():
    each seat p secretly chooses number n in 1..2:
        set p.said to n
    otherwise:
        nothing
    # Odd is for the first seat, even for the second.
    if seat 1.said + seat 2.said = 3:
        end game as odd:
            winners seat 1
    end game as even:
        winners seat 2
"""


def player(seed: object, **budget: int) -> SearchPlayer:
    return SearchPlayer(Random(str(seed)), SearchBudget(**budget))


def played(game: str, players: int, seed: int, makers: list[Player]) -> Ending:
    match = Match.start_on(
        shipped.layout(game, players), shipped.build(game, players, "fast"), seed, log=False
    )
    while not match.over:
        sight = Sight(match, 0)
        match.take(0, makers[sight.seat].choose(sight))
    assert match.result is not None
    return match.result


@pytest.mark.parametrize("seed", range(3))
def test_tic_tac_toe_against_itself_is_a_draw(seed: int) -> None:
    assert played("tic_tac_toe", 2, seed, [player(f"{seed}:0"), player(f"{seed}:1")]).name == "full_board"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seat", [0, 1])
def test_tic_tac_toe_is_never_lost_to_chance(seat: int, seed: int) -> None:
    players: list[Player] = [RandomPlayer(Random(seed)), RandomPlayer(Random(seed))]
    players[seat] = player(seed)
    assert 1 - seat not in played("tic_tac_toe", 2, seed, players).winners


@pytest.mark.parametrize("seat", [0, 1])
def test_connect_four_is_won_against_chance(seat: int) -> None:
    won = 0
    for seed in range(4):
        players: list[Player] = [RandomPlayer(Random(seed)), RandomPlayer(Random(seed))]
        players[seat] = player(seed, iterations=150)
        won += seat in played("connect_four", 2, seed, players).winners
    assert won == 4


def test_what_is_played_out_is_known_and_ends_the_search() -> None:
    match = Match.start(shipped.rules("tic_tac_toe"))
    for option in ("board(1, 1)", "board(1, 2)", "board(2, 1)", "board(2, 2)"):
        match.take(0, [match.text(o) for o in match.decisions[0].options].index(option))
    told: list[float] = []
    searching = SearchPlayer(Random(1), SearchBudget(iterations=10_000), told.append)
    chosen = searching.choose(Sight(match, 0))
    assert match.text(match.decisions[0].options[chosen]) == "board(3, 1)"
    assert told[-1] < 0.1


def test_chance_is_played_with(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, RACE))).rules
    layout = make_layout(rules, 3)
    build = make_build(layout, "fast")
    won = 0
    for seed in range(12):
        players: list[Player] = [RandomPlayer(Random(seed)) for _ in range(3)]
        players[2] = player(seed, iterations=100)
        match = Match.start_on(layout, build, seed, log=False)
        while not match.over:
            sight = Sight(match, 0)
            match.take(0, players[sight.seat].choose(sight))
        assert match.result is not None
        won += 2 in match.result.winners
    assert won >= 6  # of three who play at random, the last wins fewer than 4


def test_hidden_cards_are_guessed_and_not_seen(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, GUESS))).rules
    found = 0
    for seed in range(40):
        match = Match.start(rules, seed=seed)
        match.take(0, player(seed, iterations=60).choose(Sight(match, 0)))
        assert match.result is not None
        found += match.result.name == "found"
    assert found < 20  # 10 are to be expected of a player that guesses, 40 of one that peeps


def test_a_secret_choice_does_not_depend_on_what_others_chose(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, MATCHING))).rules
    layout = make_layout(rules, 2)
    build = make_build(layout, "fast")
    chosen: dict[int, list[int]] = {0: [], 1: []}
    for seed in range(30):
        one = Match.start_on(layout, build, seed, log=False)
        other = one.copy()
        one.take(0, 0)
        other.take(0, 1)
        answers = [player(seed, iterations=60).choose(Sight(match, 0)) for match in (one, other)]
        assert answers[0] == answers[1]
        chosen[1].append(answers[0])
        chosen[0].append(player(seed, iterations=60).choose(Sight(Match.start_on(layout, build, seed), 0)))
    assert all(3 < sum(choices) < 27 for choices in chosen.values())


def test_the_budget_is_kept(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, RACE))).rules

    def imagined(**budget: int) -> int:
        sight = CountingSight(Match.start(rules), 0)
        player(1, **budget).choose(sight)
        return sight.imagined

    class CountingSight(Sight):
        imagined = 0

        def imagine(self, rng: Random) -> Match:
            self.imagined += 1
            return super().imagine(rng)

    assert imagined(iterations=50) == 1  # nothing is hidden: one copy is enough
    ticks = iter(range(10_000))
    searching = SearchPlayer(
        Random(1), SearchBudget(10**9, 10**9, seconds=200.0), clock=lambda: float(next(ticks))
    )
    searching.choose(Sight(Match.start(rules), 0))
    assert 200 <= next(ticks) < 210


def test_progress_is_told_and_grows(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, RACE))).rules
    told: list[float] = []
    searching = SearchPlayer(Random(1), SearchBudget(iterations=100), told.append)
    searching.choose(Sight(Match.start(rules), 0))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert len(told) > 5


def test_matches_without_end_are_given_up(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, ENDLESS))).rules
    assert player(1, iterations=30, length=10).choose(Sight(Match.start(rules), 0)) in (0, 1)


def test_the_same_random_numbers_choose_the_same() -> None:
    match = Match.start(shipped.rules("spice_caravan"), seed=5)
    chosen = [player(3, iterations=40).choose(Sight(match, 0)) for _ in range(2)]
    assert chosen[0] == chosen[1]
