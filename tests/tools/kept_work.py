"""Long work in pieces: what each piece has found is kept in a file at once, so that a stopped run goes on."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

P = TypeVar("P")
F = TypeVar("F")


def read_kept(kept: Path, kind: type[F]) -> list[F]:
    """What a file holds, a piece a line."""
    found = []
    for line in kept.read_text("utf-8").splitlines() if kept.is_file() else ():
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError:
            continue  # the last line of a run that was stopped in the middle of it
    return found


def carry_on(
    todo: Sequence[P],
    work: Callable[[P], F],
    jobs: int,
    kept: Path,
    describe: Callable[[F], str] = lambda found: "pieces",
) -> list[F]:
    """Carry out pieces in several processes and append what they find; a bar shows how far it is.

    An interruption stops it; what was found is returned.
    """
    found = []
    kept.parent.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with (
        kept.open("a", encoding="utf-8") as out,
        multiprocessing.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool,
        Progress(*columns, console=console, disable=not console.is_terminal) as progress,
    ):
        task = progress.add_task("pieces", total=len(todo))
        try:
            for each in pool.imap_unordered(work, todo):
                found.append(each)
                out.write(msgspec.json.encode(each).decode() + "\n")
                out.flush()
                progress.update(task, advance=1, description=describe(each))
        except KeyboardInterrupt:
            print("stopped; the same command goes on from here", file=sys.stderr)
    return found
