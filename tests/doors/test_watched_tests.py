"""`test --watch`: after a change the scenarios are played that it touches, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from small_rules import write
from watching import watching

pytestmark = pytest.mark.slow

ROADS = """\
game roads for 2 players

state left: 0..9 = 0
state right: 0..9 = 0

event main():
    go_left()
    go_right()
    lose_the_way()
    end game as over

event go_left():
    raise left by 1

event go_right():
    raise right by far()

event lose_the_way():
    set left to 3

value far() = 2

scenario "to the left":
    start go_left()
    expect left = 1

scenario "to the right":
    start go_right()
    expect right = 2
"""
HOUSE = """\
house rule "Shorter" amends roads:
    replace value far() = 1

    scenario "a short way to the right":
        start go_right()
        expect right = 1
"""


def test_a_change_plays_what_it_touches(tmp_path: Path, own_cache: Path) -> None:
    path = write(tmp_path, ROADS)
    with watching("test", "--watch", path) as author:
        assert author.round().startswith(f"{path}: 2 passed (")

        write(tmp_path, ROADS.replace("set left to 3", "set left to 4"))
        assert f"{path}: 2 not touched (" in author.round()

        wrong = ROADS.replace("far() = 2", "far() = 3")
        write(tmp_path, wrong)
        said = author.round()
        assert '\nnew: "to the right" at ' in said
        assert f"{path}: 1 failed, 1 not touched, 1 new (" in said
        assert author.out.count('failed: "to the right"') == 1

        write(tmp_path, wrong.replace("expect right = 2", "expect right = 3"))
        said = author.round()
        assert '\ngone: "to the right" at ' in said
        assert f"{path}: 1 passed, 1 not touched, 1 gone (" in said

        write(tmp_path, wrong.replace("expect right", "expect rigth"))
        said = author.round()
        assert f"{path}: 1 error, 1 not touched, 1 new (" in said
        assert author.out.count("`rigth`") == 1

        write(tmp_path, wrong.replace("raise right", "rise right"))
        assert f"{path}: 1 error, 1 gone, 1 new (" in author.round()
        write(tmp_path, wrong.replace("expect right", "expect rigth"))
        author.round()

    with watching("test", "--watch", path) as author:
        assert f"{path}: 1 error, 1 not touched (" in author.round()
        write(tmp_path, wrong.replace("expect right = 2", "expect right = 3"))
        assert f"{path}: 1 passed, 1 not touched, 1 gone (" in author.round()


def test_what_joins_in_touches_too(tmp_path: Path, own_cache: Path) -> None:
    """A new rule is hooked to an event: what led to the event is as it was, and yet it goes otherwise."""
    path = write(tmp_path, ROADS)
    with watching("test", "--watch", path) as author:
        author.round()
        write(tmp_path, ROADS + "\nrule detour:\n    after go_left:\n        raise left by 1\n")
        assert "1 failed, 1 not touched" in author.round()
        write(tmp_path, ROADS + "\nrule detour:\n    after lose_the_way:\n        raise left by 1\n")
        assert "1 passed, 1 not touched, 1 gone" in author.round()


def test_house_rules_are_followed(tmp_path: Path, own_cache: Path) -> None:
    folder = tmp_path / "roads"
    (folder / "houses").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "format: regelwerk-game/1\nlanguage: 2\n"
        "id: roads\ntitle: {en: Roads}\nversion: '1'\nrules: [roads.rules]\n"
    )
    (folder / "roads.rules").write_text(ROADS)
    (folder / "houses" / "shorter.rules").write_text(HOUSE)
    with watching("test", "--watch", folder, "-k", "right") as author:
        assert f"{folder}: 2 passed (" in author.round()
        (folder / "houses" / "shorter.rules").write_text(HOUSE.replace("far() = 1", "far() = 4"))
        assert "1 failed, 1 not touched, 1 new" in author.round()
