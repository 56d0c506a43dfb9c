"""What was made from files kept between runs, found by the hash of everything that went into it.

A cache is a convenience: whatever is wrong with it (no folder, no rights, damage, another process) it
is as if it were empty. A file is its own digest, a line end, and data; it is put in place in one step.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from stat import S_ISREG

from .user_folder import user_folder

SWITCH = "REGELWERK_CACHE"
"""Environment variable: `off` for no cache, or the folder to keep it in."""

_KEPT, _KEPT_BYTES = 2000, 100_000_000
"""How many files of the cache stay, and how large they are together: those that were used last."""
_DIGEST = 16
_ENDING = ".kept"


def cache_folder() -> Path | None:
    """The folder of the cache, None if there is to be none."""
    chosen = os.environ.get(SWITCH, "")
    if chosen.lower() in ("off", "no", "0"):
        return None
    if chosen:
        return Path(chosen)
    return user_folder("XDG_CACHE_HOME", "Library/Caches", ".cache")


def key_of(sort: str, parts: Iterable[bytes]) -> str:
    """The name under which something of a sort, made from these parts, is kept."""
    hashed = blake2b(digest_size=_DIGEST)
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little"))
        hashed.update(part)
    return f"{sort}-{hashed.hexdigest()}"


def read(key: str) -> bytes | None:
    """What is kept under a key, None if there is nothing, or it is damaged, or cannot have been kept."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / f"{key}{_ENDING}"
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode) or status.st_size > _KEPT_BYTES:
            return None
        digest, _, payload = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    with suppress(OSError):
        os.utime(path)
    return payload if digest == _digest(payload) else None


def write(key: str, payload: bytes) -> None:
    """Keep something, if that is possible."""
    folder = cache_folder()
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(_digest(payload) + b"\n" + payload)
            Path(name).replace(folder / f"{key}{_ENDING}")
        except OSError:
            Path(name).unlink(missing_ok=True)
        _forget_oldest(folder)


def _digest(payload: bytes) -> bytes:
    return sha256(payload).hexdigest().encode()  # the quickest where processors have it


@cache
def _forget_oldest(folder: Path) -> None:
    """Make room, once in a run."""
    files = []
    for path in folder.glob(f"*{_ENDING}"):
        with suppress(OSError):
            status = path.stat()
            files.append((status.st_mtime, status.st_size, path))
    room = _KEPT_BYTES
    for count, (_, size, path) in enumerate(sorted(files, reverse=True), 1):
        room -= size
        if count > _KEPT or room < 0:
            with suppress(OSError):
                path.unlink()
