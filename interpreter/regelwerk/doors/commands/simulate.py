"""`regelwerk simulate`: many matches between bots, and figures about them."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import click
import msgspec

from regelwerk.doors.games import load_game
from regelwerk.doors.houses import house_option
from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.refusals import Refused
from regelwerk.doors.writing import write_whole
from regelwerk.players.table import PLAYERS
from regelwerk.program.errors import RuleError
from regelwerk.rules.codec import encode
from regelwerk.studies.simulation import BUILDS, DEFAULT_BUILD, Outcome, Plan, outcomes
from regelwerk.studies.statistics import Estimate
from regelwerk.studies.summary import Summary, summarise


@click.command(epilog="Example: regelwerk simulate tic_tac_toe -n 1000 --jobs 2")
@click.argument("game", metavar="GAME")
@click.option(
    "-n", "count", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="how many matches"
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="how many processes")
@click.option("--seed", type=int, default=0, show_default=True, help="the same seed gives the same figures")
@click.option("--players", type=int, help="how many seats; else the fewest")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="set an option of the game")
@click.option(
    "--bots", type=click.Choice(list(PLAYERS)), default="random", show_default=True, help="who plays"
)
@click.option(
    "--build",
    type=click.Choice(BUILDS),
    default=DEFAULT_BUILD,
    show_default=True,
    help="what carries the rules out",
)
@click.option("--json", "as_json", is_flag=True, help="write the figures as JSON")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="write every match as CSV")
@house_option
def command(
    game: str, count: int, jobs: int, seed: int, players: int | None, options: tuple[str, ...],
    bots: str, build: str, as_json: bool, out: Path | None, houses: tuple[str, ...],
) -> int:  # fmt: skip
    """Let bots play many matches; give shares and means with 95 % intervals.

    The figures depend on the seed, not on the number of processes. Ctrl-C keeps what is finished.
    The status is 1 if a match broke off because its rules went wrong.
    """
    rules = load_game(game, houses).rules
    seats = players_of(rules, players)
    plan = Plan(encode(rules), seats, options_of(rules, options), bots, seed, build)
    found, stopped = _run(plan, count, jobs)
    if stopped and not found:
        raise Refused("stopped before the first match was finished", "ask for fewer or faster matches")
    if out is not None:
        write_whole(out, _csv(found, seats))
    summary = summarise(found, seats)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(summary), indent=2).decode())
    else:
        _print(game, summary, bots, seed)
    if stopped:
        print(f"stopped after {len(found)} of {count} matches", file=sys.stderr)
    for error in summary.errors:
        print(f"error: a match broke off: {error}", file=sys.stderr)
    return int(bool(summary.errors))


def _run(plan: Plan, count: int, jobs: int) -> tuple[list[Outcome], bool]:
    """The outcomes, and whether somebody stopped before all were there."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    found: list[Outcome] = []
    console = Console(stderr=True)
    columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=count)
        try:
            for outcome in outcomes(plan, count, jobs):
                found.append(outcome)
                progress.advance(task)
        except KeyboardInterrupt:
            return found, True
        except RuleError as error:
            raise Refused(f"the game cannot begin: {error}") from None
    return found, False


def _csv(found: list[Outcome], players: int) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    seats = [f"score_{seat + 1}" for seat in range(players)]
    writer.writerow(["match", "ending", "winners", *seats, "decisions"])
    for outcome in sorted(found, key=lambda outcome: outcome.number):
        winners = " ".join(str(seat + 1) for seat in outcome.winners)
        scores = outcome.scores or ("",) * players
        writer.writerow([outcome.number + 1, outcome.ending, winners, *scores, outcome.decisions])
    return text.getvalue().encode()


def _print(game: str, summary: Summary, bots: str, seed: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"{game}: {summary.matches} matches of {bots} bots, seed {seed}", title_justify="left"
    )
    for heading in ("", "value", "95 % interval"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, estimate in summary.endings.items():
        table.add_row(f"ends as {name}", *_percent(estimate))
    for seat, estimate in enumerate(summary.wins, 1):
        table.add_row(f"seat {seat} wins", *_percent(estimate))
    for seat, estimate in enumerate(summary.scores or (), 1):
        table.add_row(f"score of seat {seat}", *_number(estimate))
    table.add_row("decisions in a match", *_number(summary.decisions))
    Console(emoji=False).print(table)


def _percent(e: Estimate) -> tuple[str, str]:
    return f"{e.value:.1%}", f"{e.low:.1%} to {e.high:.1%}"


def _number(e: Estimate) -> tuple[str, str]:
    return f"{e.value:.2f}", f"{e.low:.2f} to {e.high:.2f}"
