"""Players: they see their seat's view only, play for every game, and the sensible one plays better."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from amounts import amount
from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.text import option_text
from regelwerk.players.habits import Namer
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.rollout import Rollouts
from regelwerk.players.sensible import Budget, SensiblePlayer
from regelwerk.players.sight import Player, Sight
from regelwerk.players.table import PLAYERS
from regelwerk.program.ending import Ending
from small_rules import GUESS, RACE, write

IDLE = """\
game idle for 2 players

event main():
    ask seat 1:
        left:
            lose()
        right:
            lose()

event lose():
    end game as lost:
        winners seat 2
"""

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


AGAIN = amount("AGAIN", test=3, nightly=1_000)
"""So many decisions of a match are made twice."""


def played(match: Match, players: list[Player], most: int = 1_000) -> Match:
    """Play a match to its end, or so many decisions of it."""
    for _ in range(most):
        if match.over:
            break
        sight = Sight(match, 0)
        match.take(0, players[sight.seat].choose(sight))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("text", [GUESS, RACE])
def test_every_player_plays_every_game_the_same_way_again(tmp_path: Path, name: str, text: str) -> None:
    rules = load_game(str(write(tmp_path, text))).rules

    def play() -> str:
        players = [PLAYERS[name](Random(seat)) for seat in range(2)]
        return played(Match.start(rules, 2, seed=3), players, AGAIN).hash()

    assert play() == play()


def test_the_sensible_player_wins_at_once_when_it_can(tmp_path: Path) -> None:
    rules = load_game("tic_tac_toe").rules
    match = Match.start(rules)
    for option in ("board(1, 1)", "board(1, 2)", "board(2, 1)", "board(2, 2)"):
        match.take(0, [match.text(o) for o in match.decisions[0].options].index(option))
    chosen = SensiblePlayer(Random(1), Budget(moves=400)).choose(Sight(match, 0))
    assert match.text(match.decisions[0].options[chosen]) == "board(3, 1)"


@pytest.mark.slow
def test_the_sensible_player_mostly_beats_the_random_one(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, RACE))).rules
    won = 0
    for seed in range(12):
        players: list[Player] = [RandomPlayer(Random(seed)), SensiblePlayer(Random(seed), Budget(moves=100))]
        result = played(Match.start(rules, 2, seed=seed), players).result
        assert result is not None
        won += 1 in result.winners
    assert won >= 9


@pytest.mark.slow
def test_no_player_sees_what_is_hidden(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, GUESS))).rules
    found = 0
    for seed in range(40):
        player = SensiblePlayer(Random(seed), Budget(moves=100))
        result = played(Match.start(rules, seed=seed), [player, player]).result
        assert result is not None
        found += result.name == "found"
    assert found < 20  # 10 are to be expected of a player that guesses, 40 of one that peeps


def test_a_sight_shows_the_view_of_its_seat(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, GUESS))).rules
    sight = Sight(Match.start(rules, seed=1), 0)
    assert sight.view["zones"]["secret"][0]["things"] == []
    assert sight.view["decisions"][0]["options"] == ["1", "2", "3", "4"]
    imagined = {sight.imagine(Random(n)).state.zones[1][0] for n in range(40)}
    assert imagined == {0, 1, 2, 3}


def test_time_ends_a_search(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, RACE))).rules
    ticks = iter(range(100))
    player = SensiblePlayer(
        Random(1), Budget(moves=10**6, rollouts=10**6, seconds=20), clock=lambda: next(ticks)
    )
    assert player.choose(Sight(Match.start(rules), 0)) in (0, 1, 2)
    assert next(ticks) < 30


def test_a_search_keeps_to_its_rollouts_and_moves(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, RACE))).rules
    sight = CountingSight(Match.start(rules), 0)
    SensiblePlayer(Random(1), Budget(moves=10**6, rollouts=20)).choose(sight)
    assert 0 < sight.imagined <= 20
    sight = CountingSight(Match.start(rules), 0)
    SensiblePlayer(Random(1), Budget(moves=1, rollouts=10**6)).choose(sight)
    assert sight.imagined <= 4


class CountingSight(Sight):
    """Counts the matches that are imagined."""

    imagined = 0

    def imagine(self, rng: Random) -> Match:
        self.imagined += 1
        return super().imagine(rng)


def test_options_that_make_no_difference_take_little_thought(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, IDLE))).rules
    sight = CountingSight(Match.start(rules), 0)
    assert SensiblePlayer(Random(1), Budget(moves=10**6, rollouts=10**6)).choose(sight) in (0, 1)
    assert sight.imagined < 20


def test_of_options_that_make_no_difference_now_one_is_taken_now_another(tmp_path: Path) -> None:
    sight = Sight(Match.start(load_game(str(write(tmp_path, IDLE))).rules), 0)
    taken = {SensiblePlayer(Random(seed)).choose(sight) for seed in range(20)}
    assert len(taken) == len(sight.view["decisions"][0]["options"]) > 1


def test_matches_without_end_are_given_up(tmp_path: Path) -> None:
    rules = load_game(str(write(tmp_path, ENDLESS))).rules
    player = SensiblePlayer(Random(1), Budget(moves=100, length=10))
    assert player.choose(Sight(Match.start(rules), 0)) in (0, 1)


MIXED = """\
game mixed for 2 players

