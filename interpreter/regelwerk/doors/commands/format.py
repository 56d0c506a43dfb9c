"""`regelwerk format`: one layout for all rule files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from regelwerk.doors.folders import files_under, is_there
from regelwerk.doors.games import find_game
from regelwerk.doors.refusals import Refused
from regelwerk.doors.writing import write_whole
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.files import read_source
from regelwerk.source.render import write_diagnostics
from regelwerk.source.spans import SourceFile


@click.command(epilog="Example: regelwerk format --check my_game")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="change nothing, only name the files that would change")
def command(paths: tuple[str, ...], check: bool) -> int:
    """Put rule files into the canonical layout: blanks, indentation, line breaks. Comments stay.

    A folder stands for all rule files in it, links that lead out of it left out. A file with errors is
    left as it is. The status is 1 after an error and, with --check, if a file would change.
    """
    from regelwerk.tree.format import format_text

    problems: list[Diagnostic] = []
    sources: dict[str, SourceFile] = {}
    changed = 0
    files = [file for name in paths for file in _rule_files(name)]
    for file in files:
        source, found = read_source(file)
        result = None
        if source is not None:
            sources[source.path] = source
            result = format_text(source) if not has_errors(found) else None
        if not isinstance(result, str):
            problems += [*found, *(result or [])]
        elif source is not None and result != source.text:
            changed += 1
            print(f"{'would change' if check else 'formatted'} {file}")
            if not check:
                write_whole(file, result.encode())
    write_diagnostics(problems, sources, "text", sys.stderr)
    if not changed and not problems:
        print(f"nothing to do in {len(files)} file{'s' if len(files) != 1 else ''}")
    return int(has_errors(problems) or (check and changed > 0))


def _rule_files(name: str) -> list[Path]:
    path = Path(name) if is_there(Path(name)) else find_game(name)
    folder = path.parent if path.name == "game.yaml" else path
    if folder.is_dir():
        inside = os.path.realpath(folder)  # a link may lead to files that are somebody else's
        files = [file for file in files_under(folder) if file.suffix == ".rules"]
        return [file for file in files if Path(os.path.realpath(file)).is_relative_to(inside)]
    if path.suffix != ".rules":
        raise Refused(
            f"`{name}` is no rule file", "name a file that ends in `.rules`, or a folder with such files"
        )
    return [path]
