"""Whether the sensible player plays better than the random one: the figures of docs/bots.md.

`make bots` plays every shipped game, with the same seeds for both players, and writes the page. Where all
win or lose together one kind of player takes all seats; in the other games the sensible player takes one
seat against random ones, each seat in turn. Nothing depends on the clock but the column of seconds.
Ctrl-C writes the page from the matches that are finished.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.players.sight import Player, Sight
from regelwerk.players.table import PLAYERS
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.studies.simulation import match_seed
from regelwerk.studies.statistics import Estimate, mean

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
BOTS = ("random", "sensible")
ALL = -1
"""The players measured sit at every seat."""


class Pairing(NamedTuple):
    """A game (with house rules: GAME+HOUSE), how many play, and the seat that is measured (or `ALL`).

    One in `every` matches is played.
    """

    game: str
    players: int
    seat: int
    every: int = 1


class Job(NamedTuple):
    """One match of a pairing, with the player that is measured."""

    pairing: Pairing
    bot: str
    number: int


class Played(NamedTuple):
    """What came of it for the seats measured: mean score, 1 won, 0 neither, -1 lost; processor seconds."""

    job: Job
    score: float
    standing: float
    decisions: int
    seconds: float


PAIRINGS = (
    *(Pairing("knizia", players, ALL) for players in (2, 3, 4, 5)),
    *(Pairing(game, 2, seat) for game in ("tic_tac_toe", "kuhn_poker", "counterspells") for seat in (0, 1)),
    *(Pairing("risiko+schlacht_um_mittelerde", players, 0, every=5) for players in (2, 4)),
)

_programs: dict[tuple[str, int], Program] = {}


def program(game: str, players: int) -> Program:
    """The program of a game, generated once in each process."""
    key = game, players
    if key not in _programs:
        name, *houses = game.split("+")
        _programs[key] = Program(make_layout(load_game(name, houses).rules, players))
    return _programs[key]


def play(job: Job) -> Played:
    """Play a match to its end."""
    pairing, bot, number = job
    build = program(pairing.game, pairing.players)
    start = time.process_time()
    seats = range(pairing.players)
    seed = match_seed(0, number)
    measured = [seat for seat in seats if pairing.seat in (ALL, seat)]
    kinds = [bot if seat in measured else "random" for seat in seats]
    players: list[Player] = [PLAYERS[kind](Random(f"{seed}:{seat}")) for seat, kind in enumerate(kinds)]
    match = Match.start_on(build.layout, build, seed, log=False)
    decisions = 0
    while not match.over:
        sight = Sight(match, 0)
        match.take(0, players[sight.seat].choose(sight))
        decisions += 1
    result = match.result
    assert result is not None
    score = sum(result.scores[seat] for seat in measured) / len(measured)
    standing = sum(1 if seat in result.winners else -bool(result.winners) for seat in measured)
    return Played(job, score, standing / len(measured), decisions, time.process_time() - start)


def _ignore_interruption() -> None:
    """Whoever started the workers handles an interruption."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def jobs(pairings: Iterable[Pairing], count: int) -> list[Job]:
    """All matches, those of one number together, so that a part of them is fair too."""
    return [
        Job(pairing, bot, n)
        for n in range(count)
        for pairing in pairings
        if n % pairing.every == 0
        for bot in BOTS
    ]


def run(todo: list[Job], workers: int) -> list[Played]:
    """Play all matches in several processes, with a bar on standard error; fewer if interrupted."""
    columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found = []
    with (
        multiprocessing.Pool(workers, _ignore_interruption) as pool,
        Progress(*columns, console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task("", total=len(todo))
        try:
            for played in pool.imap_unordered(play, todo, 4):
                found.append(played)
                progress.advance(task)
        except KeyboardInterrupt:
            progress.stop()
    return found


def shown(e: Estimate) -> str:
    """A mean and its interval."""
    return f"{e.value:.2f} ({e.low:.2f} to {e.high:.2f})"


def row(pairing: Pairing, found: list[Played]) -> str:
    """A line of the table: both players on the same seeds."""
    own = [p for p in found if p.job.pairing == pairing]
    both = set.intersection(*({p.job.number for p in own if p.job.bot == bot} for bot in BOTS))
    by = {bot: [p for p in own if p.job.bot == bot and p.job.number in both] for bot in BOTS}
    scored = any(p.score for p in own)
    means = {bot: mean([p.score if scored else p.standing for p in played]) for bot, played in by.items()}
    thinks = by["sensible"]
    seconds, decisions = mean([p.seconds for p in thinks]), mean([p.decisions for p in thinks])
    cells = (
        pairing.game,
        str(pairing.players),
        str(len(both)),
        "all" if pairing.seat == ALL else f"seat {pairing.seat + 1}",
        "score" if scored else "won less lost",
        shown(means["random"]),
        shown(means["sensible"]),
        "yes" if means["sensible"].low > means["random"].high else "no",
        f"{decisions.value:.0f}",
        f"{seconds.value:.2f}",
    )
    return f"| {' | '.join(cells)} |"


def page(pairings: Iterable[Pairing], found: list[Played]) -> str:
    """The whole page."""
    rows = "\n".join(row(pairing, found) for pairing in pairings)
    return f"""# How well the bots play

`make bots` writes this page. Both kinds of player play `matches` matches with the same seeds for each line
(of long games one in five of the others).
Means with their 95 % intervals (Student's); `apart` says whether the interval of the sensible player
lies above that of the random one. Where all seats win or lose together, the players measured take all of
them; in the other games they take the seat named, against random players. `decisions` and processor
seconds are those of a match with the sensible player, on one core.

| game | players | matches | who | measured | random | sensible | apart | decisions | seconds |
|---|---|---|---|---|---|---|---|---|---|
{rows}

How the sensible player thinks is told in [the page of its folder](architecture/players.md).
"""


def main() -> None:
    """Play, write the page, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=PAGE)
    parser.add_argument("--game", action="append", help="only this game")
    given = parser.parse_args()
    pairings = [p for p in PAIRINGS if not given.game or p.game in given.game]
    text = page(pairings, run(jobs(pairings, given.matches), given.jobs))
    given.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
