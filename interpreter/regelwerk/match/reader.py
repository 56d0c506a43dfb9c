"""Checking pieces of a saved match: names, numbers, lists and values of the kinds that a game declares."""

from __future__ import annotations

from typing import Any, NoReturn

from regelwerk.program.bounds import MAX_LIST, MAX_NUMBER
from regelwerk.program.layout import Layout
from regelwerk.rules.declarations import ValueType
from regelwerk.source.characters import visible

from .errors import MatchError

_PRESENT = ("thing", "seat", "enum", "flag", "answer")
"""Kinds whose values below 0 are none."""
_SHOWN = 80
"""So much of a text is quoted in a message."""


def quoted(found: object) -> str:
    """What was found, for a message: on one line and not too long."""
    text = visible(str(found))
    return f"`{text}`" if len(text) <= _SHOWN else f"`{text[:_SHOWN]}...`"


def damaged(where: str, what: str) -> MatchError:
    """The error of a save of which one field is wrong; `where` is the path of the field."""
    return MatchError(f"the saved match is damaged at `{visible(where)}`: {what}")


class Reader:
    """Checks pieces of the data; `where` names the piece in messages."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = layout.tables
        self.spans = {layout.events[number].name: n for n, number in enumerate(layout.spans)}

    def wrong(self, where: str, what: str) -> NoReturn:
        raise damaged(where, what)

    def table(self, data: object, where: str, names: Any) -> dict[str, Any]:
        if not isinstance(data, dict) or set(data) != set(names):
            self.wrong(
                where, "expected exactly the names " + (", ".join(f"`{n}`" for n in names) or "of nothing")
            )
        return {name: data[name] for name in names}

    def items(self, data: object, where: str, length: int | None = None) -> list[Any]:
        if not isinstance(data, list):
            self.wrong(where, "expected a list")
        if length is not None and len(data) != length:
            self.wrong(where, f"expected {length} elements, found {len(data)}")
        return data

    def rows(self, data: object, where: str, least: int, most: int | None = None) -> list[list[Any]]:
        result = self.items(data, where)
        for number, row in enumerate(result):
            length = len(self.items(row, f"{where}[{number}]"))
            if length < least or (most is not None and length > most):
                wanted = f"{least}" if most == least else f"at least {least}"
                self.wrong(f"{where}[{number}]", f"expected {wanted} elements")
        return result

    def number(self, data: object, where: str, low: int, high: int) -> int:
        if not isinstance(data, int) or isinstance(data, bool) or not low <= data <= high:
            self.wrong(where, f"expected a whole number from {low} to {high}")
        return data

    def text(self, data: object, where: str) -> str:
        if not isinstance(data, str):
            self.wrong(where, "expected a text")
        return data

    def name(self, data: object, where: str, names: dict[str, int]) -> int:
        if not isinstance(data, str) or data not in names:
            self.wrong(where, f"{quoted(data)} is not known here")
        return names[data]

    def span(self, data: object, level: object, where: str, levels: list[int]) -> tuple[int, int]:
        span = self.name(data, where, self.spans)
        return span, self.number(level, where, 1, levels[span])

    def value(self, data: object, where: str, kind: ValueType, stored: bool = False) -> Any:
        """A value of a kind. Only a stored value must keep to the range and be present."""
        if kind.many:
            one = ValueType(kind.kind, kind.name)
            values = self.items(data, where)
            if len(values) > MAX_LIST:
                self.wrong(where, f"expected at most {MAX_LIST} elements")
            read = [self.value(item, where, one) for item in values]
            if kind.kind in _PRESENT and any(value < 0 for value in read):
                self.wrong(where, "nothing in a list is none")
            return read
        absent = -1 if kind.optional or not stored or kind.kind in ("thing", "seat") else 0
        if kind.kind == "thing":
            info = self.tables.types.get(kind.name or "")
            value = self.number(data, where, absent, len(self.tables.row_of) - 1)
            if info is not None and value >= 0 and not info.first <= value < info.last:
                self.wrong(where, f"thing {value} is not of the type `{kind.name}`")
            return value
        if kind.kind == "seat":
            return self.number(data, where, absent, self.layout.players - 1)
        if kind.kind == "enum":
            return self.number(data, where, absent, len(self.tables.enums[kind.name or ""]) - 1)
        if kind.kind == "flag":
            return self.number(data, where, absent, 1)
        if kind.kind == "answer":
            return self.number(data, where, -1, MAX_LIST)
        low, high = -MAX_NUMBER, MAX_NUMBER
        if stored and kind.kind == "number":
            low = kind.low if kind.low is not None else low
            high = kind.high if kind.high is not None else high
            low = min(low, -1) if kind.optional else low
        return self.number(data, where, low, high)

    def stored(self, values: list[Any], where: str, kind: ValueType) -> list[Any]:
        """Stored values of one kind. Most are alike; those that are not are judged, each once."""
        if not kind.many and {*map(type, values)} <= {int}:
            try:
                for value in {*values}:
                    self.value(value, where, kind, True)
                return list(values)
            except MatchError:
                pass  # below it is told which
        return [self.value(v, f"{where}[{n}]", kind, True) for n, v in enumerate(values)]

    def arguments(self, data: object, where: str, kinds: list[ValueType]) -> list[Any]:
        values = self.items(data, where, len(kinds))
        return [self.value(value, where, kind) for value, kind in zip(values, kinds, strict=True)]
