"""`regelwerk export`: a whole game as one JSON file."""

from __future__ import annotations

from pathlib import Path

import click

from regelwerk.doors.games import load_game
from regelwerk.doors.houses import house_option
from regelwerk.doors.writing import write_whole
from regelwerk.rules.codec import encode


@click.command(epilog="Example: regelwerk export tic_tac_toe -o tic_tac_toe.json")
@click.argument("game", metavar="GAME")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="the file to write; else the terminal")
@house_option
def command(game: str, output: Path | None, houses: tuple[str, ...]) -> None:
    """Write a game in the rules form: one line of JSON that every command takes in place of the game."""
    text = encode(load_game(game, houses).rules) + b"\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
        print(f"wrote {output} ({len(text)} bytes)")
