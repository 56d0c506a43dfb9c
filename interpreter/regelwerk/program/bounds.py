"""How large numbers and lists of a match may become; both builds refuse what is larger."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

from .errors import RuleError, TooMuch

MAX_NUMBER = 10**12
"""No calculation may give more, or less than its negative: numbers fit into saves and views."""

MAX_ROWS = 500
"""How many happenings may be put off at a time, and how many rules and changes be in force for a while."""

MAX_SEED = 1 << 128
"""Seeds that are greater, or below its negative, would give the same as smaller ones."""

MAX_LIST = 1_000_000
"""No list of a saved match is longer: no bound of a game admits more."""

MAX_FRAMES = 20_000
"""No saved match has more bodies inside each other: so many Python calls there may be."""

MAX_CALLS = 60
"""How deep values and changes that may be inside themselves can be inside each other."""

MAX_UNITS = 10_000
"""How many units may be paid at once."""

MAX_HISTORY = 100_000
"""How many happenings of one event, told apart by their arguments, a span remembers."""


def steps_of_matching(things: int, counters: int, units: int, needs: int) -> int:
    """The steps of finding out what one seat can lay down next in a payment: for each of its things, and each
    number of units of its counters, all units that are needed are matched with all it has."""
    return (things + counters * units) * (8 * units + things + counters) * needs // 64


def whole(number: int) -> int:
    """The number. Raises RuleError if it is too large."""
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    raise RuleError(f"a number becomes too large: more than {MAX_NUMBER}")


def placed(number: int, low: int, high: int, name: str) -> int:
    """A number by which a cell is indexed. Raises RuleError if it is outside."""
    if low <= number <= high:
        return number
    raise RuleError(f"`{name}` is read or written at {number}, which is outside {low}..{high}")


EXTREMES = {"greatest": "max", "smallest": "min"}
"""Which function of Python gives the greatest or smallest of numbers."""


def calculated(op: str, left: int, right: int) -> int:
    """The result of a calculation of the rules form. Raises RuleError if it is too large."""
    if op == "greatest":
        return max(left, right)
    if op == "smallest":
        return min(left, right)
    if op == "+":
        return whole(left + right)
    return whole(left - right if op == "-" else left * right)


def raise_recursion_limit() -> None:
    """Let Python calls lie as deep inside each other as happenings and values may."""
    sys.setrecursionlimit(max(MAX_FRAMES, sys.getrecursionlimit()))


def charge(s: Any, steps: int, most: int) -> None:
    """Use up steps of a state. Raises TooMuch if that makes more than there may be."""
    s.steps += steps
    if s.steps > most:
        too_many_steps(most)


def too_many_steps(most: int) -> NoReturn:
    """Raise TooMuch: something goes on for longer than a decision may take."""
    raise TooMuch("steps", most, f"more than {most} steps without a decision")


def too_many_options(most: int) -> NoReturn:
    """Raise TooMuch: more is offered than can be listed."""
    raise TooMuch("options", most, f"a seat is offered more than {most} options")


def too_many_dice(most: int) -> NoReturn:
    """Raise TooMuch: so many dice are not rolled at once."""
    raise TooMuch("numbers", most, f"more than {most} dice are rolled at once")


def too_many_numbers(most: int) -> NoReturn:
    """Raise TooMuch: a row of numbers is too long."""
    raise TooMuch("elements", most, f"a row of more than {most} numbers")


def too_deep(most: int) -> NoReturn:
    """Raise TooMuch: happenings begin each other without end."""
    raise TooMuch("nesting", most, f"more than {most} happenings inside each other")


def too_deep_values() -> NoReturn:
    """Raise RuleError: values call each other without end."""
    raise RuleError(f"values and changes depend on each other more than {MAX_CALLS} deep")


def too_much_to_pay() -> NoReturn:
    """Raise RuleError: more is to be paid than can be matched."""
    raise RuleError(f"more than {MAX_UNITS} units are to be paid at once")


def too_many_positions() -> NoReturn:
    """Raise RuleError: more different positions are recorded than are kept."""
    raise RuleError(f"more than {MAX_HISTORY} different positions were recorded")


def too_much_history() -> NoReturn:
    """Raise RuleError: what has happened is remembered in too many ways."""
    raise RuleError(f"history keeps more than {MAX_HISTORY} different happenings of one event")
