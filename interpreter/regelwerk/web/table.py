"""A table at which a match is played: what is chosen is kept first and then told to everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from random import Random
from threading import Lock, RLock
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from regelwerk.match.match import Build, Match, make_build
from regelwerk.match.views import view
from regelwerk.players.sight import Player, Sight
from regelwerk.players.table import PLAYERS, QUICK
from regelwerk.program.errors import MatchError
from regelwerk.web.games import Served
from regelwerk.web.live import Listener
from regelwerk.web.store import Kept, Store

PERSON = "person"
BOTS = ("random", "sensible")
"""Who may be at a seat: whoever has its link, or one of these."""

WATCH, HOST = "watch", "host"
"""The places that are no seats: for those who watch, and for whoever has opened the table."""

SAVED_EVERY = 50
"""After so many choices a match is kept whole, so that only the choices since are made again."""

MOST_BY_BOTS = 100_000
"""So many choices bots may make one after the other, as in `play`."""

MOST_LISTENERS = 200
"""So many pages of a table can be open and hear what is new."""


class Stale(Exception):
    """What was chosen is not asked any more."""


class NotKept(Exception):
    """A choice could not be written, and was not made."""


class Table:
    """A match with its places. Every method may be called from any thread.

    Nothing is told of a choice before it has been kept; where that fails the match stands as it is kept.
    """

    def __init__(self, kept: Kept, served: Served, store: Store) -> None:
        self.id = kept.id
        self.served = served
        self.places = kept.places
        self.lock = RLock()
        self._store = store
        self._bots: dict[int, Player] = {}
        self._bots_play = Lock()
        self._search: Build | None = None
        self._listeners: list[Listener] = []
        self._views: dict[int | None, dict[str, Any]] = {}
        self._read(kept)

    def _read(self, kept: Kept) -> None:
        """Stand as it is kept. Raises MatchError if the match was not played with these rules."""
        match = Match.load(kept.saved, self.served.game.rules)
        for seat, option in kept.since:
            number = _asked(match, seat)
            if number is None:
                raise MatchError(f"seat {seat + 1} has chosen what it was not asked")
            match.take(number, option)
        self.match = match
        self.closed = kept.closed
        self.count = kept.choices + len(kept.since)
        self.made = Counter(kept.made)
        self._views.clear()

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """What a seat may know of the match as it now stands."""
        with self.lock:
            if seat not in self._views:
                self._views[seat] = view(self.match, seat)
            return self._views[seat]

    def asked(self, seat: int | None) -> int | None:
        """The number of the decision that waits for a seat."""
        with self.lock:
            if seat is None or self.closed:
                return None
            return _asked(self.match, seat)

    def state(self, seat: int | None) -> str:
        """A name for what a seat sees. It is the same as long as that is the same, and for all who see it."""
        with self.lock:
            own = 0 if seat is None else self.made[seat]
            seen = msgspec.json.encode([self.view(seat), own, self.closed], order="sorted")
        return blake2b(seen, digest_size=12).hexdigest()

    def choose(self, seat: int, asked: int, chosen: int) -> None:
        """Take an option for a seat, which had made so many choices when it was asked.

        Raises Stale if it is not asked that, NotKept if the choice cannot be kept, RuleError if the rules go
        wrong; the match then stands as before.
        """
        with self.lock:
            number = self.asked(seat)
            if number is None or asked != self.made[seat]:
                raise Stale
            if not 0 <= chosen < len(self.match.decisions[number].options):
                raise Stale
            self._take(number, chosen)

    def play_bots(self) -> None:
        """Let bots choose until none is asked. Where they are at it already, they hear of what is new."""
        left = MOST_BY_BOTS
        while left and self.waits_for_bots() and self._bots_play.acquire(blocking=False):
            try:
                while left and self._bot_chooses():
                    left -= 1
            finally:
                self._bots_play.release()

    def waits_for_bots(self) -> bool:
        """Whether a bot is to choose."""
        with self.lock:
            return not self.closed and self._bot_asked() is not None

    def close(self) -> None:
        """Let nothing more be played here."""
        with self.lock:
            self._store.close_table(self.id)
            self.closed = True
            self._tell()

    def listen(self, listener: Listener) -> None:
        """Tell a page what is new from now on, and at once if it does not know how things stand."""
        with self.lock:
            self._listeners.append(listener)
            listener.tell(self.state(listener.seat))

    def leave(self, listener: Listener) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)

    @property
    def listening(self) -> int:
        """How many pages are open."""
        return len(self._listeners)

    def _bot_chooses(self) -> bool:
        with self.lock:
            number = None if self.closed else self._bot_asked()
            if number is None:
                return False
            before, seat = self.count, self.match.decisions[number].seat
            if self._search is None:
                self._search = make_build(self.match.layout, "fast")
            sight = Sight(self.match.copy(), number, self._search)
        chosen = self._bot(seat).choose(sight)
        with self.lock:
            if self.count == before and not self.closed:
                self._take(number, chosen)
        return True

    def _bot_asked(self) -> int | None:
        """The number of the first decision that waits for a bot."""
        seats = [decision.seat for decision in self.match.decisions]
        return next((n for n, seat in enumerate(seats) if self.places[str(seat + 1)].player in BOTS), None)

    def _bot(self, seat: int) -> Player:
        if seat not in self._bots:
            name = self.places[str(seat + 1)].player
            make = QUICK.get(name, PLAYERS[name])
            self._bots[seat] = make(Random(f"{self.match.state.seed}:{seat}"))
        return self._bots[seat]

    def _take(self, number: int, chosen: int) -> None:
        decision = self.match.decisions[number]
        seat, option = decision.seat, decision.options[chosen]
        before = self.match.copy()
        self.match.take(number, chosen)
        whole = self.match.over or (self.count + 1) % SAVED_EVERY == 0
        try:
            self._store.add(self.id, self.count, seat, option, self.match.save() if whole else None)
        except BaseException as error:
            self.match = before
            if isinstance(error, IntegrityError):
                self._stand_as_kept()
            if isinstance(error, SQLAlchemyError):
                raise NotKept from None
            raise
        self.chosen(seat)

    def chosen(self, seat: int) -> None:
        """Tell everybody that a seat has chosen: the match stands where that has led, and is kept so."""
        self.count += 1
        self.made[seat] += 1
        self._views.clear()
        self._tell()

    def _stand_as_kept(self) -> None:
        """Go on from what has been kept by somebody else."""
        kept = self._store.table(self.id)
        assert kept is not None
        self._read(kept)

    def _tell(self) -> None:
        """Tell every page whose seat now sees something else."""
        for listener in list(self._listeners):
            listener.tell(self.state(listener.seat))


def _asked(match: Match, seat: int) -> int | None:
    return next((n for n, decision in enumerate(match.decisions) if decision.seat == seat), None)
