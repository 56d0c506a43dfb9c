"""Writing generated Python: lines with their origin in the rules form, and a table of constants.

Only numbers stand in the text of a program: locals are numbered, everything else (strings, tables,
functions of the runtime) is reached through the numbered names of the table of constants.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

INDENT = " "
_SHARED = re.compile(r"\b(c\d+|CELLS|ZONES|LEVELS|AT)\b")
_LOCALS = re.compile(r"\b(?:[ah]\d+[ipcl]?|b\d+(?:x\d+)?)\b")
_PREFIX = {"CELLS": "s.cells", "ZONES": "s.zones", "LEVELS": "s.levels", "AT": "s.at"}


FunctionTable = tuple[str, dict[int, str]]
"""The name of a constant, and the names of the functions in it by number."""


class Constants:
    """Values a program needs besides numbers: `K0`, `K1`, ...; equal ones of plain data are shared."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._known: dict[Any, str] = {}

    def name(self, value: Any) -> str:
        """The name by which a program reads this value."""
        try:
            key = (type(value), value)
            known = self._known.get(key)
        except TypeError:
            key, known = None, None
        if known is not None:
            return known
        name = f"K{len(self.values)}"
        self.values[name] = value
        if key is not None:
            self._known[key] = name
        return name


class Function:
    """The lines of one function. `origin` (body, place) is kept for each line for error messages."""

    def __init__(self, header: str) -> None:
        self.header = header
        self.lines: list[tuple[str, tuple[str, int]]] = []
        self.depth = 1
        self.origin: tuple[str, int] = ("", -1)
        self.looped: set[str] = set()
        self.loops = 0

    def line(self, text: str) -> None:
        """Add a line at the present depth."""
        if self.loops:
            self.looped.update(_SHARED.findall(text))
        self.lines.append((INDENT * self.depth + text, self.origin))

    @contextmanager
    def block(self, header: str, loop: bool = False) -> Iterator[None]:
        """Lines inside a compound statement; one in which nothing is written gets `pass`."""
        if loop:
            self.loops += 1
        self.line(header)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1
        if loop:
            self.loops -= 1

    def finished(self) -> list[tuple[str, tuple[str, int]]]:
        """All lines; columns and lists of the state that are read repeatedly are bound to locals first."""
        counts: dict[str, int] = {}
        for text, _ in self.lines:
            for found in _SHARED.findall(text):
                counts[found] = counts.get(found, 0) + 1
        bound = [name for name, n in counts.items() if n > 1 or name in self.looped]
        result = [(self.header, self.origin)]
        result.extend((f"{INDENT}{name}={_shared_source(name)}", self.origin) for name in bound)

        def put(match: re.Match[str]) -> str:
            name = match.group(1)
            return name if name in bound else _shared_source(name)

        result.extend((_SHARED.sub(put, text), origin) for text, origin in self.lines)
        return result

    def text(self) -> str:
        return "\n".join(text for text, _ in self.lines)


def _shared_source(name: str) -> str:
    return _PREFIX.get(name) or f"s.columns[{name[1:]}]"


def locals_in(text: str, apart_from: Iterable[str] = ()) -> list[str]:
    """The numbered locals that occur in a piece of generated text, each once, in order."""
    without = set(apart_from)
    return [name for name in dict.fromkeys(_LOCALS.findall(text)) if name not in without]


class Source:
    """All functions of a program, in order, and what they need."""

    def __init__(self) -> None:
        self.constants = Constants()
        self.functions: list[Function] = []
        self.tables: list[FunctionTable] = []
        self._numbers = 0

    def number(self) -> int:
        """A number that nothing else has."""
        self._numbers += 1
        return self._numbers

    def add(self, header: str) -> Function:
        """Begin a function."""
        function = Function(header)
        self.functions.append(function)
        return function

    def mark(self) -> tuple[int, int]:
        """How much has been written: see `forget`."""
        return len(self.functions), len(self.tables)

    def forget(self, mark: tuple[int, int]) -> None:
        """Take back the functions and tables written since the mark."""
        del self.functions[mark[0] :]
        del self.tables[mark[1] :]

    def table(self, functions: dict[int, str]) -> str:
        """The name of a table of functions by number, which is filled when the program is loaded."""
        name = self.constants.name({})
        self.tables.append((name, functions))
        return name

    def finish(self) -> tuple[str, list[tuple[str, int]]]:
        """The whole text, and for each of its lines where it comes from."""
        lines: list[str] = []
        origins: list[tuple[str, int]] = []
        for function in self.functions:
            for text, origin in function.finished():
                lines.append(text)
                origins.append(origin)
        return "\n".join(lines) + "\n", origins
