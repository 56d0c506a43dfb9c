"""The board file of a game, which its manifest names under `board`: read and checked when it is played."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from regelwerk.doors.games import MANIFEST, find_game
from regelwerk.doors.houses import find_houses
from regelwerk.doors.refusals import Refused
from regelwerk.meaning.boards import BoardDecl, board_of
from regelwerk.meaning.house_titles import HOUSE_MANIFEST
from regelwerk.rules.declarations import Rules
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.document import Document
from regelwerk.source.files import read_source
from regelwerk.source.kept_data import read_data
from regelwerk.source.render import write_diagnostics
from regelwerk.source.spans import SourceFile


def board_of_game(game: str, rules: Rules, houses: Sequence[str] = ()) -> BoardDecl | None:
    """The board of a game by what a user calls it, or of house rules over it; None if there is none.

    The uppermost house rules that bring a board come first, the game last. House rules may take away what a
    board names: it is passed over then. Raises Refused if the board of a game without house rules is wrong;
    what is wrong has then been written to stderr.
    """
    path = find_game(game)
    manifests = [folder / HOUSE_MANIFEST for folder in reversed(find_houses(path, houses))]
    for manifest in [*manifests, path if path.name == MANIFEST else path / MANIFEST]:
        board, problems, source = _board_of(manifest, rules)
        if board is not None and not has_errors(problems):
            return board
        if has_errors(problems) and not houses:
            write_diagnostics(problems, {} if source is None else {source.path: source}, "text", sys.stderr)
            raise Refused(f"the board of `{game}` does not fit its rules", "correct what stands above")
    return None


def _board_of(manifest: Path, rules: Rules) -> tuple[BoardDecl | None, list[Diagnostic], SourceFile | None]:
    """The board that a manifest names, what is wrong with it, and its file; nothing if it names none."""
    if not manifest.is_file():
        return None, [], None
    document, _, _ = _read(manifest, "house" if manifest.name == HOUSE_MANIFEST else "manifest")
    named: Any = document.value if document is not None else None
    if not isinstance(named, dict) or "board" not in named:
        return None, [], None
    file = manifest.parent / named["board"]
    if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(manifest.parent)):
        raise Refused(f"`{file}` leads out of the folder of the game", "put the file inside it")
    board_document, problems, source = _read(file, "board")
    if board_document is None or has_errors(problems):
        return None, problems, source
    board, problems = board_of(board_document, rules)
    return board, problems, source


def _read(path: Path, schema: str) -> tuple[Document | None, list[Diagnostic], SourceFile | None]:
    source, problems = read_source(path)
    if source is None or has_errors(problems):
        return None, problems, source
    document, more = read_data(source, schema)
    return document, [*problems, *more], source
