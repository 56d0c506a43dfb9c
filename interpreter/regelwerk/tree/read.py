"""From the text of a rule file to nodes; those of large files are kept between runs.

What is kept is plain data. What does not fit, from another version or damaged, is made anew.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.grammar import grammar_text
from regelwerk.syntax.parser import Block as Parsed
from regelwerk.syntax.parser import parse
from regelwerk.tree.build import build
from regelwerk.tree.house_rules import Block
from regelwerk.tree.nodes import Node

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
    return blocks if blocks and all(block.at.file == path for block in blocks) else None


def _key(source: SourceFile) -> str:
    forms = ",".join(f"{kind.__name__}{kind.__struct_fields__}" for kind in _below(Node))
    texts = (forms, grammar_text(), source.path, source.text)
    return cache.key_of("trees", (text.encode("utf-8", "surrogatepass") for text in texts))


def _below(kind: type[Node]) -> Iterator[type[Node]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
