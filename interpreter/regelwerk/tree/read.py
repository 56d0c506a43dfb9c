"""From the text of a rule file to nodes; those of large files are kept between runs.

What is kept is plain data. What does not fit, from another version or damaged, is made anew.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

import msgspec

from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic, has_errors, sort_diagnostics
from regelwerk.source.spans import SourceFile
from regelwerk.syntax import problems as syntax_problems
from regelwerk.syntax.grammar import grammar_text
from regelwerk.syntax.layout import RawBlock, split_blocks
from regelwerk.syntax.parser import Tokens, read_block
from regelwerk.syntax.recovery import further_problems
from regelwerk.tree.build import MAX_DEPTH, TooDeep, build
from regelwerk.tree.comments import asides
from regelwerk.tree.house_rules import Block
from regelwerk.tree.nodes import Node
from regelwerk.tree.walk import fields, of_kind

_SMALL = 2_000
"""Characters: a smaller file is read faster than what was kept of it is found."""
_DECODER = msgspec.msgpack.Decoder(tuple[Block, ...])


def read(source: SourceFile) -> tuple[tuple[Block, ...], list[Diagnostic], str]:
    """Return the declarations of a file, what is wrong with it, and the lines that could not be read."""
    key = _key(source) if len(source.text) >= _SMALL else None
    kept = _kept(key, source.path) if key is not None else None
    if kept is not None:
        return kept, [], ""
    file, problems = split_blocks(source)
    blocks: list[Block] = []
    known: list[RawBlock] = []
    for raw in file.blocks:
        block, found = read_declaration(source, raw)
        problems += found
        if block is not None:
            blocks.append(block)
            known.append(raw)
    if key is not None and not problems:
        cache.write(key, msgspec.msgpack.encode(blocks))
    return tuple(blocks), problems, unread(source, known) if has_errors(problems) else ""


def unread(source: SourceFile, known: Iterable[RawBlock]) -> str:
    """Return the lines of a file besides those of some declarations."""
    numbers = {number for raw in known for number in range(raw.line, raw.line + len(raw.lines))}
    return "\n".join(text for number, text in enumerate(source.lines, 1) if number not in numbers)


def read_declaration(source: SourceFile, raw: RawBlock) -> tuple[Block | None, list[Diagnostic]]:
    """Return one declaration, or what is wrong with it; of several errors in its statements all are found."""
    block, tokens, problems = read_once(source, raw)
    if tokens and problems:
        problems += further_problems(raw, tokens, problems[0], lambda rest: read_once(source, rest)[1:])
        problems = sort_diagnostics(problems)
    return block, problems


def read_once(source: SourceFile, raw: RawBlock) -> tuple[Block | None, Tokens, list[Diagnostic]]:
    """Return one declaration and its words, or the first problem; the words end where it was found."""
    tree, tokens, problems = read_block(source, raw)
    if tree is None:
        return None, tokens, problems
    try:
        return build(source.path, tree, asides(raw)), tokens, []
    except TooDeep as error:
        return None, tokens, [syntax_problems.too_deep("values", MAX_DEPTH).at(error.at)]


def _kept(key: str, path: str) -> tuple[Block, ...] | None:
    payload = cache.read(key)
    try:
        blocks = _DECODER.decode(payload) if payload is not None else ()
    except (msgspec.DecodeError, RecursionError):
        return None
    told = blocks and all(block.at.file == path for block in blocks) and not _too_deep(blocks)
    return blocks if told else None


def _too_deep(blocks: tuple[Block, ...]) -> bool:
    """Say whether nodes lie deeper inside each other than the parser lets them, words among them."""
    level: list[Node] = list(blocks)
    for _ in range(MAX_DEPTH + 1):
        parts = [part for node in level for part in fields(node)]
        level = of_kind(parts, Node)
        level += [each for part in parts if isinstance(part, tuple) for each in part]
        if not level:
            return False
    return True


def _key(source: SourceFile) -> str:
    texts = (_makers(), grammar_text(), source.path, source.text)
    return cache.key_of("trees", (text.encode("utf-8", "surrogatepass") for text in texts))


@functools.cache
def _makers() -> str:
    """What decides which nodes a text becomes, so that another version reads it anew."""
    package = Path(__file__).resolve().parents[1]
    files = (file for floor in ("syntax", "tree") for file in sorted((package / floor).glob("*.py")))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)
