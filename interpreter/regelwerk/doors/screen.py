"""The terminal of a match: what is written to it is clean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from regelwerk.source.characters import clean

if TYPE_CHECKING:
    from rich.progress import Progress


PAINTS_ALONE: dict[str, Any] = {"redirect_stdout": False, "redirect_stderr": False}
"""For a bar: nothing is printed while it is there, and what stands in for the streams stays in its place."""


class Screen(Console):
    """A console that writes out whatever might steer a terminal or mislead its reader, wherever it came from.

    Control sequences are only those of the console itself.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(emoji=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield segment._replace(text=clean(segment.text))

    def on_broken_pipe(self) -> None:
        """Whoever read this has gone: the match must know."""
        raise BrokenPipeError


def progress_bar(what: str) -> Progress:
    """A bar on stderr that counts what is done, if that is a terminal; it is gone in the end."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Screen(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal, **PAINTS_ALONE
    )  # fmt: skip


Grown = Callable[[int, "Callable[[], Sequence[RenderableType]] | None"], None]
"""Told how many are done, and what shows what is known so far."""

_MOST_OF_THE_TIME = 20
"""What is known is worked out anew after so many times as long as that took, a second at least."""

FIRST_LINES = 20.0
"""Without a terminal what is known is written after so many seconds, and each time after twice as many."""


@contextmanager
def growing(what: str, total: int) -> Iterator[Grown]:
    """A bar like `progress_bar`, and above it what is known so far, worked out anew every few seconds.

    Where stderr is no terminal, what is known is written there instead, ever more seldom.
    """
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    bar = progress_bar(what)
    task = bar.add_task("", total=total)
    if bar.disable:
        yield _lines(what, total, bar.console)
        return
    due = 0.0
    with Live(bar, console=bar.console, transient=True, **PAINTS_ALONE) as live:

        def grown(done: int, so_far: Callable[[], Sequence[RenderableType]] | None) -> None:
            nonlocal due
            bar.update(task, completed=done)
            begun = monotonic()
            if so_far is not None and begun >= due:
                parts = (Text(part) if isinstance(part, str) else part for part in so_far())
                live.update(Group(*parts, bar))
                due = monotonic() + max(1.0, _MOST_OF_THE_TIME * (monotonic() - begun))

        yield grown


def _lines(what: str, total: int, console: Console) -> Grown:
    begun, wait = monotonic(), FIRST_LINES

    def grown(done: int, so_far: Callable[[], Sequence[RenderableType]] | None) -> None:
        nonlocal wait
        if so_far is None or done == total or monotonic() - begun < wait:
            return
        wait = 2 * (monotonic() - begun)
        console.print(f"{done} of {total} {what}", highlight=False)
        for part in so_far():
            console.print(part, soft_wrap=isinstance(part, str), highlight=False, markup=False)

    return grown
