"""How often anybody may ask: by address, and by seat. Whoever asks too often is told when to come again."""

from __future__ import annotations

from asyncio import Semaphore, timeout
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from time import monotonic
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from regelwerk.web.asking import language_of
from regelwerk.web.rendering import refused
from regelwerk.web.words import say

MOST_REMEMBERED = 10_000
"""So many addresses and seats are remembered, those who asked last."""

AT_ONCE = 4
"""So many questions of one address are answered at the same time; there are threads for ten times as many."""

MOST_STREAMS = 100
"""So many pages of one address can be open and hear what is new."""


class Rate(NamedTuple):
    """So many at once, and after that so many in a second."""

    at_once: int
    a_second: float


OPENING = Rate(20, 1 / 120)
"""How often an address may open a table."""

WRONG = Rate(20, 1 / 5)
"""How often an address may come with a secret that opens nothing. Whoever has the right one is let in."""

CHOOSING = Rate(30, 10)
"""How often a seat may send a form."""


class Limits:
    """Who has asked how often. Every method may be called from any thread.

    `a_second` is how often an address may ask for anything; with 0 nothing is limited.
    """

    def __init__(self, a_second: float = 0, clock: Callable[[], float] = monotonic) -> None:
        self.asking = Rate(max(20, ceil(4 * a_second)), a_second)
        self._clock = clock
        self._lock = Lock()
        self._left: OrderedDict[tuple[str, ...], tuple[float, float]] = OrderedDict()
        self._streams: Counter[str] = Counter()

    def take(self, request: Request, rate: Rate, what: str = "") -> None:
        """Count one more for an address; raises HTTPException 429 if that is too many. `what` it asks for."""
        self._ask(request, rate, (what, address_of(request)))

    def take_of_seat(self, request: Request, id: str, place: str) -> None:
        """Count a form that a seat sends, from wherever."""
        self._ask(request, CHOOSING, ("seat", id, place))

    def _ask(self, request: Request, rate: Rate, key: tuple[str, ...]) -> None:
        if not self.asking.a_second:
            return
        now = self._clock()
        with self._lock:
            left, then = self._left.get(key, (float(rate.at_once), now))
            left = min(float(rate.at_once), left + (now - then) * rate.a_second)
            if left >= 1:
                self._left[key] = (left - 1, now)
                self._left.move_to_end(key)
                if len(self._left) > MOST_REMEMBERED:
                    self._left.popitem(last=False)
                return
        seconds = ceil((1 - left) / rate.a_second)
        said = say(language_of(request), "too_often", seconds=seconds)
        raise HTTPException(429, said, {"Retry-After": str(seconds)})

    async def stream(self, request: Request, messages: AsyncIterator[str]) -> AsyncIterator[str]:
        """A stream that is counted as long as it is open."""
        address = address_of(request)
        self._streams[address] += 1
        try:
            async for message in messages:
                yield message
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]

    def too_many_streams(self, request: Request) -> bool:
        """Whether an address hears as much as it may."""
        return bool(self.asking.a_second) and self._streams[address_of(request)] >= MOST_STREAMS


class Turns:
    """So many are served at the same time, and so many of one address: whoever asks for more waits, and the
    others do not wait for him."""

    def __init__(self, of_one: int, most: int | None = None) -> None:
        self._of_one = of_one
        self._all = None if most is None else Semaphore(most)
        self._mine: dict[str, Semaphore] = {}
        self._here: Counter[str] = Counter()

    @asynccontextmanager
    async def of(self, address: str, seconds: float | None = None) -> AsyncIterator[None]:
        """The turn of somebody at an address. Raises TimeoutError if it does not come in so many seconds."""
        mine = self._mine.setdefault(address, Semaphore(self._of_one))
        self._here[address] += 1
        try:
            async with AsyncExitStack() as taken:
                async with timeout(seconds):
                    await taken.enter_async_context(mine)
                    if self._all is not None:
                        await taken.enter_async_context(self._all)
                yield
        finally:
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address], self._mine[address]


class Limited:
    """An application that answers an address only so often, and so much at the same time."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self.turns = Turns(AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self.limits.asking.a_second:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            self.limits.take(request, self.limits.asking)
        except HTTPException as error:
            await refused(request, error)(scope, receive, send)
            return
        if scope["path"].endswith("/stream"):  # they last, take no thread, and are counted by themselves
            await self.app(scope, receive, send)
            return
        async with self.turns.of(address_of(request)):
            await self.app(scope, receive, send)


def address_of(request: Request) -> str:
    """From where a request comes."""
    return network_of("" if request.client is None else request.client.host)


def network_of(host: str) -> str:
    """An address as it counts: whoever has one of IPv6 has all that begin like it."""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or found.exploded[:19])
    return host
