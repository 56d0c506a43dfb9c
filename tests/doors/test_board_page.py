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
id: ferries
title: {en: "Ferries"}
version: "1"
rules: [main.rules]
board: board.yaml
"""


def test_the_example_looks_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "76")
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    for name, text in (
        ("game.yaml", MANIFEST),
        ("main.rules", blocks["rules"]),
        ("board.yaml", blocks["yaml"]),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run("play", tmp_path, "--seed", 1, "--language", "en", "--bots", "random", typed="1\nquit\n")
    assert done.out.partition("\n> ")[2].startswith(blocks["text"])
