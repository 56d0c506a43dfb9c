"""`make check` runs what is about something that was touched."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.shipped import PATHS
from tools.touched import ROOT, is_touched, paths_of, touched


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Three commits, the second of which is published; each has added one file."""
    git(tmp_path, "init", "-q", "-b", "main")
    for name in ("first.md", "second.md", "third.md"):
        (tmp_path / name).write_text(name)
        git(tmp_path, "add", "-A")
        git(tmp_path, "-c", "user.name=n", "-c", "user.email=e@e", "commit", "-q", "-m", name)
    return tmp_path


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True)


def test_what_is_not_published_is_touched(repository: Path) -> None:
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD~1")
    assert touched(repository) == {repository / "third.md"}
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD~2")
    (repository / "first.md").write_text("changed")
    (repository / "new.md").write_text("new")
    names = ("first.md", "second.md", "third.md", "new.md")
    assert touched(repository) == {repository / name for name in names}


def test_where_nothing_is_published_the_last_commit_counts(repository: Path) -> None:
    (repository / "first.md").write_text("changed")
    assert touched(repository) == {repository / "first.md", repository / "third.md"}


def test_outside_a_repository_nothing_is_touched(tmp_path: Path) -> None:
    assert touched(tmp_path) == set()


def test_what_a_test_is_about() -> None:
    page, game = ROOT / "docs" / "errors" / "P001.md", PATHS["nim"]
    params = {"path": page, "name": "nim", "paths": (page, game), "build": "walker"}
    assert [*paths_of(("path",), params)] == [page]
    assert [*paths_of(("name",), params)] == [game]
    assert [*paths_of(("paths", "docs/learning.md"), params)] == [page, game, ROOT / "docs" / "learning.md"]


def test_a_folder_is_touched_with_what_lies_in_it() -> None:
    changed = {ROOT / "games" / "mele" / "houses" / "full_hands.rules"}
    assert is_touched(PATHS["mele"], changed)
    assert is_touched(ROOT / "games" / "mele" / "houses" / "full_hands.rules", changed)
    assert not is_touched(PATHS["knizia"], changed)
    assert not is_touched(ROOT / "games" / "me", changed)
