"""`regelwerk compare`: what house rules do to a game, found out by playing both."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec.structs import replace

from regelwerk.doors.houses import house_option
from regelwerk.doors.numbers import WHOLE, WholeRange
from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.pairs import base_option, checked_pair
from regelwerk.doors.refusals import Refused, rules_refusal
from regelwerk.doors.writing import write_whole
from regelwerk.players.table import PLAYERS
from regelwerk.program.errors import RuleError
from regelwerk.rules.codec import encode
from regelwerk.rules.declarations import Rules
from regelwerk.source.diagnostics import near_names
from regelwerk.studies.compare import Compared, Pair, comparisons
from regelwerk.studies.compare_summary import EffectFigure, Figure, Report, RuleFigure, report
from regelwerk.studies.simulation import Plan

if TYPE_CHECKING:
    from rich.table import Table

    from regelwerk.doors.mattering import Told
    from regelwerk.meaning.game import Checked


SoFar = Callable[[Sequence[Compared]], tuple["str | Table", ...]]
"""What the matches that are there say."""


@click.command(epilog="Example: regelwerk compare my_game --house long_war -n 500 --jobs 2")
@click.argument("game", metavar="GAME")
@click.option(
    "-n", "count", type=WholeRange(2, 1_000_000), default=100, show_default=True,
    help="how many matches of each",
)  # fmt: skip
@click.option("--jobs", type=WholeRange(1, 256), default=1, show_default=True, help="how many processes")
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="the same seed gives the same figures")
@click.option("--players", type=WHOLE, help="how many seats; else the fewest")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="set an option of both games")
@click.option(
    "--bots", type=click.Choice(list(PLAYERS)), default="random", show_default=True, help="who plays"
)
@click.option("--side", metavar="ATTRIBUTE", help="the attribute of seats that tells the side they are on")
@click.option(
    "--watch", "watched", type=WholeRange(0), default=20, show_default=True, metavar="N",
    help="in how many matches each amended rule is taken away to see whether it mattered",
)  # fmt: skip
@click.option(
    "--effects", type=WholeRange(0), default=0, show_default=True, metavar="N",
    help="in how many matches each amended rule is laid alone over the game, and left out, for its figures",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="write the figures as JSON")
@click.option(
    "--plot", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="draw the figures: a .png or .svg",
)  # fmt: skip
@base_option
@house_option
def command(
    game: str, count: int, jobs: int, seed: int, players: int | None, options: tuple[str, ...], bots: str,
    side: str | None, watched: int, effects: int, as_json: bool, plot: Path | None, bases: tuple[str, ...],
    houses: tuple[str, ...],
) -> int:  # fmt: skip
    """Play a game with and without house rules, and tell what they change, with 95 % intervals.

    Matches of one number have the same chance in both games, so differences are told more surely than by
    two simulations. With --base both games have those house rules. A rule mattered where the same match,
    played on without it from the same position, offered other options or came to another position; that
    is asked when the figures are there, rule by rule and then match by match. What is known is shown
    while it grows: at a terminal every few seconds, else on stderr ever more seldom. Ctrl-C keeps it. With
    --effects each amended rule is also laid alone over the game, and left out of all: how much longer matches
    are with it, and whom it helps most; a star marks what is there for all of them together. The
    status is 1 if a match broke off because its rules went wrong.
    """
    if plot is not None:
        _drawing_tool(plot)
    whole, checked = checked_pair(game, bases, houses)
    assert checked.base is not None and checked.base.rules is not None and checked.rules is not None
    base, amended = checked.base.rules, checked.rules
    seats = players_of(base, players)
    own, theirs = _options(base, amended, options)
    members = _sides(amended, side)
    pair = Pair(
        Plan(encode(base), seats, own, bots, seed), Plan(encode(amended), seats, theirs, bots, seed),
        side=side,
    )  # fmt: skip
    title = _title(checked, game)
    so_far = partial(_figures, title, seats, members, bots, seed)
    found, stopped = _run(pair, count, jobs, so_far)
    if len(found) < 2:
        raise Refused("stopped before two matches were finished", "ask for fewer or faster matches")
    if not as_json:
        _show(*so_far(found))
    said = f"stopped after {len(found)} of {count} matches" if stopped else ""
    rules: Told = ()
    if watched and not stopped:
        rules, said = _mattering(whole, checked, pair.amended, min(watched, count), jobs)
    done: Sequence[EffectFigure] = ()
    if effects and not (stopped or said):
        done, said = _effects(whole, checked, pair, effects, members, jobs)
    figures = replace(report(found, seats, rules, members), effects=tuple(done))
    if plot is not None:
        from regelwerk.doors.plots import draw

        write_whole(plot, draw(figures, title, plot.suffix[1:]))
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
    else:
        _show(*([_rules_table(figures)] if figures.rules else []), *([_effects_table(done)] if done else []))
    if said:
        print(said, file=sys.stderr)
    for error in figures.errors:
        print(f"error: a match broke off: {error}", file=sys.stderr)
    return int(bool(figures.errors))


# ---- what is compared
def _title(checked: Checked, game: str) -> str:
    assert checked.base is not None
    beneath = ", ".join(f'"{rule.title}"' for rule in checked.base.house_rules)
    first = f"{game} with {beneath}" if beneath else game
    return " and ".join([first, *(f'"{rule.title}"' for rule in checked.house_rules)])


def _options(base: Rules, amended: Rules, given: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
    """The options of both games; each gets those that it lets anybody choose. Raises Refused."""
    open_to = [{o.name for o in rules.options if not o.fixed} for rules in (base, amended)]
    known = open_to[0] | open_to[1]
    for_base = [text for text in given if _option(text) in open_to[0] or _option(text) not in known]
    for_amended = [text for text in given if _option(text) in open_to[1]]
    return options_of(base, for_base), options_of(amended, for_amended)


def _option(text: str) -> str:
    return text.partition("=")[0]


def _sides(rules: Rules, side: str | None) -> tuple[str, ...]:
    """The names of the sides that seats can be on. Raises Refused."""
    if side is None:
        return ()
    enums = {enum.name: enum.members for enum in rules.enums}
    attributes = {
        attribute.name: enums[attribute.type.name or ""]
        for declared in rules.types
        if declared.name == "seat"
        for attribute in declared.attributes
        if attribute.type.kind == "enum" and attribute.type.per is None and attribute.type.name in enums
    }
    if side not in attributes:
        listed = ", ".join(attributes)
        raise Refused(
            f"seats have no attribute `{side}` that is one of several words",
            f"write one of {listed}" if listed else "leave `--side` out: no seat has such an attribute here",
            near_names(side, attributes),
        )
    return attributes[side]


def _drawing_tool(plot: Path) -> None:
    """Raise Refused if the picture cannot be drawn, before anything is played."""
    if plot.suffix not in (".png", ".svg"):
        raise Refused(
            f"`{plot}` is no picture that can be drawn", "name a file that ends in `.png` or `.svg`"
        )
    if find_spec("matplotlib") is None:
        raise Refused("drawing needs matplotlib", "install it: `pip install 'regelwerk[plot]'`")


# ---- playing
def _run(pair: Pair, count: int, jobs: int, so_far: SoFar | None = None) -> tuple[list[Compared], bool]:
    """The matches, and whether somebody stopped before all were there; at a terminal the figures so far."""
    from regelwerk.doors.screen import growing

    found: list[Compared] = []
    with growing("pairs of matches", count) as grown:
        try:
            for compared in comparisons(pair, count, jobs):
                found.append(compared)
                grown(len(found), (lambda: so_far(found)) if so_far and len(found) > 1 else None)
        except KeyboardInterrupt:
            return found, True
        except RuleError as error:
            raise rules_refusal("the game cannot begin", error) from None
    return found, False


def _mattering(whole: Checked, checked: Checked, plan: Plan, matches: int, jobs: int) -> tuple[Told, str]:
    """Which amendment mattered, and what stopped the asking before the end, or nothing."""
    from regelwerk.doors.mattering import Mattering

    mattering = Mattering(whole, checked, plan, matches)
    try:
        said = mattering.run(jobs, lambda told: (_rules_table(report((), plan.players, told), _LINES),))
    except RuleError as error:
        raise rules_refusal("the game cannot begin", error) from None
    return mattering.told, said


def _effects(
    whole: Checked, checked: Checked, pair: Pair, matches: int, sides: Sequence[str], jobs: int
) -> tuple[Sequence[EffectFigure], str]:
    """What each amendment does to the figures, and what stopped the asking before the end, or nothing."""
    from regelwerk.doors.effects import Effects

    effects = Effects(whole, checked, pair, matches, sides)
    try:
        said = effects.run(jobs, lambda told: (_effects_table(told, _LINES),))
    except RuleError as error:
        raise rules_refusal("the game cannot begin", error) from None
    return effects.told, said


# ---- telling
_LINES = 8
"""While it grows, a table has so many lines, for a terminal to hold it."""


def _figures(
    title: str, seats: int, sides: tuple[str, ...], bots: str, seed: int, found: Sequence[Compared]
) -> tuple[str | Table, ...]:
    """What the matches that are there say: a line, a table and a verdict."""
    from rich.table import Table

    figures = report(found, seats, sides=sides)
    table = Table()
    for heading in ("", "game", "with house rules", "difference", "95 % interval"):
        table.add_column(heading, justify="left" if not heading else "right")
    for figure in figures.figures:
        table.add_row(figure.name, *_numbers(figure))
    said = f"{title}: {figures.matches} matches each of {bots} bots, seed {seed}"
    return said, table, verdict(figures)


def _rules_table(figures: Report, most: int | None = None) -> Table:
    """How often each rule mattered, those that mattered oftenest first; no more than `most`."""
    from rich.table import Table

    counts = {rule.matches.n for rule in figures.rules if rule.matches is not None}
    fewest = f"{min(counts)} to " if len(counts) > 1 else ""
    word = "match" if figures.watched == 1 else "matches"
    title = f"how often it mattered in {fewest}{figures.watched} {word}"
    rules = Table(title=title, title_justify="left")
    rules.add_column("")
    for heading in ("in matches", "options", "position", "followed"):
        rules.add_column(heading, justify="right")
    listed = sorted(figures.rules, key=_weight, reverse=True)
    for rule in listed[:most]:
        rules.add_row(*_mattered(rule))
    if len(listed[:most]) < len(listed):
        rules.add_row(f"... and {len(listed) - len(listed[:most])} more")
    return rules


def _effects_table(effects: Sequence[EffectFigure], most: int | None = None) -> Table:
    """What each amendment does: how much longer matches are, and whose share of wins it changes most."""
    from rich.table import Table

    table = Table(title="what each does (95 % intervals; * there for all together)", title_justify="left")
    table.add_column("")
    for heading in ("alone: decisions", "alone: wins", "on top: decisions", "on top: wins"):
        table.add_column(heading, justify="right")
    for effect in effects[:most]:
        cells = [told for figures in (effect.alone, effect.on_top) for told in _effect(figures)]
        table.add_row(effect.name, *cells)
    if len(effects[:most]) < len(effects):
        table.add_row(f"... and {len(effects) - len(effects[:most])} more")
    return table


def _effect(figures: tuple[Figure, ...] | None) -> tuple[str, str]:
    if figures is None:
        return "-", "-"
    length = [figure for figure in figures if figure.name == "decisions in a match"]
    wins = [figure for figure in figures if figure.name.endswith(" wins")]
    most = max(wins, key=lambda figure: abs(figure.difference.value), default=None)
    cells = []
    for figure in (length[0] if length else None, most):
        if figure is None:
            cells.append("-")
            continue
        _, _, difference, interval = _numbers(figure)
        whom = f"{figure.name.removesuffix(' wins')} " if figure.kind == "share" else ""
        cells.append(f"{whom}{difference.removesuffix(' points')} ({interval}){' *' if figure.found else ''}")
    return cells[0], cells[1]


def _weight(rule: RuleFigure) -> tuple[float, float]:
    """In how many matches a rule mattered, and how often in one; below all others if that is not known."""
    if rule.matches is None or rule.options is None or rule.position is None:
        return -1.0, 0.0
    return rule.matches.value, rule.options + rule.position


def _show(*parts: str | Table) -> None:
    """Print at once: what comes behind may take long."""
    from regelwerk.doors.screen import Screen

    console = Screen()
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str), highlight=False, markup=False)
    sys.stdout.flush()


def verdict(figures: Report) -> str:
    """What was found, in one sentence."""
    n = len(figures.figures)
    if not figures.differs:
        return f"No difference found: all {n} figures together could be alike (at 95 %)."
    told = [
        f"{figure.name} ({'more' if figure.difference.value > 0 else 'less'})"
        for figure in figures.figures
        if figure.found
    ]
    return f"Differences found (at 95 % for all {n} figures together): {', '.join(told)}."


def _numbers(figure: Figure) -> tuple[str, str, str, str]:
    d = figure.difference
    if figure.kind == "share":
        return (
            f"{figure.base.value:.1%}", f"{figure.amended.value:.1%}", f"{100 * d.value:+.1f} points",
            f"{100 * d.low:+.1f} to {100 * d.high:+.1f}",
        )  # fmt: skip
    return (
        f"{figure.base.value:.2f}", f"{figure.amended.value:.2f}", f"{d.value:+.2f}",
        f"{d.low:+.2f} to {d.high:+.2f}",
    )  # fmt: skip


def _mattered(rule: RuleFigure) -> tuple[str, ...]:
    m = rule.matches
    if m is None:
        return (rule.name, "cannot be taken away")
    interval = f"{m.value:.0%} ({100 * m.low:.0f} to {100 * m.high:.0f})"
    return rule.name, interval, f"{rule.options:.2f}", f"{rule.position:.2f}", f"{rule.followed:.0%}"
