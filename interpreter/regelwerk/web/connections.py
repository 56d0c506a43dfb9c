"""Connections to the server: so many from one address, and none that waits without end for a request."""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import ip_address

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from regelwerk.web.limits import network_of

MOST = 250
"""So many connections of one address are open: those of its pages that hear what is new, and as many more."""

SECONDS = 30.0
"""The head of a request is there so many seconds after the connection, or the first of it."""

_OPEN: Counter[str] = Counter()
"""How many connections an address has; the loop of the server alone looks at it."""


class Connection(H11Protocol):
    """A connection that is closed where its address has enough of them, or nothing is asked on it.

    Between two requests uvicorn itself closes it, and a form that does not arrive is not waited for either.
    """

    _address: str | None = None
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not in_front(host):
            self._address = network_of(host)
            _OPEN[self._address] += 1
            if _OPEN[self._address] > MOST:
                transport.abort()
                return
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._expect()
        else:
            self._expect_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._expect_no_more()
        if self._address is not None:
            _OPEN[self._address] -= 1
            if not _OPEN[self._address]:
                del _OPEN[self._address]
            self._address = None

    def _expect(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(SECONDS, self.transport.abort)

    def _expect_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def in_front(host: str) -> bool:
    """Whether this may be a server in front of this one: all who come through it have its address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
