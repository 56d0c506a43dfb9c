"""What a seat may know of a match. A view is a function of that alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from regelwerk.program.answers import CANCELLED
from regelwerk.program.things import SEAT, ZONE_ORDERED, ZONE_PILE, AttributeInfo
from regelwerk.rules.declarations import ValueType

from .hidden import determinise, permute_hidden
from .knowledge import knows
from .log import Entry
from .match import Match
from .state import State
from .text import answer_text, index_texts, option_text, seat_text, thing_text, value_text

__all__ = ["LogReader", "determinise", "log_view", "permute_hidden", "view", "zone_view"]

_NAME = 16
_UNSETTLED = 50
"""So many entries at the end of a log are named anew each time."""

HIDDEN = "hidden"
"""Stands for a thing the seat does not know."""

UNDECIDED = ("pass", "decline")
"""Choices that others make out for a seat that can make no other."""

OF_WINDOWS = ("opened", "closed")
"""Entries that say between choices only that a window begins or ends."""

OPEN_KINDS = ("choose", "several", "ask")
"""Decisions of which everybody may know who is to decide; of windows and payments that may tell what
somebody holds."""


def view(match: Match, seat: int | None, log: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """What a seat may know; None is somebody at no seat, who sees what every seat may see.

    `zones` give for each owner the things that are seen, one by one, and the others counted by their
    backs; `waiting` says who decides; `decisions` are the seat's own, with their options as text. `log` is
    what the seat may read of the log, where somebody has read it already.
    """
    s = match.state
    return {
        "game": match.rules.game,
        "seat": None if seat is None else seat_text(seat),
        "options": {
            o.name: value_text(match.layout, o.type, s.options[n]) for n, o in enumerate(match.rules.options)
        },
        "zones": _zones(s, seat),
        "cells": _cells(s, seat),
        "seats": _seats(s, seat),
        "things": _grids(s, seat),
        "answers": [_answer(s, seat, row) for row in s.answers],
        "waiting": _waiting(match, seat),
        "decisions": _decisions(match, seat),
        "over": _over(s),
        "log": log_view(match, seat)[0] if log is None else log,
    }


def log_view(match: Match, seat: int | None, start: int = 0) -> tuple[list[dict[str, Any]], int]:
    """The entries of the log, from number `start` on, that a seat may read; and where to go on from later.

    While others decide in a window, who has passed so far stays open: whoever can only pass is passed for at
    once; if the others saw it before somebody has really decided, they would know who could not.
    """
    log = match.log or []
    end = _open_end(match, seat, start)
    entries = [shown for entry in log[start:end] if (shown := entry.seen_by(seat)) is not None]
    return entries, end


def _open_end(match: Match, seat: int | None, start: int = 0) -> int:
    """How much of the log stands open: all, but what could tell who has passed so far."""
    log = match.log or []
    end = len(log)
    found = match.decisions
    if found and found[0].kind in ("window", "pay") and all(decision.seat != seat for decision in found):
        while end > start and _is_withheld(log[end - 1].seen_by(seat)):
            end -= 1
    return end


class LogReader:
    """What a seat may read of the log of a match that goes on, of which only what is new is looked at.

    It is the same as that of `log_view` at any time, and so is its name, whatever was read before.
    """

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self._forget()

    def _forget(self) -> None:
        self._read: list[Entry] = []
        self._shown: list[dict[str, Any]] = []
        self._named, self._name = 0, blake2b(digest_size=_NAME)

    def read(self, match: Match) -> list[dict[str, Any]]:
        """The entries that the seat may read now."""
        log = match.log or []
        known = len(self._read)
        # Entries are made once, so one that stands where it stood has all those before it.
        if known and (known > len(log) or log[known - 1] is not self._read[-1]):
            self._forget()
        for entry in log[len(self._read) :]:
            self._read.append(entry)
            shown = entry.seen_by(self.seat)
            if shown is not None:
                self._shown.append(shown)
        withheld = log[_open_end(match, self.seat) :]
        hidden = sum(entry.seen_by(self.seat) is not None for entry in withheld)
        return self._shown[: len(self._shown) - hidden]

    def name(self, entries: Sequence[dict[str, Any]]) -> bytes:
        """A hash of entries that were just read."""
        if len(entries) < self._named:
            self._named, self._name = 0, blake2b(digest_size=_NAME)
        # The last are left out of what is kept: they may be withheld again.
        kept = max(self._named, len(entries) - _UNSETTLED)
        for entry in entries[self._named : kept]:
            self._name.update(_line(entry))
        self._named = kept
        name = self._name.copy()
        for entry in entries[kept:]:
            name.update(_line(entry))
        return name.digest()


def _line(entry: dict[str, Any]) -> bytes:
    return msgspec.json.encode(entry, order="sorted") + b"\n"


def _is_withheld(shown: dict[str, Any] | None) -> bool:
    """Whether an entry at the end of the log, as a seat may read it, could tell who has passed."""
    return shown is None or shown["kind"] in OF_WINDOWS or shown.get("option") in UNDECIDED


def _value(s: State, seat: int | None, kind: ValueType, value: int) -> Any:
    if kind.kind == "thing":
        return thing_text(s.layout, value, True) if knows(s, seat, value) else HIDDEN
    if kind.kind == "answer":
        return answer_text(s, value)
    return value if kind.kind == "number" else value_text(s.layout, kind, value)


def _of(s: State, seat: int | None, info: AttributeInfo, of: int) -> Any:
    """The stored or fixed value of an attribute; a table by what it is indexed with."""
    start = (of - info.first) * info.members
    values = info.values if info.column < 0 else s.columns[info.column]
    if info.kind.per is None:
        return _value(s, seat, info.kind, values[start])
    names = index_texts(s.layout, info.kind)
    return {name: _value(s, seat, info.kind, values[start + n]) for n, name in enumerate(names)}


def _thing(s: State, seat: int | None, thing: int) -> dict[str, Any]:
    """A thing that is seen: what it is and its stored attributes; or only the back of a hidden one."""
    tables = s.layout.tables
    seen = knows(s, seat, thing)
    result: dict[str, Any] = {"thing": thing_text(s.layout, thing, True), "id": thing} if seen else {}
    for info in tables.shown[tables.type_of[thing]]:
        if info.on_back or seen:
            result[info.name] = _of(s, seat, info, thing)
    return result


def _zones(s: State, seat: int | None) -> dict[str, list[dict[str, Any]]]:
    tables = s.layout.tables
    result: dict[str, list[dict[str, Any]]] = {}
    for zone, info in enumerate(tables.zone_decl):
        result.setdefault(info.name, []).append(zone_view(s, seat, zone))
    return result


def zone_view(s: State, seat: int | None, zone: int) -> dict[str, Any]:
    """What a seat may know of one zone, as it stands in a view."""
    info, things = s.layout.tables.zone_decl[zone], s.zones[zone]
    shown: dict[str, Any] = {"count": len(things)}
    if info.owner is not None:
        owner = s.layout.tables.zone_owner[zone]
        shown["of"] = seat_text(owner) if info.owner == SEAT else thing_text(s.layout, owner)
    ordered = s.fixed[zone] if info.order == ZONE_PILE else len(things) if info.order == ZONE_ORDERED else 0
    loose, fixed = things[: len(things) - ordered], things[len(things) - ordered :]
    shown["things"] = [_thing(s, seat, thing) for thing in loose if knows(s, seat, thing)]
    hidden = Counter(repr(_thing(s, seat, thing)) for thing in loose if not knows(s, seat, thing))
    backs = {repr(back): back for back in (_thing(s, seat, t) for t in loose if not knows(s, seat, t))}
    shown["hidden"] = [{"count": count, "back": backs[key]} for key, count in sorted(hidden.items())]
    if info.order != 0:
        shown["in_order"] = [_thing(s, seat, thing) for thing in fixed]
    return shown


def _cells(s: State, seat: int | None) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, cell in s.layout.cells.items():
        value = s.cells[cell.number]
        if cell.members:
            names = index_texts(s.layout, cell.kind)
            result[name] = {text: _value(s, seat, cell.kind, value[n]) for n, text in enumerate(names)}
        else:
            result[name] = _value(s, seat, cell.kind, value)
    return result


def _seats(s: State, seat: int | None) -> list[dict[str, Any]]:
    infos = [info for info in s.layout.tables.attributes.values() if info.type == SEAT]
    return [{info.name: _of(s, seat, info, other) for info in infos} for other in range(s.players)]


def _grids(s: State, seat: int | None) -> list[dict[str, Any]]:
    """The things that lie in no zone and have stored attributes: fields of grids and the like."""
    tables = s.layout.tables
    if not {info.type for info in tables.columns}:
        return []
    shown = {name for name, infos in tables.shown.items() if infos}
    return [
        _thing(s, seat, thing)
        for thing, zone in enumerate(s.at)
        if zone < 0 and tables.type_of[thing] in shown and knows(s, seat, thing)
    ]


def _answer(s: State, seat: int | None, row: list[int]) -> dict[str, Any]:
    action = s.layout.actions[row[0]]
    info = s.layout.events[s.layout.event_number[action.name]]
    parts = {
        name: _value(s, seat, kind, value)
        for (name, kind), value in zip(info.parameters[1:], row[3:], strict=False)
    }
    return {"action": action.name, "by": seat_text(row[2]), "cancelled": row[1] == CANCELLED, "parts": parts}


def _waiting(match: Match, seat: int | None) -> Any:
    """Whom the match waits for: seats where that is open, `the others` where it is not."""
    found = match.decisions
    if not found:
        return None
    if found[0].kind in OPEN_KINDS:
        return [seat_text(decision.seat) for decision in found]
    return "you" if any(decision.seat == seat for decision in found) else "the others"


def _decisions(match: Match, seat: int | None) -> list[dict[str, Any]]:
    return [
        {
            "kind": decision.kind,
            "prompt": decision.prompt_key,
            "options": [option_text(match.state, decision, option) for option in decision.options],
        }
        for decision in match.decisions
        if decision.seat == seat
    ]


def _over(s: State) -> Any:
    if s.over is None:
        return None
    winners = [seat_text(winner) for winner in s.over.winners]
    return {"name": s.over.name, "winners": winners, "scores": list(s.over.scores)}
