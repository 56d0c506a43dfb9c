"""How well the searching player plays: the figures of docs/searching.md.

`python -m tools.search` plays every pairing and writes the page. `--keep FILE` keeps what is played, a
line of JSON for each match, so that the work can be stopped, done game by game, and gone on with.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.search import SearchBudget, SearchPlayer
from regelwerk.players.sight import Player, Sight
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.studies.simulation import match_seed
from regelwerk.studies.statistics import mean, share

PAGE = Path(__file__).parents[2] / "docs" / "searching.md"


class Pairing(NamedTuple):
    """A game, who sits at its seats, what a search may spend, and how many matches are played."""

    game: str
    seats: tuple[str, ...]
    iterations: int
    moves: int
    matches: int


DEFAULT = SearchBudget()
PAIRINGS = (
    Pairing("tic_tac_toe", ("search", "search"), DEFAULT.iterations, DEFAULT.moves, 200),
    Pairing("tic_tac_toe", ("search", "random"), DEFAULT.iterations, DEFAULT.moves, 200),
    Pairing("tic_tac_toe", ("random", "search"), DEFAULT.iterations, DEFAULT.moves, 200),
    Pairing("connect_four", ("search", "random"), 300, DEFAULT.moves, 40),
    Pairing("connect_four", ("random", "search"), 300, DEFAULT.moves, 40),
    Pairing("knizia", ("random", "random"), 0, 0, 40),
    Pairing("knizia", ("search", "search"), DEFAULT.iterations, 1000, 12),
    Pairing("fuenf_heere", ("random", "search"), DEFAULT.iterations, DEFAULT.near, 12),
)


class Job(NamedTuple):
    """One match: the position of its pairing, and its number."""

    pairing: int
    number: int


class Played(msgspec.Struct, frozen=True):
    """A match that was played to its end: the game and who sat at its seats, the number of the match, who
    won, the scores, the decisions of searching players, and the processor seconds."""

    pairing: tuple[str, tuple[str, ...]]
    number: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    seconds: float


@cache
def program(game: str, players: int) -> Program:
    """The program of a game, generated once in each process."""
    return Program(make_layout(load_game(game).rules, players))


def play(job: Job) -> Played:
    """Play a match to its end."""
    pairing = PAIRINGS[job.pairing]
    build = program(pairing.game, len(pairing.seats))
    seed = match_seed(0, job.number)
    start = time.process_time()
    budget = SearchBudget(pairing.iterations, pairing.moves, near=pairing.moves)
    players: list[Player] = [
        SearchPlayer(Random(f"{seed}:{seat}"), budget)
        if kind == "search"
        else RandomPlayer(Random(f"{seed}:{seat}"))
        for seat, kind in enumerate(pairing.seats)
    ]
    match = Match.start_on(build.layout, build, seed, log=False)
    thought = 0
    while not match.over:
        sight = Sight(match, 0)
        thought += pairing.seats[sight.seat] == "search"
        match.take(0, players[sight.seat].choose(sight))
    result = match.result
    assert result is not None
    seconds = round(time.process_time() - start, 3)
    return Played(pairing[:2], job.number, result.winners, result.scores, thought, seconds)


def row(pairing: Pairing, found: list[Played]) -> str:
    """A line of the table."""
    seat = pairing.seats.index("search") if "search" in pairing.seats else 0
    n = len(found)
    won = sum(seat in m.winners for m in found)
    drawn = sum(not m.winners for m in found)
    interval = share(won, n)
    scores = [m.scores[seat] for m in found]
    e = mean(scores)
    thought = sum(m.decisions for m in found)
    seconds = sum(m.seconds for m in found)
    cells = (
        pairing.game,
        " and ".join(pairing.seats),
        f"{pairing.iterations}, {pairing.moves}" if thought else "-",
        str(n),
        f"{won}, {drawn}, {n - won - drawn}",
        f"{interval.low:.0%} to {interval.high:.0%}",
        f"{e.value:.1f} ({e.low:.1f} to {e.high:.1f})" if any(scores) else "-",
        f"{seconds / thought:.3f}" if thought else "-",
    )
    return f"| {' | '.join(cells)} |"


def page(kept: list[Played]) -> str:
    """The whole page."""
    rows = []
    for pairing in PAIRINGS:
        found = [m for m in kept if m.pairing == pairing[:2]]
        if found:
            rows.append(row(pairing, found))
    table = "\n".join(rows)
    return f"""# How well the searching player plays

`PYTHONPATH=tests python -m tools.search` plays these matches and writes this page. `who` sits at the seats,
in their order; what is won, drawn and lost, and the score, are those of the first seat with a searching
player (else of the first seat). `budget` is the greatest number of iterations and of imagined moves for a
decision; `share won` and the score come with their 95 % intervals (Wilson's and Student's). `seconds` are
processor seconds for a decision, on one core of a machine that had other work to do.

| game | who | budget | matches | won, drawn, lost | share won | score | seconds |
|---|---|---|---|---|---|---|---|
{table}

Tic-tac-toe is played perfectly: against itself every match is a draw, and no match is lost from either
side. In knizia all win or lose together, so the score counts. In fuenf_heere, which says how its matches
stand, the second seat has the Shadow, for which random players win hardly a match in a hundred. How the
player thinks is told in [the page of its folder](architecture/players.md); what
[the sensible player](bots.md) does has a page too.
"""


def _ignore_interruption() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> None:
    """Play what is missing, write the page, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", action="append", help="only this game")
    parser.add_argument("--keep", type=Path, help="a file for the matches that are played")
    parser.add_argument("--out", type=Path, default=PAGE)
    given = parser.parse_args()
    lines = given.keep.read_bytes() if given.keep and given.keep.exists() else b""
    kept = msgspec.json.Decoder(Played).decode_lines(lines)
    there = {(m.pairing, m.number) for m in kept}
    todo = [
        Job(n, number)
        for n, pairing in enumerate(PAIRINGS)
        for number in range(pairing.matches)
        if (pairing[:2], number) not in there and (not given.game or pairing.game in given.game)
    ]
    with multiprocessing.Pool(given.jobs, _ignore_interruption) as pool:
        try:
            for found in pool.imap_unordered(play, todo):
                kept.append(found)
                if given.keep:
                    with given.keep.open("ab") as file:
                        file.write(msgspec.json.encode(found) + b"\n")
        except KeyboardInterrupt:
            pass
    text = page(kept)
    given.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
