"""Which files were touched, and which tests are about them: what `make check` leaves out.

A test says with `@pytest.mark.about(...)` what it reads: a parameter of its own that holds the path of a page
or of a game, or a game's name; or a path as it stands in the repository. With `--touched` it runs only if
something it is about was touched.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tools.shipped import PATHS

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = "origin/main"
"""What others have; where there is no such branch, all but the last commit counts as that."""


def touched(root: Path = ROOT) -> set[Path]:
    """The files that differ from what is published, those that are not committed yet included."""
    base = _git(root, "merge-base", "HEAD", PUBLISHED) or _git(root, "rev-parse", "--verify", "HEAD~1")
    found = _git(root, "diff", "--name-only", *(base or ["HEAD"]))
    return {root / name for name in [*found, *_git(root, "ls-files", "--others", "--exclude-standard")]}


def _git(root: Path, *words: str) -> list[str]:
    """The lines of an answer, none if there is none."""
    try:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def paths_of(about: Iterable[str], params: dict[str, Any], root: Path = ROOT) -> Iterator[Path]:
    """The files and folders that a test is about, by what its mark names and the parameters it has."""
    for name in about:
        values = params.get(name, name)
        for value in values if isinstance(values, list | tuple) else (values,):
            if isinstance(value, str):
                yield PATHS.get(value, root / value)
            else:
                yield root / value


def is_touched(path: Path, changed: set[Path]) -> bool:
    """Whether a file was touched, or something in a folder."""
    return any(path == each or path in each.parents for each in changed)
