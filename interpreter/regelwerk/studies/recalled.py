"""What a match has been from a moment on: where it stood then, what chance gave and what was chosen since.

A match is played again from its beginning, as its log tells it. The moment is the beginning of an event
that was running when the first of the last choices was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from regelwerk.match.errors import MatchError
from regelwerk.match.log import Entry, Recorder
from regelwerk.match.machine import unpack_frame
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.match.text import option_text, seat_text
from regelwerk.match.walker import Walker
from regelwerk.program.ending import Decision, Option
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import MAIN, Layout

Tell = Callable[[float], None]
"""Is told how much of the work is done, from 0 to 1."""

_KEPT = 400
"""So many of the last decisions are gone back to at once; for earlier ones the match is begun again."""
_TRIES = 100
"""So often it is gone back to where the log did not tell which of several was chosen."""
_EARLIER = 12
"""A course may begin so many choices before those that are asked for."""
_EVENTS = ("event", "told")


Answer = tuple[int, Option]
"""The choice of a seat."""


class Began(NamedTuple):
    """An event that began: the how manyth of the match, and its parameters then."""

    number: int
    event: str
    args: tuple[Any, ...]


class Mark(NamedTuple):
    """Where a match stood at a decision: how long the log was, and how many events had begun."""

    state: State | None
    length: int
    begun: int


class Chosen(NamedTuple):
    """A choice, and what chance gave after it, before the next: results by streams."""

    seat: int
    text: str
    decision: Decision
    option: Option
    chance: tuple[tuple[str, int], ...] = ()


@dataclass
class Course:
    """What happened from the beginning of an event on, with the events around it, the nearest first."""

    begun: Began
    around: tuple[Began, ...]
    before: State
    chance: tuple[tuple[str, int], ...] = ()
    choices: list[Chosen] = field(default_factory=list)


class CannotRecall(Exception):
    """The log of a match does not lead to where it stands."""


class NothingChosen(CannotRecall):
    """There is no choice in the match."""


class _Ear(Recorder):
    """Writes the log again, and keeps the position in which wanted events begin."""

    def __init__(self, layout: Layout, state: State, entries: list[Entry]) -> None:
        super().__init__(layout, state, entries)
        self.begun: list[Began] = []
        self.wanted = -1
        self.before: State | None = None

    def happened(self, event: str, args: list[Any]) -> None:
        number = self.begun[-1].number + 1 if self.begun else 0
        self.begun.append(Began(number, event, tuple(args)))
        if number == self.wanted:
            self.before = self.state.copy()
            self.state.given = []
        super().happened(event, args)


class Beginning(NamedTuple):
    """Where a course may begin: with an event, or at a decision inside one that is begun anew there.

    `choices` is how many there are since; `mark` is the number of the decision, -1 if it is no decision.
    """

    choices: int
    begun: Began
    around: tuple[Began, ...]
    mark: int = -1


class Recall:
    """A match that is played again, to look back from its last choices."""

    def __init__(
        self, match: Match, last: int, answers: Mapping[int, Answer] | None = None,
        tell: Tell = lambda share: None,
    ) -> None:  # fmt: skip
        """`last` choices are looked at, fewer if there were not so many; `answers` are those that are known,
        by the length of the log before them. Raises CannotRecall."""
        self.match = match
        self.log = match.log or []
        self.layout = match.layout
        self._answers = dict(answers or {})
        self._marks: list[Mark] = []
        self._start()
        self._play(tell)
        self.begun = self.ear.begun
        self.beginnings = sorted(self._beginnings(min(last, len(self._marks), _KEPT)), key=lambda one: one[0])

    def _play(self, tell: Tell) -> None:
        """Play to where the match stands. Where the log tells several choices alike, the others are come back
        to if it does not go on as told."""
        open_ones: list[tuple[int, list[Answer]]] = []
        options: list[Answer] | None = None
        tries = 0
        while self._goes_on():
            if options is None:
                self._mark()
                options = self._fitting()
            number = len(self._marks) - 1
            mark = self._marks[number]
            if options and self._takes(options[0]):
                self._answers[mark.length] = options[0]
                open_ones += [(number, options[1:])] if len(options) > 1 else []
                options = None
                tell(len(self.entries) / len(self.log))
                continue
            if options:
                options = options[1:]
            elif open_ones and tries < _TRIES:
                tries += 1
                number, options = open_ones.pop()
                del self._marks[number + 1 :]
            else:
                raise CannotRecall
            self.begun = self.ear.begun
            if self._marks[number].state is None:
                raise CannotRecall
            self._start(self._marks[number])
        if not self._marks:
            raise NothingChosen

    def _goes_on(self) -> bool:
        if len(self.entries) < len(self.log):
            return True
        if self.state.hash() != self.match.hash():
            raise CannotRecall
        return False

    def _mark(self) -> None:
        self._marks.append(Mark(self.state.copy(), len(self.entries), len(self.ear.begun)))
        if len(self._marks) > _KEPT:
            self._marks[-1 - _KEPT] = self._marks[-1 - _KEPT]._replace(state=None)

    def _takes(self, answer: Answer) -> bool:
        """Take an option; False if it does not go on then as the log tells."""
        length = len(self.entries)
        try:
            self.walker.resume(self.state, answer)
        except (MatchError, RuleError):
            return False
        return self.entries[length:] == self.log[length : len(self.entries)]

    def _beginnings(self, last: int) -> Iterator[Beginning]:
        """Where a course with the last choices may begin; those that are likelier come first of equals."""
        first = len(self._marks) - last
        running = self._running(first)
        for n, begun in enumerate(running):
            earlier = sum(mark.begun <= begun.number for mark in self._marks)
            yield Beginning(len(self._marks) - earlier, begun, tuple(running[n + 1 :]))
        for number in range(first, max(first - _EARLIER, 0, len(self._marks) - _KEPT) - 1, -1):
            around = self._anew(number)
            for n, begun in enumerate(around):
                yield Beginning(len(self._marks) - number, begun, tuple(around[n + 1 :]), number)

    def _anew(self, number: int) -> list[Began]:
        """The events and windows that run at a decision, the innermost first, as if begun there."""
        state = self._marks[number].state
        found = []
        for frame in reversed(state.stack if state is not None else ()):
            running = unpack_frame(self.layout, frame)
            names = [name for name, _ in running.body.parameters]
            if running.body.kind in (*_EVENTS, "window") and running.env.keys() >= {*names}:
                args = tuple(running.env[name] for name in names)
                found.append(Began(-1, running.body.subject, args))
        return found

    def _start(self, mark: Mark | None = None, wanted: int = -1) -> None:
        """Begin at a mark, or from the beginning, to wait for the beginning of an event."""
        self.entries: list[Entry] = [] if mark is None else self.log[: mark.length]
        self.state = (
            State(self.layout, self.match.state.seed)
            if mark is None or mark.state is None
            else mark.state.copy()
        )
        self.ear = _Ear(self.layout, self.state, self.entries)
        self.ear.begun = [] if mark is None else self.begun[: mark.begun]
        self.ear.wanted = wanted
        self.walker = Walker(self.layout, self.ear)
        if mark is None:
            self.walker.begin(self.state, MAIN)

    def _step(self) -> Chosen:
        """Take the next choice, which is known."""
        seat, option = self._answers[len(self.entries)]
        decision = next(each for each in self.walker.pending(self.state) if each.seat == seat)
        text = option_text(self.state, decision, option)
        self.walker.resume(self.state, (seat, option))
        return Chosen(seat, text, decision, option)

    def _fitting(self) -> list[Answer]:
        """The choices that the log would tell as it tells the next one."""
        length = len(self.entries)
        wanted = self.log[length]
        found: list[Answer] = []
        for decision in self.walker.pending(self.state):
            if wanted.data.get("seat") != seat_text(decision.seat):
                continue
            known = self._answers.get(length)
            if known is not None and known[0] == decision.seat and known[1] in decision.options:
                return [known]
            for option in decision.options:
                told: list[Entry] = []
                Recorder(self.layout, self.state, told).chose(
                    decision.seat, decision.body, decision.place, option
                )
                if told and told[0].data == wanted.data:
                    found.append((decision.seat, option))
        return found

    def _running(self, number: int) -> list[Began]:
        """The events that run at a decision, the innermost first, as far as their beginnings are known."""
        found: list[Began] = []
        mark = self._marks[number]
        begun = self.begun[: mark.begun]
        for frame in mark.state.stack if mark.state is not None else ():
            body = unpack_frame(self.layout, frame).body
            last = next((each for each in reversed(begun) if each.event == body.subject), None)
            if body.kind in _EVENTS and last is not None and (not found or last.number > found[-1].number):
                found.append(last)
        return found[::-1]

    def course(self, beginning: Beginning) -> Course:
        """What happened since a beginning. Raises CannotRecall."""
        begun, number = beginning.begun, beginning.mark
        if number >= 0:
            self._start(self._marks[number])
            before = self.state.copy()
            given = self._given()
        else:
            earlier = [mark for mark in self._marks if mark.begun <= begun.number and mark.state is not None]
            self._start(earlier[-1] if earlier else None, begun.number)
            while self.ear.before is None:
                self._step()
            before, given = self.ear.before, self._given()
        course = Course(begun, beginning.around, before, given)
        while len(self.entries) < len(self.log):
            chosen = self._step()
            course.choices.append(chosen._replace(chance=self._given()))
        return course

    def _given(self) -> tuple[tuple[str, int], ...]:
        given = tuple(self.state.given or ())
        self.state.given = []
        return given
