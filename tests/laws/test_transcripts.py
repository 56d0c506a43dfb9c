"""Whole matches of every shipped game go as they went when somebody last read them."""

from __future__ import annotations

import difflib

import pytest

from tools.shipped import BUILDS, LONG_GAMES, NAMES
from tools.transcripts import FOLDER, MATCHES, file_of, transcript

SHOWN = 60
"""How many lines of a difference a failure shows."""


CASES = [(*match, which) for match in MATCHES for which in (("fast",) if match[0] in LONG_GAMES else BUILDS)]


@pytest.mark.parametrize(("name", "players", "seed", "which"), CASES)
def test_transcript(name: str, players: int, seed: int, which: str) -> None:
    file = file_of(name, players, seed)
    old = file.read_text("utf-8").splitlines()
    new = transcript(name, players, seed, which).splitlines()
    if new != old:
        lines = list(difflib.unified_diff(old, new, "as it was", "as it is now", lineterm="", n=6))
        more = [f"... {len(lines) - SHOWN} more lines"] if len(lines) > SHOWN else []
        message = "\n".join([*lines[:SHOWN], *more])
        pytest.fail(f"{file.name}; if this is meant, run `make transcripts` and read it\n{message}")


def test_every_game_has_transcripts_and_no_others() -> None:
    assert {name for name, _, _ in MATCHES} == set(NAMES)
    assert {file.name for file in FOLDER.iterdir()} == {file_of(*match).name for match in MATCHES}
