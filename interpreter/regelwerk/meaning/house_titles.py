"""Where house rules lie, by their titles: read off files that are not chosen, without understanding them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

HOUSES = "houses"
"""The folder in a game's folder where house rules lie that may be chosen by name."""
HOUSE_MANIFEST = "house.yaml"
"""What makes a folder a book of house rules."""
RULES = ".rules"

_TITLE = re.compile(
    r'^house +rule +("[^"\n]*") +amends +\w+(?: +version +"[^"\n]*")?(?: +on +top +of +([^:\n]*))?',
    re.MULTILINE,
)
_PRESUPPOSED = re.compile(r'^ +presupposes\b.*?\bhouse +rule +"[^"\n]*".*$', re.MULTILINE)
_QUOTED = re.compile(r'"[^"\n]*"')
_NEIGHBOURS = 100
"""So many files and folders beside one with house rules are looked at for a title."""

Choosing = Callable[[str], str]
"""From the title of a house rule to what is written behind `--house` for it; empty where nobody knows."""


def own_houses(game: Path) -> list[Path]:
    """The files and folders with house rules that come with a game."""
    folder = (game if game.is_dir() else game.parent) / HOUSES
    if not folder.is_dir() or (game.is_file() and game.name != "game.yaml"):
        return []
    return sorted(_lying_in(folder))


def _lying_in(folder: Path) -> Iterator[Path]:
    yield from folder.glob(f"*{RULES}")
    yield from (path.parent for path in folder.glob(f"*/{HOUSE_MANIFEST}"))


def files_of_house(path: Path) -> list[Path]:
    """Every file that house rules are read from."""
    if not path.is_dir():
        return [path]
    kinds = (f"*{RULES}", "*.yaml", "*.yml")
    return [file for kind in kinds for file in sorted(path.rglob(kind)) if file.is_file()]


def titles_in(path: Path) -> list[tuple[str, list[str]]]:
    """The titles of the house rules in a file or folder, each with those that it needs.

    What one of them presupposes, all of the file need. Titles stand in their quotes.
    """
    texts = [text_of(file) for file in files_of_house(path) if file.suffix == RULES]
    presupposed = [
        title for text in texts for line in _PRESUPPOSED.findall(text) for title in _QUOTED.findall(line)
    ]
    return [
        (title, [*_QUOTED.findall(below), *presupposed])
        for text in texts
        for title, below in _TITLE.findall(text)
    ]


def text_of(path: Path) -> str:
    """The beginning of a file, or nothing where it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return stream.read(2_000_000)
    except OSError:
        return ""


def choosing(game: Path | None, chosen: Sequence[Path]) -> Choosing:
    """How house rules are chosen: those that are, those that come with the game, those that lie beside one.

    `game` is a game's folder, `chosen` are files and folders. Nothing is read before a title is asked for.
    """
    known: dict[str, str] = {}

    def places() -> Iterator[tuple[Path, str]]:
        own = [] if game is None else own_houses(game)
        names = {path.resolve(): path.stem for path in own}
        for path in chosen:
            yield path, names.get(path.resolve(), str(path))
        for path in own:
            yield path, path.stem
        for folder in dict.fromkeys(path.parent for path in chosen):
            for path in islice(_lying_in(folder), _NEIGHBOURS):
                yield path, str(path)

    def choose(title: str) -> str:
        if not known:
            try:
                for path, name in places():
                    for quoted, _ in titles_in(path):
                        known.setdefault(quoted.strip('"'), name)
            except OSError:
                pass
        return known.get(title, "")

    return choose
