"""Where the data of a game (tables and manifest) can be mutated: by the places of keys and values."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from regelwerk.source.document import Document

from .mutation_rules import misspelt
from .mutation_text import MANIFEST, GameText, Site

FREE_TEXT = frozenset({"source", "title", "version", "id", "language"})
"""Keys whose values are read by people only; everything below them is left out."""


def table_sites(mutator: str, game: GameText, known: Any) -> Iterator[Site]:
    """All places of a mutator in the data of a game."""
    for file, document in game.documents.items():
        for start, end, text, word in _places(mutator, document, game, known):
            yield Site(mutator, game.name, file, start, end, text, word)


def _places(
    mutator: str, document: Document, game: GameText, known: Any
) -> Iterator[tuple[int, int, str, str]]:
    source = document.source
    is_table = not source.path.endswith(MANIFEST)
    for path, (start, end) in document.keys.items():
        word = str(path[-1])
        if FREE_TEXT & set(path[:-1]) or path in ((key,) for key in FREE_TEXT):
            continue
        is_row = is_table and len(path) == 2
        if mutator == "name" and not (is_row and game.words[word] < 2):
            yield start, end, misspelt(word, known, Random(f"{source.path}:{start}")), word
        if mutator == "part" and _required(path, document):
            yield *_entry(document, path), "", ""
        if mutator == "parameter" and len(path) in (1, 3):
            begin, _ = _entry(document, path)
            yield begin, begin, _beside(document, path, "unread", "1"), ""
        if mutator == "duplicate":
            begin, _ = _entry(document, path)
            again = source.text[start : document.values[path][1]]
            yield begin, begin, _beside(document, path, None, again), ""
    for path, (start, end) in document.values.items():
        value = source.text[start:end]
        plain = _plain(document, path)
        if not path or FREE_TEXT & set(path) or isinstance(plain, dict | list):
            continue
        if mutator == "name" and isinstance(plain, str) and any(letter.isalpha() for letter in value):
            word = misspelt(value, known, Random(f"{source.path}:{start}"))
            yield start, end, word, value
        if mutator == "kind" and isinstance(plain, int) and is_table:
            yield start, end, "far" if start % 2 else "9999", ""
        if mutator == "kind" and isinstance(plain, str) and is_table and len(path) > 1:
            yield start, end, "7", ""
        if mutator == "number" and isinstance(plain, int) and not isinstance(plain, bool):
            yield from ((start, end, str(other), "") for other in (plain + 1, plain - 1))


def _plain(document: Document, path: tuple[Any, ...]) -> Any:
    value: Any = document.value
    for part in path:
        value = value[part]
    return value


def _required(path: tuple[Any, ...], document: Document) -> bool:
    """Keys without which the file means nothing, and attributes that every row of the table has."""
    if len(path) == 1:
        return path[0] in ("format", "type", "rows", "title", "version", "rules", "id")
    if len(path) != 3 or path[0] != "rows":
        return False
    rows = _plain(document, ("rows",))
    return path[2] not in ("provenance", "source") and all(path[2] in row for row in rows.values())


def _entry(document: Document, path: tuple[Any, ...]) -> tuple[int, int]:
    """The extent of a key with its value and what parts it from the next entry."""
    text = document.source.text
    start, end = document.keys[path][0], document.values[path][1]
    line = text.rindex("\n", 0, start) + 1 if "\n" in text[:start] else 0
    if not text[line:start].strip(" "):
        stop = text.find("\n", end)
        return line, len(text) if stop < 0 else stop + 1
    if text[end:].lstrip(" ").startswith(","):
        return start, len(text) - len(text[end:].lstrip(" ")[1:].lstrip(" "))
    before = text[:start].rstrip(" ")
    return (len(before) - 1 if before.endswith(",") else start), end


def _beside(document: Document, path: tuple[Any, ...], key: str | None, value: str) -> str:
    """An entry to be put before that of `path`: a key with a value, or one written out."""
    text = document.source.text
    start = document.keys[path][0]
    line = text.rfind("\n", 0, start) + 1
    written = value if key is None else f"{key}: {value}"
    if not text[line:start].strip(" "):
        return f"{text[line:start]}{written}\n"
    first = text[:start].rstrip(" ").endswith("{")
    return f"{written}, " if first or text[_entry(document, path)[0]] != "," else f", {written}"
