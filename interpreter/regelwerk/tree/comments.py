"""Where the comments of a declaration belong: above a line, beside it, or at the end of its block."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from regelwerk.syntax.layout import Comment, LogicalLine, RawBlock, logical_lines
from regelwerk.tree.nodes import Aside


class _Found(msgspec.Struct):
    """The comments of a line."""

    above: list[str] = msgspec.field(default_factory=list)
    beside: list[str] = msgspec.field(default_factory=list)
    below: list[str] = msgspec.field(default_factory=list)


def asides(raw: RawBlock) -> Iterator[tuple[int, Aside]]:
    """Return the numbers of the lines of a declaration that have comments, with these, in order.

    The layout of the declaration must be without errors. A comment inside a line that goes over several
    belongs above it; one behind a block belongs to its end if it stands as far right, else to the line
    below.
    """
    if not raw.comments:
        return
    waiting = [comment for comment in raw.comments if comment.line >= raw.line]
    found: defaultdict[int, _Found] = defaultdict(_Found)
    found[raw.line].above += with_blank_lines(raw.comments[: -len(waiting) or None], raw.line)
    open_lines: list[LogicalLine] = []  # the last line of each depth
    for line in logical_lines(raw):
        depth = sum(each.indentation < line.indentation for each in open_lines)
        most = len(open_lines)
        while waiting and waiting[0].line < line.end_line:
            comment = waiting.pop(0)
            most = min(most, _depth(comment, open_lines, depth)) if comment.line < line.line else depth
            if most > depth:
                found[open_lines[most - 1].line].below.append(comment.text)
            else:
                found[line.line].above.append(comment.text)
        while waiting and waiting[0].line == line.end_line:
            found[line.line].beside.append(waiting.pop(0).text)
        open_lines[depth:] = [line]
    most = len(open_lines)
    for comment in waiting:
        most = min(most, _depth(comment, open_lines, 1))
        found[open_lines[most - 1].line].below.append(comment.text)
    for number, each in sorted(found.items()):
        aside = Aside(tuple(each.above), tuple(each.beside), tuple(each.below))
        if aside != Aside():
            yield number, aside


def _depth(comment: Comment, open_lines: Sequence[LogicalLine], depth: int) -> int:
    """Return how deep a comment stands that is followed by a line of some depth."""
    fitting = [d for d, line in enumerate(open_lines) if d > depth and line.indentation < comment.column]
    return max(fitting, default=depth)


def with_blank_lines(comments: Sequence[Comment], line: int) -> list[str]:
    """Return comments that stand above a line, with one blank line wherever their author left some."""
    below = [*(comment.line for comment in comments[1:]), line]
    return [
        text
        for comment, number in zip(comments, below, strict=False)
        for text in ((comment.text, "") if number > comment.line + 1 else (comment.text,))
    ]
