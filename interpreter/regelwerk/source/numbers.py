"""Numbers that people type: at a prompt, in options of commands, behind the name of an option of a game.

Only the digits 0 to 9 are digits. What Python's own functions take besides, such as digits of other scripts,
superscripts, `1_000`, `nan` or `1e999`, is no number here, and neither is one of ever so many digits.
"""

from __future__ import annotations

import re
import unicodedata

MOST_DIGITS = 38
"""Every seed of chance that a saved match may hold has no more."""

_WHOLE = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")
_DECIMAL = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}\.?[0-9]{{0,{MOST_DIGITS}}}|\.[0-9]{{1,{MOST_DIGITS}}}")


def whole_number(text: str) -> int | None:
    """The whole number a text is, None if it is none. A minus may stand before it."""
    return int(text) if _WHOLE.fullmatch(text) else None


def counting_number(text: str) -> int | None:
    """The number, 0 or above, that a text of digits is; None if it is none."""
    return None if text.startswith("-") else whole_number(text)


def decimal_number(text: str) -> float | None:
    """The number, 0 or above, that a text is with or without a decimal point; None if it is none."""
    return float(text) if _DECIMAL.fullmatch(text) else None


def in_digits(text: str) -> str | None:
    """A text of digits of any script in those from 0 to 9; None if it is of them already, or no such text."""
    if text.isascii() or len(text) > MOST_DIGITS:
        return None
    digits = [unicodedata.digit(sign, -1) for sign in text]
    return None if -1 in digits else "".join(map(str, digits))
