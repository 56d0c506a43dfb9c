"""JSON with positions, read without silently losing anything; the limit of depth bounds the recursion."""

import json
import math
import re
from pathlib import Path
from typing import NoReturn

from regelwerk.source.characters import check_escaped, visible
from regelwerk.source.diagnostics import DataPath, Diagnostic, Note, has_errors
from regelwerk.source.document import Document, Extent, Value
from regelwerk.source.files import JSON_LIMITS, Limits, read_source
from regelwerk.source.spans import SourceFile, name_key

_MAX_DIGITS = 18
_BLANKS = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"')
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![\w.])")
_WORD = re.compile(r"-?\w+")
_CONSTANTS: dict[str, Value] = {"true": True, "false": False, "null": None}
_NO_NUMBERS = frozenset({"NaN", "Infinity", "-Infinity"})


def read_json(path: str | Path, limits: Limits = JSON_LIMITS) -> tuple[Document | None, list[Diagnostic]]:
    """Read the file at `path` and load it with `load_json`; a file with refused characters is not loaded."""
    source, diagnostics = read_source(path, limits)
    if source is None or has_errors(diagnostics):
        return None, diagnostics
    return load_json(source, limits)


def load_json(source: SourceFile, limits: Limits = JSON_LIMITS) -> tuple[Document | None, list[Diagnostic]]:
    """Load the JSON document in `source`.

    The document is None if some of its values are not known; after a duplicate key it is complete,
    with the first of the two values.
    """
    reader = _Reader(source, limits)
    try:
        root = reader.read()
    except _Stop as stop:
        return None, [*reader.diagnostics, stop.diagnostic]
    if reader.broken:
        return None, reader.diagnostics
    return Document(source, root, reader.keys, reader.values), reader.diagnostics


class _Stop(Exception):
    """Nothing more can be read, for the reason in `diagnostic`."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class _Reader:
    """Builds one tree from a text; `_at` is the offset of what comes next."""

    def __init__(self, source: SourceFile, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.diagnostics: list[Diagnostic] = []
        self.keys: dict[DataPath, Extent] = {}
        self.values: dict[DataPath, Extent] = {}
        self.broken = False
        self._text = source.text
        self._at = 0
        self._count = 0

    def read(self) -> Value:
        """Return the only value of the text."""
        root = self._value((), 0)
        if self._next() is not None:
            self._fail("text follows after the end of the data", "delete it")
        return root

    def _next(self) -> str | None:
        """Skip blanks and return the next character, None at the end."""
        blanks = _BLANKS.match(self._text, self._at)
        self._at = blanks.end() if blanks else self._at
        return self._text[self._at] if self._at < len(self._text) else None

    def _fail(self, message: str, fix: str, code: str = "S041") -> NoReturn:
        end = len(self._text.rstrip("\n"))
        start = min(self._at, end)
        raise _Stop(Diagnostic(code, message, self.source.span(start, start + 1), help=fix))

    def _value(self, path: DataPath, depth: int) -> Value:
        first = self._next()
        start = self._at
        self._count += 1
        if self._count > self.limits.max_values:
            message = f"the file holds more than {self.limits.max_values} values"
            self._fail(message, "split it into several files", "S046")
        if first in ("{", "["):
            if depth == self.limits.max_depth:
                message = f"lists and objects lie in each other more than {self.limits.max_depth} times"
                self._fail(message, "bring the data into a flatter form", "S045")
            value: Value = self._object(path, depth + 1) if first == "{" else self._list(path, depth + 1)
        elif first == '"':
            value = self._string()
        else:
            value = self._word()
        self.values.setdefault(path, (start, self._at))
        return value

    def _object(self, path: DataPath, depth: int) -> Value:
        values: dict[str, Value] = {}
        first: dict[str, Extent] = {}
        self._at += 1
        if self._next() == "}":
            self._at += 1
            return values
        while True:
            if self._next() != '"':
                self._fail("a key in double quotes is missing here", 'write `"key": value`')
            start = self._at
            key = name_key(self._string())
            extent = (start, self._at)
            if self._next() != ":":
                self._fail("after a key a `:` is missing", 'write `"key": value`')
            self._at += 1
            inner = (*path, key)
            self.keys.setdefault(inner, extent)
            value = self._value(inner, depth)
            if key in first:
                message = f"the key `{visible(key)}` is written twice"
                notes = (Note("first written here", self.source.span(*first[key])),)
                fix = "delete one of them or give it another name"
                span = self.source.span(*extent)
                self.diagnostics.append(Diagnostic("S042", message, span, inner, fix, notes=notes))
            else:
                first[key] = extent
                values[key] = value
            if self._ends("}"):
                return values

    def _list(self, path: DataPath, depth: int) -> Value:
        values: list[Value] = []
        self._at += 1
        if self._next() == "]":
            self._at += 1
            return values
        while True:
            values.append(self._value((*path, len(values)), depth))
            if self._ends("]"):
                return values

    def _ends(self, bracket: str) -> bool:
        """Step over the comma or bracket after an entry and say whether it was the bracket."""
        found = self._next()
        if found not in (",", bracket):
            self._fail(
                f"a `,` or `{bracket}` is missing here", "separate entries by commas, close every bracket"
            )
        comma = self._at
        self._at += 1
        if found == "," and self._next() == bracket:
            self._at = comma
            self._fail(f"a comma stands before the closing `{bracket}`", "delete the comma")
        return found == bracket

    def _string(self) -> str:
        match = _STRING.match(self._text, self._at)
        if match is None:
            self._fail("the quote is never closed on its line", 'put `"` at the end of the text')
        try:
            text = str(json.loads(match[0], strict=False))
        except json.JSONDecodeError as error:
            self._at += error.pos
            self._fail("after `\\` comes none of the letters that JSON knows", "write `\\\\` for a backslash")
        if "\\" in match[0]:
            self.diagnostics += check_escaped(text, self.source.span(self._at, match.end()))
        self._at = match.end()
        return text

    def _word(self) -> Value:
        number = _NUMBER.match(self._text, self._at)
        if number is not None:
            return self._number(number)
        word = _WORD.match(self._text, self._at)
        if word is None:
            self._fail("a value is missing here", "write a value, or delete the comma before it")
        if word[0] in _CONSTANTS:
            self._at = word.end()
            return _CONSTANTS[word[0]]
        if word[0] not in _NO_NUMBERS:
            self._fail(f"`{visible(word[0])}` is no value of JSON", "put text in double quotes")
        message = f"`{word[0]}` is no number of JSON"
        self._refuse("S043", message, word.end(), "write a finite number or `null`")
        return None

    def _number(self, number: re.Match[str]) -> Value:
        shown = number[0] if len(number[0]) <= 2 * _MAX_DIGITS else number[0][: 2 * _MAX_DIGITS] + "…"
        whole = number[2] is None and number[3] is None
        if whole and len(number[1]) > _MAX_DIGITS:
            message = f"the number `{shown}` has more than {_MAX_DIGITS} digits"
            self._refuse("S044", message, number.end(), "write a smaller number")
            return None
        if not whole and not math.isfinite(float(number[0])):
            self._refuse("S044", f"the number `{shown}` is too large", number.end(), "write a smaller number")
            return None
        self._at = number.end()
        return int(number[0]) if whole else float(number[0])

    def _refuse(self, code: str, message: str, end: int, fix: str) -> None:
        """Record an error about the value up to offset `end` and step over it."""
        self.broken = True
        self.diagnostics.append(Diagnostic(code, message, self.source.span(self._at, end), help=fix))
        self._at = end
