"""What a seat holds and nobody else sees, as cards; and dice as they fell last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from regelwerk.doors.board_model import Named
from regelwerk.doors.labels import Labels
from regelwerk.doors.looking import FigureTold, Written, look_at_thing
from regelwerk.match.match import Match
from regelwerk.program.things import SEAT

MOST_CARDS = 30
"""So many cards of a hand are laid out; the others stand on the board like all things."""

_RECENT = 60
"""Dice that fell so many entries of the log ago are shown."""


class Card(NamedTuple):
    """A card, or several that are alike: its name, what it is, its figures and the text of its rule."""

    name: Named
    kind: str
    figures: Sequence[FigureTold]
    text: Written | None


class Hand(NamedTuple):
    """What lies in a zone that only its owner sees."""

    title: str
    cards: Sequence[Card]


class Throw(NamedTuple):
    """Dice that were thrown together: whose they are, and what they show."""

    who: str
    values: Sequence[str]


def hands(match: Match, seat: int | None, view: Mapping[str, Any], labels: Labels) -> list[Hand]:
    """The hands of a seat."""
    tables = match.layout.tables
    found = []
    for name, info in tables.zones.items():
        number = info.first + (seat or 0)
        if seat is None or info.owner != SEAT or tables.zone_seen_by[number] != 1 << seat:
            continue
        copy = view["zones"][name][seat]
        things = [thing for thing in [*copy["things"], *copy.get("in_order", ())] if "thing" in thing]
        if things:
            cards = [_card(match, seat, alike, labels) for alike in _alike(things)[:MOST_CARDS]]
            found.append(Hand(labels.name(name), cards))
    return found


def _alike(things: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """The numbers of things, those side by side of which the seat sees the same."""
    found: dict[str, list[int]] = {}
    for thing in things:
        shown = {**thing, "thing": thing["thing"].partition("#")[0], "id": 0}
        found.setdefault(repr(shown), []).append(thing["id"])
    return list(found.values())


def _card(match: Match, seat: int, things: Sequence[int], labels: Labels) -> Card:
    look = look_at_thing(match, seat, things[0], labels)
    name = look.name if len(things) == 1 else f"{len(things)} x {look.name}"
    # What is 0 because nobody says it would stand on every card, in more lines than what is said; the panel
    # has all.
    told = [figure for figure in look.figures if figure.in_row or figure.shown != "0"]
    return Card(Named(name, tuple(things)), look.kind, told, look.written)


def last_throws(log: Sequence[Mapping[str, Any]], labels: Labels) -> list[Throw]:
    """The dice that fell last, those of one sort and seat together; nothing if that is long ago."""
    throws: list[tuple[str, list[str]]] = []
    fresh = True
    for entry in log[-_RECENT:]:
        if entry["kind"] in ("chose", "declared"):
            fresh = True
        if entry["kind"] != "rolled":
            continue
        if fresh:
            throws, fresh = [], False
        who = labels.text(
            " ".join(str(entry[key]) for key in ("seat", "of") if entry.get(key, "none") != "none")
        )
        die = labels.text(str(entry["die"]))
        value = labels.text(str(entry.get("value", "?")))
        head = f"{who}: {die}" if who else die
        if throws and throws[-1][0] == head:
            throws[-1][1].append(value)
        else:
            throws.append((head, [value]))
    return [Throw(who, values) for who, values in throws]
