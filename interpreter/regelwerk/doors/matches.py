"""Saved matches, and the games they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from regelwerk.doors.games import Game, load_game, refusal, shipped_games
from regelwerk.doors.refusals import Refused
from regelwerk.match.match import Match
from regelwerk.program.errors import MatchError
from regelwerk.source.files import JSON_LIMITS, read_source


def load_match(file: Path, game: str | None, houses: Sequence[str] = ()) -> tuple[Game, Match]:
    """Read a saved match; its game is the one it names unless another is given.

    Raises Refused if the file is no saved match, or was played with other rules.
    """
    source, problems = read_source(file, JSON_LIMITS)
    if source is None or problems:
        raise refusal(problems[0])
    name = game or _game_of(source.text, file)
    if game is None and name not in shipped_games() and not Path(name).exists():
        raise Refused(
            f"`{file}` is a match of `{name}`, which does not come with regelwerk",
            "name the file or folder of the game: `--game FILE`",
        )
    loaded = load_game(name, houses)
    try:
        return loaded, Match.load(source.text, loaded.rules)
    except MatchError as error:
        fix = "name the game it was played with by `--game`" if game is None else "name another file or game"
        if "other rules" in str(error):
            fix += ", and its house rules by `--house`"
        raise Refused(f"`{file}` cannot be used: {error}", fix) from None


def _game_of(text: str, file: Path) -> str:
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        data = None
    name = data.get("game") if isinstance(data, dict) else None
    if not isinstance(name, str) or not name.isidentifier():
        raise Refused(
            f"`{file}` is no saved match, or only a part of one", "name a file that `save` has written"
        )
    return name
