"""`regelwerk map`: the map of a game as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from regelwerk.doors.games import Game, load_game
from regelwerk.doors.houses import house_option
from regelwerk.doors.labels import LANGUAGES, Labels, own_language
from regelwerk.doors.matches import load_match
from regelwerk.doors.numbers import WHOLE
from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.pictures import drawing_of, picture
from regelwerk.doors.refusals import Refused, rules_refusal
from regelwerk.doors.writing import write_text
from regelwerk.match.match import Match
from regelwerk.program.errors import MatchError, RuleError


@click.command(epilog="Example: regelwerk map my_game -o map.svg")
@click.argument("game", metavar="GAME")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="the file to write; else the terminal")
@click.option("--map", "name", metavar="NAME", help="which map; else the first that has a drawing")
@click.option(
    "--match",
    "saved",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="draw a saved match; else a new one",
)
@click.option("--seat", type=WHOLE, metavar="N", help="what this seat may know; else what everybody may")
@click.option("--players", type=WHOLE, metavar="N", help="how many seats; else the fewest")
@click.option("--seed", type=WHOLE, metavar="S", default=0, help="for chance  [0]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="set an option of the game")
@click.option("--language", type=click.Choice(LANGUAGES), help="of the names; else that of the system")
@house_option
def command(
    game: str, output: Path | None, name: str | None, saved: Path | None, seat: int | None,
    players: int | None, seed: int, options: tuple[str, ...], language: str | None, houses: tuple[str, ...],
) -> None:  # fmt: skip
    """Draw the map of a game as SVG: its places with owners, numbers and signs, and the links.

    How a map is drawn, the game says in a file of drawings. A new match is drawn at its first decision.
    """
    if saved is not None:
        loaded, match = load_match(saved, game, houses)
    else:
        loaded, match = _begin(load_game(game, houses), players, options, seed)
    count = match.layout.players
    if seat is not None and not 1 <= seat <= count:
        raise Refused(f"there are {count} seats here", f"write `--seat` with a number from 1 to {count}")
    labels = Labels(loaded.rules, language or own_language())
    drawing = drawing_of(loaded, name)
    text = picture(match, loaded, drawing, labels, None if seat is None else seat - 1)
    if output is None:
        print(text, end="")
    else:
        print(f"wrote {output} ({write_text(output, text)} bytes)")


def _begin(game: Game, players: int | None, options: tuple[str, ...], seed: int) -> tuple[Game, Match]:
    rules = game.rules
    drawing_of(game)
    try:
        return game, Match.start(rules, players_of(rules, players), options_of(rules, options), seed)
    except (RuleError, MatchError) as error:
        raise rules_refusal("the game cannot begin", error) from None
