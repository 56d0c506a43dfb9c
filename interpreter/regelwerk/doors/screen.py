"""The terminal of a match: what is written to it is clean."""

from __future__ import annotations

from collections.abc import Iterable
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
