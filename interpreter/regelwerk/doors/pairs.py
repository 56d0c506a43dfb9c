"""Two games that are compared: one, and the same with house rules on top; either may have others beneath."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click
from msgspec.structs import replace

from regelwerk.doors.games import find_game, folder_of, refuse_errors
from regelwerk.doors.houses import find_houses
from regelwerk.doors.kept_parts import look_at
from regelwerk.doors.refusals import Refused

if TYPE_CHECKING:
    from regelwerk.meaning.game import Checked

Command = TypeVar("Command", bound=Callable[..., object])


def base_option(command: Command) -> Command:
    """The option `--base`, which may be given several times."""
    return click.option(
        "--base", "bases", multiple=True, metavar="FILE",
        help="house rules that both games have, beneath those of --house; the lowest first",
    )(command)  # fmt: skip


class Compared(NamedTuple):
    """`whole` is the game with all house rules over it; `above` the same, as what --house makes of the base.

    `above.base` is the game with the house rules of --base, and `above.house_rules` are those on top of it.
    """

    whole: Checked
    above: Checked


def checked_pair(game: str, bases: Sequence[str], houses: Sequence[str]) -> Compared:
    """Check both games. Raises Refused; the errors of their rules have then been written to stderr."""
    from regelwerk.meaning.game import amended

    if not houses:
        raise click.UsageError("nothing to compare the game with; add `--house FILE`")
    path = find_game(game)
    below, over = find_houses(path, bases), find_houses(path, houses)
    for name, house in zip(houses, over, strict=True):
        if house.resolve() in [each.resolve() for each in below]:
            raise Refused(
                f"`{name}` is beneath both games and on top of one",
                "leave it out of `--base` or of `--house`",
            )
    path = folder_of(path)
    bare = look_at(path)
    base = amended(bare, below)
    if base.rules is None:
        refuse_errors(path, below, base)
    whole = amended(bare, [*below, *over])
    if whole.rules is None:
        refuse_errors(path, (*below, *over), whole)
    titles = {rule.title for rule in base.house_rules}
    on_top = [rule for rule in whole.house_rules if rule.title not in titles]
    return Compared(whole, replace(whole, base=base, house_rules=on_top))
