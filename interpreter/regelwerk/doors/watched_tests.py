"""`regelwerk test --watch`: the scenarios that a change touches are played as soon as it is saved."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from regelwerk.doors.checks import Checks
from regelwerk.doors.commands.test import failure_text
from regelwerk.doors.fingerprints import fingerprint, name_of_courses
from regelwerk.doors.games import Game, find_game, folder_of, games_under, load_files, load_game, load_tested
from regelwerk.doors.houses import stacks
from regelwerk.doors.refusals import Refused
from regelwerk.doors.watching import Round, Wrong, refused_round, roots_of, watch, wrong_of
from regelwerk.program.layout import Reached
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.scenarios import Scenario
from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.render import write_diagnostics
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
    errors: tuple[Wrong, ...] = ()
    """What is wrong with the rules, so that nothing can be played, or with scenarios that are left out."""


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
        found: list[_Played] = []
        told: list[Diagnostic] = []
        for name in (game for path in self.paths for game in games_under(path)):
            path = find_game(name)
            checks = Checks(folder_of(path))
            for stack in stacks(path, self.houses):
                try:
                    found.append(self._look(name, path, checks, stack, changed, told))
                except Refused as refused:
                    print(refused.text(), file=sys.stderr)
                    found.append(_Played(errors=tuple(refused_round(refused.text()).wrong)))
        errors = [each for played in found for each in played.errors]
        failed = [each for played in found for each in played.failed]
        self._failed = {each.what[0] for each in failed}
        counts = (
            (len(errors), "error" if len(errors) == 1 else "errors"),
            (sum(played.passed for played in found), "passed"),
            (len(failed), "failed"),
            (sum(played.untouched for played in found), "not touched"),
            (sum(played.left for played in found), "left, as files have changed"),
        )
        summary = [f"{count} {word}" for count, word in counts if count]
        return Round([*errors, *failed], ", ".join(summary) or "there are no scenarios")

    def _look(
        self, name: str, path: Path, checks: Checks, stack: Stack, changed: Callable[[], bool],
        told: list[Diagnostic],
    ) -> _Played:  # fmt: skip
        """What becomes of a game under a stack; errors that are told for another stack are not told again."""
        files = fingerprint("game", checks.path, stack)
        whole = self._whole.pop((path, stack), None)
        if whole is not None and whole[0] == files:
            self._whole[path, stack] = whole
            return _Played(untouched=whole[1])
        problems, sources = checks.found([stack]) if path.suffix != ".json" else ([], {})
        if has_errors(problems):
            errors = [each for each in problems if each.severity == "error" and each not in told]
            told += errors
            write_diagnostics(errors, sources, "text", sys.stdout)
            wrong = tuple(wrong_of(errors))
            try:
                sound = load_tested(checks.path, stack)[0]
            except Refused:  # more than scenarios is wrong, and has been told
                return _Played(errors=wrong)
            return self._play(path, stack, sound, changed)[0]._replace(errors=wrong)
        game = load_files(checks.path, stack) if stack else load_game(name)
        played, count = self._play(path, stack, game, changed)
        if files is not None and not played.failed and not played.left:
            self._whole[path, stack] = files, count
        return played

    def _play(self, path: Path, stack: Stack, game: Game, changed: Callable[[], bool]) -> tuple[_Played, int]:
        """Play what is touched of a game, and keep what is learnt; also how many scenarios it has."""
        scenarios = () if game.scenarios is None else game.scenarios.scenarios
        chosen = [each for each in scenarios if self.part in each.title.lower()]
        rules = decode(encode(game.rules))  # a node for each place in which it stands
        key = name_of_courses(path, stack)
        kept = self._courses.get((path, stack)) or (None if key is None else cache.read(key))
        courses = Courses(Pieces(rules), kept)
        touched = [each for each in chosen if courses.is_touched(each)]
        touched.sort(key=lambda each: each.title not in self._failed)
        try:
            played = self._run(courses, Layouts(rules, scenarios), touched, changed)
        finally:  # what has been learnt is kept when Ctrl-C ends it, too
            self._courses[path, stack] = courses.encode(scenarios)
            if key is not None and touched:
                cache.write(key, self._courses[path, stack])
        return played._replace(untouched=len(chosen) - len(touched)), len(chosen)

    def _run(
        self, courses: Courses, layouts: Layouts, touched: Sequence[Scenario], changed: Callable[[], bool]
    ) -> _Played:
        from regelwerk.doors.screen import progress_bar

        if not touched:
            return _Played()
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
