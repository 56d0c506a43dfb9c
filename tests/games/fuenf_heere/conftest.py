"""The game as a folder that has the manifest of one, for everything that looks at it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from regelwerk.resources import data_path


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy whose manifest has the name of one."""
    made = tmp_path_factory.mktemp("unfinished") / "fuenf_heere"
    shutil.copytree(data_path("games") / "fuenf_heere", made)
    (made / "game_unfinished.yaml").rename(made / "game.yaml")
    return made
