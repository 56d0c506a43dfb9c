"""`regelwerk describe`: facts about a game, from its rules and from some matches."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click
import msgspec

from regelwerk.doors.games import load_game
from regelwerk.doors.houses import house_option
from regelwerk.doors.numbers import WHOLE, WholeRange
from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.refusals import Refused, rules_refusal
from regelwerk.match.match import make_build
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import make_layout
from regelwerk.source.wording import players_text
from regelwerk.studies.facts import Course, Declared, Observed, course, declared, observed

LANGUAGE = "en"
"""In this language facts are told, and with them the name of the game."""

Row = tuple[str, str, str]
"""A fact, its value, and where it is known from."""


@click.command(epilog="Example: regelwerk describe kuhn_poker -n 500")
@click.argument("game", metavar="GAME")
@click.option(
    "-n",
    "count",
    type=WholeRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="how many matches are played at random",
)
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="the same seed gives the same facts")
@click.option("--players", type=WHOLE, help="how many seats; else the fewest")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="set an option of the game")
@click.option("--json", "as_json", is_flag=True, help="write the facts as JSON")
@house_option
def command(
    game: str, count: int, seed: int, players: int | None, options: tuple[str, ...], as_json: bool,
    houses: tuple[str, ...],
) -> int:  # fmt: skip
    """Say what kind of game this is: players, chance, hidden information, length and so on.

    What the rules declare is true of every match; what was seen in matches at random is marked as such,
    and other matches may show more.
    """
    loaded = load_game(game, houses)
    rules = loaded.rules
    seats = players_of(rules, players)
    try:
        layout = make_layout(rules, seats, options_of(rules, options))
        facts = declared(layout)
        build = make_build(layout, "fast")
        courses, stopped = _play((course(layout, build, seed, number) for number in range(count)), count)
    except (RuleError, MatchError) as error:
        raise rules_refusal("the rules go wrong", error) from None
    if not courses:
        raise Refused("stopped before the first match was finished", "ask for fewer matches")
    seen = observed(courses, seats)
    if as_json:
        data = {"players": seats, "declared": facts, "observed": seen}
        print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
    else:
        _print(loaded.title(LANGUAGE), facts, seen, seats)
    if stopped:
        print(f"stopped after {len(courses)} of {count} matches", file=sys.stderr)
    return 0


def _play(playing: Iterator[Course], count: int) -> tuple[list[Course], bool]:
    """The courses, and whether somebody stopped before all were there."""
    from regelwerk.doors.screen import progress_bar

    found: list[Course] = []
    with progress_bar("matches") as progress:
        task = progress.add_task("", total=count)
        try:
            for each in playing:
                found.append(each)
                progress.advance(task)
        except KeyboardInterrupt:
            return found, True
    return found, False


def _print(title: str, facts: Declared, seen: Observed, seats: int) -> None:
    from rich.table import Table

    from regelwerk.doors.screen import Screen

    table = Table(title=f"{title}, for {players_text(seats)}", title_justify="left")
    for heading in ("", "", "known from"):
        table.add_column(heading)
    for row in _rows(facts, seen, seats):
        table.add_row(*row)
    Screen().print(table)


def _rows(facts: Declared, seen: Observed, seats: int) -> Iterator[Row]:
    rules, matches = "the rules", f"{seen.matches} matches"
    low, high = facts.players
    yield "players", str(low) if low == high else f"{low} to {high}", rules
    yield "winning", *_winning(facts, seen, seats, rules, matches)
    if seen.together and len(seen.together[0]) < seats:
        groups = "; ".join(" and ".join(str(seat + 1) for seat in group) for group in seen.together)
        yield "won and lost together", f"seats {groups}", matches
    yield "scores", "yes" if facts.scores else "no", rules
    yield "chance", ", ".join(facts.chance) or "no", rules
    yield "hidden", ", ".join(facts.hidden) or "nothing", rules
    yield "at the same time", "seats choose in secret" if facts.simultaneous else "nobody", rules
    if facts.simultaneous:
        yield "most seats at the same time", str(seen.at_once), matches
    yield "ends as", ", ".join(facts.endings) or "end", rules
    yield "ended as", ", ".join(f"{name} {n / seen.matches:.0%}" for name, n in seen.endings.items()), matches
    yield "declared", ", ".join(_counted(n, name) for name, n in facts.counts.items() if n), rules
    yield (
        "choices in the rules",
        ", ".join(f"{n} {name}" for name, n in facts.choices.items()) or "none",
        rules,
    )
    yield "options of a decision", f"{seen.mean_options:.1f}, at most {seen.most_options}", matches
    yield "decisions of a match", f"{seen.mean_decisions:.1f}, at most {seen.longest}", matches


def _counted(number: int, names: str) -> str:
    return f"{number} {names if number != 1 else names.removesuffix('s')}"


def _winning(facts: Declared, seen: Observed, seats: int, rules: str, matches: str) -> tuple[str, str]:
    if facts.zero_sum:
        return "zero-sum", rules
    if seen.shared and seen.sum != 0:
        return "all together: the same for every seat", matches
    if seen.sum == 0:
        return "zero-sum", matches
    if seen.sum is not None:
        return f"constant sum of {seen.sum:g}", matches
    return "each for itself", matches
