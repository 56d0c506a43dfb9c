"""The pages of the tables: every address in one visible list, and what is answered there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from regelwerk.doors.refusals import Refused
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.source.numbers import whole_number
from regelwerk.web.asking import COOKIE, MOST_OF_A_FORM, MOST_WITH_LISTS, form_of, language_of, secret_of
from regelwerk.web.authors import Authors
from regelwerk.web.bringing import Unfit, bring_page, lists_of_seat
from regelwerk.web.gathering import Gathering, NotTogether
from regelwerk.web.guard import Guard
from regelwerk.web.hosts import Hosts
from regelwerk.web.keys import LONGEST, form_token, is_form_token, kept_of
from regelwerk.web.limits import WRONG, Limited, Limits
from regelwerk.web.live import messages
from regelwerk.web.opening import Opening
from regelwerk.web.page import all_events, place_name, seat_page
from regelwerk.web.panels import Panel, named_panel, thing_panel, why_not_panel, why_panel
from regelwerk.web.rendering import NO_REFERRER, gone_wrong, refused, rendered
from regelwerk.web.room import HOST, WATCH, Room
from regelwerk.web.store import Overtaken
from regelwerk.web.table import MOST_LISTENERS, NotKept, Stale, Stands, Table, WrongNumber
from regelwerk.web.tables import Tables
from regelwerk.web.words import say

_HERE = Path(__file__).parent
_MONTH = 30 * 24 * 3600


def make_app(
    tables: Tables, limits: Limits | None = None, authors: Authors | None = None, names: Collection[str] = ()
) -> ASGIApp:  # fmt: skip
    """The application for the tables of a store; without limits anybody may ask as often as they like.

    With `authors` it has their bench. `names` are its own, besides addresses and those of its network.
    """
    limits = limits or Limits()
    opening, pages = Opening(tables, limits, authors is not None), _Pages(tables, limits)
    app = Starlette(
        routes=[
            Route("/", opening.home),
            Route("/new", opening.new),
            Route("/open", opening.open, methods=["POST"]),
            Route("/join/{secret}", pages.join),
            Route("/table/{id}/{place}", pages.place),
            Route("/table/{id}/{place}/events", pages.events),
            Route("/table/{id}/{place}/look", pages.look),
            Route("/table/{id}/{place}/why", pages.why),
            Route("/table/{id}/{place}/why-not", pages.why_not),
            Route("/table/{id}/{place}/stream", pages.stream),
            Route("/table/{id}/{place}/choose", pages.choose, methods=["POST"]),
            Route("/table/{id}/{place}/take-back", pages.take_back, methods=["POST"]),
            Route("/table/{id}/{place}/bring", pages.bring, methods=["POST"]),
            Route("/table/{id}/{place}/close", pages.close, methods=["POST"]),
            *(authors.routes() if authors is not None else ()),
            Mount("/static", StaticFiles(directory=_HERE / "static")),
        ],
        exception_handlers={
            HTTPException: refused,
            Refused: refused,
            MatchError: refused,
            SQLAlchemyError: refused,
            Exception: gone_wrong,
        },
    )
    return Guard(Hosts(Limited(app, limits), names))


class _Pages:
    """The pages of places at tables. Whoever asks for one has its secret in a cookie, or gets 404."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self.tables = tables
        self.limits = limits

    def join(self, request: Request) -> Response:
        """The page behind a link: it hands the secret to a cookie of the place, and leads there.

        It is a page and no redirection, which a browser that comes from elsewhere would follow without the
        cookie.
        """
        secret, language = request.path_params["secret"], language_of(request)
        found = self.tables.store.place_of(kept_of(secret)) if len(secret) <= LONGEST else None
        if found is None:
            self.limits.take(request, WRONG, "wrong")
            raise HTTPException(404, say(language, "not_admitted"))
        id, place = found
        path = f"/table/{id}/{place}"
        name = self._place_name(id, place, language)
        response = rendered(request, "joined.html", NO_REFERRER, path=path, name=name)
        response.set_cookie(
            COOKIE, secret, _MONTH, path=path, secure=request.url.scheme == "https", httponly=True,
            samesite="strict",
        )  # fmt: skip
        return response

    def _place_name(self, id: str, place: str, language: str) -> str:
        room = self.tables.room(id)
        return place if room is None else place_name(room, place, language)

    def place(self, request: Request) -> Response:
        """The page of a seat, of those who watch, or of whoever has opened the table."""
        room, place = self._admitted(request)
        return self._page(request, room, place)

    def events(self, request: Request) -> Response:
        """Everything that has happened, as far as the place may know it."""
        table, place = self._admitted(request)
        if place == HOST or not isinstance(table, Table):
            raise HTTPException(404, say(language_of(request), "not_admitted"))
        lines = all_events(table, _seat(place), language_of(request))
        path = f"/table/{table.id}/{place}"
        return rendered(
            request, "events.html", path=path, lines=lines, game=table.served.title(language_of(request))
        )

    def look(self, request: Request) -> Response:
        """A panel about a thing by its number, or about anything by its name."""
        thing, name = (
            whole_number(request.query_params.get("thing", "")),
            request.query_params.get("name", ""),
        )
        if thing is None:
            return self._panel(request, named_panel, name)
        return self._panel(request, thing_panel, thing)

    def why(self, request: Request) -> Response:
        """A panel about an option."""
        named = [whole_number(request.query_params.get(name, "")) for name in ("asked", "option")]
        return self._panel(request, why_panel, *(-1 if number is None else number for number in named))

    def why_not(self, request: Request) -> Response:
        """A panel about what is not offered."""
        return self._panel(request, why_not_panel)

    def _panel(self, request: Request, make: Callable[..., Panel], *about: int | str) -> Response:
        table, place = self._admitted(request)
        language = language_of(request)
        if place == HOST or not isinstance(table, Table):
            raise HTTPException(404, say(language, "not_admitted"))
        try:
            panel = make(table, _seat(place), *about, language)
        except Stale:
            raise HTTPException(404, say(language, "not_shown")) from None
        path, token = f"/table/{table.id}/{place}", form_token(secret_of(request))
        return rendered(request, "panel.html", path=path, token=token, page=panel)

    async def stream(self, request: Request) -> Response:
        """The messages for one open page, which says what it knows."""
        room, place = await run_in_threadpool(self._admitted, request)
        if place == HOST:
            raise HTTPException(404, say(language_of(request), "not_admitted"))
        if len(room.listeners) >= MOST_LISTENERS or self.limits.too_many_streams(request):
            raise HTTPException(503, say(language_of(request), "too_many"))
        known = request.headers.get("last-event-id") or request.query_params.get("state", "")
        told = self.limits.stream(request, messages(room.listeners, _seat(place), known))
        return StreamingResponse(
            told, media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )  # fmt: skip

    async def choose(self, request: Request) -> Response:
        """Take what was clicked, and lead to the page as it then stands; bots go on by themselves."""
        table, place, form = await self._form(request)
        seat, asked = _seat(place), whole_number(form.get("asked", ""))
        chosen, picks, done = whole_number(form.get("option", "")), _picks(form), form.get("picks") == "done"
        said = chosen is not None or "picks" in form
        if seat is None or asked is None or not said or not isinstance(table, Table):
            raise HTTPException(400, say(language_of(request), "not_here"))
        try:
            if chosen is None:
                await run_in_threadpool(table.pick, seat, asked, picks, done)
            else:
                await run_in_threadpool(table.choose, seat, asked, chosen)
        except WrongNumber:
            return await run_in_threadpool(self._page, request, table, place, "pick_count", 409)
        except Stale:
            return await run_in_threadpool(self._page, request, table, place, "stale", 409)
        except NotKept:
            return await run_in_threadpool(self._page, request, table, place, "not_kept", 503)
        except RuleError:
            return await run_in_threadpool(self._page, request, table, place, "wrong", 409)
        return RedirectResponse(
            f"/table/{table.id}/{place}", 303, background=BackgroundTask(self.tables.bots.play, table)
        )

    async def take_back(self, request: Request) -> Response:
        """Take the last choice of a seat back, if nobody has gained anything by it."""
        table, place, form = await self._form(request)
        seat, asked = _seat(place), whole_number(form.get("asked", ""))
        if seat is None or asked is None or not isinstance(table, Table):
            raise HTTPException(400, say(language_of(request), "not_here"))
        try:
            await run_in_threadpool(table.take_back, seat, asked)
        except (Stale, Stands):
            return await run_in_threadpool(self._page, request, table, place, "stands", 409)
        except NotKept:
            return await run_in_threadpool(self._page, request, table, place, "back_not_kept", 503)
        return RedirectResponse(f"/table/{table.id}/{place}", 303)

    async def bring(self, request: Request) -> Response:
        """Take what a seat brings, and lead to the page as it then stands."""
        room, place, form = await self._form(request, MOST_WITH_LISTS)
        seat = _seat(place)
        if seat is None:
            raise HTTPException(400, say(language_of(request), "not_here"))
        if isinstance(room, Gathering):
            try:
                await run_in_threadpool(lambda: room.bring(seat, lists_of_seat(room, form)))
            except KeyError:
                raise HTTPException(400, say(language_of(request), "not_here")) from None
            except Unfit as unfit:
                said = f"{say(language_of(request), 'bring_wrong')}\n{unfit.problems}"
                return await run_in_threadpool(self._bring_page, request, room, place, form, said, 422)
            except NotTogether:
                said = say(language_of(request), "not_together")
                return await run_in_threadpool(self._bring_page, request, room, place, form, said, 409)
            except (Overtaken, SQLAlchemyError):
                said = say(language_of(request), "not_kept")
                return await run_in_threadpool(self._bring_page, request, room, place, form, said, 503)
        return RedirectResponse(f"/table/{room.id}/{place}", 303)

    async def close(self, request: Request) -> Response:
        """Close the table, for whoever has opened it."""
        table, place, _ = await self._form(request)
        if place != HOST:
            raise HTTPException(404, say(language_of(request), "not_admitted"))
        await run_in_threadpool(table.close)
        return RedirectResponse(f"/table/{table.id}/{place}", 303)

    def _admitted(self, request: Request) -> tuple[Room, str]:
        place = request.path_params["place"]
        table = self.tables.admitted(request.path_params["id"], place, secret_of(request))
        if table is None:
            self.limits.take(request, WRONG, "wrong")
            raise HTTPException(404, say(language_of(request), "not_admitted"))
        return table, place

    async def _form(
        self, request: Request, most: int = MOST_OF_A_FORM
    ) -> tuple[Room, str, Mapping[str, str]]:
        """The table, the place and the form of a request that a page of this place has sent."""
        form = await form_of(request, most)
        table, place = await run_in_threadpool(self._admitted, request)
        self.limits.take_of_seat(request, table.id, place)
        if not is_form_token(form.get("token", ""), secret_of(request)):
            raise HTTPException(403, say(language_of(request), "refused"))
        return table, place, form

    def _bring_page(
        self, request: Request, room: Gathering, place: str, form: Mapping[str, str], problems: str = "",
        status: int = 200,
    ) -> Response:  # fmt: skip
        page = bring_page(room, place, _seat(place), language_of(request), form, problems)
        path, token = f"/table/{room.id}/{place}", form_token(secret_of(request))
        return rendered(request, "bring.html", path=path, token=token, page=page, notice="", status=status)

    def _page(
        self, request: Request, table: Room, place: str, notice: str = "", status: int = 200
    ) -> Response:
        language = language_of(request)
        path, token = f"/table/{table.id}/{place}", form_token(secret_of(request))
        said = say(language, notice) if notice else ""
        # A stop may have come between a choice and the bots that were to answer it.
        task = BackgroundTask(self.tables.bots.play, table) if table.waits_for_bots() else None
        if place == HOST:
            seats = [
                (place_name(table, name, language), say(language, each.player))
                for name, each in table.places.items()
                if name.isdecimal()
            ]
            title = table.served.title(language)
            return rendered(
                request, "host.html", path=path, token=token, seats=seats, game=title, closed=table.closed,
                background=task,
            )  # fmt: skip
        if isinstance(table, Gathering):
            return self._bring_page(request, table, place, request.query_params)
        assert isinstance(table, Table)
        page = seat_page(table, _seat(place), language, path)
        return rendered(
            request, "seat.html", path=path, token=token, page=page, notice=said, status=status,
            last=table.can_try_back(_seat(place)), background=task,
        )  # fmt: skip


def _picks(form: Mapping[str, str]) -> list[int]:
    """The options that are ticked, in their order."""
    named = (whole_number(name.removeprefix("pick ")) for name in form if name.startswith("pick "))
    return sorted(number for number in named if number is not None)


def _seat(place: str) -> int | None:
    """The seat of a place, from 0; None for the others."""
    return None if place in (WATCH, HOST) else int(place) - 1
