"""The page about boards shows what a player sees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import run
from regelwerk.resources import data_path

PAGE = data_path("grammar").parent / "docs" / "boards.md"
MANIFEST = """\
format: regelwerk-game/1
language: 2
id: {game}
title: {{en: "{title}"}}
version: "1"
rules: [main.rules]
board: board.yaml
"""


@pytest.mark.parametrize(("game", "mark", "typed"), [("ferries", "", "1"), ("snails", " tracks", "1\n1")])
def test_the_example_looks_as_it_says(
    game: str, mark: str, typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "76")
    block = re.compile(rf"^```(\w+){mark}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    blocks = dict(block.findall(PAGE.read_text("utf-8")))
    for name, text in (
        ("game.yaml", MANIFEST.format(game=game, title=game.capitalize())),
        ("main.rules", blocks["rules"]),
        ("board.yaml", blocks["yaml"]),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run(
        "play", tmp_path, "--seed", 1, "--language", "en", "--bots", "random", typed=f"{typed}\nquit\n"
    )
    assert done.out.split("\n> ")[-2].startswith(blocks["text"])
