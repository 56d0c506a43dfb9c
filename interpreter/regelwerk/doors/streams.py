"""The standard streams of a process, in whatever state it was given them."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from regelwerk.source.numbers import counting_number

_SIZES = ("COLUMNS", "LINES")
_MOST = 5000
"""A terminal is not larger."""

OF_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EAGAIN)
"""Errors of streams that take no more. Those of files name the file, those of streams name nothing."""


class _Closed(io.TextIOBase):
    """Stands for an output that was closed: whoever writes to it, text or bytes, is told so."""

    encoding = "utf-8"

    @property
    def buffer(self) -> Any:
        return self

    def write(self, text: object) -> int:
        raise OSError(errno.EBADF, "the standard output is closed")

    def isatty(self) -> bool:
        return False

    def flush(self) -> None:
        """There is nothing to be written."""


def prepare() -> None:
    """Put something in the place of streams that were closed, and take nothing for granted about the others.

    Text that a stream cannot say is written out; bytes that are no text are read as surrogates. Numbers in
    the environment that are none are forgotten.
    """
    for name in _SIZES:
        if not 0 < (counting_number(os.environ.get(name, "")) or 0) <= _MOST:
            os.environ.pop(name, None)
    if None in (sys.stdin, sys.stdout, sys.stderr):
        # Their numbers must not become those of files that are opened later.
        while (number := os.open(os.devnull, os.O_RDWR)) < 3:
            pass
        os.close(number)
        sys.stdin = sys.stdin or io.StringIO()
        sys.stderr = sys.stderr or io.StringIO()
        sys.stdout = sys.stdout or _Closed()
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors=errors)


class Clean:
    """An output to which nothing is written that might steer a terminal or mislead its reader.

    What paints in colours has cleaned its text itself, and writes to `uncleaned`.
    """

    def __init__(self, stream: TextIO, clean: Callable[[str], str]) -> None:
        self.uncleaned = self.rich_proxied_file = stream
        self._clean = clean

    def write(self, text: str) -> int:
        """Write a text; ends of lines and tabs stay, other characters that cannot be seen are written out."""
        self.uncleaned.write(self._clean(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.uncleaned, name)


@contextmanager
def cleaned() -> Iterator[None]:
    """Whatever is printed meanwhile, errors included, is cleaned."""
    from regelwerk.source.characters import clean

    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", Clean(stream, clean)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def give_up_output() -> None:
    """Nothing more is written, not even what waits to be: the end of the process stays quiet."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
