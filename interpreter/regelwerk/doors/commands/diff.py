"""`regelwerk diff`: what house rules change in a game."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import zip_longest
from textwrap import wrap

import click
from rich.cells import cell_len
from rich.text import Text

from regelwerk.doors.comparison import Difference, also_different, differences
from regelwerk.doors.houses import house_option
from regelwerk.doors.pairs import base_option, checked_pair
from regelwerk.doors.screen import Screen
from regelwerk.meaning.game import Checked
from regelwerk.meaning.old_scenarios import old_scenarios
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario


@click.command(epilog="Example: regelwerk diff my_game --house long_war")
@click.argument("game", metavar="GAME")
@click.option(
    "--scenarios",
    is_flag=True,
    help="also play the scenarios of the game, and list those that no longer hold",
)
@base_option
@house_option
def command(game: str, bases: tuple[str, ...], houses: tuple[str, ...], scenarios: bool) -> None:
    """Show what house rules change: every declaration as it was, and beside it as it is with them.

    Components, values and options come first, then what happens, in the order of the course of the game.
    Rows of table files stand as they are written, with cells of house rules behind `...`. At the end are
    declarations that are different though no house rule names them. With --base house rules are shown as
    what they change in the game with others.
    """
    checked = checked_pair(game, bases, houses).above
    console = Screen(highlight=False)
    place = ""
    for difference in differences(checked):
        here = _place(difference)
        if here != place:
            console.print(Text(here, style="underline"), soft_wrap=True)
            console.print()
            place = here
        _print(console, difference)
    other = also_different(checked)
    if other:
        console.print(f"different because of these: {', '.join(other)}", soft_wrap=True)
    if scenarios:
        _print_scenarios(console, checked, "base" if bases else "game")


def _place(difference: Difference) -> str:
    if difference.way is None:
        return "components, values and options"
    return f"in {' > '.join(difference.way)}" if difference.way else "the course of the game"


def _print_scenarios(console: Screen, checked: Checked, of: str) -> None:
    """Play the scenarios of the game, or of the house rules beneath, on the amended game."""
    assert checked.rules is not None
    found, hindered = old_scenarios(checked)
    broken = {title: problem.message for title, problem in hindered.items()}
    layouts = Layouts(checked.rules)
    for scenario in found.scenarios:
        failure = run_scenario(layouts, scenario).failure
        if failure is not None:
            broken[scenario.title] = failure.message
    total = len(found.scenarios) + len(hindered)
    if not broken:
        console.print(f"all {total} scenarios of the {of} still hold", soft_wrap=True)
        return
    console.print(f"{len(broken)} of the {total} scenarios of the {of} no longer hold:", soft_wrap=True)
    for title, message in broken.items():
        console.print(Text(f'  "{title}": {message}'), soft_wrap=True)


def _print(console: Screen, difference: Difference) -> None:
    console.print(Text(f"{difference.name}: {'; '.join(difference.done)}", style="bold"), soft_wrap=True)
    width = max(_NARROWEST, (console.width - len(_BETWEEN) - 2) // 2)
    for old, new in side_by_side(difference.old, difference.new):
        marks = "  " if old == new else "-+"
        left, right = _marked(old, marks[0], width), _marked(new, marks[1], width)
        for one, other in zip_longest(left, right, fillvalue=""):
            line = f"  {one}{' ' * (width - cell_len(one))}{_BETWEEN}{other}"
            console.print(Text(line.rstrip()), soft_wrap=True)
    console.print()


_BETWEEN = "  "
"""Between the old text and the new."""
_NARROWEST = 20
"""No text is squeezed into less."""


def _marked(line: str | None, mark: str, width: int) -> list[str]:
    """A line in pieces that fit into the width, each behind its mark, later ones deeper."""
    if line is None:
        return []
    indent = " " * min(len(line) - len(line.lstrip()) + 8, width // 3)
    pieces = wrap(line, width - 2, subsequent_indent=indent, replace_whitespace=False, break_on_hyphens=False)
    return [f"{mark} {piece}" for piece in pieces or [""]]


def side_by_side(old: tuple[str, ...], new: tuple[str, ...]) -> list[tuple[str | None, str | None]]:
    """Return the lines of two texts in pairs; None stands where one of them has no such line."""
    pairs: list[tuple[str | None, str | None]] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        left: list[str | None] = list(old[a:b])
        right: list[str | None] = list(new[c:d])
        if kind != "equal":
            left += [None] * (len(right) - len(left))
            right += [None] * (len(left) - len(right))
        pairs += zip(left, right, strict=True)
    return pairs
