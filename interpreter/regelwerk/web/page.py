"""What the page of a place says, made from what that place may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk.doors.board import board_parts, scene_of
from regelwerk.doors.board_events import events
from regelwerk.doors.board_model import Events, Grid, Part, named_in
from regelwerk.doors.offers import question
from regelwerk.studies.telling import result_line
from regelwerk.web.choices import Choices, choices
from regelwerk.web.hands import Hand, Throw, hands, last_throws
from regelwerk.web.maps import MapPicture, map_pictures, map_places
from regelwerk.web.room import Room
from regelwerk.web.table import Table
from regelwerk.web.words import say


@dataclass(frozen=True)
class SeatPage:
    """A page as one place sees it.

    `asked` stands in the form: how often the seat had chosen before.
    """

    title: str
    game: str
    who: str
    status: str
    state: str
    turn: bool
    question: str
    asked: int
    choices: Choices
    maps: Sequence[MapPicture]
    hands: Sequence[Hand]
    throws: Sequence[Throw]
    parts: Sequence[Part]
    events: Events | None
    over: bool


def place_name(table: Room, place: str, language: str) -> str:
    """What a place is called."""
    if place.isdecimal():
        return table.served.labels[language].text(f"seat {place}")
    return say(language, place)


def seat_page(table: Table, seat: int | None, language: str, path: str = "") -> SeatPage:
    """The page of a seat, or of those who watch; `path` is its address."""
    labels = table.served.labels[language]
    with table.lock:
        seen, number, match = table.view(seat), table.asked(seat), table.match
        scene = scene_of(match, table.served.plan)
        parts = board_parts(seen, match.layout.tables, labels, scene)
        decision = None if number is None else match.decisions[number]
        held = hands(match, seat, seen, labels)
        shown = _shown(parts) | map_places(table) | {*named_in(held)}
        offered = Choices() if number is None else choices(match, number, labels, shown)
        game = table.served.title(language)
        who = say(language, "watching")
        if seat is not None:
            who = say(language, "you_are", place=place_name(table, str(seat + 1), language))
        return SeatPage(
            title=f"{say(language, 'turn_title')} – {game}" if number is not None else game,
            game=game,
            who=who,
            status=_status(table, seat, language),
            state=table.state(seat),
            turn=number is not None,
            question="" if decision is None else question(match, decision, labels),
            asked=0 if seat is None else table.made[seat],
            choices=offered,
            hands=held,
            throws=last_throws(seen["log"], labels),
            maps=list(map_pictures(table, seat, labels, offered, path)),
            parts=[part for part in parts if not isinstance(part, Events)],
            events=next((part for part in parts if isinstance(part, Events)), None),
            over=match.over or table.closed,
        )


def all_events(table: Table, seat: int | None, language: str) -> list[str]:
    """Everything that has happened, as far as a seat may know it."""
    return events(table.view(seat)["log"], table.served.labels[language], table.served.plan)


def _shown(parts: Sequence[Part]) -> set[int]:
    """The things that a board shows, fields of grids among them."""
    fields = (
        part.first + n
        for part in parts
        if isinstance(part, Grid)
        for n in range(len(part.rows) * len(part.rows[0]))
    )
    return {*named_in(list(parts)), *fields}


def _status(table: Table, seat: int | None, language: str) -> str:
    """Whose turn it is, or how the match ended."""
    labels, seen = table.served.labels[language], table.view(seat)
    if seen["over"] is not None:
        ending = seen["over"]
        winners = ", ".join(map(labels.text, ending["winners"]))
        scores = ", ".join(map(str, ending["scores"])) if any(ending["scores"]) else ""
        line = result_line(labels.name(ending["name"]), winners, scores, language)
        return f"{say(language, 'over')} {line}"
    if table.closed:
        return say(language, "closed")
    if table.asked(seat) is not None:
        return say(language, "your_turn")
    if isinstance(seen["waiting"], list):
        return say(language, "waiting", seats=", ".join(map(labels.text, seen["waiting"])))
    return say(language, "waiting_others")
