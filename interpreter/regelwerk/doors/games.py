"""Finding and loading the game a user names: a folder, a rule file, an exported file, or a shipped game."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from regelwerk.doors.fingerprints import fingerprint, tells_all
from regelwerk.doors.folders import files_under, is_folder
from regelwerk.doors.houses import find_houses, holds_house_rules_only
from regelwerk.doors.kept_parts import look_at
from regelwerk.doors.refusals import Refused
from regelwerk.meaning.house_titles import HOUSE_MANIFEST
from regelwerk.resources import data_path
from regelwerk.rules.codec import RulesFormError, decode
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenarios
from regelwerk.rules.validate import validate
from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic, near_names
from regelwerk.source.files import JSON_LIMITS, read_source
from regelwerk.source.spans import SourceFile

if TYPE_CHECKING:
    from regelwerk.meaning.game import Checked

MANIFEST = "game.yaml"
_MAX_NEIGHBOURS = 1000
"""So many names in a folder are compared with one that is not there."""
KEPT = "game"
"""What games are kept as."""


class Game(msgspec.Struct, frozen=True, dict=True):
    """A game without errors. `titles` are by language, `clauses` None if it has no list of them.

    `edition` says by language which edition of the game its tables are, where that is told.

    `written_scenarios` are read when they are asked for: they may be the larger part, and are seldom played.
    `house_titles` are those of the house rules over it, one for each `--house`; `house_clauses` the lists
    that come with them, which `clauses` includes. `warnings` counts what `check` warns of.
    """

    rules: Rules
    written_scenarios: msgspec.Raw = msgspec.field(default=msgspec.Raw(b"null"), name="scenarios")
    titles: dict[str, str] = {}
    clauses: dict[str, dict[str, str]] | None = None
    house_titles: tuple[dict[str, str], ...] = ()
    house_clauses: dict[str, dict[str, str]] | None = None
    warnings: int = 0
    edition: dict[str, str] = {}

    @cached_property
    def scenarios(self) -> Scenarios | None:
        """Its scenarios, if it has any. Raises Refused if they were kept, and changed since."""
        try:
            found: Scenarios | None = _decoder(Scenarios | None).decode(self.written_scenarios)
            return found
        except (msgspec.DecodeError, RecursionError):
            raise Refused(
                f"what is kept of `{self.rules.game}` has been changed", "empty the folder of the cache"
            ) from None

    def title(self, language: str) -> str:
        """Its name for players, its edition, and the names of the house rules over it."""
        over = self.house_titles or tuple({"": house.title} for house in self.rules.house_rules)
        return _joined([self.titles or {"": self.rules.game}, self.edition, *over], language)


Sources = dict[str, SourceFile]
"""Texts by the names of their files."""


@functools.cache  # made when a game is read for the first time: a check reads none
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def shipped_games() -> dict[str, Path]:
    """The games that come with the distribution, by name."""
    found: dict[str, Path] = {}
    root = data_path("games")
    for folder in (root, root / "classics"):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if (path / MANIFEST).is_file():
                found.setdefault(path.name, path)
            elif path.suffix == ".rules":
                found.setdefault(path.stem, path)
    return found


def find_game(name: str) -> Path:
    """The path of a game. Raises Refused, with near names, if there is none."""
    path = Path(name)
    try:
        if path.is_file() or (path / MANIFEST).is_file():
            return path
        is_folder = path.is_dir()
    except (OSError, ValueError):
        is_folder = False
    shipped = shipped_games()
    if name in shipped:
        return shipped[name]
    if is_folder:
        raise Refused(
            f"the folder `{name}` is no game: it has no `{MANIFEST}`", f"name a folder with a `{MANIFEST}`"
        )
    looks_like_path = path.suffix in (".rules", ".json", ".yaml") or len(path.parts) > 1
    if looks_like_path:
        near = near_names(path.name, _neighbours(path)) or near_names(path.stem, shipped)
        raise Refused(f"there is no file or folder `{name}`", "correct the path", near)
    listed = ", ".join(sorted(shipped))
    raise Refused(
        f"there is no game `{name}`",
        f"name a folder with a `{MANIFEST}`, a `.rules` file, an exported `.json` file, or one of {listed}",
        near_names(name, shipped),
    )


def folder_of(path: Path) -> Path:
    """The folder of a game that is named by its manifest; any other path as it is."""
    return path.parent if path.is_file() and path.name == MANIFEST else path


def games_under(name: str) -> list[str]:
    """The game of that name, or all games in a folder that is none itself.

    Raises Refused if there is neither.
    """
    path = Path(name)
    if name not in shipped_games() and is_folder(path) and not (path / MANIFEST).is_file():
        files = files_under(path)
        folders = [file.parent for file in files if file.name == MANIFEST]
        books = {*folders, *(file.parent for file in files if file.name == HOUSE_MANIFEST)}
        inside = [
            file
            for file in files
            if file.suffix == ".rules" and books.isdisjoint(file.parents) and not holds_house_rules_only(file)
        ]
        found = sorted([*folders, *inside])
        if found:
            return [str(game) for game in found]
        raise Refused(
            f"the folder `{name}` holds no game", f"name a folder with a `{MANIFEST}`, or with games in it"
        )
    find_game(name)
    return [name]


def load_game(name: str, houses: Sequence[str] = ()) -> Game:
    """Load a game by what a user calls it, with house rules laid over it, the lowest first.

    Raises Refused if there is no such game or it is in no usable form.
    """
    path = find_game(name)
    over = find_houses(path, houses)
    if path.suffix == ".json":
        return _from_json(path)
    return load_files(folder_of(path), over)


def title_unread(name: str, language: str) -> str:
    """What players call a game of which nothing else is read; its name where only its rules could tell.

    Raises Refused if there is no such game.
    """
    from regelwerk.meaning.files import load_titles

    files = load_titles(folder_of(find_game(name)))
    return _joined([files.titles or {"": Path(name).stem}, files.edition], language)


def _joined(titles: Sequence[Mapping[str, str]], language: str) -> str:
    return ", ".join(each.get(language) or next(iter(each.values())) for each in titles if each)


def load_files(path: Path, houses: Sequence[Path] = ()) -> Game:
    """Load a game by its path, with files of house rules; for the rest see `load_game`."""
    key = fingerprint(KEPT, path, houses)
    kept = _kept(key)
    if kept is not None:
        return kept
    checked = look_at(path, houses)
    if checked.rules is None:
        refuse_errors(path, houses, checked)
    return _keep(path, houses, checked, key)


def load_tested(path: Path, houses: Sequence[Path] = ()) -> tuple[Game, list[Diagnostic], Sources]:
    """Load a game to play its scenarios: those that have errors are left out, and their errors handed back
    with the texts they lie in; for the rest see `load_files`."""
    key = fingerprint(KEPT, path, houses)
    kept = _kept(key)
    if kept is not None:
        return kept, [], {}
    checked = look_at(path, houses, despite_scenarios=True)
    if checked.sound is None:
        refuse_errors(path, houses, checked)
    if checked.rules is not None:
        return _keep(path, houses, checked, key), [], {}
    errors = [problem for problem in checked.diagnostics if problem.severity == "error"]
    return keep_game(checked, None), errors, checked.sources


def _kept(key: str | None) -> Game | None:
    """A game as it is kept, if it is."""
    kept = None if key is None else cache.read(key)
    if kept is not None:
        try:
            found: Game = _decoder(Game).decode(kept)
            if validate(found.rules) is None:  # a digest says only that nothing was lost
                return found
        except (msgspec.DecodeError, RecursionError):
            pass
    return None


def _keep(path: Path, houses: Sequence[Path], checked: Checked, key: str | None) -> Game:
    """Keep a game, unless its files have changed since, or do not tell all."""
    unchanged = key == fingerprint(KEPT, path, houses) and tells_all(path, houses, checked.sources)
    return keep_game(checked, key if unchanged else None)


def keep_game(checked: Checked, key: str | None) -> Game:
    """The game that was found without errors, but for those of scenarios; it is kept under a name, if there
    is one."""
    assert checked.sound is not None
    files = checked.files
    lists = [house.files.clauses for house in checked.houses if house.files.clauses is not None]
    scenarios = b"null" if checked.tested is None else checked.tested.encode()
    game = Game(
        checked.sound, msgspec.Raw(scenarios), files.titles, files.clauses,
        tuple(house.titles for house in checked.houses),
        {clause: about for found in lists for clause, about in found.items()} if lists else None,
        sum(problem.severity == "warning" for problem in checked.diagnostics), files.edition,
    )  # fmt: skip
    if key is not None:
        cache.write(key, msgspec.json.encode(game))
    return game


def warnings_line(count: int, called: str) -> str:
    """What is said of warnings where they are not listed; `called` is what `check` shows them of."""
    found = "1 warning" if count == 1 else f"{count} warnings"
    return f"{found}: `regelwerk check {called}` shows {'it' if count == 1 else 'them'}"


def refuse_errors(path: Path, houses: Sequence[Path], checked: Checked) -> NoReturn:
    """Raise Refused for a game with errors, of which the first is told."""
    from regelwerk.source.render import render_short

    errors = [problem for problem in checked.diagnostics if problem.severity == "error"]
    count = "1 error" if len(errors) == 1 else f"{len(errors)} errors, the first of them"
    over = "".join(f" --house {house}" for house in houses)
    what = f"`{path}` with its house rules" if houses else f"`{path}`"
    first = render_short(errors[:1], checked.sources, colour=False).strip()
    raise Refused(f"{what} has {count}: {first}", f"`regelwerk check {path}{over}` says more")


def _from_json(path: Path) -> Game:
    source, problems = read_source(path, JSON_LIMITS)
    if source is None or problems:
        raise refusal(problems[0])
    try:
        rules = decode(source.text)
    except RulesFormError as error:
        raise Refused(f"`{path}` is {error}", "write it again with `regelwerk export`") from None
    damage = validate(rules)
    if damage is not None:
        raise Refused(
            f"the rules in `{path}` are damaged: {damage}", "write them again with `regelwerk export`"
        )
    return Game(rules)


def refusal(problem: Diagnostic) -> Refused:
    """A diagnostic as a refusal."""
    return Refused(problem.message, problem.help or "", problem.near)


def _neighbours(path: Path) -> list[str]:
    try:
        return [entry.name for entry in path.parent.iterdir()][:_MAX_NEIGHBOURS]
    except (OSError, ValueError):
        return []
