"""Looking through folders that a user names, which may be any."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from regelwerk.doors.refusals import Refused

MOST_ENTRIES = 50_000
"""A folder with more files and folders in it is not looked through."""

MOST_LEVELS = 100
"""No folder is made that lies in more others."""


def is_folder(path: Path) -> bool:
    """Whether there is a folder; a path that the system does not take is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Whether there is a file or folder; a path that the system does not take is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def make_folder(path: Path, may_be_there: bool = False) -> None:
    """Make a folder and those it lies in, if they are not too many. Raises OSError or ValueError."""
    if len(path.parents) > MOST_LEVELS:
        raise OSError(errno.ENAMETOOLONG, "too many folders lie in each other")
    for above in reversed(path.parents):
        if not above.is_dir():
            above.mkdir(exist_ok=True)
    path.mkdir(exist_ok=may_be_there)


def files_under(folder: Path) -> list[Path]:
    """All files in a folder and in those inside it, in order; links to folders are not followed, and what
    cannot be read is left out. Raises Refused if there are too many."""
    found: list[Path] = []
    open_folders, entries = [folder], 0
    while open_folders:  # not `os.walk`, which goes down by calling itself
        with suppress(OSError), os.scandir(open_folders.pop()) as inside:
            for entry in inside:
                entries += 1
                if entries > MOST_ENTRIES:
                    raise Refused(
                        f"the folder `{folder}` holds more than {MOST_ENTRIES} files and folders",
                        "name one that lies nearer to the games",
                    )
                is_folder = entry.is_dir(follow_symlinks=False)
                (open_folders if is_folder else found).append(Path(entry.path))
    return sorted(found)
