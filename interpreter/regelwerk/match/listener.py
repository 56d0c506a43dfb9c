"""What the walker tells while it walks: the stuff of the log and of answers to "why"."""

from __future__ import annotations

from typing import Any, NamedTuple

from regelwerk.rules.declarations import ValueType

Element = tuple[ValueType, int]
"""What a rule counts for that counts for each of a set: its kind, and the value."""


class Cell(NamedTuple):
    """One stored value: a state (`type` is empty), or an attribute of the type for the thing or seat `of`.

    `kind` is the declared one, `member` the place among cells `per` something, else 0.
    """

    name: str
    kind: ValueType
    type: str
    of: int
    member: int


class Listener:
    """Told of everything that happens, in order. All methods do nothing; override what is wanted."""

    def happened(self, event: str, args: list[Any]) -> None:
        """An event's body begins (stage 4)."""

    def replaced(self, rule: str, event: str, of: Element | None = None) -> None:
        """An `instead` rule happens in place of the event."""

    def triggered(self, rule: str, event: str, when: str, of: Element | None = None) -> None:
        """A rule's body begins `before` or `after` the event."""

    def forbidden(self, rule: str, event: str, of: Element | None = None) -> None:
        """A rule forbade the event."""

    def breached(self, limit: str, of: Element | None = None) -> None:
        """A limit did not hold and its breach begins."""

    def moved(self, thing: int, source: int, target: int, before: int) -> None:
        """A thing went from one zone to another (-1 for none); `before`: the seats that knew it, as bits."""

    def rolled(self, die: str, value: int, seat: int, cell: Cell | None = None) -> None:
        """A die was rolled; `cell` shows its face, if one does."""

    def shuffled(self, zone: int) -> None:
        """A zone was mixed."""

    def looked(self, zone: int, things: list[int], seat: int) -> None:
        """A seat saw the top things of a zone."""

    def shown(self, things: list[int], seats: list[int]) -> None:
        """Seats learnt what things are."""

    def chose(self, seat: int, body: str, place: int, option: tuple[int, ...]) -> None:
        """A seat took an option, or the only one was taken for it."""

    def opened(self, window: str) -> None:
        """A window begins whose answers wait."""

    def closed(self, window: str) -> None:
        """A window whose answers wait is over."""

    def waits(self, answer: int) -> None:
        """What a seat has declared is paid for and waits as this answer."""

    def declared(self, answer: int) -> None:
        """A rule has declared an answer (by its position) for a seat."""

    def cancelled(self, answer: int, body: str) -> None:
        """A body has cancelled a waiting answer."""

    def aimed(self, answer: int, body: str) -> None:
        """A body has aimed a waiting answer at something else."""

    def takes_effect(self, answer: int) -> None:
        """The turn of an answer that has waited has come, and it holds."""

    def fizzled(self, answer: int, reason: str, part: str) -> None:
        """The turn of a waiting answer has come, but nothing happens.

        `reason` is `cancelled`, `target` (`part` is its binder) or `need` (`part` is its number).
        """

    def revealed(self, seat: int, body: str, place: int, element: int) -> None:
        """What a seat chose in secret takes effect."""

    def assigned(self, cell: Cell, value: int) -> None:
        """A stored value changed."""

    def ended(self, name: str, winners: tuple[int, ...], scores: tuple[int, ...]) -> None:
        """The match is over."""
