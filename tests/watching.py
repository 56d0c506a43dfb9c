"""A command with `--watch` in a process of its own, as an author has it open."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

MAIN = "import sys; from regelwerk.doors.command import main; sys.exit(main())"


class Watching:
    """A command with `--watch` in a process of its own; `out` and `err` are what a pipe gets from it."""

    def __init__(self, *arguments: object, terminal: int | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *map(str, arguments)], stdout=terminal or subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True, env={**os.environ, "TERM": "xterm"},
        )  # fmt: skip
        self.out = self.err = ""

    def round(self) -> str:
        """What is said on stderr up to the end of the next look; what it has shown is added to `out`."""
        assert self.process.stderr is not None
        said = b""
        limit = time.monotonic() + 60
        while not said.endswith(b"Ctrl-C ends\n"):
            assert time.monotonic() < limit, said
            if select.select([self.process.stderr], [], [], 0.2)[0]:
                said += os.read(self.process.stderr.fileno(), 65536)
        if self.process.stdout is not None:
            while select.select([self.process.stdout], [], [], 0)[0]:
                self.out += os.read(self.process.stdout.fileno(), 65536).decode()
        return said.decode()


@contextmanager
def watching(*arguments: object, terminal: int | None = None) -> Iterator[Watching]:
    """A command that watches; it ends by Ctrl-C and must say so."""
    found = Watching(*arguments, terminal=terminal)
    try:
        yield found
        found.process.send_signal(signal.SIGINT)
        assert found.process.communicate(timeout=60)[1] == b""
        assert found.process.returncode == 130
    finally:
        found.process.kill()
        found.process.wait()
