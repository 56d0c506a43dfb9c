"""`regelwerk check`: everything that is wrong, at once."""

from __future__ import annotations

import sys

import click

from regelwerk.doors.checks import Checks
from regelwerk.doors.games import find_game, games_under
from regelwerk.doors.houses import find_houses, house_option, stacks
from regelwerk.doors.lists import check_list_file, is_list_file
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.render import RENDERERS, write_diagnostics
from regelwerk.source.spans import SourceFile


@click.command(epilog="Example: regelwerk check --format short my_game")
@click.argument("games", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--format", "form", type=click.Choice(list(RENDERERS)), default="text", help="how problems are written"
)
@click.option("--game", "of", metavar="GAME", help="the game that lists among the paths are for")
@house_option
def command(games: tuple[str, ...], form: str, of: str | None, houses: tuple[str, ...]) -> int:
    """Report all problems of games: folders with a game.yaml, rule files, exported files, shipped games.

    A file with a list of what a seat brings is checked against the game that it names, or --game.
    A folder without a game.yaml stands for all games in it. House rules that come with a game are
    checked with it, each alone on the game; with --house those alone that are named.
    The status is 1 if there is an error; warnings alone leave it 0.
    """
    problems: list[Diagnostic] = []
    sources: dict[str, SourceFile] = {}
    for name in filter(is_list_file, games):
        found, read = check_list_file(name, of, houses)
        problems += found
        sources.update(read)
    books = [name for name in games if not is_list_file(name)]
    for name in (found for path in books for found in games_under(path)):
        path = find_game(name)
        if path.suffix == ".json":
            find_houses(path, houses)
            _check_exported(name)
            continue
        path = path.parent if path.name == "game.yaml" else path
        checks = Checks(path)
        for stack in stacks(path, houses):
            found, read = checks.found(stack)
            problems += [problem for problem in found if problem not in problems]
            sources.update(read)
    write_diagnostics(problems, sources, form, sys.stdout)
    errors = sum(problem.severity == "error" for problem in problems)
    if form == "text":
        print(_summary(errors, len(problems) - errors), file=sys.stderr)
    return int(has_errors(problems))


def _check_exported(name: str) -> None:
    from regelwerk.doors.games import load_game

    load_game(name)


def _summary(errors: int, warnings: int) -> str:
    parts = [
        f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n
    ]
    return " and ".join(parts) if parts else "nothing is wrong"
