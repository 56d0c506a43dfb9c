"""Reading a log back from plain data. What it tells must be what a match of this game can tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from regelwerk.program.bounds import MAX_LIST, MAX_NUMBER
from regelwerk.program.ending import Ending
from regelwerk.program.layout import Layout
from regelwerk.program.points import Place
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types.kinds import NUMBER, element

from .log import Entry
from .reader import Reader, quoted
from .text import NONE, index_texts, seat_text, thing_text, zone_text

_FIELDS = {
    "happened": ("event", "args"),
    "replaced": ("rule event", "of"),
    "triggered": ("rule event when", "of"),
    "forbidden": ("rule event", "of"),
    "breached": ("limit", "of"),
    "moved": ("from to", "thing"),
    "rolled": ("die value seat", ""),
    "shuffled": ("zone", ""),
    "looked": ("zone seat count", "things"),
    "shown": ("count seats", "things"),
    "chose": ("seat at", "option"),
    "revealed": ("seat at", "option"),
    "assigned": ("name value", "of"),
    "opened": ("window", ""),
    "closed": ("window", ""),
    "waits": ("answer number seat option", ""),
    "declared": ("answer number seat option", ""),
    "cancelled": ("answer number seat by", ""),
    "aimed": ("answer number seat by", "at"),
    "takes_effect": ("answer number seat", ""),
    "fizzled": ("answer number seat reason part", ""),
    "ended": ("name winners scores", ""),
}
"""For each kind of entry what all who see it may read, and what only those who know the things may."""
_MAY_LACK = ("replaced", "triggered", "forbidden", "breached", "assigned")
"""Kinds that may be about nothing in particular: `of` is not always there."""
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,12}")


def read_log(layout: Layout, data: object, over: Ending | None) -> list[Entry] | None:
    """The entries of a saved log; None if it was left out. Raises MatchError saying where it is wrong."""
    if data is None:
        return None
    reader = _LogReader(layout)
    rows = reader.items(data, "log")
    entries = [reader.entry(row, f"log[{number}]") for number, row in enumerate(rows)]
    told = [(number, entry.data) for number, entry in enumerate(entries) if entry.kind == "ended"]
    ends = []
    if over is not None:
        winners = [seat_text(seat) for seat in over.winners]
        end = {"name": over.name, "winners": winners, "scores": list(over.scores)}
        ends = [(len(entries) - 1, end)]
    if told != ends:
        where = told[0][0] if told else max(len(entries) - 1, 0)
        reader.wrong(f"log[{where}]", "the log tells of another end than the match has")
    return entries


class _LogReader(Reader):
    """Checks entries by the names and kinds of the game."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        things = range(len(self.tables.row_of))
        self.copies = {thing_text(layout, thing, True): thing for thing in things}
        self.plain = {NONE, *(thing_text(layout, thing) for thing in things)}
        self.seats = {seat_text(seat) for seat in range(-1, layout.players)}
        self.zones = {zone_text(layout, zone) for zone in range(-1, len(self.tables.zone_decl))}
        self.subjects = {body.subject for body in layout.bodies}
        self.limits = {limit.name: limit for limit in layout.limits}
        self.everyone = (1 << layout.players) - 1

    def entry(self, row: object, where: str) -> Entry:
        fields = self.table(row, where, ("kind", "data", "seats", "public"))
        kind, data, public = fields["kind"], fields["data"], fields["public"]
        if not isinstance(kind, str) or kind not in _FIELDS:
            self.wrong(f"{where}.kind", f"{quoted(kind)} is no kind of entry")
        openly, hidden = (names.split() for names in _FIELDS[kind])
        if kind == "rolled" and isinstance(data, dict) and "of" in data:
            openly, hidden = ["die", "seat"], ["value", "of"]
        if kind in ("rolled", "assigned") and isinstance(data, dict) and "index" in data:
            openly.append("index")
        lacks = kind in _MAY_LACK and isinstance(data, dict) and "of" not in data
        self.table(data, f"{where}.data", openly if lacks else [*openly, *hidden])
        if kind != "ended":
            for name, found in data.items():
                if not self._fits(kind, data, name, found):
                    self.wrong(f"{where}.data.{name}", "no match of this game tells this here")
        seats = self.number(fields["seats"], f"{where}.seats", 0, self.everyone)
        shown = {name: data[name] for name in openly}
        allowed = [None, data, shown]
        if "option" in data:
            allowed.append({**shown, "option": data["option"].partition("(")[0]})
        if public not in allowed:
            self.wrong(f"{where}.public", "expected what everybody may know of `data`")
        return Entry(kind, self._in_order(data), seats, None if public is None else self._in_order(public))

    def _in_order(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with its arguments as the event declares them: a file sorts them by name."""
        if "args" not in data:
            return data
        parameters = self.layout.events[self.layout.event_number[data["event"]]].parameters
        return {**data, "args": {name: data["args"][name] for name, _ in parameters}}

    def _is(self, kind: ValueType, text: object) -> bool:
        """Whether a text is a value of a kind."""
        if not isinstance(text, str):
            return False
        if kind.kind == "thing":
            return text == NONE or text in self.copies
        if kind.kind == "seat":
            return text in self.seats
        if kind.kind == "enum":
            return text == NONE or text in self.tables.enums[kind.name or ""]
        if kind.kind == "flag":
            return text in ("yes", "no", NONE)
        if kind.kind == "answer":
            name, sign, number = text.partition("#")
            return text == NONE or (name in self.layout.action_number and (not sign or _is_number(number)))
        return _is_number(text)

    def _are(self, test: Callable[[Any], bool], found: object) -> bool:
        return isinstance(found, list) and len(found) <= MAX_LIST and all(map(test, found))

    def _fits(self, kind: str, data: dict[str, Any], name: str, found: Any) -> bool:
        """Whether a match of this game can tell this under a name, beside the rest of the entry."""
        layout = self.layout
        match name:
            case "number" | "count":
                if type(found) is not int or not 0 <= found <= MAX_LIST:
                    return False
                things = data.get("things")
                return not isinstance(things, list) or found == len(things)
            case "args":
                return self._is_happening(data["event"], found)
            case "things":
                return self._are(self.plain.__contains__, found)
            case "seats":
                return self._are(self.seats.__contains__, found)
            case "at" if kind == "aimed":
                action = layout.action_number.get(str(data["answer"]))
                kinds = [] if action is None else self._targets(action)
                return (
                    isinstance(found, list) and len(found) == len(kinds) and all(map(self._is, kinds, found))
                )
        if not isinstance(found, str):
            return False
        match name:
            case "event":
                return found in layout.event_number
            case "rule":
                return self._is_rule(kind, data, found)
            case "when":
                return found in ("before", "after")
            case "limit":
                return found in self.limits and ("of" in data) == (self.limits[found].over is not None)
            case "of" if kind == "assigned":
                return found in self.plain or found in self.seats
            case "of" if kind == "rolled":
                return found in self.plain and found != NONE
            case "of":
                return self._is(self._element(kind, data), found)
            case "thing":
                return found != NONE and found in self.plain
            case "from" | "to" | "zone":
                return found in self.zones and (name == "from" or found != NONE)
            case "die":
                return found in layout.dice
            case "value":
                return any(self._is(each, found) for each in self._values(kind, data))
            case "seat":
                return found in self.seats and (found != NONE or kind == "rolled")
            case "index":
                return any(found in index_texts(layout, each) for each in self._indexed(kind, data))
            case "name":
                # A log that was written before it told the index is read without.
                kinds = self._values(kind, data)
                return any(each.per is not None or "index" not in data for each in kinds)
            case "window":
                return found in layout.windows
            case "answer":
                return found in layout.action_number
            case "by":
                return found in self.subjects
            case "reason":
                return found in ("cancelled", "target", "need")
            case "part":
                return self._is_part(data, found)
            case "at":
                return self._place(found) is not None
            case "option":
                return self._is_option(kind, data, found)
        return False

    def _is_happening(self, event: object, found: object) -> bool:
        number = self.layout.event_number.get(str(event))
        if number is None:
            return True  # which is wrong itself
        parameters = self.layout.events[number].parameters
        if not isinstance(found, dict) or found.keys() != {name for name, _ in parameters}:
            return False
        return all(
            self._are(partial(self._is, element(of)), found[name]) if of.many else self._is(of, found[name])
            for name, of in parameters
        )

    def _is_rule(self, kind: str, data: dict[str, Any], found: str) -> bool:
        """Whether it is a rule of the kind about the event, which counts for one of a set or does not."""
        if found not in self.layout.rule_number:
            return False
        rule = self.layout.rules[self.layout.rule_number[found]]
        wanted = {"replaced": "instead", "forbidden": "forbid", "triggered": data.get("when")}[kind]
        return (rule.kind, rule.event, rule.over is not None) == (wanted, data["event"], "of" in data)

    def _element(self, kind: str, data: dict[str, Any]) -> ValueType:
        """The kind of what a rule or a limit counts for."""
        if kind == "breached":
            limit = self.limits.get(str(data["limit"]))
            over = None if limit is None else limit.over
            return NUMBER if over is None else self.layout.types.noun(over)
        number = self.layout.rule_number.get(str(data["rule"]))
        rule = None if number is None else self.layout.rules[number]
        if rule is None or rule.over is None:
            return NUMBER
        return self.layout.types.noun(rule.over)

    def _values(self, kind: str, data: dict[str, Any]) -> list[ValueType]:
        """The kinds of what is rolled, or of the cells of that name."""
        if kind == "rolled":
            die = self.layout.dice.get(str(data["die"]))
            return [] if die is None else [NUMBER if die.enum is None else ValueType("enum", die.enum)]
        if "of" not in data:
            cell = self.layout.cells.get(str(data["name"]))
            return [] if cell is None else [cell.kind]
        return [info.kind for info in self.tables.columns if info.name == data["name"]]

    def _indexed(self, kind: str, data: dict[str, Any]) -> list[ValueType]:
        """The kinds of cells `per` something that the entry may be about."""
        if kind == "assigned":
            return self._values(kind, data)
        columns = [info.kind for info in self.tables.columns]
        return columns + [cell.kind for cell in self.layout.cells.values()]

    def _targets(self, action: int) -> list[ValueType]:
        declared = self.layout.actions[action]
        kinds = self.layout.events[self.layout.event_number[declared.name]].parameters[1:]
        return [kind for (_, kind), part in zip(kinds, declared.parts, strict=False) if part.target]

    def _is_part(self, data: dict[str, Any], found: str) -> bool:
        """Whether it names what fails of a declared action: a target by its binder, a need by its number."""
        number = self.layout.action_number.get(str(data["answer"]))
        if number is None or data["reason"] == "cancelled":
            return found == ""
        action = self.layout.actions[number]
        if data["reason"] == "target":
            return found in [part.over.binder for part in action.parts if part.target]
        return found in [str(need) for need in range(1, len(action.needs) + 1)]

    def _place(self, at: object) -> Place | str | None:
        """The statement, or the name of the window, that `at` names."""
        body, sign, number = str(at).partition("/")
        if body not in self.layout.body_number:
            return None
        found = self.layout.body(body)
        if not sign:
            return found.subject if found.kind == "window" else None
        place = next((place for place in found.places if str(place.number) == number), None)
        decides = place is not None and isinstance(
            place.statement, st.Choose | st.Ask | st.SecretChoice | st.Pay
        )
        return place if decides else None

    def _is_option(self, kind: str, data: dict[str, Any], found: str) -> bool:
        if kind in ("waits", "declared"):
            return self._is_declared(data["answer"], found)
        place = self._place(data["at"])
        if place is None:
            return True  # which is wrong itself
        if isinstance(place, str):
            return found == "pass" or any(
                self._is_declared(self.layout.actions[number].name, found)
                for number in self.layout.window_actions[place]
            )
        match place.statement:
            case st.Ask(ways=ways):
                return found in [way.name for way in ways]
            case st.Pay():
                units = found.removesuffix(" units")
                return (
                    found in ("pass", "decline")
                    or found in self.plain
                    or (units != found and _is_number(units))
                )
            case st.Choose(over=over) | st.SecretChoice(over=over):
                return found == "done" or self._is(self.layout.types.noun(over), found)
        return False

    def _is_declared(self, action: object, found: str) -> bool:
        """Whether a text is an action, with its parts or without them."""
        name, bracket, inside = found.partition("(")
        if name != action or name not in self.layout.action_number:
            return False
        declared = self.layout.actions[self.layout.action_number[name]]
        parameters = self.layout.events[self.layout.event_number[name]].parameters[1:]
        kinds = [kind for _, kind in parameters[: len(declared.parts)]]
        return not bracket or (inside.endswith(")") and self._are_parts(kinds, inside[:-1].split(", ")))

    def _are_parts(self, kinds: Sequence[ValueType], texts: list[str]) -> bool:
        """Whether texts between commas are values of these kinds; one of a grid has a comma itself."""
        if not kinds or not texts:
            return not kinds and not texts
        return any(
            self._is(kinds[0], ", ".join(texts[:size])) and self._are_parts(kinds[1:], texts[size:])
            for size in (1, 2)
            if size <= len(texts)
        )


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None and abs(int(text)) <= MAX_NUMBER
