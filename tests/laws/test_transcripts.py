"""Whole matches of every shipped game go as they went when somebody last read them."""

from __future__ import annotations

import difflib

import pytest

from amounts import NIGHTLY
from tools.shipped import BUILDS, LONG_GAMES, NAMES, counts
from tools.transcripts import FOLDER, file_of, matches, transcript

SHOWN = 60
"""How many lines of a difference a failure shows."""


def cases() -> list[tuple[str, int, int, str]]:
    found: list[tuple[str, int, int, str]] = []
    for name, players, seed in matches():
        if name not in LONG_GAMES:
            found += [(name, players, seed, which) for which in BUILDS]
        elif NIGHTLY or players == counts(name)[0]:
            found.append((name, players, seed, "fast"))
    return found


@pytest.mark.each(("name", "players", "seed", "which"), cases)
def test_transcript(name: str, players: int, seed: int, which: str) -> None:
    file = file_of(name, players, seed)
    text = file.read_text("utf-8")
    old, new = text.splitlines(), transcript(name, players, seed, which, text).splitlines()
    if new != old:
        lines = list(difflib.unified_diff(old, new, "as it was", "as it is now", lineterm="", n=6))
        more = [f"... {len(lines) - SHOWN} more lines"] if len(lines) > SHOWN else []
        message = "\n".join([*lines[:SHOWN], *more])
        pytest.fail(f"{file.name}; if this is meant, run `make transcripts` and read it\n{message}")


def test_every_game_has_transcripts_and_no_others() -> None:
    assert {name for name, _, _ in matches()} == set(NAMES)
    assert {file.name for file in FOLDER.iterdir()} == {file_of(*match).name for match in matches()}
