"""Files with endings of their own, which only a manifest names, are read again like all others."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from regelwerk.doors.checks import Checks
from regelwerk.doors.games import load_game

RELICS = Path(__file__).parents[1] / "lists" / "relics"
pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.mark.parametrize(
    "name,other,old,new",
    [
        ("relics.rules", "relics.txt", "turn(p)", "tern(p)"),
        ("relics.yaml", "relics.table", "worth: 9", "worth: 99"),
        ("labels_en.yaml", "labels.YAML", "crown:", "krown:"),
    ],
)
def test_a_change_of_a_file_that_only_the_manifest_names_is_seen(
    name: str, other: str, old: str, new: str, tmp_path: Path
) -> None:
    game = tmp_path / "relics"
    shutil.copytree(RELICS, game)
    (game / name).rename(game / other)
    manifest = game / "game.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace(name, other), "utf-8")
    assert Checks(game).found([()])[0] == []
    text = (game / other).read_text("utf-8")
    (game / other).write_text(text.replace(old, new), "utf-8")
    assert Checks(game).found([()])[0] != []


def test_such_a_game_is_played_as_it_is_now(tmp_path: Path) -> None:
    game = tmp_path / "relics"
    shutil.copytree(RELICS, game)
    (game / "relics.rules").rename(game / "relics.txt")
    manifest = game / "game.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("relics.rules", "relics.txt"), "utf-8")
    assert load_game(str(game)).rules.players == (2, 3)
    text = (game / "relics.txt").read_text("utf-8")
    (game / "relics.txt").write_text(text.replace("2..3 players", "2 players"), "utf-8")
    assert load_game(str(game)).rules.players == (2, 2)


def test_files_with_the_usual_endings_are_kept(own_cache: Path) -> None:
    assert Checks(RELICS).found([()])[0] == []
    assert len(list(own_cache.glob("check-*"))) == 1
    assert len(list(own_cache.glob("game-*"))) == 1
