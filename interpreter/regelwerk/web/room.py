"""What a table is before and after its match has begun: places, and pages that are open."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import RLock

from regelwerk.web.games import Served
from regelwerk.web.live import Listeners
from regelwerk.web.store import Kept, Store

PERSON = "person"

WATCH, HOST = "watch", "host"
"""The places that are no seats: for those who watch, and for whoever has opened the table."""


class Room(ABC):
    """A table with its places. Every method may be called from any thread.

    `version` is that of the table as it is kept, by which this one stands.
    """

    def __init__(self, kept: Kept, served: Served, store: Store, listeners: Listeners | None = None) -> None:
        """`listeners` are pages that are open already: they hear of this one as soon as `state` is its."""
        self.id = kept.id
        self.served = served
        self.places = kept.places
        self.closed = kept.closed
        self.version = kept.version
        self.lock = RLock()
        self._store = store
        if listeners is None:
            listeners = Listeners()
            listeners.state = self.state
        self.listeners = listeners

    @abstractmethod
    def state(self, seat: int | None) -> str:
        """A name for what a seat sees. It is the same as long as that is the same, and for all who see it."""

    @abstractmethod
    def catch_up(self) -> bool:
        """Go on to how the table stands as it is kept, and tell everybody; False if it must be read anew."""

    def waits_for_bots(self) -> bool:
        """Whether a bot is to choose."""
        return False

    def play_bots(self, most: int | None = None) -> bool:
        """Let bots choose until none is asked, or so often; whether they chose and another one is asked."""
        return False

    def close(self) -> None:
        """Let nothing more be played here."""
        self._store.close_table(self.id)
        self.catch_up()
