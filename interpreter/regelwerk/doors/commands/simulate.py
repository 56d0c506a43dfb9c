"""`regelwerk simulate`: many matches between bots, and figures about them."""

from __future__ import annotations

import csv
import io
import sys
from contextlib import nullcontext
from pathlib import Path

import click
import msgspec

from regelwerk.doors.folders import is_there
from regelwerk.doors.games import load_game, warnings_line
from regelwerk.doors.houses import house_option
from regelwerk.doors.lists import list_option, lists_of, refuse_broken_lists
from regelwerk.doors.numbers import WHOLE, WholeRange
from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.refusals import Refused, rules_refusal, system_reason
from regelwerk.doors.writing import write_text
from regelwerk.players.table import PLAYERS
from regelwerk.program.errors import RuleError
from regelwerk.rules.codec import encode
from regelwerk.studies.kept import MOST_MATCHES, Kept, KeptError
from regelwerk.studies.scores import least_score
from regelwerk.studies.simulation import BUILDS, DEFAULT_BUILD, Outcome, Plan
from regelwerk.studies.statistics import Estimate
from regelwerk.studies.summary import Summary, summarise
from regelwerk.studies.workers import WorkerLost, outcomes


@click.command(epilog="Example: regelwerk simulate tic_tac_toe -n 1000 --jobs 2")
@click.argument("game", metavar="GAME")
@click.option(
    "-n", "count", type=WholeRange(1, 10_000_000), default=100, show_default=True, help="how many matches"
)
@click.option(
    "--first",
    type=WholeRange(1, MOST_MATCHES // 10),
    default=1,
    show_default=True,
    metavar="N",
    help="the number of the first match, to share a study out",
)
@click.option("--jobs", type=WholeRange(1, 256), default=1, show_default=True, help="how many processes")
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="the same seed gives the same figures")
@click.option("--players", type=WHOLE, help="how many seats; else the fewest")
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
@click.option(
    "--continue",
    "keep",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="keep finished matches in a file, and go on with those it holds",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="write every match as CSV")
@list_option
@house_option
def command(
    game: str, count: int, first: int, jobs: int, seed: int, players: int | None, options: tuple[str, ...],
    bots: str, build: str, as_json: bool, keep: Path | None, out: Path | None,
    lists: tuple[str, ...], houses: tuple[str, ...],
) -> int:  # fmt: skip
    """Let bots play many matches; give shares and means with 95 % intervals.

    The figures depend on the seed, not on the number of processes. Ctrl-C keeps what is finished, and so
    does the end of a process; with --continue the same command goes on later with what is missing.
    Files of several runs with the same seed may be put one after the other. The status is 1 if a match
    broke off because its rules went wrong, or if a process was killed.
    """
    loaded = load_game(game, houses)
    rules = loaded.rules
    seats = players_of(rules, players)
    chosen = options_of(rules, options)
    brought = lists_of(rules, seats, lists)
    refuse_broken_lists(rules, seats, chosen, brought)
    plan = Plan(encode(rules), seats, chosen, bots, seed, build, brought)
    found, stopped = _kept(plan, range(first - 1, first - 1 + count), jobs, keep)
    if stopped and not found:
        raise Refused(f"{stopped} before the first match was finished", "ask for fewer or faster matches")
    if out is not None:
        write_text(out, _csv(found, seats))
    summary = summarise(found, seats, least_score(rules))
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(summary), indent=2).decode())
    else:
        _print(game, summary, bots, seed)
    if loaded.warnings:
        over = "".join(f" --house {house}" for house in houses)
        print(warnings_line(loaded.warnings, f"{game}{over}"), file=sys.stderr)
    if stopped:
        print(f"{stopped} after {len(found)} of {count} matches", file=sys.stderr)
        if keep is not None:
            print(f"  help: the same command goes on with those in `{keep}`", file=sys.stderr)
    for error in summary.errors:
        print(f"error: a match broke off: {error}", file=sys.stderr)
    return int(bool(summary.errors) or stopped.startswith("error"))


def _kept(plan: Plan, numbers: range, jobs: int, path: Path | None) -> tuple[list[Outcome], str]:
    """The outcomes, those in the file among them, and what stopped the study before all were there."""
    if path is not None and is_there(path) and not (path.is_file() or path.is_dir()):
        raise Refused(f"`{path}` cannot be used: it is a device or a pipe", "name another file")
    try:
        with nullcontext() if path is None else Kept(path, plan) as kept:
            found = {} if kept is None else {n: kept.found[n] for n in numbers if n in kept.found}
            stopped = _run(plan, numbers, jobs, found, kept)
    except KeptError as error:
        raise Refused(str(error), error.help) from None
    except OSError as error:
        raise Refused(
            f"`{path}` cannot be used: {system_reason(error)}", "check the folder and its permissions"
        ) from None
    return list(found.values()), stopped


def _run(plan: Plan, numbers: range, jobs: int, found: dict[int, Outcome], kept: Kept | None) -> str:
    """Play the matches that are not there yet; returns what stopped it, or nothing."""
    from regelwerk.doors.screen import progress_bar

    missing = [number for number in numbers if number not in found]
    with progress_bar("matches") as progress:
        task = progress.add_task("", total=len(numbers), completed=len(found))
        try:
            if kept is not None:
                kept.try_again([*found])
            for outcome in outcomes(plan, missing, jobs) if missing else ():
                found[outcome.number] = outcome
                if kept is not None:
                    kept.add(outcome)
                progress.advance(task)
        except KeyboardInterrupt:
            return "stopped"
        except WorkerLost as lost:
            return f"error: {lost}: stopped"
        except RuleError as error:
            raise rules_refusal("the game cannot begin", error) from None
    return ""


def _csv(found: list[Outcome], players: int) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    seats = [f"score_{seat + 1}" for seat in range(players)]
    writer.writerow(["match", "ending", "winners", *seats, "decisions"])
    for outcome in sorted(found, key=lambda outcome: outcome.number):
        winners = " ".join(str(seat + 1) for seat in outcome.winners)
        scores = outcome.scores or ("",) * players
        writer.writerow([outcome.number + 1, outcome.ending, winners, *scores, outcome.decisions])
    return text.getvalue()


def _print(game: str, summary: Summary, bots: str, seed: int) -> None:
    from rich.table import Table

    from regelwerk.doors.screen import Screen

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
    Screen().print(table)


def _percent(e: Estimate) -> tuple[str, str]:
    return f"{e.value:.1%}", f"{e.low:.1%} to {e.high:.1%}"


def _number(e: Estimate) -> tuple[str, str]:
    return f"{e.value:.2f}", f"{e.low:.2f} to {e.high:.2f}"
