"""The shipped games with their layouts and builds, each made once."""

from __future__ import annotations

from functools import cache
from random import Random

from regelwerk.doors.games import Game, load_game, shipped_games
from regelwerk.match.lists import refuse_broken
from regelwerk.match.match import Build, make_build
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.declarations import OptionDecl, Rules
from regelwerk.rules.lists import BroughtList

BUILDS = ("walker", "fast")
BIG = "knizia"
"""The game that takes long; there are fewer matches of it where all decisions are looked at closely."""

NAMES = tuple(shipped_games())
LONG_GAMES = tuple(name for name in ("risiko", "mele") if name in NAMES)
"""Games with about a thousand decisions in a match: none of them is looked at everywhere."""
TRIES = 20
"""So often lists are drawn for all seats before the defaults are taken."""
CLOSE = tuple(name for name in NAMES if name not in LONG_GAMES)
"""The games of which every decision can be looked at closely."""


@cache
def game(name: str) -> Game:
    """A shipped game, checked."""
    return load_game(name)


def rules(name: str) -> Rules:
    """Its rules."""
    return game(name).rules


def counts(name: str) -> range:
    """The numbers of players it is for."""
    low, high = rules(name).players
    return range(low, high + 1)


def cases(names: tuple[str, ...] = NAMES) -> list[tuple[str, int]]:
    """Every shipped game, or these, with every number of players."""
    return [(name, players) for name in names for players in counts(name)]


def option_values(name: str, variant: int) -> dict[str, int]:
    """Values of the game's options: variant 0 is as declared, others are drawn by lot."""
    draw = Random(f"{name}:{variant}")
    own = rules(name)
    return {o.name: draw.choice(option_range(own, o)) for o in own.options} if variant else {}


def list_values(
    rules: Rules, players: int, options: dict[str, int], variant: int
) -> dict[str, list[BroughtList | None]]:
    """What seats bring: variant 0 is as declared, others are drawn by lot from what comes with the game."""
    if not variant:
        return {}
    draw = Random(f"{rules.game}:{players}:{variant}")
    for _ in range(TRIES):
        drawn: dict[str, list[BroughtList | None]] = {
            declared.name: [
                draw.choice([each for each in rules.brought if each.list == declared.name] or [None])
                for _ in range(players)
            ]
            for declared in rules.lists
        }
        try:
            refuse_broken(make_layout(rules, players, options, drawn))
        except RuleError:
            continue  # not as it must be with these options, or not enough copies for all
        return drawn
    return {}


def option_words(rules: Rules, option: OptionDecl) -> tuple[str, ...]:
    """The words an option is one of."""
    return next(enum.members for enum in rules.enums if enum.name == option.type.name)


def option_range(rules: Rules, option: OptionDecl) -> range:
    """All an option may be, as numbers."""
    kind = option.type
    if kind.kind == "enum":
        return range(len(option_words(rules, option)))
    if kind.kind == "flag":
        return range(2)
    assert kind.low is not None and kind.high is not None
    return range(kind.low, kind.high + 1)


@cache
def layout(name: str, players: int, variant: int = 0) -> Layout:
    """Its layout for a number of players and a variant of its options and lists."""
    options = option_values(name, variant)
    return make_layout(rules(name), players, options, list_values(rules(name), players, options, variant))


@cache
def build(name: str, players: int, which: str, variant: int = 0) -> Build:
    """One of its builds."""
    return make_build(layout(name, players, variant), which)
