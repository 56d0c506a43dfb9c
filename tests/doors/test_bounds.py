"""Rules that ask for too much are refused soon, with their line and what to do, whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from amounts import amount
from exploding import SHAPES, text_of
from hostile.jail import Jail, Outcome

pytestmark = pytest.mark.slow
DOORS = {
    "simulate": ("simulate", "game", "-n", "1"),
    "play_watch": ("play", "game", "--watch", "--seed", "1"),
    "play_sensible": ("play", "game", "--bots", "sensible", "--seed", "1"),
    "describe": ("describe", "game", "-n", "5"),
    "test": ("test", "game"),
    "compare": ("compare", "game", "--house", "more.rules", "-n", "2"),
}
WIDE = ("any_in_any", "many_parts", "many_parts_and_needs")
"""The shapes that go through every door."""
EVERY = amount("EXPLODING", test=5, nightly=1)
"""Of the others one in so many goes through one."""
NEVER = ("Traceback", "MemoryError", "internal error", "mistake of its own")
REFUSED = ("more than", "a seat is offered", "a row of", "a number becomes")
_MANIFEST = """format: regelwerk-game/1
language: 2
id: shape_{shape}
title: {{en: "Shape"}}
version: "1.0"
rules: [game.rules]
clauses: clauses.yaml
"""
_CLAUSES = """format: regelwerk-clauses/1
game: shape_{shape}
clauses:
  shape.ends.01: {{title: "It ends", kind: timing}}
"""
_HOUSE = """house rule "twice" amends shape_{shape} version "1.0":
    rule begins_with_two:
        before main:
            set n to 2
"""
_SCENARIO = """
scenario "it ends":
    cites shape.ends.01
    start main()
    ends as over
"""


@pytest.fixture(scope="module")
def jail() -> Iterator[Jail]:
    jail = Jail()
    yield jail
    jail.close()


def run(jail: Jail, folder: Path, shape: str, command: tuple[str, ...]) -> Outcome:
    """Run a command on a game of this shape in a process with little time and memory."""
    game = folder / "game"
    game.mkdir()
    (game / "game.yaml").write_text(_MANIFEST.format(shape=shape), "utf-8")
    (game / "clauses.yaml").write_text(_CLAUSES.format(shape=shape), "utf-8")
    (game / "game.rules").write_text(text_of(shape) + _SCENARIO, "utf-8")
    (folder / "more.rules").write_text(_HOUSE.format(shape=shape), "utf-8")
    return jail.run(folder, command)


def assert_refused(outcome: Outcome) -> None:
    """Fail unless it ended with status 1 and one message that names a line."""
    assert outcome.status == 1, outcome.text[-2000:]
    assert not any(word in outcome.text for word in NEVER)
    assert any(word in outcome.text for word in REFUSED)
    assert "game.rules:" in outcome.text


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("shape", WIDE)
def test_every_door_refuses(jail: Jail, tmp_path: Path, shape: str, door: str) -> None:
    outcome = run(jail, tmp_path, shape, DOORS[door])
    assert_refused(outcome)
    assert "under `bounds`" in outcome.text


@pytest.mark.parametrize("shape", [*SHAPES][::EVERY])
def test_every_shape_is_refused_by_the_fast_build(jail: Jail, tmp_path: Path, shape: str) -> None:
    assert_refused(run(jail, tmp_path, shape, DOORS["simulate"]))


def test_the_manifest_gives_more(tmp_path: Path, jail: Jail) -> None:
    outcome = run(jail, tmp_path, "any_in_any", ("check", "game"))
    assert outcome.status == 0, outcome.text
    manifest = tmp_path / "game" / "game.yaml"
    manifest.write_text(manifest.read_text("utf-8") + "bounds:\n  steps: 5000\n", "utf-8")
    outcome = jail.run(tmp_path, DOORS["simulate"])
    assert "more than 5000 steps" in outcome.text
    manifest.write_text(manifest.read_text("utf-8").replace("5000", "1"), "utf-8")
    outcome = jail.run(tmp_path, ("check", "game"))
    assert "`steps` must be at least 1000, not 1" in outcome.text
