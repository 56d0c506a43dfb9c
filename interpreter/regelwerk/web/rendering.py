"""Pages made from templates. What goes out is cleaned here, in one place."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from sqlalchemy.exc import SQLAlchemyError
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from regelwerk.doors.refusals import Refused, readable, rules_refusal
from regelwerk.program.errors import MatchError
from regelwerk.source.characters import clean, visible
from regelwerk.web.asking import LANGUAGE, language_of
from regelwerk.web.panels import file_of
from regelwerk.web.store import reason_of
from regelwerk.web.words import other, say

NO_REFERRER = {"Referrer-Policy": "no-referrer"}
"""For pages in whose address a secret stands."""

_YEAR = 365 * 24 * 3600

_AGAIN = "5"
"""After so many seconds a page tries again, where what is wrong may pass."""

_PAGES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_PAGES.filters["kind"] = lambda part: type(part).__name__
_PAGES.filters["file"] = file_of


def rendered(
    request: Request, template: str, headers: Mapping[str, str] | None = None, status: int = 200,
    background: BackgroundTask | None = None, **values: Any,
) -> HTMLResponse:  # fmt: skip
    """A page in the language of the request; a language that is asked for is remembered."""
    language = language_of(request)

    def phrase(key: str, **named: object) -> str:
        return say(language, key, **named)

    text = _PAGES.get_template(template).render(
        values, say=phrase, language=language, other=other(language), address=request.url.path
    )
    response = HTMLResponse(clean(text), status, headers, background=background)
    if request.query_params.get(LANGUAGE) == language:
        response.set_cookie(LANGUAGE, language, _YEAR, samesite="strict", httponly=True)
    return response


def refused(request: Request, error: Exception) -> Response:
    """The page for what is refused: one sentence. Where that may pass by itself, the page tries again."""
    language = language_of(request)
    if isinstance(error, MatchError):
        error = rules_refusal("the match cannot be gone on with", error)
    if isinstance(error, Refused):
        text, status = readable(error.message), 503
    elif isinstance(error, SQLAlchemyError):
        print(visible(f"error: the database cannot be used: {reason_of(error)}"), file=sys.stderr, flush=True)
        text, status = say(language, "no_database"), 503
    else:
        assert isinstance(error, HTTPException)
        text, status = error.detail, error.status_code
        if status == 405 or text == "Not Found":
            text = say(language, "not_here" if status == 405 else "not_admitted")
    more = dict(getattr(error, "headers", None) or {})
    if status == 503:
        more.setdefault("Retry-After", _AGAIN)
    return _one_sentence(request, text, status, more)


def gone_wrong(request: Request, error: Exception) -> Response:
    """The page for a mistake of our own, of which it says nothing: that is for whoever runs the server."""
    return _one_sentence(request, say(language_of(request), "mistake"), 500, {"Retry-After": _AGAIN})


def _one_sentence(request: Request, text: str, status: int, headers: Mapping[str, str]) -> Response:
    again, path = headers.get("Retry-After"), request.url.path
    sent = request.method == "POST"
    back = path.rpartition("/")[0] if sent and path.startswith("/table/") else ""
    return rendered(
        request, "refused.html", {**NO_REFERRER, **headers}, status, text=text,
        again=None if sent else again, back=back,
    )  # fmt: skip
