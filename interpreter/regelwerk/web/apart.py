"""Commands that get rules of strangers: each in a process of its own, with limits of time and memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

SECONDS = 120
"""So many seconds a command may take."""

MEGABYTES = 3_000
"""So much memory a command, or a server, may take; programs that draw reserve most of theirs unused."""

LARGEST_FILE = 50_000_000
MOST_SHOWN = 100_000
"""So many characters of what a command says are shown."""

SAID, ERRORS = "said", "errors"

_KEPT_OF_ENVIRONMENT = (
    "PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE",
    "XDG_CACHE_HOME", "XDG_STATE_HOME",
)  # fmt: skip
"""No password of a database is among them."""

_BEGIN = """
import os, resource, sys, threading
megabytes, seconds, largest = map(int, sys.argv[1:4])
resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
os.nice(5)

def end_with_parent():
    os.read(0, 1)
    os._exit(1)

threading.Thread(target=end_with_parent, daemon=True).start()
from regelwerk.doors.command import main
sys.exit(main(sys.argv[4:]))
"""


class Ran(NamedTuple):
    """What came of a command: its status, None if a limit ended it, and what it said; what it said beside
    that, too, if it failed or said nothing else."""

    status: int | None
    said: str


def begin_apart(words: Sequence[str], folder: Path, seconds: int) -> subprocess.Popen[bytes]:
    """Begin a command in a process that ends with this one. What it says goes to files in its folder."""
    limits = (str(MEGABYTES), str(seconds), str(LARGEST_FILE))
    environment = {name: os.environ[name] for name in _KEPT_OF_ENVIRONMENT if name in os.environ}
    with (folder / SAID).open("wb") as out, (folder / ERRORS).open("wb") as errors:
        return subprocess.Popen(
            [sys.executable, "-c", _BEGIN, *limits, *words], cwd=folder, env=environment,
            stdin=subprocess.PIPE, stdout=out, stderr=errors, start_new_session=True,
        )  # fmt: skip


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and those that it has begun."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def run_apart(words: Sequence[str], folder: Path, seconds: int | None = None) -> Ran:
    """Run a command with these words in a folder, and wait for it."""
    seconds = SECONDS if seconds is None else seconds
    process = begin_apart(words, folder, seconds)
    try:
        # The limit is in seconds of a processor, which may have others to serve.
        status: int | None = process.wait(2 * seconds)
    except subprocess.TimeoutExpired:
        status = None
    finally:
        end(process)
    said, errors = read(folder / SAID), read(folder / ERRORS)
    ended = status is None or status < 0 or "MemoryError" in errors
    return Ran(None if ended else status, said if status == 0 and said else f"{said}{errors}")


def read(file: Path) -> str:
    """What a command has said in a file."""
    with file.open("rb") as found:
        return found.read(4 * MOST_SHOWN).decode("utf-8", "replace")[:MOST_SHOWN]
