"""A table at which a match is played: what is chosen is kept first and then told to everybody."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from threading import Lock
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from regelwerk.doors.refusals import rules_refusal
from regelwerk.doors.undoing import Choice as Last
from regelwerk.doors.undoing import others_are_asked, others_chose, told_apart
from regelwerk.match.match import Match
from regelwerk.match.options import DONE
from regelwerk.match.several import several
from regelwerk.match.views import LogReader, view
from regelwerk.program.ending import Option
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.source.characters import visible
from regelwerk.web.bots import BOTS, MOST_BY_BOTS, Closed, Thought, thought_of
from regelwerk.web.games import Served
from regelwerk.web.live import Listener, Listeners
from regelwerk.web.room import PERSON, Room
from regelwerk.web.store import Choice, Kept, Overtaken, Store, reason_of

SAVED_EVERY = 50
"""After so many choices a match is kept whole, so that only the choices since are made again."""

MOST_LISTENERS = 200
"""So many pages of a table can be open and hear what is new."""


_UNSURE = -1
"""The version of a table of which it is not known whether the last choice was kept: it is looked up."""


class Stale(Exception):
    """What was chosen is not asked any more."""


class WrongNumber(Exception):
    """More or fewer are picked than can be."""


class Stands(Exception):
    """A choice cannot be taken back: since then something has been told."""


class NotKept(Exception):
    """A choice could not be written, and was not made."""


class Table(Room):
    """A match with its places.

    Nothing is told of a choice before it has been kept; where that fails the match stands as it is kept.
    """

    def __init__(
        self, kept: Kept, served: Served, store: Store, listeners: Listeners | None = None,
        choose: Callable[[Thought], int] | None = None,
    ) -> None:  # fmt: skip
        """`choose` thinks for bots."""
        super().__init__(kept, served, store, listeners)
        self._choose = choose
        self._bots_play = Lock()
        self._views: dict[int | None, dict[str, Any]] = {}
        self._states: dict[int | None, str] = {}
        self._logs: dict[int | None, LogReader] = {}
        self._read(kept)

    def _read(self, kept: Kept) -> None:
        """Stand as it is kept. Raises MatchError if the match was not played with these rules."""
        assert kept.saved is not None
        match = Match.load(kept.saved, self.served.game.rules)
        self._last = self._taken(match, kept.since)
        self.match = match
        self.closed, self.version, self.taken_back = kept.closed, kept.version, kept.taken_back
        self.count = kept.choices + len(kept.since)
        self.made = Counter(kept.made)
        self._changed()

    def catch_up(self) -> bool:
        with self.lock:
            news = self._store.news(self.id, self.count)
            if news.taken_back != self.taken_back:
                kept = self._store.table(self.id)
                assert kept is not None
                self._read(kept)
            else:
                self._go_on(news.since)
                if news.closed != self.closed:
                    self._changed()
                self.closed, self.version = news.closed, news.version
            self.listeners.tell()
            return True

    def _go_on(self, choices: Sequence[Choice]) -> None:
        """Stand where choices have led that somebody else has kept."""
        if choices:
            match = self.match.copy()
            self._last = self._taken(match, choices)
            self.match = match
            self.count += len(choices)
            self.made.update(seat for seat, _ in choices)
            self._changed()

    def _taken(self, match: Match, choices: Sequence[Choice]) -> Last | None:
        """Make choices in a match; the last of them. Raises MatchError or RuleError if that cannot be."""
        last = None
        for left, (seat, option) in enumerate(choices, 1 - len(choices)):
            number = _asked(match, seat)
            if number is None or option not in match.decisions[number].options:
                raise MatchError(f"seat {seat + 1} has chosen what it was not asked")
            last = None if left else self._noted(match, number, option)
            match.take(number, option)
        return last

    def _noted(self, match: Match, number: int, option: Option) -> Last | None:
        """A choice that is about to be made, if that may ever be taken back: those in secret may not, for
        nobody may know whether others have chosen."""
        decision = match.decisions[number]
        if decision.kind == "secret" or self.places[str(decision.seat + 1)].player != PERSON:
            return None
        return Last(match.copy(), number, decision.options.index(option))

    def can_try_back(self, seat: int | None) -> bool:
        """Whether a seat was the last to choose, as far as it may know; it then may ask for that back."""
        with self.lock:
            last, now = self._last, self.match
            if last is None or last.seat != seat or self.closed or now.over:
                return False
            if any(decision.kind == "secret" for decision in now.decisions):
                return False
            # Whether others were asked or only passed for, nobody may know: either way the choice stands.
            return not (others_chose(last.before, now, seat) or others_are_asked(now, seat))

    def take_back(self, seat: int, asked: int) -> None:
        """Take the last choice of a seat back, which had made so many choices when it asked for that.

        Raises Stale if it is not the last one any more, Stands if anything has been told since, NotKept.
        """
        with self.lock:
            if self._last is None or not self.can_try_back(seat) or asked != self.made[seat]:
                raise Stale
            if told_apart(self._last, self.match):
                raise Stands
            before = self._last.before
            try:
                self._store.take_back(self.id, self.version, self.count - 1, before.save())
            except Overtaken:
                self.catch_up()
                raise Stale from None
            except SQLAlchemyError as error:
                self.version = _UNSURE
                raise _not_kept(error) from None
            self.match, self._last = before, None
            self.version += 1
            self.taken_back += 1
            self.count -= 1
            self.made[seat] -= 1
            self._changed()
            self.listeners.tell()

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """What a seat may know of the match as it now stands."""
        with self.lock:
            if seat not in self._views:
                log = self._logs.setdefault(seat, LogReader(seat)).read(self.match)
                self._views[seat] = view(self.match, seat, log)
            return self._views[seat]

    def asked(self, seat: int | None) -> int | None:
        """The number of the decision that waits for a seat."""
        with self.lock:
            if seat is None or self.closed:
                return None
            return _asked(self.match, seat)

    def state(self, seat: int | None) -> str:
        with self.lock:
            if seat not in self._states:
                self._states[seat] = self._state(seat)
            return self._states[seat]

    def _state(self, seat: int | None) -> str:
        seen, own = self.view(seat), 0 if seat is None else self.made[seat]
        log = self._logs[seat].name(seen["log"])
        rest = msgspec.json.encode([{**seen, "log": None}, own, self.closed], order="sorted")
        return blake2b(log + rest, digest_size=12).hexdigest()

    def _changed(self) -> None:
        """Nothing that seats saw is as it was."""
        self._views.clear()
        self._states.clear()

    def choose(self, seat: int, asked: int, chosen: int) -> None:
        """Take an option for a seat, which had made so many choices when it was asked.

        Raises Stale if it is not asked that, NotKept if the choice cannot be kept, RuleError if the rules go
        wrong; the match then stands as before.
        """
        with self.lock:
            number = self.asked(seat)
            if number is None or asked != self.made[seat]:
                raise Stale
            options = self.match.decisions[number].options
            if not 0 <= chosen < len(options):
                raise Stale
            self._take(number, options[chosen])

    def pick(self, seat: int, asked: int, chosen: Sequence[int], done: bool) -> None:
        """Take several options of a choice of several, one after the other; with `done`, no more after them.

        Raises WrongNumber if so many cannot be picked, and what `choose` raises: then what was picked before
        stands.
        """
        with self.lock:
            number = self.asked(seat)
            if number is None or asked != self.made[seat]:
                raise Stale
            decision = self.match.decisions[number]
            limits = several(self.match, decision)
            if limits is None or not all(0 <= each < len(decision.options) for each in chosen):
                raise Stale
            after = len(limits.picked) + len(chosen)
            if limits.most is not None and after > limits.most:
                raise WrongNumber
            if done and limits.least is not None and after < limits.least:
                raise WrongNumber
            for count, option in enumerate((decision.options[each] for each in chosen), len(limits.picked)):
                self._take(self._still(seat, count), option)
            if done and after != limits.most and (chosen or DONE in decision.options):
                self._take(self._still(seat, after), DONE)

    def _still(self, seat: int, picked: int) -> int:
        """The number of the decision in which a seat has picked so many. Raises Stale if it is over."""
        number = self.asked(seat)
        limits = None if number is None else several(self.match, self.match.decisions[number])
        if number is None or limits is None or len(limits.picked) != picked:
            raise Stale
        return number

    def play_bots(self, most: int | None = None) -> bool:
        """Let bots choose until none is asked, or so often; whether they chose and another one is asked.

        Where they are at it already, they hear of what is new.
        """
        left = first = MOST_BY_BOTS if most is None else most
        while left and self.waits_for_bots() and self._bots_play.acquire(blocking=False):
            try:
                while left and self._bot_chooses():
                    left -= 1
            except (Closed, NotKept):
                return False
            except (RuleError, MatchError) as error:
                print(rules_refusal(f"a bot cannot choose at table {self.id}", error).text(), file=sys.stderr)
                return False
            finally:
                self._bots_play.release()
        return left < first and self.waits_for_bots()

    def waits_for_bots(self) -> bool:
        """Whether a bot is to choose."""
        with self.lock:
            return not self.closed and self._bot_asked() is not None

    def listen(self, listener: Listener) -> None:
        """Tell a page what is new from now on, and at once if it does not know how things stand."""
        self.listeners.add(listener)

    def _bot_chooses(self) -> bool:
        with self.lock:
            number = None if self.closed else self._bot_asked()
            if number is None or self._choose is None:
                return False
            before, bot = self.version, self.places[str(self.match.decisions[number].seat + 1)].player
            thought = thought_of(self.id, self.served.name, self.match, number, bot)
        chosen = self._choose(thought)
        with self.lock:
            if self.version == before and not self.closed:
                with suppress(Stale):
                    self._take(number, self.match.decisions[number].options[chosen])
        return True

    def _bot_asked(self) -> int | None:
        """The number of the first decision that waits for a bot."""
        seats = [decision.seat for decision in self.match.decisions]
        return next((n for n, seat in enumerate(seats) if self.places[str(seat + 1)].player in BOTS), None)

    def _take(self, number: int, option: Option) -> None:
        decision = self.match.decisions[number]
        if option not in decision.options:
            raise Stale
        seat, before, last = decision.seat, self.match.copy(), self._noted(self.match, number, option)
        self.match.take(number, option)
        # As it stood before, so that the last choice can be taken back after a stop as well.
        saved = before.save() if self.count and self.count % SAVED_EVERY == 0 else None
        try:
            self._store.add(self.id, self.version, self.count, seat, option, saved)
        except BaseException as error:
            self.match = before
            if isinstance(error, Overtaken):
                self.catch_up()
                raise Stale from None
            if isinstance(error, SQLAlchemyError):
                self.version = _UNSURE
                raise _not_kept(error) from None
            raise
        self.version += 1
        self._last = last
        self.chosen(seat)

    def chosen(self, seat: int) -> None:
        """Tell everybody that a seat has chosen: the match stands where that has led, and is kept so."""
        self.count += 1
        self.made[seat] += 1
        self._changed()
        self.listeners.tell()


def _asked(match: Match, seat: int) -> int | None:
    return next((n for n, decision in enumerate(match.decisions) if decision.seat == seat), None)


def _not_kept(error: SQLAlchemyError) -> NotKept:
    """What is raised where something could not be kept; whoever runs the server is told why."""
    print(visible(f"error: nothing can be kept: {reason_of(error)}"), file=sys.stderr, flush=True)
    return NotKept()
