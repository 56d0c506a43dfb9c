"""Source texts and places in them."""

import unicodedata
from bisect import bisect_right
from functools import cached_property
from typing import Annotated

import msgspec

_Counted = Annotated[int, msgspec.Meta(ge=1)]


class Span(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """A stretch of a file. Lines and columns count characters from 1; the end is the place after the last."""

    file: str
    line: _Counted
    column: _Counted
    end_line: _Counted
    end_column: _Counted

    @classmethod
    def start_of(cls, file: str) -> "Span":
        """Return the first place of `file`, for what concerns the file as a whole."""
        return cls(file, 1, 1, 1, 1)


class SourceFile(msgspec.Struct, frozen=True, dict=True):
    """A decoded text with the path under which diagnostics name it; lines end in `\\n` only."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text without their ends."""
        return self.text.split("\n")

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line) + 1)
        return starts

    def span(self, start: int, end: int) -> Span:
        """Return the span of the characters from offset `start` up to `end`, both counted from 0."""
        line, column = self._place(start)
        end_line, end_column = self._place(end)
        return Span(self.path, line, column, end_line, end_column)

    def _place(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self._line_starts, offset, hi=len(self.lines)) - 1
        return index + 1, offset - self._line_starts[index] + 1


def name_key(name: str) -> str:
    """Return the form of `name` (NFC) by which names are compared, however their accents are encoded."""
    return unicodedata.normalize("NFC", name)
