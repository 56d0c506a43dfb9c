"""`regelwerk test --watch`: the scenarios that a change touches are played as soon as it is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.fingerprints import fingerprint, name_of_courses
from regelwerk.doors.games import find_game, folder_of, games_under, load_files, load_game
from regelwerk.doors.houses import stacks
from regelwerk.doors.refusals import Refused
from regelwerk.doors.watching import Round, Wrong, refused_round, roots_of, watch
from regelwerk.program.layout import Reached
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.scenarios import Scenario
from regelwerk.source import cache
from regelwerk.studies.courses import Courses
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.pieces import Pieces
from regelwerk.studies.scenarios import run_scenario

Stack = tuple[Path, ...]
_EVERY = 0.5
"""Seconds after which it is asked whether files have changed while scenarios are played."""


class _Played(NamedTuple):
    """What became of the scenarios of one game under one stack of house rules."""

    passed: int = 0
    untouched: int = 0
    failed: tuple[Wrong, ...] = ()
    left: int = 0


def watch_tests(paths: Sequence[str], part: str, verbose: bool, houses: Sequence[str]) -> int:
    """Play what is touched after each change; returns the exit status when Ctrl-C ends it."""
    tests = _Tests(paths, part, verbose, houses)
    return watch(", ".join(paths), roots_of(paths, houses), tests.play, at_once=True)


class _Tests:
    """Scenarios of games, and what is known of how they went."""

    def __init__(self, paths: Sequence[str], part: str, verbose: bool, houses: Sequence[str]) -> None:
        self.paths, self.part, self.verbose, self.houses = paths, part.lower(), verbose, houses
        self._courses: dict[tuple[Path, Stack], bytes] = {}
        self._whole: dict[tuple[Path, Stack], tuple[str, int]] = {}
        """Where everything has passed: of which files, and how many scenarios."""
        self._failed: set[str] = set()
        """The titles of those that failed: they are played first."""

    def play(self, changed: Callable[[], bool]) -> Round:
        """Play what is touched. It is broken off where files change meanwhile."""
        wrong: list[Wrong] = []
        found: list[_Played] = []
        for name in (game for path in self.paths for game in games_under(path)):
            path = find_game(name)
            for stack in stacks(path, self.houses):
                try:
                    found.append(self._play(name, path, stack, changed))
                except Refused as refused:
                    failed = refused_round(refused.text())
                    assert failed.show is not None
                    failed.show()
                    wrong += failed.wrong
        wrong += [each for played in found for each in played.failed]
        self._failed = {each.what[0] for each in wrong}
        counts = (
            (sum(played.passed for played in found), "passed"),
            (len(wrong), "failed"),
            (sum(played.untouched for played in found), "not touched"),
            (sum(played.left for played in found), "left, as files have changed"),
        )
        told = [f"{count} {word}" for count, word in counts if count]
        return Round(wrong, ", ".join(told) or "there are no scenarios")

    def _play(self, name: str, path: Path, stack: Stack, changed: Callable[[], bool]) -> _Played:
        files = fingerprint("game", folder_of(path), stack)
        whole = self._whole.pop((path, stack), None)
        if whole is not None and whole[0] == files:
            self._whole[path, stack] = whole
            return _Played(untouched=whole[1])
        game = load_files(folder_of(path), stack) if stack else load_game(name)
        scenarios = () if game.scenarios is None else game.scenarios.scenarios
        chosen = [each for each in scenarios if self.part in each.title.lower()]
        rules = decode(encode(game.rules))  # a node for each place in which it stands
        key = name_of_courses(path, stack)
        kept = self._courses.get((path, stack)) or (None if key is None else cache.read(key))
        courses = Courses(Pieces(rules), kept)
        touched = [each for each in chosen if courses.is_touched(each)]
        touched.sort(key=lambda each: each.title not in self._failed)
        played = self._run(courses, Layouts(rules, scenarios), touched, changed)
        if played.passed:
            self._courses[path, stack] = courses.encode(scenarios)
            if key is not None:
                cache.write(key, self._courses[path, stack])
        if files is not None and not played.failed and not played.left:
            self._whole[path, stack] = files, len(chosen)
        return played._replace(untouched=len(chosen) - len(touched))

    def _run(
        self, courses: Courses, layouts: Layouts, touched: Sequence[Scenario], changed: Callable[[], bool]
    ) -> _Played:
        from regelwerk.doors.screen import progress_bar

        failed: list[Wrong] = []
        asked, passed = time.monotonic(), 0
        with progress_bar("scenarios") as progress:
            task = progress.add_task("", total=len(touched))
            for number, scenario in enumerate(touched):
                if time.monotonic() > asked + _EVERY:
                    if changed():
                        return _Played(passed, 0, tuple(failed), len(touched) - number)
                    asked = time.monotonic()
                reached = Reached()
                report = run_scenario(layouts, scenario, reached=reached)
                if report.failure is None:
                    passed += 1
                    courses.note(scenario, reached)
                    if self.verbose:
                        print(f"passed: {report.title}", flush=True)
                else:
                    line = f'"{report.title}" at {report.failure.place}: {report.failure.message}'
                    failed.append(Wrong(line, (report.title, report.failure.message)))
                    progress.stop()  # it would be painted over what is printed
                    print(failure_text(report, report.failure), flush=True)
                    progress.start()
                progress.advance(task)
        return _Played(passed, 0, tuple(failed))
