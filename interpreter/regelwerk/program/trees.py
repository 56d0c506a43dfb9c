"""Many rows of simple tests, one of which must hold, as nested tests: what rows share is looked at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from .source import Function

MAX_TESTS = 1200
"""No more tests than these are written out."""
_SIMPLE = re.compile(r"\(c\d+\[(\w+)\](?:==|!=|<|>|<=|>=)(?:-?\d+|[ahb]\w+)\)$")
"""A test that reads a column and cannot fail: the order in which such tests are made does not matter."""
_WORD = re.compile(r"\bb\d+x\d+\b")


def conjunction(text: str) -> list[str] | None:
    """The parts of generated text `(x and y)`, or of a single part; None if one of them is not simple."""
    parts = [text]
    if " and " in text and text.startswith("((") and text.endswith("))"):
        parts = text[1:-1].split(" and ")
    return parts if all(_SIMPLE.match(part) for part in parts) else None


def filled_in(parts: Sequence[str], values: Mapping[str, object]) -> list[str]:
    """The parts with numbers for the locals of a row."""
    return [_WORD.sub(lambda match: str(values[match.group()]), part) for part in parts]


def write_any(function: Function, rows: Sequence[Sequence[str]]) -> None:
    """Lines that return 1 if all tests of some row hold; `rows` are not empty and hold simple tests.

    The test most rows share comes first, with what is left of those rows under it.
    """
    left = [list(dict.fromkeys(row)) for row in rows]
    while left:
        shared, count = Counter(test for row in left for test in row).most_common(1)[0]
        if count == 1:
            for row in left:
                function.line(f"if {' and '.join(row)}: return 1")
            return
        inside = [[test for test in row if test != shared] for row in left if shared in row]
        left = [row for row in left if shared not in row]
        if not all(inside):
            function.line(f"if {shared}: return 1")
            continue
        with function.block(f"if {shared}:"):
            write_any(function, inside)
