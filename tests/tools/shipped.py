"""The shipped games with their layouts and builds, each made once.

A game is checked once for all processes of a run: whoever is first keeps it, the others read what is kept.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random

from amounts import NIGHTLY
from regelwerk.doors.games import Game, load_game, shipped_games
from regelwerk.match.lists import refuse_broken
from regelwerk.match.match import Build, make_build
from regelwerk.meaning.game import Checked, amended, check_game
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.declarations import OptionDecl, Rules
from regelwerk.rules.lists import BroughtList
from regelwerk.rules.scenarios import Scenario
from regelwerk.source.cache import cache_folder

BUILDS = ("walker", "fast")
BIG = "knizia"
"""The game that takes long; there are fewer matches of it where all decisions are looked at closely."""

PATHS = shipped_games()
NAMES = tuple(PATHS)
ENDLESS = {"ringkrieg"}
"""By the book their matches go on as long as nobody wants to win, so long ones are left."""
LONG_GAMES = tuple(
    name for name in ("risiko", "mele", "ringkrieg", "fuenf_heere", "backgammon") if name in NAMES
)
"""Games with hundreds of decisions in a match: none of them is looked at everywhere."""
TRIES = 20
"""So often lists are drawn for all seats before the defaults are taken."""
LARGEST = "mele"
"""The game with most rules: what reads all of them anew, or tries all it offers, is left to the night."""
CLOSE = tuple(name for name in NAMES if name not in LONG_GAMES)
"""The games of which every decision can be looked at closely."""


def game(name: str, house: str = "") -> Game:
    """A shipped game, checked, under one of its house rules if that is named."""
    with _alone(f"{name} {house}"):
        return _loaded(name, house)


@cache
def _loaded(name: str, house: str) -> Game:
    return load_game(name, [house] if house else [])


@cache
def check_all() -> None:
    """Check all games beside the other processes of a run: what another one is at comes last."""
    waiting = list(NAMES)
    for waits in (False, True):
        for name in tuple(waiting):
            with _alone(f"{name} ", waits) as free:
                if free:
                    _loaded(name, "")
                    waiting.remove(name)


@contextmanager
def _alone(what: str, waits: bool = True) -> Iterator[bool]:
    """Keep other processes from doing this; yields False where one is at it and that is not waited for."""
    folder = cache_folder()
    if folder is None:
        yield True
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{what}.lock").open("w") as file:  # once closed, it is free
        try:
            fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


@cache
def checked(name: str, *houses: Path) -> Checked:
    """A shipped game under these house rules, as the checker makes it of its files now, with its reports."""
    return amended(checked(name), houses) if houses else check_game(PATHS[name])


def scenarios(name: str) -> tuple[Scenario, ...]:
    """Its scenarios."""
    found = game(name).scenarios
    return found.scenarios if found is not None else ()


def hiding() -> list[str]:
    """The games in which things lie where not every seat sees them."""
    check_all()
    return [name for name in NAMES if any(zone.seen != "all" for zone in rules(name).zones)]


def rules(name: str) -> Rules:
    """Its rules."""
    return game(name).rules


def counts(name: str) -> range:
    """The numbers of players it is for."""
    low, high = rules(name).players
    return range(low, high + 1)


def by_day(names: Iterable[str] = NAMES) -> tuple[str, ...]:
    """These games; the largest by night alone."""
    return tuple(name for name in names if NIGHTLY or name != LARGEST)


def cases(names: tuple[str, ...] = NAMES) -> list[tuple[str, int]]:
    """Every shipped game, or these, with every number of players."""
    check_all()
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
