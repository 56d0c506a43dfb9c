"""One canonical layout for rule files: blanks, indentation, line breaks; nothing else changes."""

from collections.abc import Sequence
from itertools import pairwise

from lark import Token, Tree

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span
from regelwerk.syntax import problems
from regelwerk.syntax.format_lines import INDENTATION, LogicalLine, break_line, logical_lines
from regelwerk.syntax.layout import Comment, RawBlock, split_blocks
from regelwerk.syntax.parser import read_block


def format_text(source: SourceFile) -> str | list[Diagnostic]:
    """Return the text of `source` in its canonical layout, or what is wrong with it.

    Comments are kept: those inside a line that goes over several are put above it. A result that
    does not read as the same trees is refused with P051.
    """
    file, diagnostics = split_blocks(source)
    trees: list[Tree[Token]] = []
    lines: list[str] = []
    before: tuple[str, bool] | None = None  # the kind of the declaration above, and whether it has one line
    for raw in file.blocks:
        tree, tokens, problems = read_block(source, raw)
        diagnostics += problems
        if tree is None or diagnostics:
            continue
        trees.append(tree)
        body = _block(logical_lines(tokens), raw)
        above = [comment for comment in raw.comments if comment.line < raw.line]
        kind = (str(tokens[0]), len(body) == 1)
        if lines and (above or kind != before or not kind[1]):
            lines.append("")
        lines += _comments_above(above, raw.line) + body
        before = kind
    if diagnostics:
        return diagnostics
    if file.comments:
        lines += [""] if lines else []
        lines += _comments_above(file.comments, file.comments[-1].line + 1)
    text = "".join(f"{line}\n" for line in lines)
    return text if _reads_as(source, text, trees) else [_refusal(source)]


def _comments_above(comments: Sequence[Comment], line: int) -> list[str]:
    """Return comment lines in the first column with single blank lines where the author left some."""
    lines = []
    for index, comment in enumerate(comments, 1):
        lines.append(comment.text)
        below = comments[index].line if index < len(comments) else line
        if below > comment.line + 1:
            lines.append("")
    return lines


def _block(lines: list[LogicalLine], raw: RawBlock) -> list[str]:
    """Return the lines of a declaration, with the comments in it."""
    inside = [comment for comment in raw.comments if comment.line >= raw.line]
    apart = _apart(lines)
    printed: list[str] = []
    columns: list[int] = []  # where lines of each depth began, as the author indented them
    depth = 0
    for number, line in enumerate(lines):
        waiting = [comment for comment in inside if comment.line < line.end_line]
        here = [comment for comment in inside if comment.line == line.end_line]
        inside = [comment for comment in inside if comment.line > line.end_line]
        gap = apart.get(number)  # None: no blank line here, whatever stands above
        for comment in waiting:
            above = comment.line < line.line
            indentation = _comment_depth(comment, columns, depth, line.depth) if above else line.depth
            if gap is not None and indentation == line.depth:
                printed.append("")
                gap = None
            printed.append(INDENTATION * indentation + comment.text)
        if gap:
            printed.append("")
        columns = [*columns[: line.depth], line.column]
        depth = line.depth
        broken = break_line(line)
        broken[-1] += "".join(f"  {comment.text}" for comment in here)
        printed += broken
    for comment in inside:
        printed.append(INDENTATION * max(1, _comment_depth(comment, columns, depth, 1)) + comment.text)
    return printed


def _apart(lines: list[LogicalLine]) -> dict[int, bool]:
    """Return the lines that begin an amendment of a house rule, and whether a blank line stands before each.

    Amendments are told apart like declarations: those of one line and one kind stay together.
    """
    if str(lines[0].tokens[0]) != "house":
        return {}
    starts = [number for number, line in enumerate(lines) if line.depth == 1]
    kinds = [str(lines[number].tokens[0]) for number in starts]
    single = [after == number + 1 for number, after in pairwise([*starts, len(lines)])]
    return {
        number: kinds[i] != kinds[i - 1] or not (single[i] and single[i - 1])
        for i, number in enumerate(starts)
        if i > 0
    }


def _comment_depth(comment: Comment, columns: list[int], depth: int, next_depth: int) -> int:
    """Return how deep a comment between a line of `depth` and one of `next_depth` stands."""
    if next_depth >= depth:
        return next_depth
    fitting = [level for level in range(next_depth, depth + 1) if columns[level] <= comment.column]
    return max(fitting, default=next_depth)


def _reads_as(source: SourceFile, text: str, trees: list["Tree[Token]"]) -> bool:
    """Say whether `text` reads as `trees`."""
    formatted = SourceFile(source.path, text)
    file, diagnostics = split_blocks(formatted)
    if diagnostics or len(file.blocks) != len(trees):
        return False
    return all(read_block(formatted, raw)[0] == tree for raw, tree in zip(file.blocks, trees, strict=True))


def _refusal(source: SourceFile) -> Diagnostic:
    return problems.not_formatted().at(Span.start_of(source.path))
