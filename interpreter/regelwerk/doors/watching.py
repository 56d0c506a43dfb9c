"""Looking at games again whenever their files change, until Ctrl-C: what `--watch` does.

Files are asked for their size and time five times a second. That needs nothing from the system, works on
every disk, and costs some thousandths of a second for a large game.
"""

from __future__ import annotations

import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from regelwerk.doors.command import INTERRUPTED
from regelwerk.doors.folders import files_under, is_folder
from regelwerk.doors.games import MANIFEST, find_game, folder_of, games_under
from regelwerk.doors.houses import find_houses
from regelwerk.doors.lists import is_list_file
from regelwerk.doors.refusals import Refused, own_mistake, system_refusal
from regelwerk.source.characters import visible
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.render import render_short

EVERY = 0.2
"""Seconds between two looks at the files."""
QUIET = 0.05
"""A file that has not changed for so many seconds is taken to be saved whole."""
_LONGEST = 40
"""So many times that is waited for."""
_SUFFIXES = (".rules", ".yaml", ".yml", ".json")
_MOST_LINES = 5
"""So many lines tell what has come or gone."""

Stamps = dict[Path, tuple[int, int, int]]
"""For each file its time, size and number on the disk."""


class Wrong(NamedTuple):
    """Something that is wrong: in one line, and what it is, wherever in its file it stands now."""

    line: str
    what: tuple[str, ...]


class Round(NamedTuple):
    """What a look has found. `show` prints all that is wrong in full, `summary` says it in few words.

    Without `show` that has been done while it was looked for.
    """

    wrong: Sequence[Wrong]
    summary: str
    show: Callable[[], None] | None = None


def roots_of(names: Iterable[str], houses: Sequence[str]) -> list[Path]:
    """The folders and files of what a user names: games, folders with games, files with lists, house rules.

    Raises Refused for what is not there.
    """
    roots: list[Path] = []
    for name in names:
        path = Path(name)
        if is_list_file(name):
            folder = path.parent.parent
            roots += [path, folder] if (folder / MANIFEST).is_file() else [path]
            continue
        games = games_under(name)
        roots += [] if games == [name] else [path]
        for game in games:
            found = find_game(game)
            roots += [folder_of(found), *find_houses(found, houses)]
    return list(dict.fromkeys(roots))


def stamps(roots: Iterable[Path]) -> Stamps:
    """The files of games at these paths: all in a folder, or one; none where nothing is any more."""
    found: Stamps = {}
    for root in roots:
        inside = files_under(root) if is_folder(root) else [root]
        for file in inside:
            if file.suffix in _SUFFIXES:
                with suppress(OSError, ValueError):
                    status = file.stat()
                    found[file] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return found


def next_stamps(look: Callable[[], Stamps], seen: Stamps) -> Stamps:
    """Wait until files are not as they were seen, and all of them have been left alone for a moment."""
    now = look()
    while now == seen:
        time.sleep(EVERY)
        now = look()
    for _ in range(_LONGEST):
        time.sleep(QUIET)
        before, now = now, look()
        if now == before:
            break
    return now


def watch(
    name: str, roots: Sequence[Path], find: Callable[[Callable[[], bool]], Round], at_once: bool = False
) -> int:
    """Look, tell, and wait for a change, again and again; returns the exit status when Ctrl-C ends it.

    What is wrong goes to the standard output, what is said about it to stderr. A look that fails is told like
    anything else that is wrong: files may be broken, and folders away, while somebody works on them.
    `find` is given a function that says whether files have changed meanwhile, so that it may break off.
    `at_once`: it tells itself what it finds, so the screen is begun anew before it, not after it.
    """

    def look() -> Stamps:
        return stamps(roots)

    known: Sequence[Wrong] | None = None
    try:
        seen = look()
        while True:
            if at_once:
                _clear()
            start = time.perf_counter()
            found = _find(partial(find, partial(_changed, look, seen)))
            taken = time.perf_counter() - start
            if not at_once:
                _clear()
            _tell(name, found, known, taken, len(seen))
            known = found.wrong
            del found
            gc.collect()  # while nobody waits: rules hold each other, and are made anew each time
            before, seen = seen, next_stamps(look, seen)
            _say(f"changed: {_listed(sorted(_differing(before, seen)))}")
    except KeyboardInterrupt:
        return INTERRUPTED


def _changed(look: Callable[[], Stamps], seen: Stamps) -> bool:
    return look() != seen


def _clear() -> None:
    if sys.stdout.isatty():
        from regelwerk.doors.screen import Screen

        Screen().clear()


def _find(find: Callable[[], Round]) -> Round:
    try:
        return find()
    except Refused as refused:
        return refused_round(refused.text())
    except OSError as error:
        what = "the system refuses" if error.filename is None else f"`{error.filename}` cannot be used"
        return refused_round(f"error: {system_refusal(what, error)}")
    except Exception as error:
        return refused_round(f"error: {own_mistake(error, 'with what you changed last')}")


def wrong_of(problems: Iterable[Diagnostic]) -> list[Wrong]:
    """What a check has found, in one line each."""
    return [
        Wrong(
            render_short([problem], {}, False).strip(),
            (problem.code, problem.span.file if problem.span else "", problem.message),
        )
        for problem in problems
    ]


def refused_round(text: str) -> Round:
    """A look that came to nothing, with the reason."""
    line = text.partition("\n")[0]
    return Round([Wrong(line, (line,))], "1 error", lambda: _say(text))


def _tell(name: str, found: Round, known: Sequence[Wrong] | None, taken: float, files: int) -> None:
    """Show what is wrong now; then, unless it is the first time, what has come and gone, and a last line."""
    if found.show is not None:
        found.show()
    sys.stdout.flush()
    summary = [found.summary]
    if known is not None:
        for word, lines in (("gone", _without(known, found.wrong)), ("new", _without(found.wrong, known))):
            summary += [f"{len(lines)} {word}"] if lines else []
            for line in lines[:_MOST_LINES]:
                _say(f"{word}: {line}")
            if len(lines) > _MOST_LINES:
                _say(f"{word}: and {len(lines) - _MOST_LINES} more")
    noun = "file" if files == 1 else "files"
    _say(f"{name}: {', '.join(summary)} ({taken:.1f} s) - watching {files} {noun}, Ctrl-C ends")


def _without(some: Sequence[Wrong], others: Sequence[Wrong]) -> list[str]:
    """The lines of what is among some, and not among others."""
    left = Counter(wrong.what for wrong in others)
    lines = []
    for wrong in some:
        if left[wrong.what]:
            left[wrong.what] -= 1
        else:
            lines.append(wrong.line)
    return lines


def _differing(before: Stamps, now: Stamps) -> set[Path]:
    return {file for file in {*before, *now} if before.get(file) != now.get(file)}


def _listed(files: Sequence[Path]) -> str:
    more = f" and {len(files) - _MOST_LINES} more" if len(files) > _MOST_LINES else ""
    return ", ".join(visible(str(file)) for file in files[:_MOST_LINES]) + more


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
