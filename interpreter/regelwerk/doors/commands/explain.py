"""`regelwerk explain`: what an error code or a clause means."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from regelwerk import __version__
from regelwerk.doors.commands.coverage import coverage_of
from regelwerk.doors.folders import files_under
from regelwerk.doors.games import MANIFEST, Game, find_game, load_files, shipped_games
from regelwerk.doors.houses import house_option, stacks
from regelwerk.doors.refusals import Refused
from regelwerk.resources import data_path
from regelwerk.source import cache
from regelwerk.source.diagnostics import near_names

_CODE = re.compile(r"[A-Za-z][0-9]{3}")


@click.command(epilog="Example: regelwerk explain P001")
@click.argument("what", metavar="CODE|CLAUSE")
@click.option("--game", help="the game of the clause; else the shipped one that has it")
@house_option
def command(what: str, game: str | None, houses: tuple[str, ...]) -> None:
    """Explain a code of `regelwerk check`, or a clause: its title, how it is read, and what cites it."""
    if houses and game is None:
        raise click.UsageError("house rules of which game? add `--game GAME`")
    if _CODE.fullmatch(what):
        print(_page(what.upper()))
    else:
        _clause(what, game, houses)


def _page(code: str) -> str:
    pages = {path.stem: path for path in data_path("errors").glob("*.md")}
    if code in pages:
        return pages[code].read_text(encoding="utf-8").rstrip()
    known = _codes()
    if code in known:
        return f"# {code} {known[code][0]}\n\n{known[code][1]}"
    raise Refused(
        f"there is no code `{code}`",
        "codes stand in the output of `regelwerk check`",
        near_names(code, known),
    )


def _codes() -> dict[str, tuple[str, str]]:
    """Title and summary of every code."""
    from regelwerk.meaning.codes import CODES as meaning
    from regelwerk.source.codes import CODES as source
    from regelwerk.syntax.codes import CODES as syntax

    return {
        code: (about[0], about[1]) for table in (source, syntax, meaning) for code, about in table.items()
    }


def _clause(clause: str, game: str | None, houses: tuple[str, ...]) -> None:
    """Print what is known of a clause, of a game or of house rules over it."""
    known: set[str] = set()
    for path in [find_game(game)] if game is not None else shipped_games().values():
        for stack in stacks(path, houses):
            clauses, readings = _listed(path, stack)
            known.update(clauses)
            if clause in clauses:
                _print(clause, clauses[clause], readings, load_files(path, stack))
                return
    hint = "clauses look like `rulebook.section.01`, codes like `P001`"
    raise Refused(f"there is no code or clause `{clause}`", hint, near_names(clause, {*known, *_codes()}))


def _print(clause: str, about: dict[str, str], readings: list[dict[str, Any]], game: Game) -> None:
    print(f"{clause}  {about['title']} ({about['kind']})")
    for reading in readings:
        if clause in reading.get("clauses", ()):
            print(f"  {reading['about']}: {reading['reading']}")
    if "not_executable" in about:
        print(f"  not executable: {about['not_executable']}")
    line = next(line for line in coverage_of(game, game.clauses) if line.clause == clause)
    for cited in line.declarations:
        print(f"  cited by {cited}")
    for title in line.scenarios:
        print(f'  tested by "{title}"')


def _listed(path: Path, stack: tuple[Path, ...]) -> tuple[dict[str, dict[str, str]], list[dict[str, Any]]]:
    """The clauses of a game and of house rules, and how unclear ones are read."""
    clauses: dict[str, dict[str, str]] = {}
    readings: list[dict[str, Any]] = []
    for folder in filter(Path.is_dir, (path.parent if path.name == MANIFEST else path, *stack)):
        listed = _of_folder(folder)
        clauses.update(listed.clauses)
        readings += listed.readings
    return clauses, readings


class _Listed(msgspec.Struct):
    clauses: dict[str, dict[str, str]]
    readings: list[dict[str, Any]]


def _of_folder(folder: Path) -> _Listed:
    """The list of clauses of one folder, kept between runs as long as its files of data are the same."""
    files = (file for file in files_under(folder) if file.suffix in (".yaml", ".yml"))
    parts = [part for file in files for part in (bytes(file), file.read_bytes())]
    key = cache.key_of("clauses", [__version__.encode(), bytes(folder), *parts])
    kept = cache.read(key)
    if kept is not None:
        with suppress(msgspec.DecodeError):
            return msgspec.json.decode(kept, type=_Listed)
    from regelwerk.meaning.files import load_clauses

    read = load_clauses(folder)
    listed = _Listed(read.clauses or {}, read.ambiguities)
    cache.write(key, msgspec.json.encode(listed))
    return listed
