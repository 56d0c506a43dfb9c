"""The games that are served, each loaded when it is asked for the first time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from regelwerk.doors.board_file import board_of_game
from regelwerk.doors.games import Game, load_game, shipped_games, title_unread
from regelwerk.doors.labels import LANGUAGES, Labels
from regelwerk.meaning.boards import BoardDecl
from regelwerk.rules.declarations import OptionDecl


class Served(NamedTuple):
    """A game with its board file, if it has one, and its labels by language."""

    name: str
    game: Game
    plan: BoardDecl | None
    labels: Mapping[str, Labels]

    def title(self, language: str) -> str:
        return self.game.title(language)

    def values_of(self, option: OptionDecl) -> Sequence[str]:
        """What an option of the game can be, as it is written; its default first."""
        kind = option.type
        if kind.kind == "flag":
            found: Sequence[str] = ("no", "yes")
        elif kind.kind == "enum":
            enums = {enum.name: enum.members for enum in self.game.rules.enums}
            found = enums.get(kind.name or "", ())
        else:
            low = kind.low or 0
            found = [str(number) for number in range(low, (kind.high or 0) + 1)]
            return [str(option.default), *(text for text in found if text != str(option.default))]
        default = found[option.default]
        return [default, *(text for text in found if text != default)]


class Games:
    """The games of a server by the names that users give them, with the house rules over them."""

    def __init__(self, names: Sequence[str] = (), houses: Sequence[str] = (), now: bool = True) -> None:
        """Without names, all games that come with regelwerk. Raises Refused for a game, or house rules, that
        are not there or in no usable form; with `now` false, only when they are asked for."""
        self.names = list(dict.fromkeys(names or shipped_games()))
        self.houses = tuple(houses)
        self.loaded: Callable[[], None] = lambda: None
        """What is done after each that is loaded."""
        self._loaded: dict[str, Served] = {}
        self._titles: dict[tuple[str, str], str] = {}
        self._lock = Lock()
        for name in names if now else ():
            self.served(name)

    def title(self, name: str, language: str) -> str:
        """What a game that is served is called. Nobody waits for its rules to be read. Raises Refused."""
        if name in self._loaded:
            return self._loaded[name].title(language)
        if (name, language) not in self._titles:
            self._titles[name, language] = title_unread(name, language)
        return self._titles[name, language]

    def served(self, name: str) -> Served:
        """A game that is served. Raises KeyError for another, Refused if it is in no usable form."""
        if name in self._loaded:
            return self._loaded[name]
        if name not in self.names:
            raise KeyError(name)
        with self._lock:
            if name not in self._loaded:
                game = load_game(name, self.houses)
                labels = {language: Labels(game.rules, language) for language in LANGUAGES}
                self._loaded[name] = Served(name, game, board_of_game(name, game.rules, self.houses), labels)
                self.loaded()
            return self._loaded[name]
