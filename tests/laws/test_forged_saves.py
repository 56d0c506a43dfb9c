"""Whatever somebody writes into a save, with hashes that fit: it is refused, or it is what it says."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import command_line
from amounts import amount
from regelwerk.match.match import Match
from regelwerk.studies.chains import chains
from tools.forging import GAMES, HOSTILE, forge, outcome, saves, sealed
from tools.json_edits import parts, replaced
from tools.shipped import LONG_GAMES, build, counts, layout, rules

COUNT = amount("FORGED", test=120, nightly=2000)
"""So many forged saves, shared out to the games."""


@pytest.mark.parametrize("name", GAMES)
def test_forged_saves_are_refused_or_play_to_their_end(name: str) -> None:
    """In both builds alike, with everything told of them, and with the invariants of every match."""
    for seed in range(-(-COUNT // len(GAMES))):
        forged = forge(name, seed)
        try:
            outcome(forged)
        except Exception as error:
            error.add_note(forged.what)
            raise


@pytest.mark.parametrize("name", [*GAMES, *LONG_GAMES])
def test_what_was_saved_is_read(name: str) -> None:
    if name not in LONG_GAMES:
        for whole in saves(name):
            assert outcome_of_nothing(name, whole) == "same"
        return
    draw = Random(3)
    match = Match.start_on(layout(name, counts(name)[0]), build(name, counts(name)[0], "walker"), 3)
    for _ in range(80):
        match.take(0, draw.randrange(len(match.decisions[0].options)))
    assert Match.load(match.save(), rules(name)).save() == match.save()


def outcome_of_nothing(name: str, whole: object) -> str:
    """What comes of a save that nobody has changed."""
    unchanged = forge(name, 0)._replace(text=json.dumps(whole))
    return outcome(unchanged)


def test_an_answer_that_nobody_has_declared_is_in_no_story() -> None:
    waits = {"kind": "waits", "answer": "parry", "number": 0, "seat": "seat 1", "option": "parry"}
    assert chains([{"kind": "opened", "window": "clash"}, waits, {"kind": "closed", "window": "clash"}]) == []


@pytest.mark.parametrize("command", ["replay", "why", "play"])
def test_no_command_prints_what_a_save_smuggles_in(command: str, tmp_path: Path) -> None:
    """Texts of a save are made hostile in turn: exit status 1, the file, the path of the field, no more."""
    file = tmp_path / "match.json"
    whole = saves("kuhn_poker")[-1]
    texts = [path for path, value in parts(whole) if isinstance(value, str) and path[0] in ("state", "log")]
    given = ("play", "kuhn_poker", "--load", file, "--watch") if command == "play" else (command, file)
    for number, path in enumerate(Random(4).sample(texts, 12)):
        hostile = HOSTILE[number % 3]
        file.write_text(json.dumps(sealed(replaced(whole, path, hostile)), ensure_ascii=True), "utf-8")
        done = command_line.run(*given)
        assert done.status == 1
        assert done.err.startswith(f"error: `{file}` cannot be used: the saved match is damaged at `")
        where = done.err.split("damaged at `")[1].split("`")[0]
        assert where.split("[")[0].split(".")[0] in (path[0], *path[1:2])
        assert not {*hostile} & {"\x1b", "\u202e", "\u200b"} & {*done.out, *done.err}
