"""What a page is told while it is open: that its seat has something new to see.

A message carries no news, only the name of the state that the seat now sees; the page fetches itself anew.
The name is made from what the seat sees and from nothing else: a number that counted what happens would tell
how often others have chosen. A page that was away is told the last one, and lacks nothing then.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from starlette.concurrency import run_in_threadpool

HEARTBEAT = 15.0
"""After so many seconds without a message a comment is sent: nothing between closes the connection then."""


class Listener:
    """One open page of a place, with a queue of its own. `seat` is None for those who watch."""

    def __init__(self, seat: int | None, known: str) -> None:
        self.seat = seat
        self.known = known
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str] = asyncio.Queue(1)  # whoever takes them slowly needs the last alone

    def tell(self, state: str) -> None:
        """Say, from any thread, what the seat sees now, unless that is known."""
        if state != self.known:
            self.known = state
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._put, state)

    def _put(self, state: str) -> None:
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(state)

    async def next(self, timeout: float) -> str | None:
        """The next message; None if there is none for so many seconds."""
        try:
            return await asyncio.wait_for(self._queue.get(), timeout)
        except TimeoutError:
            return None


class Listeners:
    """The open pages of a table, which stay the same when its match begins. `state` says what a seat sees."""

    def __init__(self) -> None:
        self.state: Callable[[int | None], str]
        self._all: list[Listener] = []

    def __len__(self) -> int:
        return len(self._all)

    def add(self, listener: Listener) -> None:
        """Tell a page what is new from now on, and at once if it does not know how things stand."""
        self._all.append(listener)
        listener.tell(self.state(listener.seat))

    def leave(self, listener: Listener) -> None:
        if listener in self._all:
            self._all.remove(listener)

    def tell(self) -> None:
        """Tell every page whose seat now sees something else."""
        for listener in list(self._all):
            listener.tell(self.state(listener.seat))


async def messages(listeners: Listeners, seat: int | None, known: str) -> AsyncIterator[str]:
    """The stream of one page, which knows a state, until it goes away."""
    listener = Listener(seat, known)
    yield "retry: 2000\n\n"
    try:
        await run_in_threadpool(listeners.add, listener)
        while True:
            state = await listener.next(HEARTBEAT)
            yield ": \n\n" if state is None else f"id: {state}\ndata: changed\n\n"
    finally:
        listeners.leave(listener)
