"""House rules as users name them: a file or folder, or what comes with its game in the folder `houses/`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from regelwerk.doors.refusals import Refused
from regelwerk.source.diagnostics import near_names

HOUSES = "houses"
HOUSE_MANIFEST = "house.yaml"
"""What makes a folder a book of house rules."""

_SUFFIX = ".rules"
_BEGINS = re.compile(r"^(house +rule|game)\b", re.MULTILINE)
_TITLE = re.compile(
    r'^house +rule +("[^"\n]*") +amends +\w+(?: +version +"[^"\n]*")?(?: +on +top +of +([^:\n]*))?',
    re.MULTILINE,
)
_PRESUPPOSED = re.compile(r'^ +presupposes\b.*?\bhouse +rule +"[^"\n]*".*$', re.MULTILINE)
_QUOTED = re.compile(r'"[^"\n]*"')

Command = TypeVar("Command", bound=Callable[..., object])


def house_option(command: Command) -> Command:
    """The option `--house`, which may be given several times."""
    return click.option(
        "--house", "houses", multiple=True, metavar="FILE",
        help="lay house rules over the game: a file, a folder, or a name in its houses/; the lowest first",
    )(command)  # fmt: skip


def find_houses(game: Path, names: Sequence[str]) -> tuple[Path, ...]:
    """The files and folders with house rules that are meant. Raises Refused, with near names, without one."""
    if names and game.suffix == ".json":
        raise Refused(
            f"`{game}` is an export, which house rules cannot amend",
            "name the game by its folder or rule file",
        )
    return tuple(_find(game, name) for name in names)


def _find(game: Path, name: str) -> Path:
    own = {path.stem: path for path in own_houses(game)}
    path = Path(name)
    is_folder = False
    try:
        if path.name == HOUSE_MANIFEST and path.is_file():
            return path.parent
        if path.is_file() or (path / HOUSE_MANIFEST).is_file():
            return path
        is_folder = path.is_dir()
    except (OSError, ValueError):
        pass
    if name in own:
        return own[name]
    if is_folder:
        raise Refused(
            f"the folder `{name}` holds no house rules: it has no `{HOUSE_MANIFEST}`",
            f"name a folder with a `{HOUSE_MANIFEST}`, or a file with house rules",
        )
    listed = ", ".join(own)
    raise Refused(
        f"there are no house rules `{name}`",
        f"name a file or folder, or one of {listed}" if own else "name a file or folder with house rules",
        near_names(name, own),
    )


def own_houses(game: Path) -> list[Path]:
    """The files and folders with house rules that come with a game."""
    folder = (game if game.is_dir() else game.parent) / HOUSES
    if not folder.is_dir() or (game.is_file() and game.name != "game.yaml"):
        return []
    return sorted(
        [*folder.glob(f"*{_SUFFIX}"), *(path.parent for path in folder.glob(f"*/{HOUSE_MANIFEST}"))]
    )


def files_of_house(path: Path) -> list[Path]:
    """Every file that house rules are read from."""
    if not path.is_dir():
        return [path]
    kinds = ("*.rules", "*.yaml", "*.yml")
    return [file for kind in kinds for file in sorted(path.rglob(kind)) if file.is_file()]


def stacks(game: Path, names: Sequence[str]) -> list[tuple[Path, ...]]:
    """What is looked at when nothing is played: what is asked for, else the game and each of its house rules.

    House rules of the game that go on top of others of it, or presuppose them, lie on them.
    """
    if names:
        return [find_houses(game, names)]
    own = own_houses(game)
    titles = {title: path for path in own for title, _ in _titles(path)}
    return [(), *(_with_those_below(path, titles) for path in own)]


def _with_those_below(path: Path, titles: dict[str, Path]) -> tuple[Path, ...]:
    order: list[Path] = []

    def enter(each: Path, above: tuple[Path, ...]) -> None:
        for _, below in _titles(each):
            for title in below:
                other = titles.get(title)
                if other is not None and other != each and other not in above:
                    enter(other, (*above, each))
        if each not in order:
            order.append(each)

    enter(path, ())
    return tuple(order)


def _titles(path: Path) -> list[tuple[str, list[str]]]:
    """The titles of the house rules in a file or folder, each with those that it needs.

    What one of them presupposes, all of the file need.
    """
    texts = [_text(file) for file in files_of_house(path) if file.suffix == _SUFFIX]
    presupposed = [
        title for text in texts for line in _PRESUPPOSED.findall(text) for title in _QUOTED.findall(line)
    ]
    return [
        (title, [*_QUOTED.findall(below), *presupposed])
        for text in texts
        for title, below in _TITLE.findall(text)
    ]


def holds_house_rules_only(path: Path) -> bool:
    """Say whether a rule file holds house rules, and no game."""
    return {words.split()[0] for words in _BEGINS.findall(_text(path))} == {"house"}


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return stream.read(2_000_000)
    except OSError:
        return ""
