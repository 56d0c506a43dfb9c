"""How large numbers and lists of a match may become; both builds refuse what is larger."""

from __future__ import annotations

from .errors import RuleError

MAX_NUMBER = 10**12
"""No calculation may give more, or less than its negative: numbers fit into saves and views."""

MAX_ROWS = 500
"""How many happenings may be put off at a time, and how many rules and changes be in force for a while."""


def whole(number: int) -> int:
    """The number. Raises RuleError if it is too large."""
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    raise RuleError(f"a number becomes too large: more than {MAX_NUMBER}")


def calculated(op: str, left: int, right: int) -> int:
    """The result of `+`, `-` or `*`. Raises RuleError if it is too large."""
    if op == "+":
        return whole(left + right)
    return whole(left - right if op == "-" else left * right)
