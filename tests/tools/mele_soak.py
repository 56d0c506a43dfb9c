"""Matches of The Lidless Eye with every pair of its decks under both sets of rules.

PYTHONPATH=tests python -m tools.mele_soak [--games N] [--bots random|sensible] [--jobs N]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from regelwerk.match.match import Match
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.declarations import Rules

from .book_laws import Moved
from .match_soak import Look, Piece, Settings, command
from .mele_laws import EyeLaws
from .shipped import rules

GAME, RULES = "mele", ("basic", "advanced")
PIECE = 10
HEAD = [
    "---", "orphan: true", "---", "# Matches of The Lidless Eye", "",
    "Written by `PYTHONPATH=tests python -m tools.mele_soak`. Looked at before every decision of every",
    "match and at its end:", "",
    "- every card lies in one zone, of its type",
    "- of a unique card one copy at most is on the table, whoever it belongs to",
    "- no hazard is played beyond the limit of the company",
    "- after the organisation phase nobody spends more influence than he has",
    "- every decision is really open, and a rule of the book ends the match", "",
    "Every pair of the four decks is played under the basic and the advanced rules; random players have",
    "habits in every second match. `--bots sensible --games 200` plays those of sensible players.",
]  # fmt: skip


def game() -> Rules:
    """Its rules."""
    return rules(GAME)


def cases(bots: str, games: int) -> Iterator[Piece]:
    """So many games, shared out among the pairs of decks and the rules, some of each at a time."""
    decks = sorted(each.id for each in game().brought)
    settings = [(which, one, other) for which in RULES for one in decks for other in decks]
    size = PIECE if bots == "random" else 1
    for first in range(0, games, size):
        for number, setting in enumerate(settings):
            share = games // len(settings) + (number < games % len(settings))
            if first < share:
                yield Piece(bots, setting, 2, first, min(size, share - first))


def layout(piece: Piece) -> Layout:
    """The game as a piece has it."""
    which, *decks = piece.setting
    brought = {each.id: each for each in game().brought}
    return make_layout(game(), 2, {"rules": RULES.index(which)}, {"deck": [brought[name] for name in decks]})


def look(layout: Layout, piece: Piece) -> Look:
    """Looks at the positions of one match, one after the other."""
    moved, laws = Moved(layout), EyeLaws(layout)

    def broken(match: Match) -> str | None:
        moved.look(match.state)
        return None if match.over else laws.broken(match.state)

    return broken


def line(piece: Piece) -> tuple[str, ...]:
    """The line of the page a piece belongs to."""
    return piece.setting[:2]


SETTINGS = Settings(
    name=GAME, rules=game, cases=cases, layout=layout, look=look, columns=("rules", "deck of seat 1"),
    line=line, head=HEAD, games=2000,
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(command(SETTINGS))
