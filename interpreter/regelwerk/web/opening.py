"""Opening a table: which game, who plays, with what options; and then the links, which are shown once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from regelwerk.doors.options import options_of
from regelwerk.doors.refusals import Refused, readable
from regelwerk.rules.lists import BroughtList
from regelwerk.source.numbers import whole_number
from regelwerk.web.asking import MOST_WITH_LISTS, form_of, language_of
from regelwerk.web.bots import BOTS
from regelwerk.web.bringing import AT_TABLE, Unfit, list_from, offered
from regelwerk.web.games import Served
from regelwerk.web.limits import OPENING, Limits
from regelwerk.web.rendering import rendered
from regelwerk.web.room import PERSON
from regelwerk.web.tables import Opened, Tables
from regelwerk.web.words import say


class AskedList(NamedTuple):
    """A list of a seat in the form that opens a table."""

    key: str
    name: str
    default: str
    offers: Sequence[tuple[str, str]]


class Opening:
    """The pages before a table is there."""

    def __init__(self, tables: Tables, limits: Limits, authors: bool = False) -> None:
        self.tables = tables
        self.limits = limits
        self.authors = authors

    def home(self, request: Request) -> Response:
        """The games that are served."""
        known = self.tables.games
        games = [(name, known.title(name, language_of(request))) for name in known.names]
        return rendered(request, "home.html", games=games, authors=self.authors)

    def new(self, request: Request) -> Response:
        """The form that opens a table of a game."""
        served = self._served(request, request.query_params.get("game", ""))
        players = whole_number(request.query_params.get("players", ""))
        return self._form(request, served, players)

    async def open(self, request: Request) -> Response:
        """Open a table, and show the link of each place."""
        form = await form_of(request, MOST_WITH_LISTS)
        self.limits.take(request, OPENING, "open")
        served = await run_in_threadpool(self._served, request, form.get("game", ""))
        seats = [form[name] for name in sorted(form) if name.startswith("seat")]
        if not all(player in (PERSON, *BOTS) for player in seats):
            raise HTTPException(400, say(language_of(request), "not_here"))
        options = [
            f"{name.removeprefix('option ')}={value}"
            for name, value in form.items()
            if name.startswith("option ")
        ]

        def opened_table() -> Opened:
            lists = _lists(served, len(seats), options, form)
            return self.tables.open(served, seats, options, "watched" in form, lists=lists)

        try:
            opened = await run_in_threadpool(opened_table)
        except KeyError:
            raise HTTPException(400, say(language_of(request), "not_here")) from None
        except (Refused, Unfit) as error:
            return self._form(request, served, len(seats), form, error)
        links = [
            (_name(served, place, language_of(request)), f"{request.base_url}join/{secret}")
            for place, secret in opened.secrets.items()
        ]
        game, task = served.title(language_of(request)), BackgroundTask(self._begin, opened.id)
        return rendered(request, "opened.html", game=game, links=links, background=task)

    def _begin(self, id: str) -> None:
        """Let bots choose where they begin."""
        room = self.tables.room(id)
        if room is not None:
            self.tables.bots.play(room)

    def _served(self, request: Request, name: str) -> Served:
        try:
            return self.tables.games.served(name)
        except KeyError:
            raise HTTPException(404, say(language_of(request), "not_admitted")) from None

    def _form(
        self, request: Request, served: Served, players: int | None,
        given: Mapping[str, str] | None = None, error: Refused | Unfit | None = None,
    ) -> Response:  # fmt: skip
        """The form; `given` is what has been sent, if `error` says what is wrong with that."""
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
            request, "new.html", status=200 if error is None else 422,
            game=served.title(language), name=served.name, players=players, counts=range(low, high + 1),
            seats=[(f"seat {n:02}", labels.text(f"seat {n}")) for n in range(1, players + 1)],
            kinds=(PERSON, *BOTS), options=options, lists=_asked_lists(served, players, language),
            given=given or {}, refusal="" if error is None else _said(error),
        )  # fmt: skip


def _lists(
    served: Served, players: int, options: Sequence[str], form: Mapping[str, str]
) -> dict[tuple[int, str], BroughtList | None]:
    """What the form says that seats bring. Raises Unfit for a list that is not as it must be."""
    rules = served.game.rules
    return {
        (seat, declared.name): list_from(
            rules, declared.name, form, f"{seat + 1} {declared.name}", players, options_of(rules, options)
        )
        for declared in rules.lists
        for seat in range(players)
        if f"list {seat + 1} {declared.name}" in form
    }


def _asked_lists(served: Served, players: int, language: str) -> list[AskedList]:
    """For each list of each seat: its key in the form, its name, the default, and what can be chosen."""
    found = []
    for declared in served.game.rules.lists:
        offers = [(each.id, each.title) for each in offered(served, declared.name, language)]
        for seat in range(players):
            defaults = declared.defaults or (AT_TABLE,)
            name = say(
                language, "for_seat", list=served.labels[language].name(declared.name),
                seat=served.labels[language].text(f"seat {seat + 1}"),
            )  # fmt: skip
            key = f"{seat + 1} {declared.name}"
            found.append(AskedList(key, name, defaults[seat % len(defaults)], offers))
    return found


def _said(error: Refused | Unfit) -> str:
    if isinstance(error, Unfit):
        return error.problems
    return f"{readable(error.message)}. {readable(error.help)}"


def _name(served: Served, place: str, language: str) -> str:
    return served.labels[language].text(f"seat {place}") if place.isdecimal() else say(language, place)
