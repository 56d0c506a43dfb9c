"""What a request says: its form, its language, the secret of its cookie, and where it comes from."""

from __future__ import annotations

from asyncio import timeout
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from regelwerk.doors.labels import LANGUAGES
from regelwerk.web.keys import LONGEST
from regelwerk.web.words import say

MOST_OF_A_FORM = 10_000
"""A form has no more bytes."""

MOST_WITH_LISTS = 100_000
"""A form in which lists are written has no more bytes."""

SLOWEST = 30.0
"""A form is there after so many seconds."""

_MOST_FIELDS = 1000
COOKIE = "seat"
LANGUAGE = "language"


def language_of(request: Request) -> str:
    """The language that is asked for, that was asked for before, or that the browser prefers."""
    for said in (request.query_params.get(LANGUAGE), request.cookies.get(LANGUAGE)):
        if said in LANGUAGES:
            return said
    for said in request.headers.get("accept-language", "").lower().split(","):
        found = next((each for each in LANGUAGES if said.strip().startswith(each)), None)
        if found is not None:
            return found
    return LANGUAGES[0]


def secret_of(request: Request) -> str:
    """The secret of the place; empty if the browser has none."""
    secret = request.cookies.get(COOKIE, "")
    return secret if len(secret) <= LONGEST else ""


def _host_of(origin: str) -> str:
    """The host and port of an origin; empty if it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


async def form_of(request: Request, most: int = MOST_OF_A_FORM) -> Mapping[str, str]:
    """The fields of a form that one of our pages has sent.

    Raises HTTPException for a request from elsewhere, and for more than a form can hold. Browsers say where
    a form comes from; what does not say so is no browser, and has to know the token of its seat in any case.
    """
    language = language_of(request)
    origin = request.headers.get("origin")
    if origin is not None and _host_of(origin) != request.headers.get("host"):
        raise HTTPException(403, say(language, "refused"))
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403, say(language, "refused"))
    body = bytearray()
    try:
        async with timeout(SLOWEST):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise HTTPException(413, say(language, "too_large"))
    except (TimeoutError, ClientDisconnect):
        raise HTTPException(408, say(language, "too_slow")) from None
    try:
        return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise HTTPException(400, say(language, "not_here")) from None
