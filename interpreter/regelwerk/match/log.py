"""The log: what has happened, each entry with the seats that may know it."""

from __future__ import annotations

from typing import Any

import msgspec

from regelwerk.program.layout import Layout
from regelwerk.program.points import Named
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType

from .listener import Cell, Element, Listener
from .options import DONE, PASS
from .state import State
from .text import answer_text, index_texts, seat_text, thing_text, value_text, zone_text


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened. `seats` (as bits) see `data`; the others see `public`, or nothing."""

    kind: str
    data: dict[str, Any]
    seats: int
    public: dict[str, Any] | None = None

    def seen_by(self, seat: int | None) -> dict[str, Any] | None:
        """What a seat may read of it (None: somebody at no seat)."""
        data = self.data if seat is not None and self.seats >> seat & 1 else self.public
        return None if data is None else {"kind": self.kind, **data}


class Recorder(Listener):
    """Writes the log of a match; `state` is the state that runs."""

    def __init__(self, layout: Layout, state: State, entries: list[Entry]) -> None:
        self.layout = layout
        self.state = state
        self.entries = entries
        self.everyone = (1 << layout.players) - 1

    def _open(self, kind: str, **data: Any) -> None:
        self.entries.append(Entry(kind, data, self.everyone, data))

    def _known(self, things: list[int]) -> int:
        seats = self.everyone
        for thing in things:
            if thing >= 0:
                seats &= self.state.known[thing]
        return seats

    def happened(self, event: str, args: list[Any]) -> None:
        info = self.layout.events[self.layout.event_number[event]]
        texts, seats = self._values(info.parameters, args)
        self._partly("happened", {"event": event, "args": texts}, seats, {"event": event})

    def _values(self, names: tuple[Named, ...], values: list[Any]) -> tuple[dict[str, Any], int]:
        texts: dict[str, Any] = {}
        seats = self.everyone
        for (name, kind), value in zip(names, values, strict=False):
            items = value if isinstance(value, list) else [value]
            if kind.kind == "thing":
                seats &= self._known(items)
            shown = [self._text(kind, item) for item in items]
            texts[name] = shown if isinstance(value, list) else shown[0]
        return texts, seats

    def _text(self, kind: ValueType, value: int) -> str:
        if kind.kind == "answer":
            return answer_text(self.state, value)
        return value_text(self.layout, kind, value)

    # Chains: what is declared is known as far as its parts are, what becomes of it is known to all

    def _answer(self, answer: int) -> dict[str, Any]:
        action, _, by = self.state.answers[answer][:3]
        return {"answer": self.layout.actions[action].name, "number": answer, "seat": seat_text(by)}

    def opened(self, window: str) -> None:
        self._open("opened", window=window)

    def closed(self, window: str) -> None:
        self._open("closed", window=window)

    def waits(self, answer: int) -> None:
        self._declaration("waits", answer)

    def declared(self, answer: int) -> None:
        self._declaration("declared", answer)

    def _declaration(self, kind: str, answer: int) -> None:
        action, _, _, *parts = self.state.answers[answer]
        info = self.layout.events[self.layout.event_number[self.layout.actions[action].name]]
        texts, seats = self._values(info.parameters[1:], parts)
        public = {**self._answer(answer), "option": self.layout.actions[action].name}
        inside = f"({', '.join(texts.values())})" if texts else ""
        self._partly(kind, {**public, "option": public["option"] + inside}, seats, public)

    def cancelled(self, answer: int, body: str) -> None:
        self._open("cancelled", **self._answer(answer), by=self.layout.body(body).subject)

    def aimed(self, answer: int, body: str) -> None:
        by = self.layout.body(body).subject
        action, _, _, *parts = self.state.answers[answer]
        info = self.layout.events[self.layout.event_number[self.layout.actions[action].name]]
        aimed_at = [
            (named, part)
            for named, part, declared in zip(
                info.parameters[1:], parts, self.layout.actions[action].parts, strict=False
            )
            if declared.target
        ]
        texts, seats = self._values(tuple(named for named, _ in aimed_at), [part for _, part in aimed_at])
        public = {**self._answer(answer), "by": by}
        self._partly("aimed", {**public, "at": list(texts.values())}, seats, public)

    def takes_effect(self, answer: int) -> None:
        self._open("takes_effect", **self._answer(answer))

    def fizzled(self, answer: int, reason: str, part: str) -> None:
        self._open("fizzled", **self._answer(answer), reason=reason, part=part)

    def _partly(self, kind: str, data: dict[str, Any], seats: int, public: dict[str, Any]) -> None:
        if seats == self.everyone:
            public = data
        self.entries.append(Entry(kind, data, seats, public))

    def replaced(self, rule: str, event: str, of: Element | None = None) -> None:
        self._of_one("replaced", of, rule=rule, event=event)

    def triggered(self, rule: str, event: str, when: str, of: Element | None = None) -> None:
        self._of_one("triggered", of, rule=rule, event=event, when=when)

    def forbidden(self, rule: str, event: str, of: Element | None = None) -> None:
        self._of_one("forbidden", of, rule=rule, event=event)

    def breached(self, limit: str, of: Element | None = None) -> None:
        self._of_one("breached", of, limit=limit)

    def _of_one(self, kind: str, of: Element | None, **data: Any) -> None:
        """What a rule or a limit does, which may count for one of a set: named to those who know it."""
        if of is None:
            self._open(kind, **data)
            return
        seats = self._known([of[1]]) if of[0].kind == "thing" else self.everyone
        self._partly(kind, {**data, "of": value_text(self.layout, *of)}, seats, data)

    def moved(self, thing: int, source: int, target: int, before: int) -> None:
        way = {"from": zone_text(self.layout, source), "to": zone_text(self.layout, target)}
        seats = before | self.state.known[thing]
        self._partly("moved", {"thing": thing_text(self.layout, thing), **way}, seats, way)

    def rolled(self, die: str, value: int, seat: int, cell: Cell | None = None) -> None:
        """A die that is a thing shows its face to those who see where it lies; that it was rolled, to all."""
        enum = self.layout.dice[die].enum
        kind = ValueType("number") if enum is None else ValueType("enum", enum)
        data = {"die": die, "value": value_text(self.layout, kind, value), "seat": seat_text(seat)}
        if cell is not None:
            data |= self._index(cell)
        if cell is None or cell.type not in self.layout.tables.types:
            self._open("rolled", **data)
            return
        public = {name: text for name, text in data.items() if name != "value"}
        data["of"] = thing_text(self.layout, cell.of)
        self._partly("rolled", data, self._known([cell.of]), public)

    def _index(self, cell: Cell) -> dict[str, str]:
        """Which one it is of cells `per` something: nothing hidden can be that."""
        texts = index_texts(self.layout, cell.kind)
        return {"index": texts[cell.member]} if texts else {}

    def shuffled(self, zone: int) -> None:
        self._open("shuffled", zone=zone_text(self.layout, zone))

    def looked(self, zone: int, things: list[int], seat: int) -> None:
        public = {"zone": zone_text(self.layout, zone), "seat": seat_text(seat), "count": len(things)}
        data = {**public, "things": [thing_text(self.layout, thing) for thing in things]}
        self._partly("looked", data, self._known(things), public)

    def shown(self, things: list[int], seats: list[int]) -> None:
        public = {"count": len(things), "seats": [seat_text(seat) for seat in seats]}
        data = {**public, "things": [thing_text(self.layout, thing) for thing in things]}
        self._partly("shown", data, self._known(things), public)

    def chose(self, seat: int, body: str, place: int, option: tuple[int, ...]) -> None:
        """Picks and secret choices are the seat's own; others are open, but not things others cannot know."""
        declared = self.layout.body(body)
        public: dict[str, Any] = {"seat": seat_text(seat), "at": body if place < 0 else f"{body}/{place}"}
        seats = self.everyone
        if place < 0:
            texts: list[str] = ["pass"] if option == PASS else [self.layout.actions[option[0]].name]
            public["option"] = texts[0]
            if option != PASS:
                action = self.layout.actions[option[0]]
                info = self.layout.events[self.layout.event_number[action.name]]
                parts, seats = self._values(info.parameters[1:], list(option[1:]))
                texts += parts.values()
            data = {
                **public,
                "option": texts[0] if len(texts) == 1 else f"{texts[0]}({', '.join(texts[1:])})",
            }
            self._partly("chose", data, seats, public)
            return
        statement = declared.places[place].statement
        if isinstance(statement, st.Ask):
            self._open("chose", **public, option=statement.ways[option[0]].name)
        elif isinstance(statement, st.Choose | st.SecretChoice):
            kind = self.layout.types.noun(statement.over)
            open_choice = isinstance(statement, st.Choose) and statement.amount == "one"
            if kind.kind == "thing":
                seats = self._known(list(option))
            seats = seats | 1 << seat if open_choice else 1 << seat
            text = "done" if option == DONE else value_text(self.layout, kind, option[0])
            entry = Entry("chose", {**public, "option": text}, seats, public if open_choice else None)
            if open_choice and seats == self.everyone:
                entry = Entry("chose", entry.data, seats, entry.data)
            self.entries.append(entry)
        elif isinstance(statement, st.Pay):
            self._laid(statement, seat, option, public)

    def _laid(self, pay: st.Pay, seat: int, option: tuple[int, ...], public: dict[str, Any]) -> None:
        """A group lays down openly; one seat's payment shows when it is made."""
        if option == PASS:
            self._open("chose", **public, option="pass" if pay.mode == "group" else "decline")
            return
        units = self.layout.payments[pay.payment].means[option[0]].over is None
        text = f"{option[1]} units" if units else thing_text(self.layout, option[1])
        if pay.mode == "group":
            self._open("chose", **public, option=text)
        else:
            self.entries.append(Entry("chose", {**public, "option": text}, 1 << seat))

    def revealed(self, seat: int, body: str, place: int, element: int) -> None:
        declared = self.layout.body(body).places[place]
        assert isinstance(declared.statement, st.SecretChoice)
        kind = self.layout.types.noun(declared.statement.over)
        public = {"seat": seat_text(seat), "at": f"{body}/{place}"}
        seats = (self._known([element]) if kind.kind == "thing" else self.everyone) | 1 << seat
        self._partly("revealed", {**public, "option": value_text(self.layout, kind, element)}, seats, public)

    def assigned(self, cell: Cell, value: int) -> None:
        text = value_text(self.layout, cell.kind, value)
        data: dict[str, Any] = {"name": cell.name, **self._index(cell), "value": text}
        seats = self._known([value]) if cell.kind.kind == "thing" else self.everyone
        if cell.type in self.layout.tables.types:
            data["of"] = thing_text(self.layout, cell.of)
            seats &= self._known([cell.of])
        elif cell.type:
            data["of"] = seat_text(cell.of)
        self.entries.append(Entry("assigned", data, seats, data if seats == self.everyone else None))

    def ended(self, name: str, winners: tuple[int, ...], scores: tuple[int, ...]) -> None:
        self._open("ended", name=name, winners=[seat_text(seat) for seat in winners], scores=list(scores))
