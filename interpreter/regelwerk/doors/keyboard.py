"""What a person types, line by line. A signal is heard while a line is waited for, whenever it comes."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

LONGEST = 2000
"""What somebody types beyond this many characters in a line is not read."""

_AT_ONCE = 65536


class Keyboard:
    """Lines of an input; bytes that are no text stand in them as surrogates."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bytes = _number(stream)
        self._typed = b""

    def line(self, prompt: str) -> str:
        """The next line, without its end. Raises EOFError at the end of the input."""
        print(prompt, end="", flush=True)
        found = self._line_of_text() if self._bytes is None else self._line_of_bytes(self._bytes)
        if not found:
            raise EOFError
        return found.removesuffix("\n")[:LONGEST]

    def _line_of_bytes(self, number: int) -> str:
        typed = self._typed
        while b"\n" not in typed:
            more = _read(number)
            if not more:
                break
            # Of a line without end no more is held than is read of it.
            typed = typed[: 4 * LONGEST] + more
        line, end, self._typed = typed.partition(b"\n")
        return (line + end).decode(self._stream.encoding, "surrogateescape")

    def _line_of_text(self) -> str:
        line = rest = self._stream.readline(LONGEST)
        while rest and not rest.endswith("\n"):
            rest = self._stream.readline(LONGEST)
        return line


def _number(stream: TextIO) -> int | None:
    """The number of the file that a stream reads, if the system can wait for it."""
    if sys.platform == "win32":
        return None
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None


def _read(number: int) -> bytes:
    """The next bytes of a file, nothing at its end.

    A signal between the prompt and a plain read would be noted, but not acted on until a key is pressed.
    """
    with _signals() as heard:
        while number not in (ready := select.select([number, heard], [], [])[0]):
            os.read(ready[0], _AT_ONCE)
        return os.read(number, _AT_ONCE)


@contextmanager
def _signals() -> Iterator[int]:
    """The number of a file that gets a byte for each signal."""
    heard, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    try:
        yield heard
    finally:
        signal.set_wakeup_fd(before)
        os.close(heard)
        os.close(told)
