"""Printing trees: the one canonical layout of rule files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import msgspec

from regelwerk.tree import expressions as tx
from regelwerk.tree import statements as ts
from regelwerk.tree.forms import Brackets, Field, Line, Maybe, Part, Words, lines
from regelwerk.tree.house_rules import Block, House
from regelwerk.tree.layout import INDENTATION, Break, Doc, Inside, bracketed, broken, grouped
from regelwerk.tree.nodes import Node

_MAY_FIND_NOTHING = ts.Let | ts.Choose | ts.MayChoose | ts.DrawOne | ts.Pick
"""Statements that say on their own line what happens otherwise, if that is one simple statement."""
_JOINED = tx.Either | tx.Both
"""Lines break in them after they break around them."""


class _Line(msgspec.Struct):
    """A line with its comments, those at the end of the block below it (`below`), and all lines below it.

    A line that stands `apart` has a blank line above it.
    """

    depth: int
    doc: Doc = ""
    above: list[str] = msgspec.field(default_factory=list)
    beside: list[str] = msgspec.field(default_factory=list)
    below: list[str] = msgspec.field(default_factory=list)
    rest: list[_Line] = msgspec.field(default_factory=list)
    apart: bool = False

    @property
    def first_word(self) -> str:
        """The word that tells what sort of line it is."""
        return str(self.doc[0] if isinstance(self.doc, list) else self.doc).split(" ")[0]


def printed(node: Node) -> list[str]:
    """Return the lines of a node, with its comments."""
    return _text(_lines(node, 0))


def printed_file(blocks: Iterable[Block], comments: Iterable[str]) -> str:
    """Return the text of a file from its declarations and the comments behind the last.

    Declarations are told apart by blank lines; those of one line and one sort stay together.
    """
    text: list[str] = []
    before: tuple[str, bool] | None = None
    for block in blocks:
        declared = _lines(block, 0)
        body = _text(declared)
        above = len(declared[0].above)
        sort = declared[0].first_word, len(body) == above + 1
        if text and (above or sort != before or not sort[1]):
            text.append("")
        text += body
        before = sort
    behind = [*comments]
    if text and behind:
        text.append("")
    return "".join(f"{line}\n" for line in text + behind)


def _text(lines: Iterable[_Line]) -> list[str]:
    """Return lines as they are printed, with the comments above, beside and below them."""
    text: list[str] = []
    heads: list[_Line] = []  # lines whose blocks have not ended yet
    for line in [*lines, _Line(0)]:
        while heads and heads[-1].depth >= line.depth:
            head = heads.pop()
            text += _indented(head.below, head.depth + 1)
        text += [""] * line.apart
        text += _indented(line.above, line.depth)
        if line.doc:
            text += broken(line.doc, line.depth)
            text[-1] += "".join(f"  {comment}" for comment in line.beside)
        heads.append(line)
    return text


def _indented(comments: Iterable[str], depth: int) -> Iterator[str]:
    for comment in comments:
        yield INDENTATION * depth + comment if comment else ""


# ---- from nodes to lines
def _lines(node: Node, depth: int) -> list[_Line]:
    """Return the line of a node and all below it."""
    line = _Line(depth)
    line.doc = _head(node, line)
    found = [line, *line.rest]
    if isinstance(node, _MAY_FIND_NOTHING) and isinstance(node.otherwise, ts.Otherwise) and len(found) == 3:
        inner = node.otherwise.body[0]
        if not isinstance(inner, _MAY_FIND_NOTHING | ts.Pay):
            first, otherwise, below = found
            return _on_one_line(first, otherwise, below, inner.at.line == node.otherwise.at.line)
    return found


def _on_one_line(line: _Line, otherwise: _Line, inner: _Line, was: bool) -> list[_Line]:
    """Return a statement with what happens otherwise; unless it `was` so, comments between come above."""
    line.doc = [line.doc, ",", Break.ON, "otherwise ", inner.doc]
    if not was:
        line.above += line.beside + otherwise.above + otherwise.beside + inner.above
        line.beside = inner.beside
    return [line, _Line(line.depth, above=otherwise.below + inner.below)]


def _head(node: Node, line: _Line) -> Doc:
    """Return what a node adds to a line; its comments go there, and what is below it."""
    aside = node.aside
    if aside is not None:
        line.above += aside.above
        line.beside += aside.beside
        line.below += aside.below
    first, *others = lines(type(node))
    written = aside.written if aside is not None else ""
    doc: Doc = written or _filled(first.parts, node, line)
    if isinstance(node, _JOINED):
        doc = Inside(doc, brackets=0)
    for other in others:
        below = _below(other, node, line.depth + other.block)
        if isinstance(node, House):
            _set_apart(below)
        line.rest += below
    for _ in range(aside.brackets if aside is not None else 0):
        doc = grouped(doc)
    return doc


def _below(form: Line, node: Node, depth: int) -> list[_Line]:
    """Return what stands below the line of a node, as one line of its form says."""
    if len(form.parts) == 1 and isinstance(form.parts[0], Field):
        return [line for part in _parts(node, form.parts[0].name) for line in _lines(part, depth)]
    line = _Line(depth)
    line.doc = _filled(form.parts, node, line)
    return [line, *line.rest] if line.doc else []


def _filled(parts: Iterable[Part], node: Node, line: _Line) -> list[Doc]:
    """Return parts of a form, with the fields of a node put in."""
    doc: list[Doc] = []
    for part in parts:
        if isinstance(part, Field):
            for number, value in enumerate(_parts(node, part.name)):
                doc += part.between if number else []
                doc.append(
                    _head(value, line) if isinstance(value, Node) else node.spelled.get(value, str(value))
                )
        elif isinstance(part, Words):
            value = getattr(node, part.name)
            if str(value) == part.value if part.value is not None else value:
                doc += part.words
        elif isinstance(part, Maybe):
            if all(_parts(node, each.name) for each in _fields(part.parts)):
                doc += _filled(part.parts, node, line)
        elif isinstance(part, Brackets):
            doc.append(bracketed(_filled(part.parts, node, line), part.signs))
        else:
            doc.append(part)
    return doc


def _parts(node: Node, name: str) -> tuple[Any, ...]:
    """Return what a field holds: several things, one or none."""
    value = getattr(node, name)
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _fields(parts: Iterable[Part]) -> Iterator[Field]:
    """Return the fields in parts of a form."""
    for part in parts:
        if isinstance(part, Field):
            yield part
        elif isinstance(part, Brackets):
            yield from _fields(part.parts)


def _set_apart(lines: list[_Line]) -> None:
    """Tell amendments apart like declarations: those of one line and one sort stay together."""
    starts = [number for number, line in enumerate(lines) if line.depth == lines[0].depth]
    ends = [*starts[1:], len(lines)]
    single = {start: end == start + 1 for start, end in zip(starts, ends, strict=True)}
    for before, start in pairwise(starts):
        alike = lines[before].first_word == lines[start].first_word
        together = alike and single[before] and single[start] and not lines[start].above
        lines[start].apart = not together
