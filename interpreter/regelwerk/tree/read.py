"""From the text of a rule file to nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from regelwerk.source.diagnostics import Diagnostic, has_errors, sort_diagnostics
from regelwerk.source.spans import SourceFile
from regelwerk.syntax import problems as syntax_problems
from regelwerk.syntax.layout import RawBlock, split_blocks
from regelwerk.syntax.parser import Tokens, read_block
from regelwerk.syntax.recovery import further_problems
from regelwerk.tree.build import MAX_DEPTH, TooDeep, build
from regelwerk.tree.comments import asides
from regelwerk.tree.house_rules import Block
from regelwerk.tree.kept import Kept, seal_of


def read(source: SourceFile) -> tuple[tuple[Block, ...], list[Diagnostic], str]:
    """Return the declarations of a file, what is wrong with it, and the lines that could not be read."""
    return read_sealed(source)[:3]


def read_sealed(source: SourceFile) -> tuple[tuple[Block, ...], list[Diagnostic], str, Sequence[bytes]]:
    """Return the same, and for each declaration what tells its text from others, wherever it stands."""
    kept = Kept(source)
    if kept.whole is not None:
        return kept.whole, [], "", kept.seals
    file, problems = split_blocks(source)
    blocks: list[Block] = []
    known: list[RawBlock] = []
    seals: list[bytes] = []
    for raw in file.blocks:
        seal = seal_of(raw)
        block, found = kept.find(raw, seal), list[Diagnostic]()
        if block is None:
            block, found = read_declaration(source, raw)
        problems += found
        if block is not None:
            blocks.append(block)
            known.append(raw)
            seals.append(seal)
    if not problems:
        kept.write(seals, blocks)
    lost = unread(source, file.blocks, known) if has_errors(problems) else ""
    return tuple(blocks), problems, lost, seals


def unread(source: SourceFile, blocks: Iterable[RawBlock], known: Iterable[RawBlock]) -> str:
    """Return the lines of a file besides those of some declarations, and of scenarios and positions: nothing
    else uses what they name, but the names of positions."""
    left_out = [*known, *(raw for raw in blocks if raw.text.startswith("scenario "))]
    positions = [raw for raw in blocks if raw.text.startswith("position ")]
    left_out += [replace(raw, line=raw.line + 1, lines=raw.lines[1:]) for raw in positions]
    numbers = {number for raw in left_out for number in range(raw.line, raw.line + len(raw.lines))}
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
