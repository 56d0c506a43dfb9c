"""From the text of a rule file to one tree for each declaration."""

from dataclasses import dataclass

from lark import Token, Tree, UnexpectedInput

from regelwerk.source.diagnostics import Diagnostic, sort_diagnostics
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax import problems
from regelwerk.syntax.errors import explain
from regelwerk.syntax.failure import failure
from regelwerk.syntax.grammar import begin, finish, reserved
from regelwerk.syntax.layout import Comment, RawBlock, check_layout, split_blocks
from regelwerk.syntax.recovery import further_problems
from regelwerk.syntax.word_errors import check_reserved, check_word

__all__ = ["Comment", "Parsed", "parse", "parse_block", "read_block"]

MAX_DEPTH = 200


@dataclass(frozen=True, slots=True)
class Parsed:
    """A declaration: its tree, the number of its first line, its comments and its text.

    Tokens and `meta` have lines and columns counted from 1 in the whole file.
    """

    tree: "Tree[Token]"
    line: int
    comments: tuple[Comment, ...]
    text: str


def parse(source: SourceFile) -> tuple[list[Parsed], list[Diagnostic]]:
    """Read every declaration of `source`; one that has an error is left out and diagnosed."""
    file, diagnostics = split_blocks(source)
    blocks = []
    for raw in file.blocks:
        block, problems = parse_block(source, raw)
        diagnostics += problems
        if block is not None:
            blocks.append(block)
    return blocks, diagnostics


def parse_block(source: SourceFile, raw: RawBlock) -> tuple[Parsed | None, list[Diagnostic]]:
    """Read one declaration; of several errors in its statements all are found."""
    tree, tokens, problems = read_block(source, raw)
    if tokens and problems:
        problems += further_problems(raw, tokens, problems[0], lambda block: read_block(source, block)[1:])
        problems = sort_diagnostics(problems)
    return (Parsed(tree, raw.line, raw.comments, raw.text) if tree else None), problems


def read_block(
    source: SourceFile, raw: RawBlock
) -> tuple["Tree[Token] | None", list[Token], list[Diagnostic]]:
    """Return the tree of one declaration and its tokens with marks for lines and depths.

    With a problem there is no tree, and the tokens end where it was found.
    """
    problems = check_layout(source, raw)
    if problems:
        return None, [], problems
    reading = begin(raw.text, raw.line)
    tokens: list[Token] = []
    suspects: list[Token] = []
    try:
        for token in reading.iter_parse():
            tokens.append(token)
            problem = check_word(source, token) if token.type in ("NAME", "NUMBER") else None
            if problem:
                return None, tokens, [problem]
            if token.type == "NAME" and token in reserved():
                suspects.append(token)
        tree = finish(reading, tokens)
    except UnexpectedInput as error:
        at = failure(source, error, tokens, raw.line)
        return None, list(at.before), [explain(at)]
    problem = check_reserved(source, tree, suspects) if suspects else None
    problem = problem or _check_depth(source, tree)
    if problem:
        return None, tokens, [problem]
    return tree, tokens, []


def _check_depth(source: SourceFile, tree: "Tree[Token]") -> Diagnostic | None:
    """Return what is wrong if `tree` is deeper than those who walk it by calls can go."""
    level = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for part in level for child in part.children if isinstance(child, Tree)]
        if not level:
            return None
    meta = level[0].meta
    span = Span(source.path, meta.line, meta.column, meta.end_line, meta.end_column)
    return problems.too_deep("values", MAX_DEPTH).at(span)
