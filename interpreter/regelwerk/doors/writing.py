"""Writing files so that a failure leaves what was there before."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from regelwerk.doors.refusals import Refused, system_reason
from regelwerk.source.characters import clean


def write_text(path: Path, text: str) -> int:
    """Write a text that people read, as `write_whole` does; returns how many bytes it has.

    What cannot be seen is written out, so that whoever shows the file is neither steered nor misled.
    """
    data = clean(text).encode()
    write_whole(path, data)
    return len(data)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file in one step: whoever reads it meanwhile sees the old or the new text.

    Raises Refused if it cannot be written; the file is then as before.
    """
    part = None
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise Refused(f"`{path}` cannot be written: it is no file", "name another file")
        handle, name = tempfile.mkstemp(dir=target.parent, suffix=".part")
        part = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        part.replace(target)
    except (OSError, ValueError) as error:
        if part is not None:
            with suppress(OSError):
                part.unlink()
        raise Refused(
            f"`{path}` cannot be written: {system_reason(error)}", "check the folder and its permissions"
        ) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
