"""Runs commands in processes of their own, each with little time and memory.

A server process has everything imported and forks for each command, so that a hundred of them take
seconds: python jail.py, one job as a line of JSON in, one line of JSON out.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

SECONDS = 5
"""So much time of the processor a command may take, and six times as much by the clock."""
BYTES = 1 << 30


class Outcome(NamedTuple):
    """How a command ended: `status` is below 0 if it was killed; `seconds` by the clock."""

    status: int
    text: str
    seconds: float


class Jail:
    """The server, started when first needed."""

    def __init__(self) -> None:
        self._server: subprocess.Popen[str] | None = None

    def run(self, folder: Path, arguments: tuple[str, ...]) -> Outcome:
        """Run `regelwerk` with these arguments in a folder; returns what it printed, errors included."""
        if self._server is None:
            self._server = subprocess.Popen(
                [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps([str(folder), list(arguments)]) + "\n")
        self._server.stdin.flush()
        status, seconds = json.loads(self._server.stdout.readline())
        return Outcome(status, (folder / "printed").read_text("utf-8", "replace"), seconds)

    def alone(self, folder: Path, arguments: tuple[str, ...]) -> Outcome:
        """Run the command in a process of its own, from the start; it may take as long as it takes."""
        start = time.monotonic()
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                "from regelwerk.doors.command import main; raise SystemExit(main())",
                *arguments,
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        return Outcome(done.returncode, done.stdout + done.stderr, time.monotonic() - start)

    def close(self) -> None:
        """End the server."""
        if self._server is not None:
            self._server.communicate()
            self._server = None


def _serve() -> None:
    from importlib import import_module

    from regelwerk.doors.command import COMMANDS, main
    from regelwerk.resources import data_path

    os.environ["REGELWERK_CACHE"] = "off"  # what is made here to check a game, no command makes again
    import_module("regelwerk.doors.group")
    for command in COMMANDS:
        import_module(f"regelwerk.doors.commands.{command.name}")
    import_module("regelwerk.meaning.game").check_game(data_path("games") / "classics" / "tic_tac_toe.rules")
    for line in sys.stdin:
        folder, arguments = json.loads(line)
        start = time.monotonic()
        child = os.fork()
        if child == 0:
            _confine(Path(folder))
            status = 1
            try:
                status = main(arguments)
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                os._exit(status)
        _, waited = os.waitpid(child, 0)
        print(json.dumps([os.waitstatus_to_exitcode(waited), time.monotonic() - start]), flush=True)


def _confine(folder: Path) -> None:
    """Bound this process, and turn it to a folder and a file for what it prints."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 6 * SECONDS)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    os.chdir(folder)
    out = os.open("printed", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(out, 1)
    os.dup2(out, 2)


if __name__ == "__main__":
    _serve()
