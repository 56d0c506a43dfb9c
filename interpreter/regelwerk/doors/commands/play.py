"""`regelwerk play`: a game in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

import click

from regelwerk.doors.board_file import board_of_game
from regelwerk.doors.games import Game, load_game
from regelwerk.doors.houses import house_option
from regelwerk.doors.keeping import kept
from regelwerk.doors.keyboard import Keyboard
from regelwerk.doors.labels import LANGUAGES, Labels, own_language
from regelwerk.doors.lists import list_option, lists_of, refuse_broken_lists
from regelwerk.doors.matches import load_match
from regelwerk.doors.numbers import WHOLE, Seconds
from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.refusals import Refused, rules_refusal
from regelwerk.doors.screen import Screen
from regelwerk.doors.session import Session
from regelwerk.match.match import Match
from regelwerk.players.sight import Player
from regelwerk.players.table import PLAYERS, QUICK, MakePlayer
from regelwerk.program.errors import MatchError, RuleError

if TYPE_CHECKING:
    from regelwerk.doors.pictures import Pictures
    from regelwerk.studies.recalled import Answer


@click.command(epilog="Example: regelwerk play tic_tac_toe --seat 2")
@click.argument("game", metavar="GAME")
@click.option("--seat", "seats", type=WHOLE, multiple=True, metavar="N", help="a seat a person plays  [1]")
@click.option("--players", type=WHOLE, metavar="N", help="how many seats; else the fewest")
@click.option("--seed", type=WHOLE, metavar="S", help="for chance; else a new one")
@click.option("--watch", is_flag=True, help="bots play at all seats, and what happens is printed")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="set an option of the game")
@click.option("--language", type=click.Choice(LANGUAGES), help="of the board; else that of the system")
@click.option("--delay", type=Seconds(0, 60), default=0.0, metavar="SECONDS", help="after what a bot does")
@click.option("--bots", type=click.Choice(list(PLAYERS)), help="who plays the other seats")
@click.option(
    "--load", "saved", type=click.Path(path_type=Path), metavar="FILE", help="go on with a saved match"
)
@click.option(
    "--svg",
    "pictures",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="write a picture of the map at every decision",
)
@list_option
@house_option
def command(
    game: str, seats: tuple[int, ...], players: int | None, seed: int | None, watch: bool,
    options: tuple[str, ...], language: str | None, delay: float, bots: str | None, saved: Path | None,
    pictures: Path | None, lists: tuple[str, ...], houses: tuple[str, ...],
) -> int:  # fmt: skip
    """Play a game against bots. Without a terminal, or with --watch, bots play at every seat."""
    if watch and seats:
        raise click.UsageError("with --watch nobody plays a seat; leave --seat or --watch out")
    watch = watch or not sys.stdin.isatty()
    if saved is not None:
        if lists:
            raise Refused("a saved match keeps the lists that it began with", "leave `--list` out")
        loaded, match = load_match(saved, game, houses)
    else:
        loaded, match = _begin(game, houses, players, options, lists, seed)
    count = match.layout.players
    people = set() if watch else {seat - 1 for seat in seats or (1,)}
    if any(not 1 <= seat <= count for seat in seats):
        raise Refused(f"there are {count} seats here", f"write `--seat` with a number from 1 to {count}")
    chosen = bots or ("random" if watch else "sensible")
    labels = Labels(loaded.rules, language or own_language())
    session = Session(
        match, people, _bots(chosen, watch, match.state.seed), Screen(), labels,
        loaded.title(labels.language), Keyboard(sys.stdin).line, delay,
        None if pictures is None else _pictures(pictures, loaded, labels),
        board_of_game(game, loaded.rules, houses), None if saved is None else saved.absolute(),
        partial(_write_scenario, game, houses),
    )  # fmt: skip
    print(f"seed {match.state.seed}", file=sys.stderr)
    try:
        with kept(session, _again()):
            session.play()
    except (RuleError, MatchError) as error:
        raise rules_refusal("the rules go wrong", error) from None
    return 0


def _pictures(folder: Path, game: Game, labels: Labels) -> Pictures:
    from regelwerk.doors.pictures import Pictures

    return Pictures(folder, game, labels)


def _write_scenario(
    game: str, houses: tuple[str, ...], match: Match, title: str, last: int, answers: Mapping[int, Answer]
) -> list[str]:
    from regelwerk.doors.scenario_file import write_from_play

    return write_from_play(game, houses, match, title, last, answers)


_BEGINS = ("players", "seed", "options", "lists", "saved")
"""What only the beginning of a match is told."""


def _again() -> list[str]:
    """The command as it was given, but for what a saved match knows by itself."""
    context = click.get_current_context()
    words = ["regelwerk", "play", context.params["game"]]
    for option in context.command.params:
        value = context.params[option.name or ""]
        if option.name == "game" or option.name in _BEGINS or value == option.default or not value:
            continue
        name = option.opts[0]
        for each in value if isinstance(value, tuple) else (value,):
            words += [name] if each is True else [name, str(each)]
    return words


def _begin(
    game: str, houses: tuple[str, ...], players: int | None, options: tuple[str, ...],
    lists: tuple[str, ...], seed: int | None,
) -> tuple[Game, Match]:  # fmt: skip
    loaded = load_game(game, houses)
    rules = loaded.rules
    count = players_of(rules, players)
    seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    chosen = options_of(rules, options)
    brought = lists_of(rules, count, lists)
    try:
        return loaded, Match.start(rules, count, chosen, seed, lists=brought)
    except (RuleError, MatchError) as error:
        refuse_broken_lists(rules, count, chosen, brought)
        raise rules_refusal("the game cannot begin", error) from None


class _Bots(dict[int, Player]):
    """Players by seat, each made when it is asked for the first time."""

    def __init__(self, make: MakePlayer, seed: int) -> None:
        self._make, self._seed = make, seed

    def __missing__(self, seat: int) -> Player:
        self[seat] = self._make(Random(f"{self._seed}:{seat}"))
        return self[seat]


def _bots(name: str, watch: bool, seed: int) -> _Bots:
    return _Bots(PLAYERS[name] if watch else QUICK.get(name, PLAYERS[name]), seed)
