"""Lines and where they may be broken: an algebra of text, breaks, and brackets around them.

Where breaks may be is said by whoever makes a `Doc`; which of them are taken is decided in `broken`
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from regelwerk.syntax.layout import WIDTH

INDENTATION = " " * 4


class Break(Enum):
    """A place where a line may end."""

    COMMA = 1
    """A blank after a comma: lines go on after commas everywhere."""
    BLANK = 2
    """A blank that may be a break inside brackets."""
    BRACKET = 3
    """Nothing, or a break: behind a bracket that opens."""


class Inside(NamedTuple):
    """What stands in brackets: breaks in it are taken after those around it."""

    doc: Doc


Doc = str | Break | Inside | list["Doc"]


class _Piece(NamedTuple):
    """Text between two breaks; `depth` counts the brackets around the break before it."""

    text: str
    blank: bool
    depth: int


def bracketed(doc: Doc, signs: str = "()") -> Doc:
    """Return something in brackets; a line may break behind the first if there is something in them."""
    return [signs[0], Inside([Break.BRACKET, doc]), signs[1]] if doc else signs


def broken(doc: Doc, depth: int, width: int = WIDTH) -> list[str]:
    """Return a line as printed: one line if it fits into `width`, else several.

    Each is as full as it can be, but breaks lie outside as many brackets as possible. What goes on is
    indented once, and twice if a block follows.
    """
    pieces = _pieces(doc)
    further = 2 if pieces[-1].text.endswith(":") else 1
    printed: list[str] = []
    while pieces:
        margin = INDENTATION * (depth + further if printed else depth)
        end = _end(pieces, width - len(margin))
        texts = (" " * (piece.blank and number > 0) + piece.text for number, piece in enumerate(pieces[:end]))
        printed.append(margin + "".join(texts))
        pieces = pieces[end:]
    return printed


def _end(pieces: list[_Piece], width: int) -> int:
    """Return how many of some pieces stand on one line."""
    length = len(pieces[0].text)
    chosen = 0
    for number, piece in enumerate(pieces[1:], 1):
        if not chosen or (length <= width and piece.depth <= pieces[chosen].depth):
            chosen = number
        length += piece.blank + len(piece.text)
    return chosen if length > width and chosen else len(pieces)


def _pieces(doc: Doc) -> list[_Piece]:
    """Cut a line at its breaks."""
    pieces = [_Piece("", False, 0)]
    for part, depth in _flat(doc):
        if isinstance(part, str):
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + part)
        elif part is Break.BLANK and not depth:
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + " ")
        else:
            pieces.append(_Piece("", part is not Break.BRACKET, depth))
    return pieces


def _flat(doc: Doc) -> Iterator[tuple[str | Break, int]]:
    """Return texts and breaks, with the number of brackets around each."""
    waiting: list[tuple[Doc, int]] = [(doc, 0)]
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, Inside):
            waiting.append((part.doc, depth + 1))
        elif isinstance(part, list):
            waiting += [(each, depth) for each in reversed(part)]
        else:
            yield part, depth
