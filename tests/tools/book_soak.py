"""Whole matches of Risk with its house-rule book in every mode.

PYTHONPATH=tests python -m tools.book_soak [--games N] [--bots random|sensible] [--jobs N]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from random import Random

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.declarations import Rules

from .book_laws import ENDS, BookLaws, Moved
from .match_soak import Look, Piece, Settings, command
from .shipped import option_range, option_words

GAME, BOOK, MODE = "risiko", "schlacht_um_mittelerde", "mode"
PIECE, FEW = 20, 1
"""So many matches are a piece, of players that choose by lot and of others."""
HEAD = [
    "---", "orphan: true", "---", "# Matches of Die Schlacht um Mittelerde", "",
    "Written by `PYTHONPATH=tests python -m tools.book_soak`. Looked at before every decision of every",
    "match and at its end:", "",
    "- at most five units stand in a territory",
    "- a territory with units has one owner, and no units but his (in the team modes, and his allies')",
    "- every unit is in a territory, on a ship or in the supply of the lord it has had from the start",
    "- every card lies somewhere, no thing lies in two zones",
    "- at most five territory cards and four adventure cards are in a hand",
    "- every decision is really open, and a rule of the book ends the match", "",
    "Random players have habits in every second match. Of each mode and number of players the first",
    f"{PIECE} matches ({FEW} of sensible players) have the options as declared, others options by lot.",
    "The command plays 1,000 matches of each mode, with `--bots sensible --games 100` those of sensible",
    "players; stopped, it goes on where it stood. The table counts what is finished.",
]  # fmt: skip


@cache
def rules() -> Rules:
    """Risk with its book."""
    return load_game(GAME, [BOOK]).rules


def options_of_piece(piece: Piece) -> dict[str, int]:
    """The mode asked for; the first piece has the other options as declared, the others by lot."""
    draw = Random(f"{piece.setting[0]}:{piece.players}:{piece.first}")
    chosen = {}
    for option in rules().options:
        if option.name == MODE:
            chosen[MODE] = option_words(rules(), option).index(piece.setting[0])
        elif not option.fixed and piece.first:
            chosen[option.name] = draw.choice(option_range(rules(), option))
    return chosen


def cases(bots: str, games: int) -> Iterator[Piece]:
    """So many games of every mode, shared out among the numbers of players, some of each at a time."""
    low, high = rules().players
    counts = range(low, high + 1)
    modes = option_words(rules(), next(option for option in rules().options if option.name == MODE))
    size = PIECE if bots == "random" else FEW
    for first in range(0, games, size):
        for mode in modes:
            for number, players in enumerate(counts):
                share = games // len(counts) + (number < games % len(counts))
                if first < share:
                    yield Piece(bots, (mode,), players, first, min(size, share - first))


def layout(piece: Piece) -> Layout:
    """The game as a piece has it."""
    return make_layout(rules(), piece.players, options_of_piece(piece))


def look(layout: Layout, piece: Piece) -> Look:
    """Looks at the positions of one match, one after the other."""
    moved, laws = Moved(layout), BookLaws(layout, "team" in piece.setting[0])

    def broken(match: Match) -> str | None:
        return laws.broken(match.state, moved.look(match.state))

    return broken


def line(piece: Piece) -> tuple[str, ...]:
    """The line of the page a piece belongs to."""
    return piece.setting[0], str(piece.players)


SETTINGS = Settings(
    name=BOOK, rules=rules, cases=cases, layout=layout, look=look, columns=("mode", "players"),
    line=line, head=HEAD, games=1000, ends=ENDS,
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(command(SETTINGS))
