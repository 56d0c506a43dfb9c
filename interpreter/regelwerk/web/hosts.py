"""By which names a server is asked: a page from elsewhere that has its own name lead here gets nothing.

A browser lets pages speak freely with the server of their own name, and whoever owns a name can say at any
time that it leads to this machine ("DNS rebinding"). Only names that others can own are of any use for that.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from regelwerk.web.asking import language_of
from regelwerk.web.rendering import refused
from regelwerk.web.words import say

NOBODYS = (".home.arpa", ".internal", ".lan", ".local", ".localhost")
"""Names that end so are of the network in which somebody asks: they are sold to nobody."""


class Hosts:
    """An application that answers only to addresses, to names that nobody else can own, and to `names`."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app = app
        self.names = {_plain(name) for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            name = name_of(request.headers.get("host", ""))
            if not (nobodys(name) or name in self.names):
                said = say(language_of(request), "not_our_name", name=name)
                await refused(request, HTTPException(421, said))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def name_of(host: str) -> str:
    """The name or address in what a browser says that it asks, which may end with a port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return _plain(host.partition(":")[0])


def nobodys(name: str) -> bool:
    """Whether this is an address, or a name that no stranger can own. Empty is what no browser says."""
    if "." not in name or name.endswith(NOBODYS):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")
