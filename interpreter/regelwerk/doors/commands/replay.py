"""`regelwerk replay`: the course of a saved match."""

from __future__ import annotations

from pathlib import Path

import click

from regelwerk.doors.houses import house_option
from regelwerk.doors.labels import LANGUAGES, Labels
from regelwerk.doors.matches import load_match
from regelwerk.doors.numbers import WHOLE
from regelwerk.doors.refusals import Refused
from regelwerk.studies.telling import plain_name, tell


@click.command(epilog="Example: regelwerk replay match.json --seat 1")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--game", help="the game it belongs to; else the one it names")
@click.option("--seat", type=WHOLE, metavar="N", help="only what this seat may know")
@click.option("--language", type=click.Choice(LANGUAGES), help="labels instead of the names in the rules")
@house_option
def command(
    file: Path, game: str | None, seat: int | None, language: str | None, houses: tuple[str, ...]
) -> None:
    """Print everything that has happened in a saved match, and where it stands."""
    loaded, match = load_match(file, game, houses)
    if match.log is None:
        raise Refused(f"`{file}` was saved without its events", "play with a build that keeps them")
    if seat is not None and not 1 <= seat <= match.layout.players:
        raise Refused(f"there are {match.layout.players} seats in this match", "write one of them")
    name = plain_name if language is None else Labels(loaded.rules, language).text
    for entry in match.log:
        seen = {"kind": entry.kind, **entry.data} if seat is None else entry.seen_by(seat - 1)
        if seen is not None:
            print(tell(seen, name, language or "en"))
    if not match.over:
        waiting = ", ".join(f"seat {decision.seat + 1}" for decision in match.decisions)
        print(f"now {waiting} has to decide; `regelwerk why {file}` explains what")
