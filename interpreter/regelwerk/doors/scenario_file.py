"""Where a scenario from play is written: beside the scenarios of its game, and over nothing that is there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from regelwerk.doors.from_play import scenario_from
from regelwerk.doors.games import MANIFEST, find_game, folder_of, refuse_errors
from regelwerk.doors.houses import find_houses
from regelwerk.doors.kept_parts import look_at
from regelwerk.doors.refusals import Refused
from regelwerk.doors.screen import progress_bar
from regelwerk.doors.writing import write_text
from regelwerk.match.match import Match
from regelwerk.meaning.game import Checked
from regelwerk.rules.codec import rules_hash
from regelwerk.source.files import read_source
from regelwerk.studies.recalled import Answer

_LONGEST = 80
_FOLDER = "scenarios"


def scenario_of(
    game: str, houses: Sequence[str], match: Match, title: str, last: int,
    answers: Mapping[int, Answer] | None = None,
) -> str:  # fmt: skip
    """The text of a scenario of the last choices of a match. Raises Refused."""
    if not title.strip() or len(title) > _LONGEST or any(c in '"\\' or not c.isprintable() for c in title):
        raise Refused(
            f"`{title[:_LONGEST]}` cannot be the title of a scenario",
            f"take letters, digits and spaces, {_LONGEST} at most, and no quotation marks",
        )
    checked = _checked(game, houses, match)
    if checked.scenarios is not None and title in (each.title for each in checked.scenarios.scenarios):
        raise Refused(f'there is a scenario "{title}" already', "take another title")
    with progress_bar("scenario") as progress:
        task = progress.add_task("", total=100)
        return scenario_from(
            checked, match, title, last, answers,
            lambda share: progress.update(task, completed=round(100 * share)),
        )  # fmt: skip


def _checked(game: str, houses: Sequence[str], match: Match) -> Checked:
    path = find_game(game)
    if path.suffix == ".json":
        raise Refused(f"`{path}` is an export, which has no scenarios", "name the game by its folder or file")
    over = find_houses(path, houses)
    checked = look_at(folder_of(path), over)
    if checked.rules is None:
        refuse_errors(path, over, checked)
    if rules_hash(checked.rules) != rules_hash(match.rules):
        raise Refused("the rules have changed since the match began", "play a new match")
    return checked


def write_from_play(
    game: str, houses: Sequence[str], match: Match, title: str, last: int,
    answers: Mapping[int, Answer] | None = None, replace: bool = False,
) -> list[str]:  # fmt: skip
    """Write a scenario of the last choices of a match; returns what is to be said of it. Raises Refused."""
    file = file_for(game, houses, title, replace)
    write_scenario(file, scenario_of(game, houses, match, title, last, answers))
    said = [f"wrote {file}"]
    if unlisted(file):
        said.append(f"add `{_FOLDER}/{file.name}` to `scenarios` in the `{MANIFEST}` of the game")
    return said


def file_for(game: str, houses: Sequence[str], title: str, replace: bool = False) -> Path:
    """The file in which a scenario of a game is to stand. Raises Refused where an author would not look."""
    named = Path(houses[-1] if houses else game)
    if not named.exists():
        raise Refused(
            f"`{named}` comes with regelwerk, and is not yours to add to",
            "name your game by its folder or its file; `regelwerk scenario FILE TITLE --show` shows what "
            "a saved match would give",
        )
    if named.is_file() and named.name != MANIFEST:
        return named
    folder = folder_of(find_game(game))
    if houses:
        raise Refused(f"`{named}` is a folder of house rules", "name house rules by a file, or use `--show`")
    stem = re.sub(r"\W+", "_", title.lower()).strip("_")
    file = folder / _FOLDER / f"{stem}.rules"
    if file.exists() and not replace:
        raise Refused(f"there is a file `{file}` already", "take another title")
    return file


def write_scenario(file: Path, text: str) -> None:
    """Write a scenario to a file of its own, or below what stands in a file of rules. Raises Refused."""
    if file.parent.name == _FOLDER and (file.parent.parent / MANIFEST).is_file():
        file.parent.mkdir(exist_ok=True)
        write_text(file, text)
        return
    source, problems = read_source(file)
    if source is None or problems:
        raise Refused(f"`{file}` cannot be read", "check the file")
    write_text(file, source.text.rstrip("\n") + "\n\n" + text)


def unlisted(file: Path) -> bool:
    """Say whether the manifest of a game does not take the file up."""
    manifest = file.parent.parent / MANIFEST
    if file.parent.name != _FOLDER or not manifest.is_file():
        return False
    name = f"{_FOLDER}/{file.name}"
    words = (line.strip().removeprefix("- ").strip("'\"[] ") for line in manifest.read_text().splitlines())
    lists = (part.strip() for word in words for part in word.rpartition("[")[2].split(","))
    return not any(fnmatch(name, pattern) for pattern in lists if pattern)
