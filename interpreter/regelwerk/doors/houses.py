"""House rules as users name them: a file or folder, or what comes with its game in the folder `houses/`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from regelwerk.doors.refusals import Refused
from regelwerk.meaning.house_titles import HOUSE_MANIFEST, own_houses, text_of, titles_in
from regelwerk.source.diagnostics import near_names

_BEGINS = re.compile(r"^(house +rule|game)\b", re.MULTILINE)

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


def stacks(game: Path, names: Sequence[str]) -> list[tuple[Path, ...]]:
    """What is looked at when nothing is played: what is asked for, else the game and each of its house rules.

    House rules of the game that go on top of others of it, or presuppose them, lie on them.
    """
    if names:
        return [find_houses(game, names)]
    own = own_houses(game)
    titles = {title: path for path in own for title, _ in titles_in(path)}
    return [(), *(_with_those_below(path, titles) for path in own)]


def _with_those_below(path: Path, titles: dict[str, Path]) -> tuple[Path, ...]:
    order: list[Path] = []

    def enter(each: Path, above: tuple[Path, ...]) -> None:
        for _, below in titles_in(each):
            for title in below:
                other = titles.get(title)
                if other is not None and other != each and other not in above:
                    enter(other, (*above, each))
        if each not in order:
            order.append(each)

    enter(path, ())
    return tuple(order)


def holds_house_rules_only(path: Path) -> bool:
    """Say whether a rule file holds house rules, and no game."""
    return {words.split()[0] for words in _BEGINS.findall(text_of(path))} == {"house"}
