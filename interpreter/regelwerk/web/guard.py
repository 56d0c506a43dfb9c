"""What stands around every answer: headers that forbid a browser what no page needs, and no traceback."""

from __future__ import annotations

import sys

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regelwerk.doors.refusals import own_mistake
from regelwerk.source.characters import visible
from regelwerk.web.rendering import gone_wrong

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Not `no-referrer`: with that a browser does not say where a form comes from. No secret stands in the
    # address of a page with a form; the pages in whose address one stands say `no-referrer` themselves.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """An application that is guarded; what goes wrong in it is one line on stderr and an answer 500."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, guarded)
        except Exception as error:
            print(visible(f"error: {own_mistake(error, 'with what you did')}"), file=sys.stderr, flush=True)
            if not begun and scope["type"] == "http":
                await gone_wrong(Request(scope), error)(scope, receive, guarded)
