"""Opening a table: which game, who plays, with what options; and then the links, which are shown once."""

from __future__ import annotations

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from regelwerk.doors.refusals import Refused, readable
from regelwerk.source.numbers import whole_number
from regelwerk.web.asking import form_of, language_of
from regelwerk.web.games import Served
from regelwerk.web.rendering import rendered
from regelwerk.web.table import BOTS, PERSON
from regelwerk.web.tables import Tables
from regelwerk.web.words import say


class Opening:
    """The pages before a table is there."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def home(self, request: Request) -> Response:
        """The games that are served."""
        return rendered(request, "home.html", games=self.tables.games.names)

    def new(self, request: Request) -> Response:
        """The form that opens a table of a game."""
        served = self._served(request, request.query_params.get("game", ""))
        players = whole_number(request.query_params.get("players", ""))
        return self._form(request, served, players)

    async def open(self, request: Request) -> Response:
        """Open a table, and show the link of each place."""
        form = await form_of(request)
        served = await run_in_threadpool(self._served, request, form.get("game", ""))
        seats = [form[name] for name in sorted(form) if name.startswith("seat")]
        if not all(player in (PERSON, *BOTS) for player in seats):
            raise HTTPException(400, say(language_of(request), "not_here"))
        options = [
            f"{name.removeprefix('option ')}={value}"
            for name, value in form.items()
            if name.startswith("option ")
        ]
        try:
            opened = await run_in_threadpool(self.tables.open, served, seats, options, "watched" in form)
        except Refused as refusal:
            return self._form(request, served, len(seats), refusal)
        links = [
            (_name(served, place, language_of(request)), f"{request.base_url}join/{secret}")
            for place, secret in opened.secrets.items()
        ]
        game, task = served.title(language_of(request)), BackgroundTask(self._begin, opened.id)
        return rendered(request, "opened.html", game=game, links=links, background=task)

    def _begin(self, id: str) -> None:
        """Let bots choose where they begin."""
        table = self.tables.table(id)
        if table is not None:
            table.play_bots()

    def _served(self, request: Request, name: str) -> Served:
        try:
            return self.tables.games.served(name)
        except KeyError:
            raise HTTPException(404, say(language_of(request), "not_admitted")) from None

    def _form(
        self, request: Request, served: Served, players: int | None, refusal: Refused | None = None
    ) -> Response:
        rules, language = served.game.rules, language_of(request)
        low, high = rules.players
        players = low if players is None else min(max(players, low), high)
        labels = served.labels[language]
        options = [
            (
                f"option {option.name}",
                labels.name(option.name),
                [(value, labels.text(value)) for value in served.values_of(option)],
            )
            for option in rules.options
            if not option.fixed
        ]
        return rendered(
            request, "new.html", status=200 if refusal is None else 422,
            game=served.title(language), name=served.name, players=players, counts=range(low, high + 1),
            seats=[(f"seat {n:02}", labels.text(f"seat {n}")) for n in range(1, players + 1)],
            kinds=(PERSON, *BOTS), options=options,
            refusal="" if refusal is None else f"{readable(refusal.message)}. {readable(refusal.help)}",
        )  # fmt: skip


def _name(served: Served, place: str, language: str) -> str:
    return served.labels[language].text(f"seat {place}") if place.isdecimal() else say(language, place)
