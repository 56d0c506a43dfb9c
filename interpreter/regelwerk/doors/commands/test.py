"""`regelwerk test`: play the scenarios of games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from regelwerk.doors.broken import Broken
from regelwerk.doors.games import (
    Game,
    find_game,
    folder_of,
    games_under,
    load_game,
    load_tested,
    warnings_line,
)
from regelwerk.doors.houses import house_option, stacks
from regelwerk.doors.kept_parts import look_at
from regelwerk.doors.refusals import Refused
from regelwerk.source.render import write_diagnostics
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.reports import Failure, Report
from regelwerk.studies.scenarios import run_scenario

if TYPE_CHECKING:
    from regelwerk.meaning.game import Checked


@click.command(epilog="Example: regelwerk test my_game -k bolt")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("-k", "part", default="", metavar="TEXT", help="only scenarios with this in their title")
@click.option("-v", "--verbose", is_flag=True, help="name the scenarios that pass, too")
@click.option(
    "--watch", is_flag=True, help="after each change play the scenarios that it touches, until Ctrl-C"
)
@click.option(
    "--smallest", is_flag=True, help="of a scenario that fails print what is left when no line can go"
)
@house_option
def command(
    paths: tuple[str, ...], part: str, verbose: bool, watch: bool, smallest: bool, houses: tuple[str, ...]
) -> int:
    """Play the scenarios of games and compare what comes with what is expected.

    A folder without a game.yaml stands for all games in it. With house rules the scenarios of their
    files are played; those that come with a game are played with it. A scenario with errors is left out,
    and its errors are told; of what else is wrong nothing is played.

    With --smallest a scenario that fails is printed a second time, with only the lines it takes to fail in
    just this way, to be pasted where it can be looked at.

    With --watch those are played that have not passed yet, and after each change those that it touches:
    scenarios that were written otherwise, and those that looked at what is different now when they passed.
    What they looked at is kept for the next time.
    """
    if watch and smallest:
        raise click.UsageError("--smallest and --watch do not go together; leave one out")
    if watch:
        from regelwerk.doors.watched_tests import watch_tests

        return watch_tests(paths, part, verbose, houses)
    failed = passed = 0
    outside: list[Report] = []
    names = [found for path in paths for found in games_under(path)]
    warned = dict.fromkeys(names, 0)
    broken = Broken(part)
    for called, game, stack in (each for name in names for each in _loaded(name, houses, broken)):
        smaller = _Smaller(called, stack)
        warned[called] = max(warned[called], game.warnings)
        scenarios = game.scenarios.scenarios if game.scenarios is not None else ()
        layouts = Layouts(game.rules, scenarios)
        for scenario in scenarios:
            if part.lower() not in scenario.title.lower():
                continue
            report = run_scenario(layouts, scenario)
            if report.failure is None:
                passed += 1
                outside += [report] if report.within else []
                if verbose:
                    print(f"passed: {report.title}")
            else:
                failed += 1
                print(failure_text(report, report.failure))
                if smallest:
                    print(smaller.text(scenario.place))
    if not passed + failed + broken.count:
        raise Refused(
            f"no scenario has `{part}` in its title" if part else "there are no scenarios",
            "write one, or name more games",
        )
    over = "".join(f" --house {house}" for house in houses)
    for name in (name for name, count in warned.items() if count):
        print(warnings_line(warned[name], f"{name}{over}"), file=sys.stderr)
    if outside:
        print(outside_line(outside), file=sys.stderr)
    counts = [f"{passed} passed", *([f"{failed} failed"] if failed else ()), *broken.counted()]
    print(", ".join(counts), file=sys.stderr)
    return int(failed > 0 or broken.count > 0)


class _Smaller:
    """Makes scenarios of a game under house rules smaller; the game is checked when it is first asked for."""

    def __init__(self, name: str, houses: tuple[Path, ...]) -> None:
        self._name, self._houses = name, houses

    @cached_property
    def _checked(self) -> Checked:
        return look_at(folder_of(find_game(self._name)), self._houses, despite_scenarios=True)

    def text(self, place: str) -> str:
        """What is left of the scenario at a place, to be read and pasted."""
        from regelwerk.doors.smallest import smallest

        return smallest(self._checked, place) or "it fails otherwise now: files have changed\n"


def _loaded(
    name: str, houses: tuple[str, ...], broken: Broken
) -> Iterator[tuple[str, Game, tuple[Path, ...]]]:
    """The game; and it again under each of its house rules, or under those that are named alone.

    Errors in its scenarios are told.
    """
    path = find_game(name)
    for stack in stacks(path, houses):
        if path.suffix == ".json":
            yield name, load_game(name), stack
            continue
        game, errors, sources = load_tested(folder_of(path), stack)
        told = broken.new(errors, sources)
        if told:
            write_diagnostics(told, sources, "text", sys.stdout)
            print()
        yield name, game, stack


def outside_line(reports: list[Report]) -> str:
    """What is said of scenarios that pass, though something forgot what has happened in them."""
    first, *more = reports
    others = f" and {len(more)} other{'s' if len(more) > 1 else ''}" if more else ""
    span = first.within[0]
    return (
        f'warning: "{first.title}" ({first.place}){others} asked what has happened `this {span}`: it has,'
        f" but outside of any `{span}`; begin with `start ... within {span}(...)`"
    )


def failure_text(report: Report, failure: Failure) -> str:
    """A failed scenario for people: what was expected, what came, and what had led there."""
    lines = [f'failed: "{report.title}"', f"  --> {failure.place}"]
    line = _source_line(failure.place)
    if line:
        lines.append(f"      {line}")
    lines.append(f"  {failure.message}")
    lines += [f"  came: {text}" for text in failure.came]
    lines += [
        f"  note: what has happened `this {span}` was asked for, but no `{span}` runs;"
        f" `start ... within {span}(...)` takes one to be running"
        for span in report.within
    ]
    lines += [
        f"  offered to {text}" if ":" in text and not text.startswith("nothing") else f"  offered: {text}"
        for text in failure.offered
    ]
    since = "events" if failure.until is None else f"events since line {failure.until.rpartition(':')[2]}"
    for heading, events in (("events", failure.before), (since, failure.since)):
        if events:
            lines += [f"  {heading}:", *(f"    {text}" for text in events)]
    return "\n".join(lines) + "\n"


def _source_line(place: str) -> str:
    """The line of a file at `file:line`, empty if it is not there any more."""
    file, _, number = place.rpartition(":")
    try:
        return Path(file).read_text(encoding="utf-8").split("\n")[int(number) - 1].strip()
    except (OSError, ValueError, IndexError):
        return ""
