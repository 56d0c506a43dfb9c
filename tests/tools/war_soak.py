"""Whole matches of War of the Ring, or of The Battle of Five Armies, with every number of players.

PYTHONPATH=tests python -m tools.war_soak GAME [--games N] [--bots random|sensible] [--jobs N]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.program.layout import Layout, make_layout

from .invariants import Things
from .match_soak import Look, Piece, Settings, command
from .shipped import ENDLESS, counts, option_range, rules


class War(NamedTuple):
    """A game: so many units a region holds between two actions, but for the Shadow's in regions with one of
    these values."""

    title: str
    largest: int
    gathering: tuple[tuple[str, str], ...] = ()
    holds: str = ""


WARS = {
    "ringkrieg": War("War of the Ring", 10),
    "fuenf_heere": War(
        "The Battle of Five Armies", 5, gathering=(("mustering", "yes"), ("kind", "goblin_ground")),
        holds=", but for the Shadow's in mustering regions and on grounds",
    ),
}  # fmt: skip
PIECE, FEW = 20, 2
"""So many matches are a piece, of players that choose by lot and of others."""
LONGEST = 100_000
"""After so many decisions a match that may go on for ever is left."""
BETWEEN = "window:die_due"
"""Where a die is chosen: what an action left over has been taken away."""


class WarLaws:
    """Looks at the regions of one position."""

    def __init__(self, layout: Layout, war: War) -> None:
        tables = layout.tables
        units, side = tables.types["unit"], tables.attributes["figure", "side"]
        self.units = range(units.first, units.last)
        self.side = {unit: side.values[unit - side.first] for unit in self.units}
        self.shadow, self.largest = tables.row_things[tables.row_number["shadow"]].start, war.largest
        self.regions: dict[int, str] = {}
        self.gathering: set[int] = set()
        fields = tables.zones["field"]
        for zone in range(fields.first, fields.first + fields.count):
            region = tables.zone_owner[zone]
            self.regions[zone] = tables.row_names[tables.row_of[region]]
            for name, value in war.gathering:
                attribute = tables.attributes["region", name]
                number = 1 if value == "yes" else tables.enums["region_kind"].index(value)
                if attribute.values[region - attribute.first] == number:
                    self.gathering.add(zone)

    def broken(self, s: State, between: bool) -> str | None:
        """What does not hold, if anything."""
        for zone, region in self.regions.items():
            units = [thing for thing in s.zones[zone] if thing in self.units]
            sides = {self.side[unit] for unit in units}
            if len(sides) > 1:
                return f"units of both sides stand in `{region}`"
            gathers = zone in self.gathering and sides == {self.shadow}
            if between and len(units) > self.largest and not gathers:
                return f"{len(units)} units stand in `{region}`"
        return None


def cases(game: str, bots: str, games: int) -> Iterator[Piece]:
    """So many games with every number of players; every second piece has options drawn by lot."""
    size = PIECE if bots == "random" else FEW
    for first in range(0, games, size):
        for players in counts(game):
            options = "by lot" if first // size % 2 else "as declared"
            yield Piece(bots, (options,), players, first, min(size, games - first))


def layout(game: str, piece: Piece) -> Layout:
    """The game as a piece has it."""
    draw = Random(f"{piece.players}:{piece.first}")
    lot = piece.setting[0] == "by lot"
    chosen = {
        option.name: draw.choice(option_range(rules(game), option))
        for option in rules(game).options
        if lot and not option.fixed
    }
    return make_layout(rules(game), piece.players, chosen)


def look(war: War, layout: Layout, piece: Piece) -> Look:
    """Looks at the positions of one match, one after the other."""
    things, laws = Things(layout), WarLaws(layout, war)

    def broken(match: Match) -> str | None:
        things.check(match.state)
        return laws.broken(match.state, any(each.prompt_key == BETWEEN for each in match.decisions))

    return broken


def line(piece: Piece) -> tuple[str, ...]:
    """The line of the page a piece belongs to."""
    return str(piece.players), piece.setting[0]


def settings(game: str) -> Settings:
    """What is played of one of the games."""
    war = WARS[game]
    left = f"; one that goes on as nobody wants to win is left after {LONGEST:,}" if game in ENDLESS else ""
    head = [
        "---", "orphan: true", "---", f"# Matches of {war.title}", "",
        f"Written by `PYTHONPATH=tests python -m tools.war_soak {game}`. Looked at before every decision",
        "of every match and at its end:", "",
        "- every figure, card, tile and die that has lain somewhere lies in one zone; none is lost",
        f"- units of one side stand in a region, and between two actions at most {war.largest}{war.holds}",
        f"- every decision is really open, and a rule of the book ends the match{left}", "",
        "Random players have habits in every second match. Half of the matches have the options as declared,",
        "half have options drawn by lot. The command plays 500 matches with every number of players,",
        "with `--bots sensible --games 60` those of sensible players; stopped, it goes on where it stood.",
        "The table counts what is finished.",
    ]  # fmt: skip
    return Settings(
        name=game, rules=partial(rules, game), cases=partial(cases, game), layout=partial(layout, game),
        look=partial(look, war), columns=("players", "options"), line=line, head=head, games=500,
        longest=LONGEST, endless=game in ENDLESS,
    )  # fmt: skip


if __name__ == "__main__":
    chosen = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if chosen not in WARS:
        sys.exit(f"name one of: {', '.join(WARS)}")
    sys.exit(command(settings(chosen)))
