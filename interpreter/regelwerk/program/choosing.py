"""What generated choices call: picks one after the other, and secret choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from .alike import make_distinct
from .bounds import too_many_options
from .errors import RuleError
from .layout import Layout

DONE = -2
SHORT = -1

THINGS, REPEATED = 1, 2
"""What may be alike among elements: things with copies, or values that a list holds several times."""

ELSEWISE, NUMBERS, OPTIONS = 0, 1, 2
"""How a body that stopped has noted what is offered: so that the functions of the choice have to tell; as the
only number of each option, which the body also takes; as options."""


def bounds(amount: str, number: int, found: int) -> tuple[int, int]:
    """How many must and how many may be picked of so many."""
    if amount == "exactly":
        return max(number, 0), max(number, 0)
    if amount == "at_least":
        return max(number, 0), found
    if amount == "up_to":
        return 0, min(max(number, 0), found)
    return 0, found


class Picking:
    """Choices of several things, made one pick after the other."""

    def __init__(self, layout: Layout) -> None:
        self.distinct = make_distinct(layout)
        self.most = layout.game.bounds.options

    def options(self, found: Any, s: Any) -> list[int]:
        """What may be picked next. `found`: seat, elements, least and greatest number, what may be
        alike, and things the question speaks of."""
        seat, elements, low, _, alike, named = found
        taken = taken_by(s, seat)
        rest = without(elements, taken)
        if alike == THINGS:
            rest = self.distinct(s, rest, seat, named)
        elif alike == REPEATED:
            rest = once(rest)
        if len(rest) > self.most:
            too_many_options(self.most)
        if len(taken) >= low:
            rest.append(DONE)
        return rest

    def start(self, s: Any, found: Any) -> list[int] | int | None:
        """The picks if nobody has to be asked, SHORT if there are too few, None if somebody must decide."""
        _, elements, low, high, _, _ = found
        if len(elements) < low:
            return SHORT
        if not elements or high == 0:
            return []
        if low == len(elements):
            return sorted(elements)
        s.picks = []
        return self._go_on(s, found)

    def take(self, s: Any, found: Any, element: int) -> list[int] | None:
        """Take an option; the picks if that was the last, else None."""
        seat = found[0]
        taken = taken_by(s, seat)
        if element == DONE:
            s.picks = []
            return sorted(taken)
        s.picks = [[seat, *taken, element]]
        return self._go_on(s, found)

    def _go_on(self, s: Any, found: Any) -> list[int] | None:
        seat, _, _, high, _, _ = found
        while True:
            taken = taken_by(s, seat)
            if len(taken) >= high:
                s.picks = []
                return sorted(taken)
            options = self.options(found, s)
            if len(options) != 1:
                return None
            if options[0] == DONE:
                s.picks = []
                return sorted(taken)
            s.picks = [[seat, *taken, options[0]]]


def once(elements: Iterable[int]) -> list[int]:
    """The elements, each of them once."""
    return list(dict.fromkeys(elements))


def without(elements: Iterable[int], taken: Iterable[int]) -> list[int]:
    """The elements that are left when some are taken; of one that is there several times the others."""
    gone = Counter(taken)
    rest = []
    for element in elements:
        if gone[element]:
            gone[element] -= 1
        else:
            rest.append(element)
    return rest


def taken_by(s: Any, seat: int) -> list[int]:
    """What a seat has picked so far."""
    for row in s.picks:
        if row[0] == seat:
            return list(row[1:])
    return []


def in_several(sets: Iterable[Sequence[int]]) -> list[int]:
    """What lies in more than one of some sets: who chooses it meets whoever chooses the same."""
    counts = Counter(element for elements in sets for element in set(elements))
    return [element for element, count in counts.items() if count > 1]


def open_choices(found: Sequence[tuple[int, list[int]]], chosen: list[int]) -> list[int] | None:
    """Secret choices with those made that leave no choice; None if they are the same as before.

    `found` has the seat and the options of each seat in order; an open choice is -1.
    """
    result = list(chosen)
    for index, (_, options) in enumerate(found):
        if result[index] < 0 and len(options) == 1:
            result[index] = options[0]
    return result


def still_open(found: Sequence[tuple[int, list[int]]], chosen: list[int]) -> bool:
    """Whether a seat has still to choose."""
    return any(options and chosen[index] < 0 for index, (_, options) in enumerate(found))


def take_choice(
    found: Sequence[tuple[int, list[int]]], chosen: list[int], seat: int, element: int
) -> list[int]:
    """The secret choices with one more."""
    result = list(chosen)
    for index, (chooser, options) in enumerate(found):
        if chooser == seat and options and result[index] < 0:
            result[index] = element
            return result
    raise RuleError("a seat chooses that is not asked")
