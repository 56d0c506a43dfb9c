"""From the text of a rule file to nodes; those of large files are kept between runs.

What is kept is plain data. What does not fit, from another version or damaged, is made anew.
"""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec

from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.grammar import grammar_text
from regelwerk.syntax.parser import MAX_DEPTH, Parsed, parse
from regelwerk.tree.build import build
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
    parsed, problems = parse(source)
    blocks: tuple[Block, ...] = tuple(build(source.path, each.tree) for each in parsed)
    if key is not None and not problems:
        cache.write(key, msgspec.msgpack.encode(blocks))
    return blocks, problems, _unread(source, parsed) if has_errors(problems) else ""


def _unread(source: SourceFile, parsed: list[Parsed]) -> str:
    known = {line for each in parsed for line in range(each.line, each.line + each.text.count("\n"))}
    return "\n".join(text for number, text in enumerate(source.lines, 1) if number not in known)


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
