"""What was found about a game is kept under the hash of all its files and of whatever looks at them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from regelwerk import __version__
from regelwerk.meaning.house_titles import files_of_house
from regelwerk.resources import data_path
from regelwerk.rules.declarations import FORMAT
from regelwerk.source import cache

_MAX_FILES, _MAX_BYTES = 1000, 20_000_000
"""Folders with more than this are not kept in the cache."""


def fingerprint(sort: str, path: Path, houses: Sequence[Path], contents: bytes | None = None) -> str | None:
    """The name in the cache of what is found about a game with house rules; None if it is not to be kept.

    `contents` tells the files of the game from others, if it is known already.
    """
    parts = [__version__.encode(), FORMAT.encode(), str(path).encode("utf-8", "surrogateescape")]
    parts.append(str(len(houses)).encode())
    of_houses = _told(file for house in houses for file in files_of_house(house))
    contents = contents_of(path) if contents is None else contents
    if contents is None or of_houses is None:
        return None
    try:
        return cache.key_of(sort, [*parts, contents, of_houses, *_tools(*_FLOORS)])
    except OSError:
        return None


def contents_of(path: Path) -> bytes | None:
    """What tells the files of a game from others; None if they are too many or too long to be kept."""
    return _told(_files(path))


def tells_all(path: Path, houses: Sequence[Path], read: Iterable[str]) -> bool:
    """Say whether a fingerprint tells of all files that were read; a manifest may name others as well."""
    files = (*_files(path), *(file for house in houses for file in files_of_house(house)))
    return {str(file) for file in files}.issuperset(read)


def _told(files: Iterable[Path]) -> bytes | None:
    hashed = blake2b()
    size = count = 0
    try:
        for file in files:
            data = file.read_bytes()
            size, count = size + len(data), count + 1
            if size > _MAX_BYTES or count > _MAX_FILES:
                return None
            for part in (str(file).encode("utf-8", "surrogateescape"), data):
                hashed.update(len(part).to_bytes(8, "little") + part)
    except OSError:
        return None
    return hashed.digest()


def name_of_courses(path: Path, houses: Sequence[Path]) -> str | None:
    """The name in the cache of what scenarios of a game have looked at, whatever its files say by now."""
    places = [str(place).encode("utf-8", "surrogateescape") for place in (path.absolute(), *houses)]
    try:
        return cache.key_of("courses", [__version__.encode(), *places, *_tools(*_PLAYING)])
    except OSError:
        return None


def name_of_parts(path: Path) -> str | None:
    """The name in the cache of what became of the declarations of a game, whatever its files say by now."""
    try:
        place = str(path.absolute()).encode("utf-8", "surrogateescape")
        return cache.key_of("parts", [__version__.encode(), FORMAT.encode(), place, *_tools(*_FLOORS)])
    except OSError:
        return None


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for pattern in ("*.rules", "*.yaml", "*.yml"):
        for file in sorted(path.rglob(pattern)):
            if file.is_file():
                yield file


_FLOORS = ("source", "syntax", "tree", "rules", "meaning")
"""Where it is decided what becomes of a text."""
_PLAYING = ("rules", "program", "match", "studies")
"""Where it is decided what becomes of a scenario."""


@functools.cache
def _tools(*floors: str) -> list[bytes]:
    """Marks of the files that look at a game, so that a newer version looks anew. Raises OSError."""
    package = Path(__file__).resolve().parents[1]
    files = [file for floor in floors for file in sorted((package / floor).rglob("*.py"))]
    for kind in ("grammar", "schemas"):
        files += sorted(data_path(kind).iterdir())
    stats = ((file.name, file.stat()) for file in files)
    return [f"{name} {stat.st_size} {stat.st_mtime_ns}".encode() for name, stat in stats]
