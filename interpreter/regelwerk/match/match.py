"""A match: rules, a build that carries them out, a state, and the log beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Protocol

import msgspec

from regelwerk.program.ending import Decision, Ending, Option
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import MAIN, Layout, make_layout
from regelwerk.program.lists import Lists
from regelwerk.rules.codec import rules_hash
from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import BroughtList, list_hash

from .decisions import take_back
from .errors import MatchError
from .lists import refuse_broken
from .log import Entry, Recorder
from .state import State
from .text import option_text
from .walker import Walker

FORMAT = "regelwerk-match/1"
_FIELDS = ("format", "game", "version", "rules", "players", "options", "state", "hash", "log", "log_hash")


def _log_hash(log: object) -> str | None:
    """Hash of a log, as entries or as plain data (32 hexadecimal digits); None without one."""
    if log is None:
        return None
    return blake2b(msgspec.json.encode(log, order="sorted"), digest_size=16).hexdigest()


class _SavedList(msgspec.Struct, forbid_unknown_fields=True):
    """A list as it stands in a saved match."""

    hash: str
    list: BroughtList


def _saved_lists(rules: Rules, players: int, data: object) -> dict[str, list[BroughtList]] | None:
    """The lists of a saved match. Raises MatchError if they are not all there, or were changed."""
    if not rules.lists:
        return None
    lists = msgspec.convert(data, dict[str, list[_SavedList]])
    wanted = {each.name for each in rules.lists}
    if lists.keys() != wanted or any(len(seats) != players for seats in lists.values()):
        raise MatchError("the saved match is damaged at `lists`")
    for seats in lists.values():
        for seat, saved in enumerate(seats):
            if list_hash(saved.list) != saved.hash:
                raise MatchError(
                    "the saved match has been changed since it was saved: "
                    f"the list `{saved.list.id}` of seat {seat + 1} is another one"
                )
    return {name: [saved.list for saved in seats] for name, seats in lists.items()}


class Build(Protocol):
    """What carries rules out over a state: `Walker`, or the generated program."""

    def begin(
        self, s: State, event: str = ..., args: Sequence[Any] = ..., within: Sequence[Any] = ...
    ) -> None: ...

    def resume(self, s: State, answer: tuple[int, Option]) -> None: ...

    def pending(self, s: State) -> list[Decision]: ...


def make_build(layout: Layout, name: str) -> Build:
    """The build with this name, `walker` or `fast`."""
    if name == "walker":
        return Walker(layout)
    if name == "fast":
        from regelwerk.program.generate import Program

        program: Build = Program(layout)
        return program
    raise MatchError(f"there is no build `{name}`, only `walker` and `fast`")


class Match:
    """One match. Everything that changes is in `state` (and `log`, where one is kept)."""

    def __init__(
        self, rules: Rules, layout: Layout, build: Build, state: State, log: list[Entry] | None
    ) -> None:
        self.rules = rules
        self.layout = layout
        self.build = build
        self.state = state
        self.log = log
        self._decisions: list[Decision] | None = None

    @classmethod
    def start(
        cls,
        rules: Rules,
        players: int | None = None,
        options: Mapping[str, int] | None = None,
        seed: int = 0,
        build: str = "walker",
        log: bool = True,
        lists: Lists | None = None,
    ) -> Match:
        """Begin a match and run to its first decision. A log is kept by the walker only.

        Raises RuleError for players, options or lists the game does not have, for lists that are not as
        they must be, and for errors of the rules.
        """
        layout = make_layout(rules, rules.players[0] if players is None else players, options, lists)
        refuse_broken(layout)
        return cls.start_on(layout, make_build(layout, build), seed, log)

    @classmethod
    def start_on(cls, layout: Layout, build: Build, seed: int = 0, log: bool = True) -> Match:
        """Begin a match with a layout and a build that are already there."""
        keeps = log and isinstance(build, Walker)
        match = cls(layout.game, layout, build, State(layout, seed), [] if keeps else None)
        match._listen()
        match.build.begin(match.state, MAIN)
        return match

    def _listen(self) -> None:
        if isinstance(self.build, Walker):
            recorder = None if self.log is None else Recorder(self.layout, self.state, self.log)
            self.build = Walker(self.layout, recorder)

    @property
    def decisions(self) -> list[Decision]:
        """What is to be decided now; empty when the match is over."""
        if self._decisions is None:
            self._decisions = self.build.pending(self.state)
        return self._decisions

    def take(self, decision: int, option: int | Option) -> None:
        """Take an option (its number or itself) of a decision and run to the next decision.

        Raises MatchError if there is no such decision or option, RuleError if the rules go wrong; the
        match then stands as it stood before.
        """
        found = self.decisions
        if not 0 <= decision < len(found):
            raise MatchError("the match is over" if self.over else f"there is no decision {decision + 1} now")
        options = found[decision].options
        if isinstance(option, int):
            if not 0 <= option < len(options):
                raise MatchError(f"there is no option {option + 1}, only {len(options)}")
            option = options[option]
        elif tuple(option) not in options:
            raise MatchError("this option is not offered now")
        kept, length = self.state.copy(), len(self.log or ())
        try:
            self.build.resume(self.state, (found[decision].seat, tuple(option)))
        except Exception:
            self.state.become(kept)
            if self.log is not None:
                del self.log[length:]
            raise
        finally:
            self._decisions = None

    def take_back(self, seat: int) -> bool:
        """Take back a seat's last pick inside a decision of several picks; False if there is none."""
        self._decisions = None
        return take_back(self.layout, self.state, seat)

    @property
    def over(self) -> bool:
        return self.state.over is not None

    @property
    def result(self) -> Ending | None:
        """How the match ended: name, winners, scores; None while it runs."""
        return self.state.over

    def copy(self) -> Match:
        """An independent match that stands where this one stands."""
        log = None if self.log is None else list(self.log)
        match = Match(self.rules, self.layout, self.build, self.state.copy(), log)
        match._listen()
        return match

    def hash(self) -> str:
        return self.state.hash()

    def text(self, option: Option, decision: int = 0) -> str:
        """The canonical text of an option of a decision."""
        return option_text(self.state, self.decisions[decision], option)

    def save(self) -> str:
        """The match as one line of JSON."""
        data = {
            "format": FORMAT,
            "game": self.rules.game,
            "version": self.rules.version,
            "rules": rules_hash(self.rules),
            "players": self.layout.players,
            "options": {option.name: self.layout.options[n] for n, option in enumerate(self.rules.options)},
            "state": self.state.plain(),
            "hash": self.hash(),
            "log": self.log,
            "log_hash": _log_hash(self.log),
        }
        if self.rules.lists:
            data["lists"] = {
                name: [{"hash": list_hash(each), "list": each} for each in seats]
                for name, seats in self.layout.brought.items()
            }
        return msgspec.json.encode(data, order="sorted").decode()

    @classmethod
    def load(cls, text: str | bytes, rules: Rules, build: str = "walker") -> Match:
        """Read a saved match. Raises MatchError for anything but an unchanged match of these rules."""
        try:
            data = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise MatchError(f"not a saved match, or only a part of one: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            found = data.get("format") if isinstance(data, dict) else None
            raise MatchError(
                f"not a saved match of the format `{FORMAT}`" + (f" but `{found}`" if found else "")
            )
        fields = {*_FIELDS, "lists"} if rules.lists else set(_FIELDS)
        if set(data) != fields:
            odd = sorted(set(data) ^ fields)
            raise MatchError(f"the saved match is damaged: `{odd[0]}` is missing or should not be there")
        if data["game"] != rules.game:
            raise MatchError(f"the saved match is of the game `{data['game']}`, not of `{rules.game}`")
        if data["rules"] != rules_hash(rules):
            raise MatchError(f"the saved match was played with other rules of `{rules.game}`")
        if data["version"] != rules.version:
            raise MatchError(f"the saved match is damaged at `version`: expected `{rules.version}`")
        players, options = data["players"], data["options"]
        if type(players) is not int or not isinstance(options, dict):
            raise MatchError("the saved match is damaged at `players` or `options`")
        complete = options.keys() == {option.name for option in rules.options}
        if not complete or any(type(value) is not int for value in options.values()):
            raise MatchError("the saved match is damaged at `options`")
        try:
            layout = make_layout(rules, players, options, _saved_lists(rules, players, data.get("lists")))
            refuse_broken(layout)
            state = State.from_plain(layout, data["state"])
            log = msgspec.convert(data["log"], list[Entry] | None)
        except (RuleError, msgspec.ValidationError) as error:
            raise MatchError(f"the saved match is damaged: {error}") from None
        if data["hash"] != state.hash():
            raise MatchError("the saved match has been changed since it was saved: its hash does not fit")
        if data["log_hash"] != _log_hash(data["log"]):
            raise MatchError(
                "the saved match has been changed since it was saved: the hash of its log does not fit"
            )
        match = cls(rules, layout, make_build(layout, build), state, log)
        match._listen()
        try:
            empty = not match.decisions and not match.over
        except (RuleError, LookupError) as error:
            raise MatchError(f"the saved match is damaged: {error}") from None
        if empty:
            raise MatchError("the saved match is damaged: nobody has anything to decide")
        return match
