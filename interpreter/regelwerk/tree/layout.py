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

    ON = 1
    """A blank behind a sign or a word that something must follow: lines go on after these everywhere."""
    BLANK = 2
    """A blank that may be a break inside brackets, if there is none that lies as far outside."""
    BRACKET = 3
    """Nothing, or a break: behind a bracket that opens."""


class Inside(NamedTuple):
    """What stands inside something: breaks in it are taken after those around it."""

    doc: Doc
    brackets: int
    """1 if they stand around it, else 0."""


Doc = str | Break | Inside | list["Doc"]


class _Piece(NamedTuple):
    """Text between two breaks. Of the break before it: is it a `blank`, what is around it, and how many of
    these are `brackets`."""

    text: str
    blank: bool
    depth: int
    brackets: int


def bracketed(doc: Doc, signs: str = "()") -> Doc:
    """Return something in brackets; a line may break behind the first if there is something in them."""
    return [signs[0], Inside([Break.BRACKET, doc], brackets=1), signs[1]] if doc else signs


def grouped(doc: Doc) -> Doc:
    """Return something in brackets that only hold it together: no line ends behind the first."""
    return ["(", Inside(doc, brackets=1), ")"]


def broken(doc: Doc, depth: int, width: int = WIDTH) -> list[str]:
    """Return a line as printed: one line if it fits into `width`, else several.

    Each is as full as it can be, but breaks lie as far outside as possible. What goes on is indented once,
    twice if a block follows, and once more for each bracket with a break around it.
    """
    pieces = _pieces(doc)
    further = 2 if pieces[-1].text.endswith(":") else 1
    around: list[int] = []  # in how many brackets the breaks lie that this line lies inside of
    printed: list[str] = []
    while pieces:
        if printed:
            around = [each for each in around if each < pieces[0].brackets] + [pieces[0].brackets]
        margin = INDENTATION * (depth + (further + len(around) - 1 if around else 0))
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
    pieces = [_Piece("", False, 0, 0)]
    for part, depth, brackets in _flat(doc):
        if isinstance(part, str):
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + part)
        elif part is Break.BLANK and not brackets:
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + " ")
        else:
            pieces.append(_Piece("", part is not Break.BRACKET, depth + (part is Break.BLANK), brackets))
    return pieces


def _flat(doc: Doc) -> Iterator[tuple[str | Break, int, int]]:
    """Return texts and breaks, with how much is around each, and how many brackets."""
    waiting: list[tuple[Doc, int, int]] = [(doc, 0, 0)]
    while waiting:
        part, depth, brackets = waiting.pop()
        if isinstance(part, Inside):
            waiting.append((part.doc, depth + 1, brackets + part.brackets))
        elif isinstance(part, list):
            waiting += [(each, depth, brackets) for each in reversed(part)]
        else:
            yield part, depth, brackets
