"""A match: rules, a build that carries them out, a state, and the log beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from regelwerk.program.bounds import MAX_SEED
from regelwerk.program.ending import Decision, Ending, Option
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import MAIN, Layout, make_layout
from regelwerk.program.lists import Lists
from regelwerk.rules.codec import rules_hash
from regelwerk.rules.declarations import Rules

from .decisions import fault_so_far, take_back
from .errors import MatchError
from .lists import refuse_broken
from .log import Entry, Recorder
from .reader import damaged
from .reading_log import read_log
from .saved import FORMAT, check_hashes, hash_of, read_saved, written_lists
from .state import State
from .text import option_text
from .walker import Walker


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
        """Begin a match with a layout and a build that are already there. Raises MatchError for a seed that
        no save can hold."""
        if not -MAX_SEED <= seed <= MAX_SEED:
            raise MatchError(f"a seed lies from -{MAX_SEED} to {MAX_SEED}")
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
        except BaseException:  # a signal, too, may end it anywhere
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
            "log_hash": None if self.log is None else hash_of(self.log),
        }
        if self.rules.lists:
            data["lists"] = written_lists(self.layout)
        return msgspec.json.encode(data, order="sorted").decode()

    @classmethod
    def load(cls, text: str | bytes, rules: Rules, build: str = "walker") -> Match:
        """Read a saved match. Raises MatchError for anything but an unchanged match of these rules."""
        data, layout = read_saved(text, rules)
        state = State.from_plain(layout, data["state"])
        log = read_log(layout, data["log"], state.over)
        check_hashes(data, state.hash())
        match = cls(rules, layout, make_build(layout, build), state, log)
        match._listen()
        try:
            wrong = None if match.over else _fault_of_decisions(match)
        except (RuleError, LookupError) as error:
            raise MatchError(f"the saved match is damaged: {error}") from None
        if wrong is not None:
            raise damaged("state.stack", wrong)
        return match


def _fault_of_decisions(match: Match) -> str | None:
    """What is wrong with the decisions that a match waits for."""
    if not match.decisions or any(len(set(decision.options)) < 2 for decision in match.decisions):
        return "nobody has anything to decide"
    return fault_so_far(match.layout, match.state)
