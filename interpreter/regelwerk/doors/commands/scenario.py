"""`regelwerk scenario`: a scenario of the last choices of a saved match."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from regelwerk.doors.houses import house_option
from regelwerk.doors.matches import load_match
from regelwerk.doors.numbers import WHOLE
from regelwerk.doors.scenario_file import scenario_of, write_from_play


@click.command(epilog='Example: regelwerk scenario match.json "the cod goes" --game my_game --last 3')
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("title", metavar="TITLE")
@click.option("--last", type=WHOLE, default=1, metavar="N", help="so many choices at least  [1]")
@click.option("--game", help="the game it belongs to, by its folder or file; else the one it names")
@click.option("--show", is_flag=True, help="print the scenario, and write nothing")
@click.option("--replace", is_flag=True, help="write over the file of an earlier one with this title")
@house_option
def command(
    file: Path, title: str, last: int, game: str | None, show: bool, replace: bool, houses: tuple[str, ...]
) -> None:
    """Write a scenario of the last choices of a saved match.

    It has the smallest position found in which the same choices lead to the same end, what chance gave
    where it matters, and what has changed. It begins with an event of the game, so there may be more
    choices than are asked for. In the folder of a game it gets a file of its own in scenarios/; a game in
    one file gets it below its rules. What is hidden in the match is written like all else.
    """
    if last < 1:
        raise click.UsageError("--last needs a number from 1 on")
    loaded, match = load_match(file, game, houses)
    name = game or loaded.rules.game
    if show:
        print(scenario_of(name, houses, match, title, last), end="")
        return
    for line in write_from_play(name, houses, match, title, last, replace=replace):
        print(line, file=sys.stderr)
