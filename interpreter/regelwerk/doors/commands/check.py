"""`regelwerk check`: everything that is wrong, at once."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from regelwerk.doors.checks import Checks, Found
from regelwerk.doors.games import find_game, folder_of, games_under
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
@click.option("--watch", is_flag=True, help="look again whenever a file changes, until Ctrl-C")
@house_option
def command(games: tuple[str, ...], form: str, of: str | None, watch: bool, houses: tuple[str, ...]) -> int:
    """Report all problems of games: folders with a game.yaml, rule files, exported files, shipped games.

    A file with a list of what a seat brings is checked against the game that it names, or --game.
    A folder without a game.yaml stands for all games in it. House rules that come with a game are
    checked with it, each alone on the game; with --house those alone that are named.
    The status is 1 if there is an error; warnings alone leave it 0.

    With --watch it goes on: after each change all that is wrong now, and what has come and gone.
    """
    if watch:
        return _watch(games, form, of, houses)
    problems, sources = _problems(games, of, houses, last=True)
    write_diagnostics(problems, sources, form, sys.stdout)
    if form == "text":
        print(_summary(problems), file=sys.stderr)
    return int(has_errors(problems))


def _problems(games: tuple[str, ...], of: str | None, houses: tuple[str, ...], last: bool = False) -> Found:
    """What is wrong with games, lists and their house rules; each problem once. `last`: nothing follows."""
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
        found, read = Checks(folder_of(path), stays=last).found(stacks(path, houses))
        problems += [problem for problem in found if problem not in problems]
        sources.update(read)
    return problems, sources


def _watch(games: tuple[str, ...], form: str, of: str | None, houses: tuple[str, ...]) -> int:
    from regelwerk.doors.watching import Round, roots_of, watch, wrong_of

    def find(_: Callable[[], bool]) -> Round:
        problems, sources = _problems(games, of, houses)
        return Round(
            wrong_of(problems), _summary(problems),
            lambda: write_diagnostics(problems, sources, form, sys.stdout),
        )  # fmt: skip

    return watch(", ".join(games), roots_of([*games, *filter(None, [of])], houses), find)


def _check_exported(name: str) -> None:
    from regelwerk.doors.games import load_game

    load_game(name)


def _summary(problems: list[Diagnostic]) -> str:
    errors = sum(problem.severity == "error" for problem in problems)
    counted = ((errors, "error"), (len(problems) - errors, "warning"))
    parts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in counted if n]
    return " and ".join(parts) if parts else "nothing is wrong"
