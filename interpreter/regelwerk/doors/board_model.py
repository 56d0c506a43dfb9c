"""A board as a document: its parts in order, with headings, lines and tables, all of them words.

Some words stand for things of the game, so that a picture of the board may say more about them.

What is said is decided where the parts are made, from a view; how it looks where they are drawn, at the
terminal by `board_drawing.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

MARKER = "●"
"""Stands on the space of a row where something is."""

EMPTY_SPACE = "·"


class Named(NamedTuple):
    """Words that stand for things of the game, by their numbers: of things that are alike for all of them, of
    what nobody can see for none."""

    text: str
    things: tuple[int, ...] = ()


Words = str | Named | tuple[str | Named, ...]
"""What stands in one place: words, or several that follow one another."""


def plain(words: Words) -> str:
    """What words say, without what they stand for."""
    if isinstance(words, Named):
        return words.text
    return words if isinstance(words, str) else "".join(map(plain, words))


class Rows(NamedTuple):
    """A table. The first column heads the rows; `faint` is a column that says less than the others, and
    `more` stands below where something was left out."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Words]]
    faint: int | None = None
    more: str = ""


class Beside(NamedTuple):
    """Tables that may stand side by side."""

    parts: Sequence[Rows]


class Facts(NamedTuple):
    """Short statements that make one line."""

    title: str
    told: Sequence[str]


class Line(NamedTuple):
    """A thing with its signs and whatever else is said of it; `depth` 0 is a group, more are its members.

    A `section` is no thing but stands above the groups that follow.
    """

    name: Words
    signs: Sequence[str] = ()
    rest: Words = ""
    depth: int = 0
    section: bool = False


class Groups(NamedTuple):
    """Groups, each a list of lines. `by_owner` has those of each seat; without owners there are `groups`,
    in so many columns where there is room."""

    title: str
    groups: Sequence[Sequence[Line]]
    columns: int = 1
    by_owner: Mapping[str, Sequence[Line]] | None = None


class Spaces(NamedTuple):
    """Spaces with numbers, the same for each row, and what stands on them: MARKER, EMPTY_SPACE, or a sign.

    A row may be shorter than there are numbers.
    """

    title: str
    numbers: Sequence[int]
    rows: Sequence[tuple[Words, Sequence[str]]]


class Grid(NamedTuple):
    """Fields in rows; what stands on a field has a line for each value, and is empty where nothing is.

    `first` is the number of the first field among the things of the game; the others follow, row by row.
    """

    title: str
    rows: Sequence[Sequence[str]]
    hexagons: bool
    first: int


class Legend(NamedTuple):
    """What the signs stand for."""

    signs: Sequence[tuple[str, str]]


class Events(NamedTuple):
    """What has happened, in sentences, the last at the end."""

    title: str
    lines: Sequence[str]


Part = Rows | Beside | Facts | Groups | Spaces | Grid | Legend | Events


def named_in(part: object) -> Iterator[int]:
    """The things that a part of a board, or words, name."""
    if isinstance(part, Named):
        yield from part.things
    elif isinstance(part, Mapping):
        for inner in part.values():
            yield from named_in(inner)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from named_in(inner)
