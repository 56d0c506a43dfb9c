"""The command line in this process, as a user at a terminal or a script has it."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from regelwerk.doors.command import main
from said import internal_in

_FOR_PROGRAMS = {"--json", "json", "export", "doctor"}
"""Commands and options whose output is read by programs, or by people who work on this one."""


class Done(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class _Output(io.StringIO):
    """Takes text and, as click writes it, bytes."""

    @property
    def buffer(self) -> _Bytes:
        return _Bytes(self)


class _Bytes(io.RawIOBase):
    def __init__(self, text: io.StringIO) -> None:
        self.text = text

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:
        self.text.write(bytes(data).decode())
        return len(data)


def run(*arguments: object, typed: str | None = None) -> Done:
    """Run a command; `typed` is what a person types at a terminal (None: there is none)."""
    out, err = _Output(), _Output()
    stdin = io.StringIO() if typed is None else _Terminal(typed)
    with patch.object(sys, "stdin", stdin), redirect_stdout(out), redirect_stderr(err):
        status = main([str(argument) for argument in arguments])
    done = Done(status, out.getvalue(), err.getvalue())
    assert not internal_in(done.err)
    if not _FOR_PROGRAMS.intersection(str(argument) for argument in arguments):
        assert not internal_in(done.out)
    return done
