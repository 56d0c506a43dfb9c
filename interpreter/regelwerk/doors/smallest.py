"""The smallest scenario that fails in the same way: lines are left out as long as the same is said of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

from regelwerk.doors.leaving_out import fewest
from regelwerk.doors.read_scenario import read_scenario
from regelwerk.doors.screen import progress_bar
from regelwerk.meaning.game import Checked
from regelwerk.source.files import read_source
from regelwerk.source.spans import SourceFile
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from regelwerk.tree.format import format_text

SECONDS = 60.0
"""After so long nothing more is left out of a scenario."""
_SEEDS = (0, 1, 2)
"""Where chance that is not dictated does not matter, it must not matter in what is left, either."""
_INDENT = 4
_TITLE = ", at its smallest"


def smallest(checked: Checked, place: str, seconds: float = SECONDS) -> str | None:
    """The text of the smallest scenario found that fails like the one at a place (`file:line`); None if
    that cannot be read any more, or does not fail."""
    written = _written(place)
    if written is None or checked.sound is None:
        return None
    heading, pieces = _pieces(written)
    failing = _Failing(checked, Layouts(checked.sound), _text(heading, pieces))
    if failing.message is None:
        return None
    deadline = time.monotonic() + seconds
    with progress_bar("smallest") as progress:
        task = progress.add_task("", total=len(pieces))

        def enough(kept: list[int]) -> bool:
            same = failing.like(_text(heading, [pieces[n] for n in kept]))
            if same:
                progress.update(task, completed=len(pieces) - len(kept))
            return same

        kept = fewest(len(pieces), enough, deadline)
    named = heading if heading.endswith(f'{_TITLE}":') else heading.replace('":', f'{_TITLE}":')
    return _text(named, [pieces[n] for n in kept])


class _Failing:
    """How a scenario fails: what is said of which line, and what came, whatever chance gives."""

    def __init__(self, checked: Checked, layouts: Layouts, text: str) -> None:
        self._checked, self._layouts = checked, layouts
        self.message = self._said(text, 0)
        self._seeds = [seed for seed in _SEEDS if self._said(text, seed) == self.message]

    def like(self, text: str) -> bool:
        """Say whether another scenario fails in the same way."""
        return all(self._said(text, seed) == self.message for seed in self._seeds)

    def _said(self, text: str, seed: int) -> tuple[str, ...] | None:
        scenario, _ = read_scenario(self._checked, text)
        if scenario is None:
            return None
        failure = run_scenario(self._layouts, scenario, seed=seed).failure
        if failure is None:
            return None
        line = int(failure.place.rpartition(":")[2])
        return failure.message, text.split("\n")[line - 1] if line > 1 else "", *failure.came


def _written(place: str) -> str | None:
    """The formatted text of the scenario that begins at a place."""
    file, _, number = place.rpartition(":")
    source, _ = read_source(Path(file))
    if source is None:
        return None
    first, *more = source.lines[int(number) - 1 :]
    indent = len(first) - len(first.lstrip())
    block = [first]
    for line in more:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        block.append(line)
    formatted = format_text(SourceFile(file, dedent("\n".join(block)).rstrip() + "\n"))
    return formatted if isinstance(formatted, str) else None


def _pieces(written: str) -> tuple[str, list[tuple[bool, str]]]:
    """The heading, and what may be left out: lines with those that go on below them, in `given` or not."""
    heading, *lines = written.rstrip("\n").split("\n")
    pieces: list[tuple[bool, str]] = []
    given = False
    for line in lines:
        text = line.lstrip()
        indent = len(line) - len(text)
        if not text or text.startswith("#"):
            continue
        if indent == _INDENT:
            given = text == "given:"
            if not given:
                pieces.append((False, line))
        elif given and indent == 2 * _INDENT:
            pieces.append((True, line))
        else:
            inside, above = pieces.pop()
            pieces.append((inside, f"{above}\n{line}"))
    return heading, pieces


def _text(heading: str, pieces: Sequence[tuple[bool, str]]) -> str:
    lines = [heading]
    given = False
    for inside, text in pieces:
        if inside and not given:
            lines.append(f"{' ' * _INDENT}given:")
        given = inside
        lines.append(text)
    return "\n".join(lines) + "\n"
