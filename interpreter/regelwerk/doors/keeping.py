"""Whatever ends the process of a match before its end, the match is kept in a file to go on from."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Protocol

from regelwerk.doors.folders import make_folder
from regelwerk.doors.refusals import Refused, system_reason
from regelwerk.doors.writing import write_whole
from regelwerk.match.match import Match
from regelwerk.source.characters import visible
from regelwerk.source.user_folder import user_folder

SWITCH = "REGELWERK_MATCHES"
"""Environment variable: the folder in which matches that were broken off are kept."""

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGXCPU", "SIGBREAK")
"""What ends a process and can be heard by it, as far as the system has it."""

_NAME_LENGTH = 40
_MOST_NAMES = 1000


class Ended(KeyboardInterrupt):
    """A signal ends the process. `status` is the exit status that says so."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.status = 128 + number


class Played(Protocol):
    """What plays a match: the match as it stands, and where it was written last, if it was."""

    match: Match

    @property
    def saved(self) -> Path | None: ...

    @property
    def fresh(self) -> bool: ...


@contextmanager
def kept(played: Played, command: Sequence[str]) -> Iterator[None]:
    """Keep the match if what is done inside ends before it is over, and say so on stderr.

    `command` goes on with the match when `--load FILE` is added. Signals raise Ended inside, one at most.
    """
    before = _listen(_raise)
    try:
        yield
        if not played.match.over and not played.fresh:
            _keep(played, command)
    except BaseException:
        _listen(signal.SIG_IGN, before)
        if not played.match.over:
            _keep(played, command)
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


Handler = Callable[[int, FrameType | None], object] | int | None


def _listen(handler: Handler, among: dict[int, Handler] | None = None) -> dict[int, Handler]:
    """Set what is done on signals, but for those that are to be ignored; returns what was done before."""
    numbers = [int(getattr(signal, name)) for name in SIGNALS if hasattr(signal, name)]
    before: dict[int, Handler] = {}
    for number in numbers if among is None else among:
        with suppress(ValueError):  # signals are heard by the main thread only
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, handler)
    return before


def _raise(number: int, frame: FrameType | None) -> None:
    _listen(signal.SIG_IGN)
    raise Ended(number)


def _keep(played: Played, command: Sequence[str]) -> None:
    """Write the match to the first place that takes it, and say where it is and what did not take it."""
    saved = played.saved
    text = b"" if saved is not None else played.match.save().encode() + b"\n"
    for folder in places() if saved is None else ():
        try:
            saved = write_anew(folder, played.match.rules.game[:_NAME_LENGTH], text)
            break
        except Refused as refused:
            _say(f"the match could not be kept in `{folder}`: {refused.message}")
    if saved is None:
        _say("the match is lost: no folder takes it")
        _say(f"  help: before the next one, name a folder that can be written in the variable `{SWITCH}`")
        return
    _say(f"the match is kept in `{saved}`")
    _say(f"  help: go on with `{shlex.join([*command, '--load', str(saved)])}`")


def places() -> list[Path]:
    """The folders in which a match may be kept, the best first."""
    chosen = os.environ.get(SWITCH)
    states = user_folder("XDG_STATE_HOME", "Library/Application Support", ".local/state")
    found = [Path(chosen)] if chosen else []
    if states is not None:
        found.append(states / "matches")
    with suppress(OSError):
        found.append(Path.cwd())
    with suppress(OSError):
        found.append(Path(tempfile.gettempdir()))
    return list(dict.fromkeys(found))


def write_anew(folder: Path, name: str, data: bytes) -> Path:
    """Write a new file, named after the time. Raises Refused, and leaves nothing then."""
    stem = f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = folder / f"{stem}.json"
    try:
        make_folder(folder, may_be_there=True)
        for number in range(2, _MOST_NAMES):
            with suppress(FileExistsError):
                path.open("xb").close()
                break
            path = folder / f"{stem}-{number}.json"
        else:
            raise Refused("too many matches were kept at this time", "wait a second")
    except (OSError, ValueError) as error:
        raise Refused(system_reason(error), "name another folder") from None
    try:
        write_whole(path, data)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    return path


def _say(line: str) -> None:
    """Say something on stderr; the terminal may be gone."""
    with suppress(OSError, ValueError):
        print(visible(line), file=sys.stderr, flush=True)