type seat:
    points: 0..60 = 0

event main():
    repeat 3 times:
        for each seat p:
            go(p)
    end game as counted:
        score p.points for each seat p

event go(seat p):
    ask p:
        win:
            end game as won:
                winners p
        gather:
            raise p.points by 5
"""

ZEROS = """\
game zeros for 2 players

event main():
    ask seat 1:
        nothing_for_anybody:
            end game as over:
                score 0 for each seat
        one_for_me:
            end game as over:
                score 1 for each seat p where (p = seat 1)
"""


@pytest.mark.parametrize(
    ("text", "ending", "worth"),
    [
        (GUESS, Ending("found", (0,), (0, 0)), [1.0, 0.0]),
        (GUESS, Ending("missed", (), (0, 0)), [0.5, 0.5]),
        (ZEROS, Ending("over", (0, 1), (0, 0)), [0.0, 0.0]),
        (ZEROS, Ending("over", (0,), (-1, 4)), [-1.0, 4.0]),
        (MIXED, Ending("won", (0,), (0, 0)), [1.0, -1.0]),
        (MIXED, Ending("won", (), (0, 0)), [0.0, 0.0]),
    ],
)
def test_scores_count_and_without_scores_winning(
    tmp_path: Path, text: str, ending: Ending, worth: list[float]
) -> None:
    match = Match.start(load_game(str(write(tmp_path, text))).rules)
    assert Rollouts(match.layout, match.build).values(ending) == worth


@pytest.mark.parametrize(("text", "taken"), [(MIXED, "win"), (ZEROS, "one_for_me")], ids=["mixed", "zeros"])
@pytest.mark.parametrize("name", ["sensible", "search"])
def test_a_win_beside_scores_is_taken_and_nothing_for_anybody_is_no_win(
    tmp_path: Path, name: str, text: str, taken: str
) -> None:
    rules = load_game(str(write(tmp_path, text))).rules
    for seed in range(10):
        match = Match.start(rules, seed=seed)
        decision = match.decisions[0]
        number = PLAYERS[name](Random(seed)).choose(Sight(match, 0))
        assert option_text(match.state, decision, decision.options[number]) == taken


def test_habits_tell_things_apart_by_what_the_seat_knows() -> None:
    match = Match.start(load_game("counterspells").rules, seed=4)
    namer = Namer(match.layout)
    state, decision = match.state.copy(), match.decisions[0]
    cast = next(option for option in decision.options if len(option) > 1)
    shown = namer.names(state, decision)
    assert len(set(shown)) == len(decision.options)
    state.known[cast[1]] = 0
    assert namer.names(state, decision) != shown
