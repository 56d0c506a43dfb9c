"""From the text of a rule file to nodes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import msgspec

from regelwerk.source.diagnostics import Diagnostic, has_errors, sort_diagnostics
from regelwerk.source.spans import SourceFile
from regelwerk.syntax import problems as syntax_problems
from regelwerk.syntax.layout import RawBlock, split_blocks
from regelwerk.syntax.parser import Tokens, read_block
from regelwerk.syntax.recovery import further_problems
from regelwerk.tree.build import MAX_DEPTH, TooDeep, build
from regelwerk.tree.comments import asides
from regelwerk.tree.house_rules import Block
from regelwerk.tree.kept import Kept, Sealed, digest_of, seal_of
from regelwerk.tree.scenarios import Scenario
from regelwerk.tree.walk import of_kind

_GIVES = re.compile(r" +(let|row) ")
"""How lines of a position begin that give a name to the scenarios which use it."""


class FileTests:
    """The scenarios of a file; `seal` tells its text from others. They are read when somebody asks."""

    def __init__(self, file: str, seal: bytes, read: Callable[[], Sealed]) -> None:
        self.file = file
        self.seal = seal
        self._read = read

    @classmethod
    def of(cls, scenarios: Sequence[Scenario]) -> FileTests:
        """Return scenarios that were read before; of several lots, each is told by where its first stands."""
        file = scenarios[0].at.file if scenarios else ""
        return cls(file, b"", lambda: tuple((b"", each) for each in scenarios))

    @cached_property
    def sealed(self) -> Sealed:
        """The scenarios, each with what tells its text from others, wherever it stands."""
        return self._read()

    @property
    def scenarios(self) -> list[Scenario]:
        """The scenarios."""
        return of_kind((tree for _, tree in self.sealed), Scenario)


class ReadFile(msgspec.Struct, frozen=True):
    """What was read of a file: its declarations but for scenarios, what is wrong with it, and the lines that
    could not be read."""

    blocks: Sealed
    problems: list[Diagnostic]
    lost: str = ""
    tests: FileTests | None = None

    @classmethod
    def of(cls, source: SourceFile, sealed: Sealed, problems: list[Diagnostic], lost: str = "") -> ReadFile:
        """Return a file of which everything was read."""
        others = tuple(each for each in sealed if not isinstance(each[1], Scenario))
        tests = _tests(sealed)
        later = FileTests(source.path, digest_of(source.text), lambda: tests) if tests else None
        return cls(others, problems, lost, later)


def read(source: SourceFile) -> tuple[tuple[Block, ...], list[Diagnostic], str]:
    """Return the declarations of a file, what is wrong with it, and the lines that could not be read."""
    file = read_file(source)
    blocks = [*file.blocks, *(() if file.tests is None else file.tests.sealed)]
    in_order = sorted((tree for _, tree in blocks), key=lambda tree: tree.at.line)
    return tuple(in_order), file.problems, file.lost


def read_file(source: SourceFile) -> ReadFile:
    """Read a file, its scenarios only if they are not known from before."""
    kept = Kept(source)
    if kept.whole is None:
        return ReadFile.of(source, *_read(source, kept))

    def scenarios() -> Sealed:
        return kept.scenarios() or _tests(_read(source, kept)[0])

    later = FileTests(source.path, digest_of(source.text), scenarios)
    return ReadFile(kept.whole, [], "", later if kept.has_scenarios else None)


def _tests(sealed: Sealed) -> Sealed:
    return tuple(each for each in sealed if isinstance(each[1], Scenario))


def _read(source: SourceFile, kept: Kept) -> tuple[Sealed, list[Diagnostic], str]:
    """Read those declarations of a file that did not stand in it before."""
    file, problems = split_blocks(source)
    known: list[RawBlock] = []
    sealed: list[tuple[bytes, Block]] = []
    for raw in file.blocks:
        seal = seal_of(raw)
        block, found = kept.find(raw, seal), list[Diagnostic]()
        if block is None:
            block, found = read_declaration(source, raw)
        problems += found
        if block is not None:
            known.append(raw)
            sealed.append((seal, block))
    if not problems:
        kept.write(tuple(sealed))
    return tuple(sealed), problems, unread(source, file.blocks, known) if has_errors(problems) else ""


def unread(source: SourceFile, blocks: Iterable[RawBlock], known: Iterable[RawBlock]) -> str:
    """Return the lines of a file besides those of some declarations, and of scenarios and positions: nothing
    else uses what they name, but the names of positions and those that positions give."""
    left_out = [*known, *(raw for raw in blocks if raw.text.startswith("scenario "))]
    numbers = {number for raw in left_out for number in range(raw.line, raw.line + len(raw.lines))}
    for raw in blocks:
        if raw.text.startswith("position "):
            numbers |= {raw.line + n for n, text in enumerate(raw.lines) if n and not _GIVES.match(text)}
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
