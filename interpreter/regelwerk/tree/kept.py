"""Trees kept between runs, as MessagePack.

What is kept is plain data. What does not fit, from another version or damaged, is made anew.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from hashlib import blake2b
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec

from regelwerk.source import cache
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax.grammar import grammar_text
from regelwerk.syntax.layout import RawBlock
from regelwerk.tree.build import MAX_DEPTH
from regelwerk.tree.house_rules import Block
from regelwerk.tree.nodes import Aside, Clause, Name, Node, Quoted, Whole
from regelwerk.tree.scenarios import Scenario

Sealed = tuple[tuple[bytes, Block], ...]
"""Declarations, each with what tells its text from others, wherever it stands; see `seal_of`."""


class _File(msgspec.Struct, array_like=True):
    """What is kept of a file: what tells its text from others, its declarations, and apart from them its
    scenarios, which are read only if somebody asks."""

    text: bytes
    blocks: Sealed
    scenarios: msgspec.Raw


_DECODER = msgspec.msgpack.Decoder(_File)
_SCENARIOS = msgspec.msgpack.Decoder(tuple[tuple[bytes, Scenario], ...])
_NONE = msgspec.Raw(msgspec.msgpack.encode(()))
_DIGEST = 16
_WORDS = frozenset((str, int, bool, type(None), Aside))
"""What fields may hold that has no place of its own."""
_LEAVES = frozenset((Name, Whole, Quoted, Clause))
"""The nodes without others inside: every second one is such."""


class Kept:
    """What was kept of a file: `whole` are its declarations if its text is as it was, and had no problems,
    but for scenarios; `has_scenarios` says whether there are such.

    Of another text those declarations are known that stood in the file before, wherever they stand now.
    """

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.whole: Sealed | None = None
        self.has_scenarios = False
        self._before: dict[bytes, Block] = {}
        file = _read(source)
        if file is None:
            return
        self._scenarios = file.scenarios
        if file.text == digest_of(source.text):
            self.whole = file.blocks if _fit(file.blocks, source) else None
            self.has_scenarios = file.scenarios != _NONE
        else:
            self._before = {**dict(file.blocks), **dict(self._read_scenarios())}

    def scenarios(self) -> Sealed | None:
        """Return the scenarios of a file whose text is as it was; None if they are damaged."""
        found = self._read_scenarios()
        return found if found and _fit(found, self.source) else None

    def _read_scenarios(self) -> Sealed:
        try:
            return _SCENARIOS.decode(self._scenarios)
        except (msgspec.DecodeError, RecursionError):
            return ()

    def find(self, raw: RawBlock, seal: bytes) -> Block | None:
        """Return the declaration that a block of lines, with its seal, was before."""
        block = self._before.get(seal)
        if block is None:
            return None
        moved = _moved(block, raw.line - block.at.line)
        return moved if _fits((moved,), self.source) else None

    def write(self, sealed: Sealed) -> None:
        """Keep the declarations of a file without problems."""
        scenarios = tuple(each for each in sealed if isinstance(each[1], Scenario))
        others = tuple(each for each in sealed if not isinstance(each[1], Scenario))
        raw = msgspec.Raw(msgspec.msgpack.encode(scenarios))
        cache.write(
            _key(self.source), msgspec.msgpack.encode(_File(digest_of(self.source.text), others, raw))
        )


def _read(source: SourceFile) -> _File | None:
    payload = cache.read(_key(source))
    if payload is None:
        return None
    try:
        return _DECODER.decode(payload)
    except (msgspec.DecodeError, RecursionError):
        return None


def digest_of(text: str) -> bytes:
    """Return what tells a text from others."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def seal_of(raw: RawBlock) -> bytes:
    """What tells a block of lines from others, wherever it stands."""
    comments = [(comment.line - raw.line, comment.column, comment.text) for comment in raw.comments]
    return digest_of("\n".join([*raw.lines, *map(repr, comments)]))


def _moved(part: Any, lines: int) -> Any:
    """Return a node, or a tuple of nodes, so many lines further down."""
    if not lines:
        return part
    if isinstance(part, Node):
        at = part.at
        place = Span(at.file, at.line + lines, at.column, at.end_line + lines, at.end_column)
        rest = {name: _moved(getattr(part, name), lines) for name in part.__struct_fields__[1:-1]}
        return type(part)(at=place, aside=part.aside, **rest)
    return tuple(_moved(each, lines) for each in part) if isinstance(part, tuple) else part


def _fit(sealed: Sealed, source: SourceFile) -> bool:
    return _fits(tuple(block for _, block in sealed), source)


def _fits(blocks: tuple[Block, ...], source: SourceFile) -> bool:
    """Say whether nodes could have been made from a text.

    They lie in it, and not deeper inside each other than the parser lets them, words among them.
    """
    level: list[Node] = list(blocks)
    places: list[Span] = []
    for depth in range(MAX_DEPTH + 1):
        parts = chain.from_iterable([_fields(type(node))(node) for node in level])
        level, leaves = [], list[Node]()
        for part in parts:  # there are many: classes are compared, which is faster than `isinstance`
            kind = type(part)
            if kind in _LEAVES:
                leaves.append(part)
            elif kind is Span:
                places.append(part)
            elif kind is tuple:
                level += part
            elif kind not in _WORDS:
                level.append(part)
        places += [leaf.at for leaf in leaves]
        if not level:
            return not (leaves and depth == MAX_DEPTH) and _lie_in(places, source)
    return False


@functools.cache
def _fields(kind: type[Node]) -> Callable[[Node], tuple[Any, ...]]:
    """What gives the fields of a node, as many as there are."""
    return attrgetter(*kind.__struct_fields__) if kind.__struct_fields__[1:] else attrgetter("at", "aside")


def _lie_in(places: list[Span], source: SourceFile) -> bool:
    """Say whether places lie in a text; one ends at most where a line behind the text would begin."""
    ends = [0, *(len(line) + 1 for line in source.lines), 1]
    try:
        beyond = [at for at in places if at.column > ends[at.line] or at.end_column > ends[at.end_line]]
    except IndexError:
        return False
    return not beyond and {at.file for at in places} <= {source.path}


def _key(source: SourceFile) -> str:
    texts = (_makers(), source.path)
    return cache.key_of("trees", (text.encode("utf-8", "surrogatepass") for text in texts))


@functools.cache
def _makers() -> str:
    """What decides which nodes a text becomes, in short, so that another version reads it anew."""
    package = Path(__file__).resolve().parents[1]
    files = (file for floor in ("syntax", "tree") for file in sorted((package / floor).glob("*.py")))
    texts = [grammar_text(), *(file.read_text(encoding="utf-8") for file in files)]
    return blake2b("\n".join(texts).encode()).hexdigest()
