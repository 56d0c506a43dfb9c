"""The board file of a game, which its manifest names under `board`: read and checked when it is played."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from regelwerk.doors.games import MANIFEST, find_game
from regelwerk.doors.refusals import Refused
from regelwerk.meaning.boards import BoardDecl, board_of
from regelwerk.rules.declarations import Rules
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.document import Document
from regelwerk.source.files import read_source
from regelwerk.source.render import write_diagnostics
from regelwerk.source.schema_check import check_schema
from regelwerk.source.spans import SourceFile
from regelwerk.source.yaml_source import load_yaml


def board_of_game(game: str, rules: Rules, houses: Sequence[str] = ()) -> BoardDecl | None:
    """The board of a game by what a user calls it; None if it has none, or is no folder.

    House rules may take away what a board names: the usual board then stands in its place. Raises Refused
    if the file is wrong; what is wrong has then been written to stderr.
    """
    path = find_game(game)
    folder = path.parent if path.name == MANIFEST else path
    if not folder.is_dir():
        return None
    manifest, _, _ = _read(folder / MANIFEST)
    named: Any = manifest.value if manifest is not None else None
    if not isinstance(named, dict) or "board" not in named:
        return None
    file = folder / named["board"]
    if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder)):
        raise Refused(f"`{file}` leads out of the folder of the game", "put the file inside it")
    document, problems, source = _read(file)
    board = None
    if document is not None and not has_errors(problems):
        problems += check_schema(document.value, "board", document.key_span)
        if not has_errors(problems):
            board, problems = board_of(document, rules)
    if has_errors(problems) and not houses:
        sources = {} if source is None else {source.path: source}
        write_diagnostics(problems, sources, "text", sys.stderr)
        raise Refused(f"`{file}` is no board of this game", "correct what stands above")
    return board


def _read(path: Path) -> tuple[Document | None, list[Diagnostic], SourceFile | None]:
    source, problems = read_source(path)
    if source is None or has_errors(problems):
        return None, problems, source
    document, more = load_yaml(source)
    return document, [*problems, *more], source
