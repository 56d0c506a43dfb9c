"""`regelwerk serve`: tables in the browser."""

from __future__ import annotations

import click

from regelwerk.doors.houses import house_option
from regelwerk.doors.numbers import WholeRange
from regelwerk.doors.refusals import Refused


@click.command(epilog="Example: regelwerk serve tic_tac_toe --port 8080")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen  [127.0.0.1]")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="a name by which browsers ask, as in play.example.org; addresses and local names need none",
)
@click.option("--port", type=WholeRange(0, 65535), default=8000, metavar="N", help="0 is any  [8000]")
@click.option(
    "--database",
    envvar="REGELWERK_DATABASE",
    metavar="URL",
    help="where tables are kept: `sqlite:///FILE`, or `postgresql://USER@HOST/NAME`; else a file of the user",
)
@click.option(
    "--rate",
    type=WholeRange(0, 100_000),
    default=50,
    metavar="N",
    help="so often in a second one address is answered; 0 is without limits  [50]",
)
@click.option("--authors", is_flag=True, help="let others write house rules, and try them here")
@house_option
def command(
    games: tuple[str, ...],
    host: str,
    names: tuple[str, ...],
    port: int,
    database: str | None,
    rate: int,
    authors: bool,
    houses: tuple[str, ...],
) -> int:
    """Open tables in the browser for these games, or for all that come with regelwerk.

    Whoever opens a table gets a link for each seat. Needs the extra `web`.
    """
    if houses and len(games) != 1:
        raise click.UsageError("`--house` goes with one GAME")
    try:
        from regelwerk.web.games import Games
        from regelwerk.web.serving import own_database, serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("regelwerk"):
            raise
        raise Refused(
            f"tables in the browser need `{error.name.partition('.')[0]}`, which is not installed",
            "install it with `pip install 'regelwerk[web]'`",
        ) from None
    database = own_database() if database is None else database
    serve(Games(games, houses), database, host, port, rate, authors, names)
    return 0
