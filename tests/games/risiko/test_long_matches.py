"""The sensible player in matches too long to be imagined to their end."""

from __future__ import annotations

from random import Random

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.sensible import SensiblePlayer
from regelwerk.players.sight import Player, Sight
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout

pytestmark = [pytest.mark.about("games/risiko", "tests/games/risiko"), pytest.mark.xdist_group("risiko")]
BOOK = "schlacht_um_mittelerde"
MOST = 20_000
"""No match has more decisions, by far."""


def start(game: str, players: int, seed: int, houses: tuple[str, ...] = ()) -> tuple[Match, Program]:
    layout = make_layout(load_game(game, houses).rules, players)
    program = Program(layout)
    return Match.start_on(layout, program, seed, log=False), program


def play(match: Match, players: list[Player]) -> int:
    """Play to the end; how many decisions there were."""
    count = 0
    while not match.over:
        assert count < MOST, "this match has no end"
        sight = Sight(match, 0)
        match.take(0, players[sight.seat].choose(sight))
        count += 1
    return count


@pytest.mark.parametrize("game", ["goofspiel", "othello", "spice_caravan"])
def test_in_the_end_a_match_stands_as_it_ended(game: str) -> None:
    match, program = start(game, 2, 5)
    standing = [each(match.state) for each in program.standings]
    assert standing == [[0, 0]] or game == "othello"
    play(match, [RandomPlayer(Random(seat)) for seat in range(2)])
    assert match.result is not None
    [told] = program.standings
    assert tuple(told(match.state)) == match.result.scores


def test_ends_whose_scores_depend_on_where_they_stand_give_no_standing() -> None:
    assert start("kuhn_poker", 2, 0)[1].standings == []


def test_the_sensible_player_finds_out_that_the_book_makes_long_matches_and_wins_one() -> None:
    match, _ = start("risiko", 4, 11, (BOOK,))
    thinks = SensiblePlayer(Random(2))
    others: list[Player] = [RandomPlayer(Random(seat)) for seat in range(3)]
    assert play(match, [thinks, *others]) > 200
    assert thinks._rollouts is not None and thinks._rollouts.is_long()
    assert match.result is not None
    assert match.result.scores[0] > sum(match.result.scores[1:]) / 3


def test_the_same_random_numbers_give_the_same_choices() -> None:
    chosen = []
    for _ in range(2):
        match, made = start("risiko", 3, 4, (BOOK,))[0], []
        players: list[Player] = [SensiblePlayer(Random(seat)) for seat in range(3)]
        for _ in range(60):
            sight = Sight(match, 0)
            made.append(players[sight.seat].choose(sight))
            match.take(0, made[-1])
        chosen.append(made)
    assert chosen[0] == chosen[1]


def test_short_games_are_never_taken_for_long_ones() -> None:
    match, _ = start("othello", 2, 1)
    thinks = [SensiblePlayer(Random(seat)) for seat in range(2)]
    play(match, list(thinks))
    for each in thinks:
        assert each._rollouts is not None and not each._rollouts.is_long()
