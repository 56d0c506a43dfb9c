"""What became of the declarations of a game, kept between runs: only what has changed is understood again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from regelwerk.doors.fingerprints import name_of_parts
from regelwerk.source import cache

if TYPE_CHECKING:
    from regelwerk.meaning.game import Checked
    from regelwerk.meaning.kept import Kept

T = TypeVar("T")


class KeptParts:
    """What is kept of one game, read when somebody looks at the game."""

    def __init__(self, path: Path) -> None:
        self._name = name_of_parts(path)

    @cached_property
    def _kept(self) -> Kept:
        from regelwerk.meaning.kept import Kept

        return Kept(None if self._name is None else cache.read(self._name), self._read_apart)

    def _read_apart(self, name: str) -> bytes | None:
        return None if self._name is None else cache.read(_apart(self._name, name))

    def help(self, look: Callable[[Kept], T]) -> T:
        """Look at the game with what is kept, or without if that leads astray."""
        from regelwerk.meaning.kept import Kept

        try:
            return look(self._kept)
        except Exception:
            if self._kept.empty:
                raise
            # What is kept may be forged so that only those who use it meet what cannot be.
            self._kept = Kept()
            return look(self._kept)

    def write(self) -> None:
        """Keep what has become known for the next time."""
        if "_kept" in vars(self) and self._kept.changed and self._name is not None:
            cache.write(self._name, self._kept.data())
            for name, data in self._kept.apart().items():
                cache.write(_apart(self._name, name), data)


def _apart(name: str, part: str) -> str:
    return cache.key_of("apart", (text.encode("utf-8", "surrogatepass") for text in (name, part)))


def look_at(path: Path, houses: Sequence[Path] = (), despite_scenarios: bool = False) -> Checked:
    """Check a game with what is kept of it, see `amended`; what has become known is kept."""
    from regelwerk.meaning.game import amended, check_game

    parts = KeptParts(path)
    checked = parts.help(lambda kept: amended(check_game(path, kept=kept), houses, despite_scenarios))
    parts.write()
    return checked
