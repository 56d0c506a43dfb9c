"""Which scenarios noticed small changes the last time, by declaration: the next audit tries them first.

They stand beside this file, as short hashes of the scenarios. They are believed for nothing but the order: a
scenario that is gone, or written otherwise, is passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

SHORT = 8
"""So many characters of the hash of a scenario tell it from others."""
_KEPT = Path(__file__).with_name("small_likely")


def likely_ones(game: str) -> dict[str, list[str]]:
    """By key of a declaration the short hashes of the scenarios, those that noticed most at first."""
    kept = _KEPT / f"{game}.txt"
    lines = kept.read_text("utf-8").splitlines() if kept.is_file() else ()
    return {key: hashes for key, *hashes in map(str.split, lines)}


def keep_likely_ones(game: str, noticed: Mapping[str, Iterable[str]]) -> None:
    """Keep, by key, the hashes of the scenarios that noticed its changes, one for each change."""
    lines = []
    for key, hashes in sorted(noticed.items()):
        counted = Counter(each[:SHORT] for each in hashes)
        if counted:
            lines.append(" ".join((key, *sorted(counted, key=lambda each: (-counted[each], each)))))
    _KEPT.mkdir(exist_ok=True)
    (_KEPT / f"{game}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
