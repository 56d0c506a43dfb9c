"""Rewriting the rule files that a user names: what `format` and `upgrade` have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from regelwerk.doors.folders import files_under, is_there
from regelwerk.doors.games import find_game
from regelwerk.doors.refusals import Refused
from regelwerk.doors.writing import write_whole
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.files import read_source
from regelwerk.source.render import write_diagnostics
from regelwerk.source.spans import SourceFile

Rewriter = Callable[[SourceFile], str | list[Diagnostic]]
"""Gives the new text of a file, or what is wrong with it."""


@dataclass
class Rewriting:
    """Files that are rewritten one after the other: how many have changed, and what was wrong.

    With `check` nothing is written. `done` is what is said of a file that changes, before its name.
    """

    check: bool
    done: str
    seen: int = 0
    changed: int = 0
    problems: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, SourceFile] = field(default_factory=dict)

    def rewrite(self, file: Path, rewriter: Rewriter) -> bool:
        """Rewrite a file; returns whether it could be. One with errors is left as it is."""
        self.seen += 1
        source, found = read_source(file)
        result = None
        if source is not None:
            self.sources[source.path] = source
            result = rewriter(source) if not has_errors(found) else None
        if source is None or not isinstance(result, str):
            self.problems += [*found, *(result or [])]
            return False
        if result != source.text:
            self.changed += 1
            print(f"{'would change' if self.check else self.done} {file}")
            if not self.check:
                write_whole(file, result.encode())
        return True

    def close(self) -> int:
        """Say what was wrong, or that there was nothing to do; returns the exit status."""
        write_diagnostics(self.problems, self.sources, "text", sys.stderr)
        if not self.changed and not self.problems:
            print(f"nothing to do in {self.seen} file{'s' if self.seen != 1 else ''}")
        return int(has_errors(self.problems) or (self.check and self.changed > 0))


def named_files(names: Iterable[str], suffixes: tuple[str, ...] = (".rules",)) -> list[Path]:
    """All files with one of the suffixes that names stand for: files, folders and games.

    A folder stands for those in it, links that lead out of it left out. Raises Refused for another file.
    """
    return [file for name in names for file in _files(name, suffixes)]


def _files(name: str, suffixes: tuple[str, ...]) -> list[Path]:
    if not name:  # an unset variable of a shell is not meant to be the folder one is in
        raise Refused("an empty name stands for no file", "name a rule file or a folder, such as `.`")
    path = Path(name) if is_there(Path(name)) else find_game(name)
    folder = path.parent if path.name == "game.yaml" else path
    if folder.is_dir():
        inside = os.path.realpath(folder)  # a link may lead to files that are somebody else's
        files = [file for file in files_under(folder) if file.name.endswith(suffixes)]
        return [file for file in files if Path(os.path.realpath(file)).is_relative_to(inside)]
    if path.suffix != ".rules":
        raise Refused(
            f"`{name}` is no rule file", "name a file that ends in `.rules`, or a folder with such files"
        )
    return [path]
