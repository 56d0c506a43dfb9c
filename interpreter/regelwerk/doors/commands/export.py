"""`regelwerk export`: a whole game as one JSON file."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from regelwerk.doors.games import find_game, load_game
from regelwerk.doors.houses import house_option
from regelwerk.doors.writing import write_text
from regelwerk.rules.codec import encode
from regelwerk.source.characters import clean


@click.command(epilog="Example: regelwerk export tic_tac_toe -o tic_tac_toe.json")
@click.argument("game", metavar="GAME")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="the file to write; else the terminal")
@house_option
def command(game: str, output: Path | None, houses: tuple[str, ...]) -> None:
    """Write a game in the rules form: one line of JSON that every command takes in place of the game."""
    path = find_game(game)
    rules = load_game(game, houses).rules
    folder = (path if path.is_dir() else path.parent).parent
    places = {key: _portable(place, folder) for key, place in rules.places.items()}
    text = encode(msgspec.structs.replace(rules, places=places)).decode() + "\n"
    if output is None:
        click.echo(clean(text).encode(), nl=False)
    else:
        print(f"wrote {output} ({write_text(output, text)} bytes)")


def _portable(place: str, folder: Path) -> str:
    """A place in a file without the folders above that of the game: they are of this machine alone."""
    name, _, line = place.rpartition(":")
    path = Path(name)
    if not path.is_absolute():
        return place
    here = path.relative_to(folder) if path.is_relative_to(folder) else Path(*path.parts[-2:])
    return f"{here.as_posix()}:{line}"
